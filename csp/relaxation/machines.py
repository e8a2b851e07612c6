"""Machines: tasks that share a resource need time, and all of it is between two times.

If tasks on a machine start at `h` or later, and some time `q` follows each before the makespan,
then the sum of the durations of those that take place is at most the makespan less `h` and `q`.
Propagation does not see this while it is open which tasks take place; the relaxation does. Here
are the tasks of all machines, with the times before and after them; `csp.relaxation.energy` makes
rows of them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from csp.model.postings import Propagator

MOST_PROBES = 1000
"""At most this many tasks are supposed to take place, one by one."""
MOST_TERMS = 8
"""Conditions of more variables are left out of the precedences."""
MOST_STEPS = 4
"""So many conditions, one after the other, are looked at again when a task takes place."""
MOST_VISITS = 20
"""How often each condition may raise the time after a variable, on average."""
MOST_ENDS = 4
"""The most variables that may be the end of all tasks."""

CONDITIONS = {
    "equal:equal",
    "extremum:extremum",
    "less:less",
    "linear:equals",
    "linear:less_equal",
    "reified:equal",
    "reified:linear_less_equal",
}
"""The propagators of conditions on sums that say what is later than what."""

Bounds = Callable[[int], tuple[int, int]]
"""Returns the bounds of a variable."""
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


class Resource(NamedTuple):
    """The variables of the tasks that share a resource, and their least demands."""

    capacity: int
    starts: Sequence[int]
    durations: Sequence[int]
    demands: Sequence[int]


class _Arc(NamedTuple):
    """A condition: the sum of the terms is at most the total, if a variable has a value."""

    terms: dict[int, int]
    total: int
    condition: tuple[int, int] | None

    def distance(self, one: int, other: int, bounds: Bounds) -> int | None:
        """Return a number of which `other` is at least so much above `one`; None if unknown."""
        factor = self.terms[one]
        if factor <= 0 or self.terms[other] != -factor:
            return None
        if self.condition is not None:
            v, value = self.condition
            if bounds(v) != (value, value):
                return None
        rest = -self.total
        for v, c in self.terms.items():
            if v not in (one, other):
                rest += c * bounds(v)[c < 0]
        return -(-rest // factor)


class Precedences:
    """How much later variables are than others, as sums of conditions say.

    Parameters
    ----------
    posted
        The propagators.
    """

    def __init__(self, posted: Sequence[Propagator]) -> None:
        self._after: dict[int, list[_Arc]] = {}
        self._before: dict[int, list[_Arc]] = {}
        self._n_arcs = 0
        for each in posted:
            for arc in _arcs(each):
                if len(arc.terms) > MOST_TERMS:
                    continue
                self._n_arcs += 1
                for v, c in arc.terms.items():
                    (self._after if c > 0 else self._before).setdefault(v, []).append(arc)

    def until(self, end: int, bounds: Bounds) -> dict[int, int]:
        """Return for variables how much later the end is at least."""
        found = {end: 0}
        queue = deque([end])
        n_left = MOST_VISITS * self._n_arcs
        while queue and n_left > 0:
            later = queue.popleft()
            for arc in self._before.get(later, ()):
                n_left -= 1
                for v in arc.terms:
                    distance = None if v == later else arc.distance(v, later, bounds)
                    if distance is None:
                        continue
                    after = distance + found[later]
                    if v not in found or found[v] < after:
                        found[v] = after
                        queue.append(v)
        return found

    def after_task(
        self, start: int, duration: int, bounds: Bounds, known: dict[int, int]
    ) -> int | None:
        """Return how much later the end of all is than that of a task; None if it is unknown.

        Parameters
        ----------
        start, duration
            The variables of the task.
        bounds
            The bounds if it takes place.
        known
            How much later the end is than variables, without this task.
        """
        least, greatest = bounds(duration)
        own = self._longest(start, bounds, known, MOST_STEPS, {start})
        found = [] if own is None else [own - greatest]
        if least < greatest and start != duration:
            # Conditions of the sum of both, which is the end of the task.
            for arc in self._after.get(start, ()):
                if arc.terms.get(duration) != arc.terms[start]:
                    continue
                without = _Arc(
                    {v: c for v, c in arc.terms.items() if v != duration}, arc.total, arc.condition
                )
                found += self._through(without, start, bounds, known, MOST_STEPS, {start})
        return max(found, default=None)

    def _longest(
        self, v: int, bounds: Bounds, known: dict[int, int], n_steps: int, path: set[int]
    ) -> int | None:
        """Return how much later the end is than a variable, by few conditions and what is known."""
        found = [known[v]] if v in known else []
        if n_steps:
            for arc in self._after.get(v, ()):
                found += self._through(arc, v, bounds, known, n_steps, path)
        return max(found, default=None)

    def _through(
        self,
        arc: _Arc,
        v: int,
        bounds: Bounds,
        known: dict[int, int],
        n_steps: int,
        path: set[int],
    ) -> Iterator[int]:
        for later in arc.terms:
            if later not in path:
                distance = arc.distance(v, later, bounds)
                if distance is not None:
                    rest = self._longest(later, bounds, known, n_steps - 1, path | {later})
                    if rest is not None:
                        yield distance + rest


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
        own: dict[int | None, list[Task]] = {None: [], **{end: [] for end in known}}
        for start, duration, demand in zip(each.starts, each.durations, each.demands, strict=True):
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
        if each.function == "extremum:extremum" and int(each.constants[0]) > 0:
            yield each.scope[0]


def open_resources(posted: Sequence[Propagator], bounds: Bounds) -> list[Resource]:
    """Return the resources some of whose tasks have durations that are not fixed."""
    found = (_resource(each, bounds) for each in posted)
    return [
        each
        for each in found
        if each is not None and any(low < high for low, high in map(bounds, each.durations))
    ]


def _resource(each: Propagator, bounds: Bounds) -> Resource | None:
    """Return the tasks of a propagator, or None if it is of another kind."""
    if each.function == "no_overlap:no_overlap":
        n = len(each.scope) // 2
        return Resource(1, each.scope[:n], each.scope[n:], [1] * n)
    if each.function == "cumulative:cumulative":
        n = len(each.scope) // 3
        demands = [bounds(v)[0] for v in each.scope[2 * n : 3 * n]]
        capacity = bounds(each.scope[-1])[1]
        return Resource(capacity, each.scope[:n], each.scope[n : 2 * n], demands)
    return None


def _arcs(each: Propagator) -> Iterator[_Arc]:
    """Yield the conditions on sums that a propagator states, also those under another condition."""
    scope = each.scope
    if each.function not in CONDITIONS:
        return
    numbers = [*map(int, each.constants)]
    if each.function in ("linear:equals", "linear:less_equal"):
        yield from _both(
            scope, numbers[:-1], numbers[-1], is_equation=each.function == "linear:equals"
        )
    elif each.function in ("less:less", "equal:equal"):
        yield from _both(scope, (1, -1), numbers[0], is_equation=each.function[0] == "e")
    elif each.function == "extremum:extremum":
        sign = numbers[0]
        for v in scope[1:]:
            yield from _both((v, scope[0]), (sign, -sign), 0)
    elif each.function == "reified:equal":
        condition = scope[2], numbers[1]
        yield from _both(scope[:2], (1, -1), numbers[0], condition, is_equation=True)
    elif each.function == "reified:linear_less_equal":
        *coefficients, total, _ = numbers
        opposite = [-c for c in coefficients[:-1]]
        yield from _both(scope[:-1], coefficients[:-1], total, (scope[-1], 1))
        yield from _both(scope[:-1], opposite, -total - 1, (scope[-1], 0))


def _both(
    scope: Sequence[int],
    coefficients: Sequence[int],
    total: int,
    condition: tuple[int, int] | None = None,
    *,
    is_equation: bool = False,
) -> Iterator[_Arc]:
    """Yield that a sum is at most a total; and at least, if it equals it."""
    terms: dict[int, int] = {}
    for v, c in zip(scope, coefficients, strict=True):
        terms[v] = terms.get(v, 0) + int(c)
    terms = {v: c for v, c in terms.items() if c}
    yield _Arc(terms, total, condition)
    if is_equation:
        yield _Arc({v: -c for v, c in terms.items()}, -total, condition)
