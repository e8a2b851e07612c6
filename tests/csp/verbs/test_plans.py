"""Solutions near a plan, and solutions that differ from each other, against brute force."""

import operator
from itertools import combinations
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from csp import Model, ModelError, all_different
from csp.verbs import lexicographic, model_search
from exactcover import ProblemError, Stop
from tests.csp import oracle
from tests.csp.strategies import models

pytestmark = pytest.mark.kernel
SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much]


@settings(deadline=None, max_examples=60, suppress_health_check=SLOW)
@given(model=models(), plan=st.lists(st.integers(-2, 5), min_size=3, max_size=3))
def test_the_nearest_solution_is_that_of_brute_force(model: Model, plan: list[int]) -> None:
    wanted = dict(zip(model.unknowns, plan, strict=False))
    by_name = {variable.name: value for variable, value in wanted.items()}
    own = range(len(wanted))
    solutions = oracle.solutions(model)
    numbers = [sum(s[k] != plan[k] for k in own) for s in solutions]
    sums = [sum(abs(s[k] - plan[k]) for k in own) for s in solutions]
    assert model.minimize(model.changes(wanted)).value == min(numbers, default=None)
    assert model.minimize(model.distance(by_name)).value == min(sums, default=None)
    start = {each: value for each, value in wanted.items() if each.may_be(value)}
    both = model.minimize([model.changes(by_name), model.distance(wanted)], values=start)
    assert both.value == min(zip(numbers, sums, strict=True), default=None)
    cost = 2 * model.unknowns[0] - model.unknowns[-1]
    costs = [2 * s[0] - s[len(model.unknowns) - 1] for s in solutions]
    best = model.minimize(cost, near=by_name)
    expected = min(zip(costs, numbers, strict=True), default=(None, None))
    changed = best.solution and best.solution[model.changes(wanted)]
    assert (best.value, changed, best.bound) == (*expected, expected[0])
    most = model.maximize([-cost], near=wanted)
    assert most.value == (None if best.value is None else (-best.value,))


@settings(deadline=None, max_examples=60, suppress_health_check=SLOW)
@given(model=models(), distance=st.integers(1, 3), n=st.integers(1, 6))
def test_solutions_differ_and_none_is_left(model: Model, distance: int, n: int) -> None:
    solutions = oracle.solutions(model)
    found = model.diverse(n, distance=distance)
    rows = [tuple(each.values()) for each in found]

    def differ(one: Any, other: Any) -> bool:
        return sum(map(bool, map(operator.ne, one, other))) >= distance

    assert set(rows) <= set(solutions)
    assert all(differ(one, other) for one, other in combinations(rows, 2))
    assert found.complete != (len(found) == n)
    assert found.stopped is (None if found.complete else Stop.LIMIT)
    if found.complete:
        assert all(any(not differ(one, row) for row in rows) for one in solutions)


def test_a_search_for_fewer_changes_that_stops_early_loses_nothing() -> None:
    model = Model()
    x = model.variables(6, range(4), name="x")
    model.post(x[4] >= x[5] + 2, x[4] + x[3] <= 4, x[5] + x[4] >= 3)
    model.post(x[5] + x[1] <= 5, x[5] + x[1] >= 3, x[5] + x[4] <= 6)
    plan = dict(zip(x, [1, 2, 1, 2, 0, 1], strict=True))
    known = []
    for limit in range(1, 8):
        best = model.minimize(x[0] - x[1], near=plan, limit=limit)
        assert best.solution is not None
        known.append((best.value, best.solution[model.changes(plan)]))
    assert known == sorted(known, reverse=True)


def test_the_search_for_fewer_changes_reports_changes(capsys: pytest.CaptureFixture[str]) -> None:
    model = Model()
    x = model.variables(2, range(4), name="x")
    model.post(x[0] < x[1])
    reports: list[Any] = []
    model.maximize(x[0] + x[1], near={x[0]: 0, x[1]: 3}, progress=reports.append, log=True)
    assert (reports[-1].cost, reports[-1].bound) == (1, 1)
    titles = [line for line in capsys.readouterr().err.splitlines() if "method auto" in line]
    assert ["greatest" in each for each in titles] == [True, False]


def test_a_checkpoint_is_not_for_a_plan() -> None:
    model = Model()
    x = model.variable(range(4), "x")
    with pytest.raises(ModelError, match="not with near="):
        model.minimize(x, near={x: 2}, checkpoint="run")


def test_a_further_objective_that_always_has_a_value_is_no_constraint(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []

    def least(model: Model, request: Any) -> Any:
        asked.append(model.n_constraints)
        return model_search.least(model, request)

    monkeypatch.setattr(lexicographic, "least", least)
    model = Model()
    x = model.variables(2, range(4), name="x")
    assert model.minimize([x[0], abs(x[0] - x[1])]).value == (0, 0)
    assert model.minimize([x[0], 3 // x[0]]).value == (1, 3)
    assert asked == [0, 1, 1, 2]


def test_an_earlier_solution_is_a_plan() -> None:
    model = Model()
    x = model.variables(4, range(4), name="x")
    model.post(all_different(x))
    plan = model.solve().get()
    other = model.with_constraints(x[0] == plan[x[1]])
    best = other.minimize(other.changes(plan), values=plan)
    assert best.value == 2
    assert other.solve(decide=x).get()[other.changes(plan)] >= 2
    assert model.minimize(model.changes({})).value == 0


def test_only_some_variables_count() -> None:
    model = Model()
    x = model.variables(2, range(2), name="x")
    y = model.variables(9, range(2), name="y")
    found = model.diverse(9, distance=2, among=x)
    assert [tuple(each[x]) for each in found] == [(0, 0), (1, 1)]
    assert len(model.diverse(9, among=[x, "x[1]"])) == 4
    assert len(model.diverse(3, distance=5, among=[*x, *y], seed=3)) == 3


def test_limits_are_for_all_searches_together() -> None:
    model = Model()
    model.variables(6, range(6))
    found = model.diverse(1000, max_nodes=30)
    assert (found.stopped, found.complete) == (Stop.NODES, False)
    assert 0 < len(found) < 30
    assert len(model.diverse(5, time_limit=0)) == 0
    reports: list[Any] = []
    model.diverse(3, progress=reports.append)
    assert reports[-1].solutions == 3


def test_wrong_arguments_are_refused() -> None:
    model, other = Model(), Model()
    x = model.variable(range(3), "x")
    y = other.variable(range(3), "y")
    wrong: Any
    for wrong in {"y": 1}, {y: 1}, {x: 0.5}, [1], None, {x: "1"}:
        with pytest.raises(ModelError):
            model.changes(wrong)
        with pytest.raises(ModelError):
            model.distance(wrong)
    for wrong in 0, -1, 1.5, None, True:
        with pytest.raises(ModelError, match="whole number above 0"):
            model.diverse(wrong)
        with pytest.raises(ModelError, match="whole number above 0"):
            model.diverse(2, distance=wrong)
    with pytest.raises(ModelError, match="no variable of the model"):
        model.diverse(2, among=[y])
    with pytest.raises(ProblemError):
        model.diverse(2, max_nodes=-1)
