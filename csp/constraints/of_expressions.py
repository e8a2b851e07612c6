"""The base of constraints and functions on expressions that they have in one list."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from csp.model.expressions import Expression, Variable


class OfExpressions:
    """The base of constraints and functions whose variables are those of their `expressions`."""

    expressions: list[Expression]

    def variables(self) -> Iterator[Variable]:
        """Yield the variables of all expressions, possibly some of them more than once."""
        return chain.from_iterable(each.variables() for each in self.expressions)
