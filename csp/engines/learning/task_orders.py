"""Bits for the orders of tasks that cannot run at the same time.

A bit says which task of a pair comes first: decisions and clauses about these bits are what proofs
of schedules are made of. Tasks of a machine have a bit for each pair; so have tasks of a resource
where two of them demand more than its capacity.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from csp.model.posted_records import LINEAR, ON_BOUNDS, QUADRATIC, Propagator
from csp.model.precedences import Precedences
from csp.model.resources import resource_of
from csp.propagators.registry import CUMULATIVE, ORDER, PRECEDENCES
from csp.propagators.tasks import N_ROWS
from exactcover.runtime.search.limits import watched

if TYPE_CHECKING:
    from csp.model.builder import Builder

FEWEST = 3
"""The fewest tasks of which several may come before another one."""
MOST_PAIRS = 1 << 13
"""The most pairs of tasks of resources that have a bit, or of tasks that may be left out."""
MOST_PAIRS_OF_MACHINE = 1 << 16
"""The most pairs of tasks of a machine that have a bit: those of 362 tasks. To lay them out takes
some two seconds; without bits, the machine explains itself by the times of its tasks alone."""

Task = tuple[int, int]
"""The variables of the start and of the duration."""
Key = tuple[tuple[int, ...], ...]
"""For each of two tasks its start, and the bounds of its duration."""


def post_orders_of_machine(builder: Builder, each: Propagator) -> None:
    """Post a bit for the order of each pair of tasks, and what follows from several bits.

    Parameters
    ----------
    builder
        The builder.
    each
        A propagator `no_overlap:no_overlap`. Two tasks of which one does not take place, because
        its duration is 0, have no order.
    """
    n = len(each.scope) // 2
    starts, durations = each.scope[:n], each.scope[n:]
    tasks = list(zip(starts, durations, strict=True))
    bits = [
        _post_order(builder, tasks[i], tasks[j])
        for j in watched(range(n), every=1)
        for i in range(j)
    ]
    if n >= FEWEST:
        builder.propagator(
            PRECEDENCES,
            [*starts, *durations, *bits],
            [n],
            memory=[*range(n)] * 2,
            scratch=N_ROWS * n,
            cost=QUADRATIC,
            wake=ON_BOUNDS,
            work=1 + n // 2,
        )


def post_orders_of_resources(builder: Builder) -> None:
    """Post a bit for each two tasks that demand more than there is of a resource.

    Pairs that have a bit, and those of which it is known which task comes first, get none.
    """
    pairs = _excluding_pairs(builder)
    if not pairs:
        return
    for key in _ordered_pairs(builder):
        pairs.pop(key, None)
    if not 0 < len(pairs) <= MOST_PAIRS:
        return
    precedences = Precedences(builder.propagators)
    starts = sorted({task[0] for pair in pairs.values() for task in pair})
    before = {start: precedences.until(start, builder.bounds) for start in watched(starts, every=4)}
    for one, other in watched(pairs.values()):
        is_known = _is_before(builder, one, before[other[0]]) or _is_before(
            builder, other, before[one[0]]
        )
        if not is_known:
            _post_order(builder, one, other)


def has_few_pairs(builder: Builder, each: Propagator) -> bool:
    """Return whether pairs of tasks have bits: fewer may have them where tasks may be left out."""
    n = len(each.scope) // 2
    are_positive = all(builder.bounds(v)[0] > 0 for v in each.scope[n:])
    return n * (n - 1) // 2 <= (MOST_PAIRS_OF_MACHINE if are_positive else MOST_PAIRS)


def _post_order(builder: Builder, one: Task, other: Task) -> int:
    """Post a bit that says which of two tasks comes first; return it."""
    bit = builder.new_variable(0, 0b11)
    scope = [one[0], other[0], one[1], other[1], bit]
    builder.propagator(ORDER, scope, cost=LINEAR, wake=ON_BOUNDS)
    return bit


def _key(builder: Builder, one: Task, other: Task) -> Key:
    """Return the same key for equal pairs; each constraint has its own variables for numbers."""
    ends = ((start, *builder.bounds(duration)) for start, duration in (one, other))
    return tuple(sorted(ends))


def _excluding_pairs(builder: Builder) -> dict[Key, tuple[Task, Task]]:
    """Return the pairs of tasks that demand more than the capacity of a resource."""
    found: dict[Key, tuple[Task, Task]] = {}
    for each in builder.propagators:
        resource = resource_of(each, builder.bounds)
        if resource is None or each.function != CUMULATIVE:
            continue
        tasks = [
            (demand, (start, duration))
            for start, duration, demand in zip(*resource[1:], strict=True)
            if builder.bounds(duration)[0] > 0
        ]
        for (first, one), (second, other) in watched(combinations(tasks, 2), every=1024):
            if first + second > resource.capacity and one[0] != other[0]:
                found.setdefault(_key(builder, one, other), (one, other))
    return found


def _ordered_pairs(builder: Builder) -> Iterator[Key]:
    """Yield the keys of the pairs of tasks that have a bit."""
    for each in watched(builder.propagators, every=1024):
        if each.function == ORDER:
            x, y, own, other, _ = each.scope
            yield _key(builder, (x, own), (y, other))


def _is_before(builder: Builder, task: Task, before: dict[int, int]) -> bool:
    """Return whether a task ends before another one starts, for which `before` was found."""
    start, duration = task
    return start in before and before[start] >= builder.bounds(duration)[1]
