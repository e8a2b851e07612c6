"""The engine `linear`: right on random models, and few nodes where the relaxation is strong."""

import os
from itertools import combinations, permutations
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from csp import (
    Model,
    ModelError,
    all_different,
    cardinality,
    circuit,
    element,
    inverse,
    maximum,
    subcircuit,
    truth,
)
from csp.engines.linear.clique_rows import Line
from csp.engines.linear.columns import followers
from csp.engines.linear.cuts import rounded
from csp.engines.linear.engine import Relaxed, linear
from csp.engines.linear.program import INFEASIBLE, OPTIMAL, Program
from csp.kernels.levels import bounds_of
from csp.request import ModelRequest
from exactcover.runtime.errors import GaveUpError
from exactcover.runtime.search.protocol import Out, Status, counting
from tests.csp import oracle
from tests.csp.strategies import models
from tests.fuzz.optimum_cases import soft
from tests.running import compiled

pytestmark = pytest.mark.kernel
SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much]
N_MODELS = int(os.environ.get("CSP_MODELS", "40"))


@settings(deadline=None, suppress_health_check=SLOW, max_examples=N_MODELS)
@given(model=models(), weights=st.lists(st.integers(-3, 3), min_size=6, max_size=6))
def test_the_best_of_random_models(model: Model, weights: list[int]) -> None:
    pairs = list(zip(weights, model.unknowns, strict=False))
    objective = sum((w * x for w, x in pairs), 0 * model.unknowns[0])
    expected = [sum(w * row[x.index] for w, x in pairs) for row in oracle.solutions(model)]
    for sign, best in ((1, min), (-1, max)):
        try:
            found = model.minimize(sign * objective, method="linear")
        except ModelError as reason:
            assert "use propagation" in str(reason)
            continue
        least = best(expected, default=None)
        assert (found.value, found.complete) == (None if least is None else sign * least, True)


@compiled
@pytest.mark.parametrize("seed", [8, 17, 26, 20690])
def test_a_value_that_is_refuted_at_once_is_no_solution(seed: int) -> None:
    """The least value of the last open variable may be refuted when it is tried."""
    model, cost = soft(Random(seed))
    best = model.minimize(cost, method="linear")
    assert (best.value, best.complete) == (model.minimize(cost, method="propagation").value, True)
    assert best.solution is not None
    assert best.solution[cost] == best.value


def test_an_assignment_is_proved_at_the_root() -> None:
    random = Random(1)
    costs = [[random.randint(1, 99) for _ in range(7)] for _ in range(7)]
    model = Model()
    x = model.variables(7, range(7))
    model.post(all_different(x))
    best = model.minimize(sum(element(row, v) for row, v in zip(costs, x, strict=True)),
                          method="linear")  # fmt: skip
    assert best.value == min(sum(costs[k][p[k]] for k in range(7)) for p in permutations(range(7)))
    assert best.statistics.nodes <= 3


def test_pairs_become_cliques() -> None:
    model = Model()
    x = model.bool_vars(30)
    groups = [x[:12], x[12:20], x[20:]]
    model.post(a + b <= 1 for group in groups for a, b in combinations(group, 2))
    best = model.maximize(x.sum(), method="linear")
    assert (best.value, best.complete) == (3, True)
    assert best.statistics.nodes <= 3  # by pairs, the relaxation has 15


@pytest.mark.parametrize("rule", [circuit, subcircuit])
def test_round_trips_are_cut(rule: object) -> None:
    random = Random(3)
    places = [(random.randrange(50), random.randrange(50)) for _ in range(7)]
    rows = [[abs(a - c) + abs(b - d) for c, d in places] for a, b in places]
    model = Model()
    x = model.variables(7, range(7))
    model.post(rule(x), x[0] != 0)  # type: ignore[operator]
    lost = sum(25 * truth(x[k] == k) for k in range(1, 7))
    total = lost + sum(element(row, v) for row, v in zip(rows, x, strict=True))
    best = model.minimize(total, method="linear")
    assert best.complete
    assert best.value == model.minimize(total, method="propagation").value


def test_rosters_and_inverses() -> None:
    random = Random(5)
    model = Model()
    x, y = model.variables((2, 6), range(6))
    shift = model.variables(6, range(3))
    model.post(inverse(x, y), cardinality(shift, {1: 2, 2: 3}))
    model.post((shift[k] == 2) >> (x[k] > 1) for k in range(6))
    wishes = sum(random.randint(1, 9) * truth(v == random.randrange(3)) for v in [*x, *y, *shift])
    longest = maximum([x[k] + shift[k] for k in range(3)])
    best = model.maximize(wishes - 2 * longest, method="linear")
    assert best.complete
    assert best.value == model.maximize(wishes - 2 * longest, method="propagation").value


def test_it_continues_from_a_snapshot() -> None:
    model, objective = _knapsacks(18)
    request = ModelRequest(objective=objective)
    one, other = linear(model, request), linear(model, request)
    out = Out(np.zeros((50, 18), dtype=np.uint32), np.zeros(50, dtype=np.uint32), 50)
    one.advance(9, out)
    other.restore(one.snapshot())
    assert _finished(one) == _finished(other)


def test_a_call_ends_soon_however_long_nodes_take(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that limits of time hold, also where the tableau is large."""
    model, worth = _knapsacks(8)
    engine = linear(model, ModelRequest(objective=worth))
    assert engine.advance(1, counting(10)) == Status.BUDGET_SPENT  # the root
    monkeypatch.setattr("csp.engines.linear.engine.MOST_UPDATES", 1)
    before = engine.nodes
    assert engine.advance(1 << 20, counting(10)) == Status.BUDGET_SPENT
    assert engine.nodes == before + 1


@pytest.mark.parametrize("has_only_rows", [True, False])
@pytest.mark.parametrize("is_given", [True, False])
def test_it_leads_to_a_first_solution(has_only_rows: bool, is_given: bool) -> None:
    """It gives up only where rows neither state the model nor bound the worth, which is given."""
    model, worth = _knapsacks(16)
    x = model.unknowns
    if not has_only_rows:
        model.post(all_different([x[0] + 2 * x[1], x[2] + 2 * x[3]]))
    best = model.minimize(worth, method="linear")
    if is_given:
        model.post(worth == best.value)
    engine = linear(model, ModelRequest(objective=worth))
    engine.gives_up = True
    if is_given and not has_only_rows:
        with pytest.raises(GaveUpError):
            _finished(engine)
    else:
        bound, _, solutions = _finished(engine)
        assert (bound + 1, solutions > 0) == (best.value, True)


@compiled
@pytest.mark.parametrize("less", [0, 30])
def test_a_worth_that_is_hardly_possible_fixes_variables_at_the_root(less: int) -> None:
    """What is fixed there has these values in all solutions."""
    random = Random(4)
    model = Model()
    x = model.bool_vars(14)
    loads = [model.variable(range(150)) for _ in range(3)]
    for load in loads:
        model.post(sum(random.randint(5, 60) * v for v in x) == load)
    worth = -sum(random.randint(20, 90) * v for v in x)
    best = model.minimize(worth, method="linear").value
    assert best is not None
    model.post(worth <= best + less)
    engine = linear(model, ModelRequest(objective=sum(x)))
    engine.advance(1, counting(10))
    lower, upper = bounds_of(engine._state, np.arange(engine.depth))
    found = np.array([[solution[v] for v in model.unknowns] for solution in model.solutions()])
    assert ((lower <= found) & (found <= upper)).all()
    assert (lower == upper)[:14].sum() >= (6 if less == 0 else 1)
    assert _finished(engine)[0] == found[:, :14].sum(axis=1).min() - 1


@compiled
def test_little_work_is_done_for_sums_of_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each row here fixes a variable, so that only the work ends the tries."""
    random, model = Random(1), Model()
    x = [model.bool_vars(6) for _ in range(20)]
    for own in x:
        worths = [random.randint(20, 90) for _ in own]
        model.post(sum(random.randint(5, 60) * v for v in own) <= 100)
        model.post(sum(w * v for w, v in zip(worths, own, strict=True)) >= max(worths))
    tried: list[int | None] = []
    least_of = Program.least_of

    def noted(self: Program, costs: Any, without: int | None = None) -> Any:
        tried.append(without)
        return least_of(self, costs, without)

    monkeypatch.setattr(Program, "least_of", noted)
    objective = sum(each for own in x for each in own)
    linear(model, ModelRequest(objective=objective)).advance(1, counting(1))
    assert len(set(tried)) > 1
    tried.clear()
    monkeypatch.setattr("csp.engines.linear.root_bounds.MOST_WORK", 0)
    linear(model, ModelRequest(objective=objective)).advance(1, counting(1))
    assert len(set(tried)) == 1


def test_what_follows_from_columns_that_follow_does_not_lead() -> None:
    load, total = Line({0: 3, 1: 5, 2: -1}, True, 0), Line({2: 1, 3: -1}, True, 0)
    is_literal = np.array([True, True, False, False])
    assert followers([load, total], is_literal).tolist() == [False, False, True, False]


def test_rounded_rows_hold_for_all_whole_points() -> None:
    random = Random(7)
    for _ in range(30):
        n = 4
        lines = [
            Line(
                {k: random.choice([-3, -1, 1, 2, 5]) for k in range(n)}, False, random.randint(2, 9)
            )
            for _ in range(4)
        ]
        costs = np.array([random.randint(-9, 9) for _ in range(n)])
        program = Program(lines, costs, np.zeros(n), np.full(n, 3.0))
        if program.solve() == INFEASIBLE:
            assert program.is_refuted()
            continue
        points = [p for p in np.ndindex(*[4] * n)
                  if all(sum(c * p[k] for k, c in line.terms.items()) <= line.total
                         for line in lines)]  # fmt: skip
        bound = program.bound()
        assert bound is not None
        for p in points:
            assert bound.number <= bound.scale * int(costs @ np.array(p))
            for cut in rounded(program):
                assert sum(c * p[k] for k, c in cut.terms.items()) <= cut.total
        program.add(list(rounded(program)))
        before = program.objective
        assert program.solve() != OPTIMAL or program.objective >= before - 1e-6


def test_refusals() -> None:
    model = Model()
    x = model.variable(range(4))
    with pytest.raises(ModelError, match="linear needs an objective"):
        model.solve(method="linear")
    with pytest.raises(ModelError, match="order is a control of propagation"):
        model.minimize(x, method="linear", order="input")


def _knapsacks(n: int) -> tuple[Model, Any]:
    random = Random(2)
    model = Model()
    x = model.bool_vars(n)
    for _ in range(4):
        weights = [random.randint(5, 50) for _ in range(n)]
        model.post(sum(w * v for w, v in zip(weights, x, strict=True)) <= sum(weights) // 3)
    return model, -sum(random.randint(10, 60) * v for v in x)


def _finished(engine: Relaxed) -> tuple[int, int, int]:
    while engine.advance(5, counting(10)) != Status.EXHAUSTED:
        pass
    return engine.bound, engine.nodes, engine.solutions
