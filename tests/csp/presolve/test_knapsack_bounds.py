"""Bounds of objectives by relaxation."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import Model, knapsack
from csp.presolve.search_parts import built, goal_of
from csp.request import ModelRequest
from tests.csp import oracle

pytestmark = pytest.mark.kernel

COSTS = st.lists(st.integers(-9, 9), min_size=4, max_size=4)


@settings(deadline=None, max_examples=100)
@given(
    costs=COSTS,
    rows=st.lists(st.tuples(COSTS, st.sampled_from(["<=", ">=", "=="])), min_size=1, max_size=3),
    total=st.integers(-10, 15),
    ends=st.lists(st.tuples(st.integers(-2, 2), st.integers(0, 3)), min_size=4, max_size=4),
)
def test_best_values_are_those_of_brute_force(costs: Any, rows: Any, total: int, ends: Any) -> None:
    model = Model()
    x = [model.variable(range(least, least + width + 1)) for least, width in ends]
    objective = sum(c * v for c, v in zip(costs, x, strict=True)) + 3
    for weights, operator in rows:
        left = sum(w * v for w, v in zip(weights, x, strict=True))
        posted = {"<=": left <= total, ">=": left >= total, "==": left == total}[operator]
        if not isinstance(posted, bool):
            model.post(posted)
    values = [
        3 + sum(c * v for c, v in zip(costs, row, strict=True)) for row in oracle.solutions(model)
    ]
    ways: list[dict[str, Any]] = [{}, {"order": "input", "values": "greatest"}]
    for how in ways:
        assert model.minimize(objective, **how).value == min(values, default=None)
        assert model.maximize(objective, **how).value == max(values, default=None)


def things(n: int) -> tuple[Model, Any, Any]:
    """Return a knapsack problem: the model, the profit, and what is taken."""
    weights = [13 + 37 * k % 61 for k in range(n)]
    profits = [11 + 53 * k % 71 for k in range(n)]
    model = Model()
    x = model.variables(n, range(2), name="x")
    model.post(weights @ x <= sum(weights) // 2)
    return model, profits @ x, (weights, profits)


def test_a_knapsack_of_fifty_things() -> None:
    model, profit, (weights, profits) = things(50)
    best = model.maximize(profit, max_nodes=20_000)
    reached = {0: 0}
    for w, p in zip(weights, profits, strict=True):
        for total, value in list(reached.items()):
            reached[total + w] = max(reached.get(total + w, 0), value + p)
    assert best.complete
    assert best.value == max(v for total, v in reached.items() if total <= sum(weights) // 2)


def test_the_bound_at_the_root_is_that_of_the_relaxation() -> None:
    model = Model()
    x = model.variables(3, range(2))
    model.post([5, 4, 3] @ x <= 6)
    # The first thing fits, and a quarter of the second one: 10 + 6 / 4, rounded down.
    stopped = model.maximize([10, 6, 3] @ x, limit=1)
    assert stopped.bound == 11
    assert stopped.value == 10


def test_an_objective_variable_and_an_equation() -> None:
    model = Model()
    taken = model.variables(4, range(3))
    weight, profit = model.variable(range(21)), model.variable(range(400))
    model.post(knapsack(taken, [5, 4, 6, 3], [10, 40, 30, 50], weight, profit))
    builder = built(model)
    _, cheapest = goal_of(builder, ModelRequest(objective=-profit))
    assert {v: cheapest[v.index] for v in taken} == dict.fromkeys(taken, 2)
    assert model.maximize(profit).value == max(
        10 * a + 40 * b + 30 * c + 50 * d
        for a in range(3)
        for b in range(3)
        for c in range(3)
        for d in range(3)
        if 5 * a + 4 * b + 6 * c + 3 * d <= 20
    )
