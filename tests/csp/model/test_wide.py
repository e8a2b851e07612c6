"""Expressions with so many values that only their bounds are kept."""

from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import (
    Model,
    ModelError,
    all_different_except,
    element,
    maximum,
    minimum,
    stretch,
    truth,
)
from csp.model.posted_records import MOST_VALUES
from tests.csp import oracle
from tests.running import compiled

pytestmark = pytest.mark.kernel

LARGE = st.sampled_from([1, -1, 3, 10**6 + 1, -(10**7), 10**12])
SMALL = st.integers(-3, 3)


@st.composite
def wide_expressions(draw: st.DrawFn, x: list[Any]) -> Any:
    """Draw an expression of three variables that may span millions of values."""
    a, b, c = draw(st.permutations(x))
    kind = draw(st.integers(0, 7))
    if kind == 0:
        return draw(LARGE) * a + draw(LARGE) * b + draw(SMALL)
    if kind == 1:
        return (draw(LARGE) * a + draw(SMALL)) * (b + draw(SMALL))
    if kind == 2:
        return element([draw(LARGE), draw(LARGE), 0, draw(LARGE)], a + draw(st.integers(0, 1)))
    if kind == 3:
        return element([draw(LARGE) * b, draw(LARGE), c], a)
    if kind == 4:
        return maximum([draw(LARGE) * a, draw(LARGE) * b + c])
    if kind == 5:
        return minimum([draw(LARGE) * a, b])
    if kind == 6:
        return abs(draw(LARGE) * a - draw(LARGE) * b + draw(SMALL))
    return draw(LARGE) * (a * b) - c


@st.composite
def wide_models(draw: st.DrawFn) -> tuple[Model, Any]:
    """Draw a model with constraints on wide expressions, and an expression."""
    model = Model()
    leasts = [draw(SMALL) for _ in "abc"]
    x = [model.variable(range(k, k + 4), name) for k, name in zip(leasts, "abc", strict=True)]
    for _ in range(draw(st.integers(1, 3))):
        one, other = draw(wide_expressions(x)), draw(wide_expressions(x))
        model.post(
            draw(
                st.sampled_from(
                    [
                        one <= other,
                        one != other,
                        one == draw(LARGE) * draw(SMALL),
                        one != draw(LARGE) * draw(SMALL),
                        (one == other) | (x[0] == 1),
                        truth(one <= draw(LARGE)) + truth(other != 0) == 1,
                        maximum([one, other]) >= draw(LARGE),
                    ]
                )
            )
        )
    return model, draw(wide_expressions(x))


@settings(deadline=None, max_examples=50)
@given(drawn=wide_models(), order=st.sampled_from([None, "dom/wdeg", "least value", "input"]))
def test_solutions_and_optima_are_those_of_brute_force(drawn: Any, order: str | None) -> None:
    model, objective = drawn
    expected = oracle.solutions(model)
    found = [tuple(s.values()) for s in model.solutions(order=order)]
    assert sorted(found) == expected
    values = []
    for row in expected:
        own = dict(zip(model.unknowns, row, strict=True))
        try:
            values.append(objective.value(own.__getitem__))
        except IndexError:
            continue
    assert model.minimize(objective).value == min(values, default=None)
    assert model.maximize(objective, values="random", seed=1).value == max(values, default=None)


def test_a_sum_of_more_than_a_million() -> None:
    model = Model()
    x = model.variables(6, range(5))
    weights = [10**6 + 1, 10**6 + 7, 2 * 10**6, 10**7, 3, 4 * 10**12]
    model.post(weights @ x <= 10**7 + 10**6)
    best = model.maximize(weights @ x)
    sums = (np.array(row) @ weights for row in product(range(5), repeat=6))
    assert best.value == max(total for total in sums if total <= 10**7 + 10**6)
    assert best.complete


@compiled
def test_products_of_large_numbers() -> None:
    model = Model()
    x, y = model.variables(2, range(1, 2001), "xy")
    model.post(x * y == 1999 * 1997, x < y)
    assert [tuple(s.values()) for s in model.solutions()] == [(1997, 1999)]


@compiled
@pytest.mark.parametrize("values", [range(100_001), range(-100_000, 1)])
def test_a_divisor_that_may_be_zero_at_its_end(values: range) -> None:
    model = Model()
    x, y = model.variables(2, values, "xy")
    model.post(x % y == (7 if values.stop > 1 else -7), x // y == 3)
    solution = model.solve().solution
    assert solution is not None
    assert divmod(solution[x], solution[y]) == (3, 7 if values.stop > 1 else -7)


def test_numbers_far_apart() -> None:
    model = Model()
    i, j = model.variables(2, range(3), "ij")
    cost = element([0, 10**7, 5 * 10**9], i) - element([1, 10**8, 10**9], j)
    best = model.maximize(cost)
    assert best.value == 5 * 10**9 - 1 and best.complete


@pytest.mark.parametrize(
    "of", [lambda x: all_different_except(x, 0), lambda x: stretch(x, {0: (1, 2)})]
)
def test_a_constraint_that_needs_each_value_says_so(of: Any) -> None:
    model = Model()
    x = model.variables(3, range(9))
    with pytest.raises(ModelError, match=str(MOST_VALUES)):
        model.post(of([10**9 * v + w for v, w in zip(x, x[::-1], strict=True)]))


def test_tasks_with_a_wide_objective() -> None:
    model = Model()
    x = model.variables(2, range(9))
    model.post(x[0] + x[1] >= 7)
    best = model.minimize(10**7 * x[0] - x[1], workers=2, method="propagation")
    assert (best.value, best.complete) == (-8, True)
