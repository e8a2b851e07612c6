"""Cumulative: tasks that share a resource of limited capacity."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from csp.constraints.conjunction import reified_all
from csp.constraints.of_expressions import OfExpressions
from csp.constraints.optional import effective
from csp.errors import ModelError
from csp.model.constraint import Constraint, ValueOf
from csp.model.expressions import expression, expression_list, sum_of
from csp.model.posted_records import DEAR, ON_BOUNDS, QUADRATIC
from csp.propagators.registry import CUMULATIVE, ENERGY

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.literal_graph import LiteralGraph

FEWEST = 3
"""The fewest tasks whose energy is propagated."""


class Cumulative(OfExpressions, Constraint):
    """The constraint that tasks never exceed a capacity; see `cumulative`."""

    def __init__(
        self, starts: Iterable[Any], durations: Iterable[Any], demands: Iterable[Any], capacity: Any
    ) -> None:
        self.starts = expression_list(starts, "the starts")
        self.durations = expression_list(durations, "the durations")
        self.demands = expression_list(demands, "the demands")
        self.capacity = expression(capacity)
        self.expressions = [*self.starts, *self.durations, *self.demands, self.capacity]
        if not len(self.starts) == len(self.durations) == len(self.demands):
            raise ModelError(
                f"there are {len(self.starts)} starts, {len(self.durations)} durations and "
                f"{len(self.demands)} demands"
            )

    def holds(self, value_of: ValueOf) -> bool:
        """Return whether the demand is within the capacity whenever a task starts."""
        starts, durations, demands = (
            [each.value(value_of) for each in side]
            for side in (self.starts, self.durations, self.demands)
        )
        capacity = self.capacity.value(value_of)
        tasks = list(zip(starts, durations, demands, strict=True))
        return min([0, *durations, *demands]) >= 0 and all(
            sum(demand for s, d, demand in tasks if s <= time < s + d) <= capacity
            for time, duration, _ in tasks
            if duration
        )

    def build(self, builder: Builder) -> None:
        """Post the propagator."""
        parts = [self.starts, self.durations, self.demands, [self.capacity]]
        starts, durations, demands, capacity = (
            [builder.variable_of(e) for e in part] for part in parts
        )
        builder.linear_bounds(sum_of(self.demands))
        for v in (*durations, *demands):
            builder.bound(v, least=0)
        scope, n = [*starts, *durations, *demands, *capacity], len(starts)
        memory = [*range(n)]
        post = partial(builder.propagator, scope=scope, constants=[n], wake=ON_BOUNDS)
        post(
            CUMULATIVE,
            memory=memory * 2,
            scratch=14 * n,
            cost=QUADRATIC,
            work=1 + 3 * n // 8,
        )
        if n >= FEWEST:
            post(
                ENERGY,
                memory=memory * 8,
                scratch=16 * n,
                cost=DEAR,
                work=1 + 3 * n // 4,
            )

    def reify(self, builder: Builder) -> int:
        """Reify that the tasks which run when a task starts demand no more than the capacity."""
        tasks = list(zip(self.starts, self.durations, self.demands, strict=True))
        parts: list[Constraint] = [each >= 0 for each in (*self.durations, *self.demands)]
        for start, duration, _ in tasks:
            running = [((s <= start) & (start < s + d)) * demand for s, d, demand in tasks]
            parts.append((duration == 0) | (sum_of(running) <= self.capacity))
        return reified_all(builder, parts, [self.capacity])

    def add_to(self, graph: LiteralGraph) -> None:
        """Add the tasks, of which those with equal durations and demands may change places."""
        durations, demands, [capacity] = (
            [each.linear() for each in side]
            for side in (self.durations, self.demands, [self.capacity])
        )
        if all(each.is_number for each in (*durations, *demands, capacity)):
            pairs = zip(durations, demands, strict=True)
            data = [(duration.constant, demand.constant) for duration, demand in pairs]
            graph.require(graph.tasks(("cumulative", capacity.constant), self.starts, data))
        else:
            graph.enumerate(self)

    def __repr__(self) -> str:
        return (
            f"cumulative({self.starts!r}, {self.durations!r}, {self.demands!r}, {self.capacity!r})"
        )


def cumulative(
    starts: Iterable[Any],
    durations: Iterable[Any],
    demands: Iterable[Any],
    capacity: Any,
    present: Iterable[Any] | None = None,
) -> Cumulative:
    """Return the cumulative constraint: tasks never demand more than a capacity at any time.

    Consistency: timetable edge finding: the bounds of tasks are moved until the compulsory parts of
    the other tasks leave enough capacity, and until each interval of time has enough space for the
    energy (demand times duration) in it. A run takes O(n^2) time for n tasks that are not fixed.

    Parameters
    ----------
    starts
        The start of each task.
    durations, demands
        The duration and the demand of each task: numbers or expressions, never negative.
    capacity
        The capacity: a number or an expression.
    present
        For each task, whether it takes place: a constraint, or an expression with the values 0 and
        1 only; by default all do. A task that does not is treated as one of duration 0.

    Returns
    -------
    Cumulative
        A constraint, to be posted to a model or combined with others.

    Raises
    ------
    ModelError
        If the numbers of starts, durations, demands and conditions differ.

    References
    ----------
    P. Baptiste, C. Le Pape and W. Nuijten, Constraint-based scheduling, 2001, section 2.1.1.
    P. Vilim, Timetable edge finding filtering algorithm for discrete cumulative resources,
    CPAIOR 2011.

    Examples
    --------
    >>> from csp import Model, cumulative, maximum
    >>> model = Model()
    >>> s = model.variables(4, range(10), name="s")
    >>> model.post(cumulative(s, [3, 3, 2, 4], [2, 1, 1, 1], 3))
    >>> model.minimize(maximum(s + [3, 3, 2, 4])).value
    6
    """
    return Cumulative(starts, effective(durations, present), demands, capacity)
