"""Levels that events change."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import Model, ModelError, increasing, maximum, reservoir
from csp.presolve.search_parts import built
from csp.propagators.registry import REIFIED_LINEAR_LESS_EQUAL
from tests.csp import oracle
from tests.csp.consistency import NARROW, propagated

CHANGES = st.lists(st.integers(-3, 3), min_size=3, max_size=3)


def levels(times: Any, changes: Any, present: Any) -> list[int]:
    """Return the level before all events, and at each time from the first to the last."""
    span = range(min(times) - 1, max(times) + 1)
    events = list(zip(times, changes, present, strict=True))
    return [sum(c for t, c, p in events if p and t <= time) for time in span]


@pytest.mark.kernel
@settings(deadline=None, max_examples=60)
@given(
    times=st.lists(NARROW, min_size=3, max_size=3),
    changes=CHANGES,
    least=st.sampled_from([None, -2, 0, 1]),
    greatest=st.sampled_from([None, -1, 0, 3]),
)
def test_sound_and_complete(times: Any, changes: Any, least: Any, greatest: Any) -> None:
    propagated(lambda *x: reservoir(x, changes, least, greatest), *times)
    model = Model()
    x = [model.variable(domain) for domain in times]
    model.post(reservoir(x, changes, least, greatest))
    found = sorted(tuple(s[x]) for s in model.solutions())
    assert found == sorted(
        values
        for values in product(*(v.values for v in x))
        for level in [levels(values, changes, [1] * 3)]
        if (least is None or min(level) >= least) and (greatest is None or max(level) <= greatest)
    )


@pytest.mark.kernel
@pytest.mark.parametrize("method", ["auto", "propagation", "learning", "exact_cover"])
def test_optional_events_and_variable_changes(method: str) -> None:
    model = Model()
    x = model.variables(3, range(3), name="x")
    change, bound = model.variable([-1, 0, 2], "change"), model.variable(range(3), "bound")
    present = model.bool_vars(2, "present")
    events = [1, x[0] < x[1], present[0] + present[1] == 1]
    model.post(reservoir(x, [1, -1, change], -1, bound, events))
    found = list(model.solutions(method=method))
    assert len(found) == len(oracle.solutions(model))
    for solution in found:
        times, taken = solution[x].tolist(), solution[present].tolist()
        level = levels(times, [1, -1, solution[change]], [1, times[0] < times[1], sum(taken) == 1])
        assert -1 <= min(level) <= max(level) <= solution[bound]


@pytest.mark.kernel
@pytest.mark.parametrize("method", ["propagation", "learning", "auto"])
def test_earliest_ends_of_production(method: str) -> None:
    """Each step uses what an earlier one made: one after another, in the only order."""
    model = Model()
    x = model.variables(6, range(12), name="x")
    model.post(reservoir(x, [2, -1, 2, -3, 3, -3], 0, 3))
    model.post(x[i] != x[j] for i in range(6) for j in range(i))
    best = model.minimize(maximum(x), method=method)
    assert (best.value, best.complete) == (5, True)


@pytest.mark.kernel
def test_an_event_waits_for_the_level_that_it_needs() -> None:
    """Bounds of times follow from bounds of levels, without search."""
    left = propagated(
        lambda x, y, z: reservoir([x, y, z], [2, 1, -3]), [4, 5], [2, 6], range(10)
    ).left
    assert left is not None
    assert left[2] == [4, 5, 6, 7, 8, 9]


def test_only_orders_of_events_that_may_break_a_bound_are_compared() -> None:
    model = Model()
    x = model.variables(4, range(9))
    model.post(reservoir(x, [1, 1, 1, -2]))
    functions = built(model).functions()
    assert functions.count(REIFIED_LINEAR_LESS_EQUAL) == 3


@pytest.mark.kernel
@pytest.mark.compiled
def test_many_events_are_placed_quickly() -> None:
    model = Model()
    x = model.variables(40, range(100), name="x")
    model.post(reservoir(x, [1, -1] * 20, 0, 2), increasing(x[1::2], strict=True))
    assert model.solve(max_nodes=2000).solution is not None


def test_errors_name_what_is_wrong() -> None:
    x = Model().variables(2, range(3))
    with pytest.raises(ModelError, match="there are 2 times, but 1 changes"):
        reservoir(x, [1])
    with pytest.raises(ModelError, match="there are 2 times, but 1 conditions"):
        reservoir(x, [1, -1], present=[1])
    with pytest.raises(ModelError, match="the times: 3 is given where a list"):
        reservoir(3, [1])  # type: ignore[arg-type]
    model = Model()
    y = model.variables(2, range(3))
    with pytest.raises(ModelError, match="may have the values"):
        model.post(reservoir(y, [1, -1], present=[y[0], 1]))
