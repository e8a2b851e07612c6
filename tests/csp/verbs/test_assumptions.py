"""Solutions under assumptions, and cores of those that cannot hold together, by brute force."""

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from csp import Model, ModelError, all_different, at_least, element, increasing, solve
from csp.engines.learning.assuming import assuming
from csp.model.arguments import flat
from csp.request import ModelRequest
from exactcover import Stop
from exactcover.runtime.search.protocol import Out, Status
from tests.csp import oracle
from tests.csp.strategies import models

pytestmark = pytest.mark.kernel
SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much]


@st.composite
def conditions(draw: st.DrawFn, model: Model) -> list[Any]:
    """Draw conditions on the variables of a model."""
    found: list[Any] = []
    for _ in range(draw(st.integers(0, 5))):
        variable = draw(st.sampled_from(model.unknowns))
        value = draw(st.sampled_from([*variable.values, variable.values[0] - 1]))
        other = draw(st.sampled_from(model.unknowns))
        kinds = (
            variable == value,
            variable != value,
            variable <= value,
            variable < other,
            (variable == value) | (other > value),
            all_different([variable, 2 * other]),
            increasing([variable, other]),
            element([value, value + 1], variable) <= other,
            variable // other == value,
        )
        found.append(draw(st.sampled_from(kinds)))
    return found


@settings(deadline=None, max_examples=150, suppress_health_check=SLOW)
@given(data=st.data(), model=models(), method=st.sampled_from([None, "learning", "propagation"]))
def test_answers_and_cores_are_those_of_brute_force(
    data: st.DataObject, model: Model, method: str | None
) -> None:
    assumptions = data.draw(conditions(model))
    result = model.solve(assumptions=assumptions, method=method)
    whole = oracle.satisfying(model.unknowns, [*model.constraints, *assumptions])
    assert bool(result) == bool(whole)
    if result.solution is not None:
        assert tuple(result.solution.values()) in whole
        assert result.core is None
        return
    core = result.core
    assert core is not None
    assert all(any(each is one for one in assumptions) for each in core)
    assert not oracle.satisfying(model.unknowns, [*model.constraints, *core])
    for k in range(len(core)):
        assert oracle.satisfying(model.unknowns, [*model.constraints, *core[:k], *core[k + 1 :]])


def pigeons(n: int) -> tuple[Model, list[Any]]:
    """Return n + 1 pigeons with switches, all of which do not fit into n holes."""
    model = Model()
    holes = model.variables(n + 1, range(n), name="hole")
    is_there = model.bool_vars(n + 1, name="there")
    for j in range(n + 1):
        for i in range(j):
            model.post((is_there[i] & is_there[j]) >> (holes[i] != holes[j]))
    return model, [each == 1 for each in is_there]


@pytest.mark.parametrize("nodes", [1, 7, 1000])
def test_a_search_is_cut_into_slices(nodes: int) -> None:
    model, switches = pigeons(3)
    free = model.bool_vars(3)
    request = ModelRequest(assumptions=tuple(flat([*free, *switches])))
    engine = assuming(model, request)
    out = Out(np.empty((4, len(model.unknowns)), np.uint32), np.empty(4, np.uint32), 4)
    status = Status.BUDGET_SPENT
    while status is Status.BUDGET_SPENT:
        status = engine.advance(nodes, out)
        engine.check()
    assert status is Status.EXHAUSTED
    assert engine.core == (3, 4, 5, 6)
    assert engine.solutions == 0
    with pytest.raises(NotImplementedError):
        engine.snapshot()


def test_several_solutions_are_found_under_assumptions() -> None:
    model, switches = pigeons(2)
    engine = assuming(model, ModelRequest(assumptions=tuple(flat(switches[:2]))))
    out = Out(np.empty((99, len(model.unknowns)), np.uint32), np.empty(99, np.uint32), 99)
    while engine.advance(5, out) is not Status.EXHAUSTED:
        pass
    assert engine.solutions == 4  # of the third pigeon only the hole is left open
    assert engine.core is None


def test_assumptions_hold_in_one_call_only() -> None:
    model = Model()
    x = model.variable(range(4), name="x")
    model.post(x > 0)
    assert model.solve(assumptions=[x < 2]).get()[x] == 1
    refused = model.solve(assumptions=[x != 2, x < 1])
    assert (refused.complete, refused.core) == (True, refused.core)
    assert model.count() == 3
    assert len(model.constraints) == 1
    assert solve(model, assumptions=[]).core is None
    assert solve(model.with_constraints(x < 1), assumptions=[]).core == ()


def test_any_condition_can_be_assumed() -> None:
    model = Model()
    x, y = model.bool_vars(2, "xy")
    three = [x, at_least(2, [x, y]), False]
    result = model.solve(assumptions=three)
    assert result.core == (False,)
    assert model.solve(assumptions=[x, x | y, True]).get()[x] == 1
    assert model.solve(assumptions=iter([~x, y])).get()[y] == 1


def test_a_function_without_a_value_is_in_the_core() -> None:
    model = Model()
    i = model.variable([3, 4], "i")
    assumptions = [element([7, 8, 9, 8], i) == 8, i == 4]
    assert model.solve(assumptions=assumptions).core == tuple(assumptions)
    assert model.solve(assumptions=assumptions[:1], method="learning").get()[i] == 3
    outside = element([7, 8], i) == 8
    assert model.solve(assumptions=[outside]).core == (outside,)


def test_a_wide_domain_is_searched_without_clauses() -> None:
    model = Model()
    x = model.variable(range(1 << 30), "x")
    y = model.variable(range(1 << 30), "y")
    model.post(all_different([x, y]))
    assumptions = [x >= 5, y < 3, x != 7, x < y]
    result = model.solve(assumptions=assumptions)
    assert result.core == (assumptions[0], assumptions[1], assumptions[3])
    with pytest.raises(ModelError, match="use propagation"):
        model.solve(assumptions=assumptions, method="learning")


def test_workers_and_limits() -> None:
    model, switches = pigeons(4)
    result = model.solve(assumptions=switches, workers=2)
    assert result.core == tuple(switches)
    stopped = model.solve(assumptions=switches, max_nodes=1)
    assert (stopped.complete, stopped.stopped, stopped.core) == (False, Stop.NODES, None)
    begun = model.solve(assumptions=switches[1:], values=dict.fromkeys(model.unknowns, 1))
    assert begun.solution is not None


def test_what_is_no_condition_is_refused() -> None:
    model, other = Model(), Model()
    x = model.variables(2, range(3))
    with pytest.raises(ModelError, match="give each condition by itself"):
        model.solve(assumptions=[x == 1])
    with pytest.raises(ModelError, match="belongs to another model"):
        model.solve(assumptions=[other.bool_var() == 1])
    with pytest.raises(ModelError):
        model.solve(assumptions=[x[0]])
    with pytest.raises(ModelError):
        model.solve(assumptions=3)  # type: ignore[arg-type]
