"""Reservoir: events fill and empty a store whose level has bounds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from csp.constraints.conjunction import reified_all
from csp.constraints.of_expressions import OfExpressions
from csp.constraints.reified import at_least
from csp.errors import ModelError
from csp.model.constraint import Constraint, ValueOf
from csp.model.expressions import Expression, expression, expression_list, listed, sum_of
from exactcover.runtime.search.limits import watched

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.cpsat import CpSatOfConstraints
    from csp.model.literal_graph import LiteralGraph


class Reservoir(OfExpressions, Constraint):
    """The constraint that a level stays within bounds at all times; see `reservoir`."""

    def __init__(
        self,
        times: Iterable[Any],
        changes: Iterable[Any],
        least: Any,
        greatest: Any,
        present: Iterable[Any] | None,
    ) -> None:
        self.times = expression_list(times, "the times")
        self.changes = expression_list(changes, "the changes")
        self.least, self.greatest = (
            None if bound is None else expression(bound) for bound in (least, greatest)
        )
        conditions = [] if present is None else listed(present, "the conditions of events")
        # The disjunction of one condition checks that it is one.
        self.present = [expression(at_least(1, [each])) for each in conditions]
        n, m = len(self.times), len(self.changes)
        if n != m:
            raise ModelError(f"there are {n} times, but {m} changes")
        if present is not None and n != len(self.present):
            raise ModelError(f"there are {n} times, but {len(self.present)} conditions")
        bounds = [each for each in (self.least, self.greatest) if each is not None]
        self.expressions = [*self.times, *self.changes, *self.present, *bounds]

    def holds(self, value_of: ValueOf) -> bool:
        """Return whether the level is within its bounds, at first and after the events of a time.

        At first it is 0.
        """
        times, changes, present = (
            [each.value(value_of) for each in side]
            for side in (self.times, self.changes, self.present)
        )
        steps = dict.fromkeys(sorted(times), 0)
        for time, change, takes_place in zip(
            times, changes, present or [1] * len(times), strict=True
        ):
            steps[time] += change * takes_place
        least, greatest = (
            0 if bound is None else bound.value(value_of) for bound in (self.least, self.greatest)
        )
        level, levels = 0, [0]
        for step in steps.values():
            level += step
            levels.append(level)
        return (self.least is None or least <= min(levels)) and (
            self.greatest is None or max(levels) <= greatest
        )

    def build(self, builder: Builder) -> None:
        """Post the bounds of the level at each event."""
        for part in watched(self._parts(), every=1):
            part.build(builder)

    def reify(self, builder: Builder) -> int:
        """Reify the bounds of the levels."""
        return reified_all(builder, list(watched(self._parts(), every=1)), self.expressions)

    def add_to(self, graph: LiteralGraph) -> None:
        """Add the bounds of the levels."""
        for part in self._parts():
            part.add_to(graph)

    def add_to_cpsat(self, to: CpSatOfConstraints) -> bool:
        """Add the constraint as it is, if its changes and bounds are numbers."""
        changes = [each.linear() for each in self.changes]
        bounds = [None if each is None else each.linear() for each in (self.least, self.greatest)]
        if not all(each is None or each.is_number for each in (*changes, *bounds)):
            return False
        own = [each.constant for each in changes]
        # A bound that is farther away than all changes together is none.
        least = sum(min(0, c) for c in own) if bounds[0] is None else bounds[0].constant
        greatest = sum(max(0, c) for c in own) if bounds[1] is None else bounds[1].constant
        if not least <= 0 <= greatest:
            return False
        present = self.present or [expression(1)] * len(own)
        to.model.add_reservoir_constraint_with_active(
            to.numbers(self.times), own, to.numbers(present), least, greatest
        )
        return True

    def _parts(self) -> Iterator[Constraint]:
        """Yield the constraints that hold together where this one does.

        Only an event that may lower the level can be the first one after which it is too low.
        """
        for each in self.expressions:  # all must have values, whether or not they matter
            yield each <= each
        zero = expression(0)
        if self.least is not None:
            yield self.least <= zero
        if self.greatest is not None:
            yield zero <= self.greatest
        for i, change in enumerate(self.changes):
            step = change.linear()
            level = sum_of(self._counted(j, i) for j in range(len(self.times)))
            if self.least is not None and not (step.is_number and step.constant >= 0):
                yield self.least <= level
            if self.greatest is not None and not (step.is_number and step.constant <= 0):
                yield level <= self.greatest

    def _counted(self, j: int, i: int) -> Expression:
        """Return the change of event j if it takes place, and not after event i; else 0."""
        conditions: list[Any] = self.present[j : j + 1]
        if i != j:
            conditions = [*conditions, self.times[j] <= self.times[i]]
        return at_least(len(conditions), conditions) * self.changes[j]

    def __repr__(self) -> str:
        present = f", present={self.present!r}" if self.present else ""
        return (
            f"reservoir({self.times!r}, {self.changes!r}, {self.least!r}, {self.greatest!r}"
            f"{present})"
        )


def reservoir(
    times: Iterable[Any],
    changes: Iterable[Any],
    least: Any = 0,
    greatest: Any = None,
    present: Iterable[Any] | None = None,
) -> Reservoir:
    """Return the reservoir constraint: a level that events change is within bounds at all times.

    The level is 0 before all events; with another level at first, subtract it from the bounds. All
    events of one time change it at once.

    Consistency: bounds of the level at each event, as a sum over the events that may come before
    it. For n events, there are n (n - 1) truth values that say which one is before which other one;
    decisions and clauses are about these.

    Parameters
    ----------
    times
        The time of each event.
    changes
        How much each event adds to the level: numbers or expressions, negative ones to lower it.
    least, greatest
        The bounds of the level: numbers or expressions; None if there is no bound.
    present
        For each event, whether it takes place: a constraint, or an expression with the values 0 and
        1 only; by default all do.

    Returns
    -------
    Reservoir
        A constraint, to be posted to a model or combined with others.

    Raises
    ------
    ModelError
        If the numbers of times, changes and conditions differ, or an expression is invalid.

    References
    ----------
    P. Laborie, Algorithms for propagating resource constraints in AI planning and scheduling,
    Artificial Intelligence 143 (2003).

    Examples
    --------
    A tank holds 4 litres. Two deliveries of 3 litres are used by four batches of 1, 2, 1 and 2
    litres, one an hour:

    >>> from csp import Model, reservoir
    >>> model = Model()
    >>> deliveries = model.variables(2, range(5), name="delivery")
    >>> model.post(reservoir([*deliveries, 1, 2, 3, 4], [3, 3, -1, -2, -1, -2], 0, 4))
    >>> model.post(deliveries[0] < deliveries[1])
    >>> [s[deliveries].tolist() for s in model.solutions()]
    [[0, 2], [0, 3], [1, 2], [1, 3]]
    """
    return Reservoir(times, changes, least, greatest, present)
