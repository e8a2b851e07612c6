"""Machines whose tasks are open: tasks that share a resource need time, between two times.

If tasks on a machine start at `h` or later, and some time `q` follows each before the makespan,
then the sum of the durations of those that take place is at most the makespan less `h` and `q`.
Propagation does not see this while it is open which tasks take place; clause learning and linear
relaxations need it, so it is posted for them. `csp.engines.linear.energy_cuts` makes more rows of
the same machines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from csp.cards.linear_comparisons import Bounds
from csp.model.layout import lay_out
from csp.model.linear import fits, post_linear
from csp.model.precedences import Precedences
from csp.model.resources import Resource, resource_of
from csp.presolve.probing import Probing, can_probe
from csp.propagators.registry import EXTREMUM
from exactcover.runtime.search.limits import watched

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.posted_records import Propagator

MOST_PROBES = 1000
"""At most this many tasks are supposed to take place, one by one."""
MOST_ENDS = 4
"""The most variables that may be the end of all tasks."""

Probe = Callable[[int], Bounds | None]
"""Returns the bounds that are left if a variable is at least 1; None if it cannot be."""


class Task(NamedTuple):
    """A task of a machine.

    Attributes
    ----------
    duration
        The number of the variable of its duration.
    demand
        The least demand.
    before
        If it has a duration, it starts at this time or later.
    after
        If it has one, then the end of all tasks is at least so much later than its own end.
    """

    duration: int
    demand: int
    before: int
    after: int


class Machine(NamedTuple):
    """Tasks that share a resource.

    Attributes
    ----------
    capacity
        The greatest capacity.
    end
        The number of the variable that is the end of all tasks, or None for time 0: then the times
        after tasks are negative.
    tasks
        The tasks.
    """

    capacity: int
    end: int | None
    tasks: list[Task]


def post_energy(builder: Builder, goal: int) -> list[Machine]:
    """Post a row for each machine whose tasks are open.

    Parameters
    ----------
    builder
        The builder with the constraints of the model.
    goal
        The number of the variable of the objective.

    Returns
    -------
    The machines, for further rows.
    """
    found = open_machines(builder, goal)
    for each in found:
        terms, total = row_of_all(each, 0 if each.end is None else builder.bounds(each.end)[0])
        greatest = [c * builder.bounds(v)[c > 0] for v, c in terms.items()]
        if sum(greatest) > total and fits(builder, [*terms.items()], total):
            post_linear(builder, "<=", [*terms.items()], total)
    return found


def row_of_all(machine: Machine, least: int) -> tuple[dict[int, int], int]:
    """Return the row of all tasks of a machine: terms, and the total that they do not exceed.

    Parameters
    ----------
    machine
        The machine.
    least
        The least value of the end of all tasks.

    Examples
    --------
    >>> machine = Machine(2, 7, [Task(4, 1, before=3, after=5), Task(5, 3, before=6, after=1)])
    >>> row_of_all(machine, least=10)
    ({4: 1, 5: 3, 7: -2}, -8)
    """
    before = min(task.before for task in machine.tasks)
    after = min(task.after for task in machine.tasks)
    terms: dict[int, int] = {}
    for task in machine.tasks:
        terms[task.duration] = terms.get(task.duration, 0) + task.demand
    if machine.end is not None:
        terms[machine.end] = terms.get(machine.end, 0) - machine.capacity
    # If no task takes place, nothing but its least value bounds the end.
    return terms, -machine.capacity * min(before + after, least)


def open_machines(builder: Builder, goal: int) -> list[Machine]:
    """Return machines whose tasks are open, with the times before and after each task."""
    if not open_resources(builder.posted, builder.bounds) or not can_probe(builder):
        return []
    probing = Probing(builder, lay_out(builder))
    return machines(builder.posted, goal, probing.bounds(), probing.probe) if probing.holds else []


def machines(
    posted: Sequence[Propagator], goal: int, bounds: Bounds, probe: Probe
) -> list[Machine]:
    """Return machines whose tasks are open: whether they take place, or how long they take.

    Parameters
    ----------
    posted
        The propagators.
    goal
        The objective, which may be the end of all tasks; so may be the maxima of variables.
    bounds, probe
        Return the bounds, and those that are left if a variable is at least 1.
    """
    resources = open_resources(posted, bounds)
    if not resources or sum(len(each.starts) for each in resources) > MOST_PROBES:
        return []
    precedences = Precedences(posted)
    ends = dict.fromkeys([goal, *_maxima(posted)])
    known = {end: precedences.until(end, bounds) for end in [*ends][:MOST_ENDS]}
    found: list[Machine] = []
    for each in resources:
        own_tasks = [*zip(each.starts, each.durations, each.demands, strict=True)]
        own: dict[int | None, list[Task]] = {None: [], **{end: [] for end in known}}
        for start, duration, demand in watched(own_tasks, every=4):
            under = bounds if bounds(duration)[0] > 0 else probe(duration)
            if under is None or not demand:
                continue
            begin, latest = under(start)
            own[None].append(Task(duration, demand, begin, -latest - under(duration)[1]))
            for end, until in known.items():
                after = precedences.after_task(start, duration, under, until)
                if after is not None:
                    own[end].append(Task(duration, demand, begin, after))
        found += [Machine(each.capacity, end, tasks) for end, tasks in own.items() if tasks]
    return found


def _maxima(posted: Sequence[Propagator]) -> Iterator[int]:
    """Yield the variables that are maxima."""
    for each in posted:
        if each.function == EXTREMUM and int(each.constants[0]) > 0:
            yield each.scope[0]


def open_resources(posted: Sequence[Propagator], bounds: Bounds) -> list[Resource]:
    """Return the resources some of whose tasks have durations that are not fixed."""
    found = (resource_of(each, bounds) for each in posted)
    return [
        each
        for each in found
        if each is not None and any(low < high for low, high in map(bounds, each.durations))
    ]
