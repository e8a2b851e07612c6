"""Tasks that do not overlap."""

from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import Model, ModelError, no_overlap
from tests.csp.consistency import INTERVALS, NARROW, propagated
from tests.running import compiled

pytestmark = pytest.mark.kernel


@settings(deadline=None, max_examples=40)
@given(x=INTERVALS, y=INTERVALS)
def test_two_tasks_are_bounds_consistent_on_intervals(x: Any, y: Any) -> None:
    left, possible = propagated(lambda x, y: no_overlap([x, y], [2, 3]), x, y).ends
    assert left == possible


@settings(deadline=None, max_examples=40)
@given(domains=st.lists(NARROW, min_size=4, max_size=4))
def test_sound(domains: Any) -> None:
    propagated(lambda x, y, z, d: no_overlap([x, y, z], [2, d, 1]), *domains)


@settings(deadline=None, max_examples=100)
@given(
    starts=st.lists(st.tuples(st.integers(0, 6), st.integers(0, 7)), min_size=3, max_size=5),
    lengths=st.lists(st.integers(0, 4), min_size=5, max_size=5),
)
def test_sets_of_tasks_are_sound(starts: Any, lengths: Any) -> None:
    domains = [range(least, least + span + 1) for least, span in starts]
    propagated(lambda *x: no_overlap(x, lengths[: len(x)]), *domains)


def test_edge_finding() -> None:
    # Three tasks fill the time from 0 to 9 so far that the fourth must come after them.
    domains = [range(7), range(7), range(8), range(20)]
    left = propagated(lambda *x: no_overlap(x, [3, 3, 2, 4]), *domains)
    assert left.left is not None
    assert left.left[3][0] == 8


def test_a_set_without_enough_time_is_found_without_search() -> None:
    left = propagated(lambda *x: no_overlap(x, [3] * 4), *[range(9)] * 4).left
    assert left is None


def test_detectable_precedences() -> None:
    # Each pair of the others could be before or after the last; both must be before it.
    left = propagated(lambda *x: no_overlap(x, [3, 3, 4]), range(3), range(4), range(1, 20)).left
    assert left is not None
    assert left[2][0] == 6


def test_a_task_that_cannot_be_last() -> None:
    # The third task cannot wait for both others: it ends when the later of them starts, or before.
    def tasks(*x: Any) -> Any:
        return no_overlap(x, [11, 10, 5])

    left = propagated(tasks, range(15), range(1, 18), range(4, 16)).left
    assert left is not None
    assert left[2][-1] == 17 - 5
    # The same with time reversed from 30.
    left = propagated(tasks, range(5, 20), range(3, 20), range(10, 22)).left
    assert left is not None
    assert left[2][0] == 30 - 17


def test_all_orders_of_tasks_without_a_gap() -> None:
    model = Model()
    x = model.variables(4, range(9))
    model.post(
        no_overlap(x, [1, 2, 3, 3]), [v + d <= 9 for v, d in zip(x, [1, 2, 3, 3], strict=True)]
    )
    assert model.count() == 24


def test_an_optional_task_without_a_place_is_left_out() -> None:
    domains = [range(1, 3), range(1, 3), [0, 2, 3]]
    left = propagated(lambda x, y, d: no_overlap([x, y], [3, d]), *domains).left
    assert left == [[1, 2], [1, 2], [0]]
    domains = [range(1, 3), range(1, 5), [0, 2, 3]]
    left = propagated(lambda x, y, d: no_overlap([x, y], [3, d]), *domains).left
    assert left == [[1, 2], [1, 2, 3, 4], [0, 2, 3]]


def is_apart(tasks: list[tuple[int, int]]) -> bool:
    """Return whether each task is before or after each other one, also those of no duration."""
    return all(s + d <= t or t + e <= s for (s, d), (t, e) in combinations(tasks, 2)) and all(
        d >= 0 for _, d in tasks
    )


@compiled
@settings(deadline=None, max_examples=30)
@given(
    lengths=st.lists(st.integers(0, 2), min_size=2, max_size=2),
    is_optional=st.booleans(),
    is_negated=st.booleans(),
)
def test_tasks_without_duration_are_apart(
    lengths: list[int], is_optional: bool, is_negated: bool
) -> None:
    model = Model()
    starts = list(model.variables(3, range(3), "start"))
    durations = [*lengths, model.variable(range(-1, 3), "duration")]
    present: Any = list(model.bool_vars(3, "present")) if is_optional else None
    posted = no_overlap(starts, durations, present, zero_length="Apart")
    model.post(~posted if is_negated else posted)
    expected = 0
    for values in product(*(each.values for each in model.unknowns)):
        tasks = list(zip(values[:3], [*lengths, values[3]], strict=True))
        own = [task for task, there in zip(tasks, values[4:] or [1] * 3, strict=True) if there]
        expected += is_apart(own) != is_negated
    assert model.count() == expected


def test_zero_length_is_one_of_two_names() -> None:
    x = Model().variables(2, range(3))
    with pytest.raises(ModelError, match="zero length"):
        no_overlap(x, [1, 0], zero_length="nowhere")
    assert "zero_length='apart'" in repr(no_overlap(x, [1, 0], zero_length="apart"))
