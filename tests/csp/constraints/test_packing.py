"""Things that are put into bins, a knapsack or a plane, and tasks that may be left out."""

from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import (
    Model,
    ModelError,
    bin_packing,
    columns,
    cumulative,
    diffn,
    knapsack,
    maximum,
    no_overlap,
)
from tests.csp.consistency import INTERVALS, propagated

pytestmark = pytest.mark.kernel


def test_bins_of_least_capacity() -> None:
    """M. R. Garey and D. S. Johnson's kind of example: 6 items fill three bins of 10."""
    weights = [7, 6, 5, 5, 4, 3]
    model = Model()
    bins, loads = model.variables(6, range(3)), model.variables(3, range(31))
    model.post(bin_packing(bins, weights, loads))
    best = model.minimize(maximum(loads))
    assert (best.value, best.complete) == (10, True)


def test_knapsack_is_a_subset_of_sums() -> None:
    weights, profits = [3, 5, 8, 9], [2, 4, 5, 8]
    model = Model()
    taken = model.bool_vars(4)
    weight, profit = model.variables(2, range(30))
    model.post(knapsack(taken, weights, profits, weight, profit), weight <= 14, profit >= 10)
    expected = [
        t
        for t in product((0, 1), repeat=4)
        if sum(w * k for w, k in zip(weights, t, strict=True)) <= 14
        and sum(p * k for p, k in zip(profits, t, strict=True)) >= 10
    ]
    assert sorted(tuple(s[taken].tolist()) for s in model.solutions()) == expected


def test_a_square_of_squares() -> None:
    """Squares of sides 2, 2, 1, 1, 1, 1 in a strip of 3 x 4 do not overlap."""
    sides = [2, 2, 1, 1, 1, 1]
    model = Model()
    corners = [(model.variable(range(4 - side)), model.variable(range(5 - side))) for side in sides]
    model.post(diffn(corners, [(side, side) for side in sides]))
    model.post(
        x * 5 + y < u * 5 + v
        for (x, y), (u, v) in pairwise(corners)
        if (x.values, y.values) == (u.values, v.values)
    )
    found = {tuple(s[list(sum(corners, ()))].tolist()) for s in model.solutions()}
    assert len(found) == by_hand(sides)


def by_hand(sides: list[int]) -> int:
    """Count the sets of places of two large and four small squares by trying all."""
    places = {
        side: [
            frozenset((x + a, y + b) for a in range(side) for b in range(side))
            for x in range(4 - side)
            for y in range(5 - side)
        ]
        for side in {*sides}
    }
    n = 0
    for k, one in enumerate(places[2]):
        for other in places[2][k + 1 :]:
            if not one & other:
                n += 12 - len(one | other) == 4
    return n


@settings(deadline=None, max_examples=40)
@given(domains=st.lists(INTERVALS, min_size=4, max_size=4))
def test_diffn_is_sound(domains: Any) -> None:
    propagated(lambda x, y, u, v: diffn([(x, y), (u, v)], [(2, 3), (3, 1)]), *domains)


def test_a_task_that_is_left_out_takes_no_time() -> None:
    model = Model()
    starts, present = model.variables(3, range(3)), model.bool_vars(3)
    model.post(no_overlap(starts, [2, 2, 2], present))
    expected = 0
    for t in product(range(3), repeat=3):
        for p in product((0, 1), repeat=3):
            own = [start for start, is_there in zip(t, p, strict=True) if is_there]
            expected += all(abs(a - b) >= 2 for k, a in enumerate(own) for b in own[:k])
    assert model.count() == expected
    best = model.maximize(present.sum())
    assert best.value == 2
    other = Model()
    starts, present = other.variables(3, range(3)), other.bool_vars(3)
    other.post(cumulative(starts, [2, 2, 2], [1, 1, 1], 1, present))
    assert other.count() == expected


def test_conditions_of_tasks_may_be_constraints() -> None:
    model = Model()
    x = model.variables(2, range(4), name="x")
    model.post(no_overlap(x, [2, 2], [x[0] != 3, x[1] != 3]))
    assert model.count() == sum(
        3 in (a, b) or abs(a - b) >= 2 for a, b in product(range(4), repeat=2)
    )


def test_intervals_that_are_left_out_stay_where_they_are() -> None:
    model = Model()
    tasks = [model.interval(range(1, 4), [2, 4], name, optional=True) for name in "ab"]
    model.post(no_overlap(**columns(tasks)), tasks[0].end <= 5, tasks[1].end <= 5)
    assert list(model.names) == [f"{n}.{k}" for n in "ab" for k in ("start", "duration", "present")]
    own = [(1, 2, 0), *((s, d, 1) for s in range(1, 4) for d in (2, 4) if s + d <= 5)]
    expected = sum(
        not a[2] or not b[2] or a[0] + a[1] <= b[0] or b[0] + b[1] <= a[0]
        for a, b in product(own, repeat=2)
    )
    assert model.count() == expected
    best = model.maximize(sum(task.present * task.duration for task in tasks))
    assert best.value == 4


def test_intervals_that_must_take_place() -> None:
    model = Model()
    tasks = [model.interval(range(3), 2, name) for name in "ab"]
    model.post(cumulative(**columns(tasks), demands=[1, 1], capacity=1))
    assert [dict(s) for s in model.solutions()] == [
        {"a.start": 0, "b.start": 2},
        {"a.start": 2, "b.start": 0},
    ]


X = Model().variable(range(3), "x")
WRONG: Any = [3]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: bin_packing([X], [1, 2], [X]), "there are 1 items, but 2 weights"),
        (lambda: knapsack([X], [1], [], X, X), "1 amounts, 1 weights and 0 profits"),
        (lambda: diffn([(X, X)], []), "there are 1 positions, but 0 sizes"),
        (lambda: diffn([(X, X)], [(1,)]), "the same number of dimensions"),
        (lambda: Model().interval(range(3), -1), "the duration of a task is -1"),
        (lambda: Model().interval([], 1), "has no values"),
        (lambda: columns(WRONG), "3 is not an interval"),
        (lambda: no_overlap([X], [1], []), "there are 1 durations, but 0 conditions"),
        (lambda: Model().post(no_overlap([1], [1], [2])), "must be a constraint, or be 0 or 1"),
    ],
)
def test_wrong_arguments(make: Any, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        make()
