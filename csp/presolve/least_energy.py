"""The least energy of tasks whose duration and demand depend on each other.

The energy of a task is its duration times its demand, and that of a rectangle is its area. A
rectangle that may be turned, or a task that can be done quickly by many or slowly by few, has an
energy that the bounds of its duration and of its demand do not show: for each duration, propagation
tells the least demand. Tasks that need more energy in an interval than the capacity gives have no
schedule, which a search would find only when most of them are decided.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from csp.model.resources import Rectangles, resource_of
from csp.propagators.registry import CUMULATIVE

if TYPE_CHECKING:
    from csp.kernels.state import State
    from csp.model.builder import Builder
    from csp.presolve.probing import Probing

MOST_DURATIONS = 16
"""Of a task whose duration has more values, the bounds alone are used."""
MOST_PROBES = 1000
"""At most this many durations are supposed, one by one."""

Task = tuple[int, int, int]
"""The variables of the start, of the duration, and of the demand."""


class Part(NamedTuple):
    """A task lies between two times, and has this energy or more."""

    begin: int
    end: int
    energy: int


def fits(builder: Builder, lay_out: Callable[[], State]) -> bool:
    """Return whether the least energy of tasks, or the least area of rectangles, may fit.

    Parameters
    ----------
    builder
        The builder with all constraints of a model.
    lay_out
        Returns the state before a search; it is called where it is needed.

    Returns
    -------
    False if there is certainly no solution. Resources and rectangles are looked at only if a
    duration and a demand, or a width and a height, are both open.
    """
    rectangles, resources = builder.rectangles, _resources(builder)
    tasks = [task for each in rectangles for task in zip(*each[:2], each.height, strict=True)]
    tasks += [task for _, own in resources for task in own]
    if not tasks or sum(len(_ranges(builder, task[1])) for task in tasks) > MOST_PROBES:
        return True
    from csp.presolve.probing import Probing, can_probe

    if not can_probe(builder):
        return True
    probing = Probing(builder, lay_out())
    return (
        probing.holds
        and all(_have_area(builder, probing, each) for each in rectangles)
        and all(has_room(limit, _parts(builder, probing, own)) for limit, own in resources)
    )


def has_room(capacity: int, parts: Sequence[Part]) -> bool:
    """Return whether a capacity suffices in each interval for the energy of the parts in it.

    A capacity below zero suffices for tasks without energy, as some of them may take no time. Of n
    parts, this takes O(n^2) time.

    Examples
    --------
    >>> has_room(2, [Part(0, 3, 4), Part(1, 3, 2)])
    True
    >>> has_room(2, [Part(0, 3, 4), Part(1, 3, 2), Part(2, 3, 1)])
    False
    >>> has_room(-1, [Part(0, 3, 0)])
    True
    """
    capacity = max(0, capacity)
    for begin in {each.begin for each in parts}:
        inside = sorted((each.end, each.energy) for each in parts if each.begin >= begin)
        needed = accumulate(energy for _, energy in inside)
        if any(
            total > capacity * (end - begin) for (end, _), total in zip(inside, needed, strict=True)
        ):
            return False
    return True


def _resources(builder: Builder) -> list[tuple[int, list[Task]]]:
    """Return the capacity and the tasks of resources with a task of open duration and demand."""
    found = []
    of_rectangles = [starts for each in builder.rectangles for starts in (each.x, each.y)]
    for each in builder.posted:
        resource = resource_of(each, builder.bounds) if each.function == CUMULATIVE else None
        if resource is None or resource.starts in of_rectangles:
            continue
        n = len(resource.starts)
        tasks = [*zip(resource.starts, resource.durations, each.scope[2 * n : -1], strict=True)]
        if any(_is_open(builder, task[1]) and _is_open(builder, task[2]) for task in tasks):
            found.append((resource.capacity, tasks))
    return found


def _have_area(builder: Builder, probing: Probing, each: Rectangles) -> bool:
    """Return whether there may be enough area for rectangles, by intervals in each direction."""
    across = _parts(builder, probing, [*zip(each.x, each.width, each.height, strict=True)])
    along = _parts(builder, probing, [*zip(each.y, each.height, each.width, strict=True)])
    return has_room(_extent(along), across) and has_room(_extent(across), along)


def _extent(parts: Sequence[Part]) -> int:
    """Return the length of the interval that all parts with an energy lie in."""
    solid = [each for each in parts if each.energy > 0]
    return max((each.end for each in solid), default=0) - min(
        (each.begin for each in solid), default=0
    )


def _is_open(builder: Builder, v: int) -> bool:
    low, high = builder.bounds(v)
    return low < high


def _ranges(builder: Builder, duration: int) -> list[tuple[int, int]]:
    """Return the ranges of a duration that are supposed: its values, or all of them."""
    if builder.is_wide(duration) or builder.n_values(duration) > MOST_DURATIONS:
        return [builder.bounds(duration)]
    return [(value, value) for value in builder.values(duration)]


def _parts(builder: Builder, probing: Probing, tasks: Sequence[Task]) -> list[Part]:
    """Return the least energy of each task, and the interval that it lies in."""
    parts = []
    for start, duration, demand in tasks:
        found = []
        for least, greatest in _ranges(builder, duration):
            bounds = probing.probe(duration, least, greatest)
            if bounds is not None:
                (begin, latest), (shortest, longest) = bounds(start), bounds(duration)
                found.append(Part(begin, latest + longest, shortest * bounds(demand)[0]))
        if not found:  # no duration is possible
            return [Part(0, 0, 1)]
        begins, ends, energies = zip(*found, strict=True)
        parts.append(Part(min(begins), max(ends), min(energies)))
    return parts
