"""Tasks that share a resource."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import Model, cumulative
from tests.csp import oracle
from tests.csp.consistency import NARROW, propagated

pytestmark = pytest.mark.kernel


@settings(deadline=None, max_examples=40)
@given(domains=st.lists(NARROW, min_size=5, max_size=5))
def test_sound(domains: Any) -> None:
    propagated(lambda x, y, z, d, c: cumulative([x, y, z], [2, 3, d], [1, 2, 2], c), *domains)


@settings(deadline=None, max_examples=100)
@given(
    starts=st.lists(NARROW, min_size=3, max_size=3),
    durations=st.lists(st.lists(st.integers(0, 2), min_size=1, max_size=2), min_size=3, max_size=3),
    demands=st.lists(st.lists(st.integers(0, 2), min_size=1, max_size=2), min_size=2, max_size=2),
)
def test_variable_durations_and_demands(starts: Any, durations: Any, demands: Any) -> None:
    """Two tasks share a variable demand."""

    def tasks(*x: Any) -> Any:
        return cumulative(x[:3], x[3:6], [x[6], x[7], x[6]], 2)

    propagated(tasks, *starts, *durations, *demands)
    model = Model()
    model.post(tasks(*[model.variable(domain) for domain in (*starts, *durations, *demands)]))
    assert model.count() == sum(1 for _ in oracle.solutions(model))


def test_a_demand_before_the_first_compulsory_part() -> None:
    model = Model()
    start, demand = model.variable([-2, 1]), model.variable([0, 1])
    model.post(cumulative([start, 0], [1, 1], [demand, demand], 1))
    assert model.count() == 4


@settings(deadline=None, max_examples=100)
@given(
    starts=st.lists(st.tuples(st.integers(-2, 6), st.integers(0, 6)), min_size=3, max_size=5),
    lengths=st.lists(st.integers(0, 4), min_size=5, max_size=5),
    demands=st.lists(st.integers(0, 3), min_size=5, max_size=5),
    capacity=st.integers(2, 4),
)
def test_timetable_and_energy(starts: Any, lengths: Any, demands: Any, capacity: int) -> None:
    n = len(starts)
    domains = [range(least, least + span + 1) for least, span in starts]
    left = propagated(lambda *x: cumulative(x, lengths[:n], demands[:n], capacity), *domains).left
    if left is None:
        return
    # The timetable is complete: each task can start at its bounds, as far as the compulsory parts
    # of the others are concerned.
    parts = [range(own[-1], own[0] + length) for own, length in zip(left, lengths, strict=False)]
    for k, own in enumerate(left):
        for start in (own[0], own[-1]):
            for time in range(start, start + lengths[k]):
                others = [q for j, q in enumerate(demands[:n]) if j != k and time in parts[j]]
                assert not demands[k] or sum(others) + demands[k] <= capacity


def test_energy_finds_an_interval_that_is_too_full() -> None:
    # No task has a compulsory part, but they need 6 * 2 = 12 units of 2 * 5.
    def tasks(*x: Any) -> Any:
        return cumulative(x, [2] * 6, [1] * 6, 2)

    assert propagated(tasks, *[range(4)] * 6).left is None
    assert propagated(tasks, *[range(5)] * 6).left is not None


def test_edge_finding() -> None:
    # Three tasks take 16 of 18 units until 9; the last one has at most 2 before that.
    def tasks(*x: Any) -> Any:
        return cumulative(x, [4, 4, 4, 5], [1, 1, 2, 2], 2)

    left = propagated(tasks, range(6), range(6), range(6), range(20)).left
    assert left is not None
    assert left[3][0] == 8
    domains = [range(11, 17)] * 3 + [range(-4, 16)]
    reversed_time = propagated(tasks, *domains).left
    assert reversed_time is not None
    assert reversed_time[3][-1] == 20 - 8 - 5


def test_a_demand_is_bounded_by_what_the_others_leave() -> None:
    left = propagated(lambda x, d: cumulative([x, 2, 3], [4, 3, 1], [d, 2, 1], 5), [1], range(9))
    assert left.left is not None
    assert left.left[1] == [0, 1, 2]


def test_the_timetable_moves_tasks() -> None:
    def tasks(x: Any, y: Any, z: Any) -> Any:
        return cumulative([x, y, z], [4, 2, 3], [2, 2, 1], 3)

    left = propagated(tasks, [2, 3], range(2, 9), range(9)).left
    assert left == [[2, 3], [6, 7, 8], list(range(9))]
    assert propagated(tasks, [2, 3], range(2, 6), range(9)).left is None


def test_a_capacity_below_zero_suffices_if_nothing_takes_time() -> None:
    left = propagated(lambda x, d, c: cumulative([x], [d], [0], c), [1], [0, 2], [-1, 0])
    assert left.left == [[1], [0, 2], [-1, 0]]
    assert propagated(lambda c: cumulative([], [], [], c), [-1]).left == [[-1]]
    assert propagated(lambda c: cumulative([1], [2], [0], c), [-1]).left is None


def test_a_capacity_of_one_is_no_overlap() -> None:
    model = Model()
    x = model.variables(3, range(6))
    model.post(cumulative(x, [1, 2, 3], [1, 1, 1], 1), [v + d <= 6 for d, v in enumerate(x, 1)])
    assert model.count() == 6
