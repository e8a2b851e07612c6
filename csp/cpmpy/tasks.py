"""The constraints of CPMpy on tasks: with ends, with conditions, and with durations below zero.

Where CPMpy allows an expression that may be below zero, and requires that it is not, it is required
here by a constraint of its own, so that the constraint on tasks can have a truth value.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from cpmpy.expressions.utils import get_bounds

from csp.constraints.conjunction import Conjunction
from csp.constraints.cumulative import cumulative
from csp.constraints.extremum import maximum
from csp.constraints.no_overlap import no_overlap
from csp.constraints.reified import at_least, negated
from csp.constraints.reservoir import reservoir
from csp.model.constraint import Constraint
from csp.model.expressions import expression

if TYPE_CHECKING:
    from csp.cpmpy.terms import Terms


class Tasks(NamedTuple):
    """Tasks, and what must hold of them by themselves.

    Attributes
    ----------
    starts, durations
        Their starts, and their durations, at least 0.
    present
        For each, whether it takes place; None if all do.
    parts
        That they take as long as their durations say, from their starts to their ends.
    """

    starts: list[Any]
    durations: list[Any]
    present: list[Any] | None
    parts: list[Constraint]


def _not_below_zero(
    terms: Terms, given: Any, present: list[Any] | None, parts: list[Constraint]
) -> list[Any]:
    """Return numbers that are at least 0, and add that they are the given ones."""
    own = terms.numbers(given)
    for k, each in enumerate(given):
        if get_bounds(each)[0] < 0:
            parts.append(_if_present(present, k, expression(own[k]) >= 0))
            own[k] = maximum([own[k], 0])
    return own


def _if_present(present: list[Any] | None, k: int, condition: Constraint) -> Constraint:
    """Return the constraint that a condition holds if a task takes place."""
    return condition if present is None else at_least(1, [negated(present[k]), condition])


def _tasks(terms: Terms, starts: Any, durations: Any, ends: Any, present: Any) -> Tasks:
    own_present = None if present is None else terms.terms(present)
    parts: list[Constraint] = []
    own_starts = terms.numbers(starts)
    if ends is not None:
        triples = zip(own_starts, terms.numbers(durations), terms.numbers(ends), strict=True)
        for k, (start, duration, end) in enumerate(triples):
            parts.append(_if_present(own_present, k, expression(start) + duration == end))
    own_durations = _not_below_zero(terms, durations, own_present, parts)
    return Tasks(own_starts, own_durations, own_present, parts)


def _no_overlap(terms: Terms, given: Any) -> Constraint:
    args = list(given.args)
    present = args.pop() if given.name.endswith("optional") else None
    starts, durations, ends = (*args, None)[:3]
    own = _tasks(terms, starts, durations, ends, present)
    whole = no_overlap(own.starts, own.durations, own.present)
    return Conjunction([whole, *own.parts], repr(given))


def _cumulative(terms: Terms, given: Any) -> Constraint:
    args = list(given.args)
    present = args.pop() if given.name.endswith("optional") else None
    capacity, demands = args.pop(), args.pop()
    starts, durations, ends = (*args, None)[:3]
    own = _tasks(terms, starts, durations, ends, present)
    own_demands = _not_below_zero(terms, demands, own.present, own.parts)
    limit = terms.number(capacity)
    whole = cumulative(own.starts, own.durations, own_demands, limit, present=own.present)
    return Conjunction([whole, *own.parts], repr(given))


def _reservoir(terms: Terms, given: Any) -> Constraint:
    times, changes, least, greatest, *present = given.args
    own_present = terms.terms(present[0]) if present else None
    bounds = int(least), int(greatest)
    return reservoir(terms.numbers(times), [*map(int, changes)], *bounds, own_present)


TASKS: dict[str, Callable[[Terms, Any], Any]] = {
    "no_overlap": _no_overlap,
    "no_overlap_optional": _no_overlap,
    "cumulative": _cumulative,
    "cumulative_optional": _cumulative,
    "reservoir": _reservoir,
    "reservoir_optional": _reservoir,
}
