"""Copies: variables that equal others and an offset, always or where a condition holds.

Where only bounds of both variables are read, comparisons say the same, and clauses need no literals
about single values. This matters for optional tasks: each has a start that is to equal that of the
job where the task takes place.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from csp.model.domains import OF_EXPRESSIONS
from csp.model.linear import post_implied
from csp.model.posted_records import Propagator
from csp.propagators.registry import EQUAL, LESS, REIFIED_EQUAL
from exactcover.runtime.search.limits import watched

if TYPE_CHECKING:
    from csp.model.builder import Builder


class Copy(NamedTuple):
    """That x = y + offset holds.

    Attributes
    ----------
    propagators
        The propagators that say it.
    x, y, offset
        The two variables and the number.
    condition
        A variable with the values 0 and 1; it holds if it is 1. None if it always holds.
    truth
        The truth value of the equation, which only the condition needs; None without a condition.
    """

    propagators: tuple[Propagator, ...]
    x: int
    y: int
    offset: int
    condition: int | None = None
    truth: int | None = None

    def post(self, builder: Builder) -> None:
        """Post comparisons of bounds that say the same.

        The truth value becomes that of the condition: where this is 0, it is of no importance.
        """
        if self.condition is None or self.truth is None:
            builder.equal(self.x, self.y, self.offset)
            return
        builder.equal(self.truth, self.condition, 0)
        for one, other, total in ((self.x, self.y, self.offset), (self.y, self.x, -self.offset)):
            post_implied(builder, self.condition, [(one, 1), (other, -1)], total)


def copies(builder: Builder, goal: int | None = None) -> list[Copy]:
    """Return the copies that were posted; the objective `goal` needs its variable, too."""
    propagators = builder.propagators
    n_uses = Counter(v for each in watched(propagators, every=1024) for v in each.scope)
    n_uses.update(view.variable for group in builder.groups for view in group)
    if goal is not None:
        n_uses[goal] += 1
    conditions = {
        each.scope[1]: each
        for each in watched(propagators, every=1024)
        if each.function == LESS
        and [*each.constants] == [0]
        and builder.bounds(each.scope[0]) == (0, 1)
    }
    found = []
    for each in watched(propagators, every=1024):
        if each.function == EQUAL:
            found.append(Copy((each,), *each.scope, *each.constants))
        elif each.function == REIFIED_EQUAL:
            x, y, truth = each.scope
            offset, equal_value = each.constants
            less = conditions.get(truth)
            if less is None or equal_value != 1 or n_uses[truth] != 2 or truth < OF_EXPRESSIONS:
                continue
            if less.scope[0] not in (x, y, truth) and builder.bounds(truth) == (0, 1):
                found.append(Copy((each, less), x, y, offset, less.scope[0], truth))
    return found
