"""A solver that keeps what it has learned, while its model grows, against brute force."""

from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import csp.verbs.incremental
from csp import Incremental, Model, ModelError, all_different
from csp.engines.learning.growing import Position, learned_for
from exactcover import Stop
from tests.csp import oracle
from tests.csp.strategies import models
from tests.csp.verbs.test_assumptions import conditions

pytestmark = pytest.mark.kernel
SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much]


def check(solver: Incremental, model: Model, assumptions: list[Any]) -> None:
    """Compare an answer with brute force."""
    result = solver.solve(assumptions)
    whole = oracle.satisfying(model.unknowns, [*model.constraints, *assumptions])
    assert bool(result) == bool(whole)
    if result.solution is not None:
        assert tuple(result.solution.values()) in whole
        assert result.core is None
    else:
        assert result.core is not None
        assert not oracle.satisfying(model.unknowns, [*model.constraints, *result.core])


@settings(deadline=None, max_examples=100, suppress_health_check=SLOW)
@given(data=st.data(), model=models())
def test_answers_are_those_of_brute_force_while_the_model_grows(
    data: st.DataObject, model: Model
) -> None:
    posted = list(model.constraints)
    model = model.with_only([])
    solver = Incremental(model)
    assumptions = data.draw(conditions(model))
    for _ in range(2):
        check(solver, model, assumptions)
    for k, each in enumerate(posted):
        model.post(each)
        check(solver, model, assumptions)
        check(solver, model, assumptions[k:])
    x = model.variable(range(2))
    check(solver, model, [*assumptions, x == 1])
    model.post(x != model.unknowns[0])
    for _ in range(3):
        check(solver, model, assumptions)
        check(solver, model, [x == 1])


def ladder(n: int) -> tuple[Model, Any, list[Any]]:
    """Return different variables that differ by at least two from their neighbours."""
    model = Model()
    x = model.variables(n, range(n), name="x")
    model.post(all_different(x), [abs(x[k] - x[k + 1]) >= 2 for k in range(n - 1)])
    return model, x, [x[k] == k for k in range(n)]


def test_an_engine_goes_on_as_long_as_the_model_is_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(csp.verbs.incremental, "MOST_CALLS", 4)
    model, x, wishes = ladder(7)
    solver = Incremental(model)
    engines = []
    for k in range(7):
        result = solver.solve(wishes[k:])
        assert bool(result) == bool(model.solve(assumptions=wishes[k:]))
        engines.append(solver._engine)
    assert len(set(map(id, engines))) == 2
    model.post(x[0] < x[6])
    assert solver.solve(wishes[6:]).get()[x[6]] == 6
    assert solver._engine is not engines[-1]


def test_a_model_that_fails_at_the_root_has_no_solution() -> None:
    model = Model()
    x = model.bool_vars(2)
    solver = Incremental(model)
    model.post(x[0] + x[1] <= 1)
    assert solver.solve().solution is not None
    model.post(x[0] >= 1, x[1] >= 1)
    found = solver.solve()
    assert found.solution is None
    assert found.complete
    assert found.core == ()


def test_nothing_stays_of_a_function_without_a_value() -> None:
    model = Model()
    i, zero = model.variable(range(5), "i"), model.variable([0], "zero")
    solver = Incremental(model)
    assert solver.solve([10 // i == 3]).get()[i] == 3
    assert solver.solve([i == 0]).get()[i] == 0
    assert solver.solve([10 // zero == 3]).core is not None
    assert solver.solve().solution is not None


def test_nothing_stays_of_a_call_with_an_error() -> None:
    model = Model()
    y, z = model.variables(2, range(5), name="yz")
    foreign = Model().variable(range(5), "foreign")
    quotient: Any = 10 // y == 3  # not defined where y is 0
    solver = Incremental(model)
    for wrong in quotient | (foreign == 1), quotient | (z * 2**61 <= y):
        assert solver.solve([y == 0]).solution is not None
        with pytest.raises(ModelError):
            solver.solve([wrong])
        assert solver.solve([y == 0, z == 1]).get()[y, z].tolist() == [0, 1]
    for _ in range(2):  # the second time by the same object
        assert solver.solve([quotient | (z == 1)]).solution is not None
        assert solver.solve([y == 0]).solution is not None


def test_what_was_learned_stays_after_a_function_without_a_value(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model, x, wishes = ladder(5)
    solver = Incremental(model)
    solver.solve(wishes)
    solver.solve([10 // x[0] == 3])
    calls: list[Position] = []

    def noted(*positions: Position) -> list[Any]:
        calls.extend(positions)
        return []

    monkeypatch.setattr(csp.verbs.incremental, "learned_for", noted)
    assert solver.solve(wishes[4:]).get()[x[4]] == 4
    assert len(calls) == 2


def test_clauses_are_handed_over() -> None:
    model, x, wishes = ladder(6)
    solver = Incremental(model)
    for k, value in product(range(6), repeat=2):  # enough for some short clauses
        solver.solve([x[k] == value, x[(k + 2) % 6] == (value + 1) % 6])
    old, before = solver._engine, solver._mark
    model.variable(range(3))
    model.post(x[0] < x[1])
    solver.solve(wishes[5:])
    new, after = solver._engine, solver._mark
    assert old is not None and before is not None
    assert new is not None and after is not None
    found = learned_for(Position(*new.arrays, after.extent), Position(*old.arrays, before.extent))
    assert found


def test_a_model_that_lost_constraints_is_searched_anew() -> None:
    model = Model()
    x = model.variables(2, range(3), name="x")
    solver = Incremental(model)
    with pytest.raises(KeyError), model.adding():
        model.post(x[0] < x[1], x[0] > x[1])
        assert not solver.solve()
        raise KeyError
    assert solver.solve([x[0] == 2]).get()[x[0]] == 2


def test_limits_and_errors() -> None:
    model, x, wishes = ladder(6)
    solver = Incremental(model)
    stopped = solver.solve(wishes[:1], max_nodes=0)
    assert (stopped.solution, stopped.complete, stopped.stopped) == (None, False, Stop.NODES)
    assert solver.solve(wishes[:1], time_limit=0).stopped is Stop.TIME
    assert solver.solve(wishes[:1]).get()[x[0]] == 0
    with pytest.raises(ModelError, match="each condition by itself"):
        solver.solve([x == 1])
    wide = Model()
    y = wide.variables(2, range(1 << 30))
    wide.post(all_different(y))
    with pytest.raises(ModelError, match="use propagation"):
        Incremental(wide).solve()
    assert solver.solve().complete is False
