"""Many comparisons of sums of variables with numbers, kept in arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from csp.model.constraint import Constraint
from csp.model.posted_rows import Lists
from csp.model.row_windows import LinearWindow
from csp.model.rows import Rows
from exactcover.runtime.kernels.types import I64

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.expressions import Function, Variable


class Row(NamedTuple):
    """A row: the sum of variables times weights is compared with a total.

    Attributes
    ----------
    truth
        The truth value of the comparison; None if it must hold.
    """

    weights: Sequence[int]
    variables: list[Variable]
    total: int
    truth: Variable | None = None


class RowKind(NamedTuple):
    """The operator of a row, and how its constraint is made.

    Attributes
    ----------
    operator
        ==, != or <=.
    constraint
        Returns the constraint that a row is, as it would be posted alone.
    function
        Returns the function of such a constraint of which the truth value is the value.
    are_bits
        Whether all variables must have the values 0 and 1.
    """

    operator: str
    constraint: Callable[[Row], Constraint]
    function: Callable[[Constraint], Function]
    are_bits: bool = False


class LinearRows(Rows):
    """The conjunction of many comparisons of sums of variables.

    A variable occurs in a row only once, and one without a truth value has at least two. Rows for
    which this or something else is not so are posted one by one.

    Parameters
    ----------
    kinds
        The kind of each row.
    scopes, weights
        The numbers of the variables of each row, and their weights.
    totals, truths
        The total of each row, and the number of its truth value, or NONE.
    variables
        All variables by their numbers.
    """

    def __init__(
        self,
        kinds: Sequence[RowKind],
        scopes: Lists,
        weights: Lists,
        totals: I64,
        truths: I64,
        variables: dict[int, Variable],
    ) -> None:
        super().__init__()
        self.kinds, self.scopes, self.weights = kinds, scopes, weights
        self.totals, self.truths = totals, truths
        self._variables = variables

    @classmethod
    def merged(cls, parts: Sequence[LinearRows], order: I64) -> LinearRows:
        """Return rows of several, which are counted on from one to the next, in an order."""
        kinds = [*chain.from_iterable(each.kinds for each in parts)]
        return cls(
            [kinds[k] for k in order.tolist()],
            Lists.joined([each.scopes for each in parts]).chosen(order),
            Lists.joined([each.weights for each in parts]).chosen(order),
            np.concatenate([each.totals for each in parts])[order],
            np.concatenate([each.truths for each in parts])[order],
            {v: own for each in parts for v, own in each._variables.items()},
        )

    def __len__(self) -> int:
        return len(self.kinds)

    @cached_property
    def ends(self) -> I64:
        """Where the terms of each row end."""
        return np.cumsum(self.scopes.lengths)

    def make(self, k: int) -> Constraint:
        """Return the constraint that a row is."""
        end = int(self.ends[k])
        own = slice(end - int(self.scopes.lengths[k]), end)
        variables = [self._variables[v] for v in self.scopes.numbers[own].tolist()]
        weights, total = self.weights.numbers[own].tolist(), int(self.totals[k])
        truth = self._variables.get(int(self.truths[k]))
        return self.kinds[k].constraint(Row(weights, variables, total, truth))

    def variables(self) -> Iterator[Variable]:
        """Yield each variable of any row once."""
        yield from self._variables.values()

    def window(self, builder: Builder, begin: int, end: int) -> LinearWindow:
        """Return some rows with the domains that their variables have now."""
        return LinearWindow(self, builder, begin, end)

    def functions(self, results: dict[int, int]) -> list[tuple[Function, int]]:
        """Return the functions of some rows, and the variables that equal them."""
        return [(self.kinds[k].function(self.constraint(k)), v) for k, v in results.items()]
