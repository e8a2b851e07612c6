"""Many comparisons of sums of variables with numbers, kept in arrays.

Readers of texts post them: an object for each constraint and each propagator takes most of the time
of reading. What is posted is the same as if each were posted alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from csp.model.constraint import Constraint, ValueOf
from csp.model.posted_rows import NONE, Lists
from csp.model.row_windows import Window
from exactcover.runtime.kernels.types import I64
from exactcover.runtime.search.limits import stop_if_due

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.expressions import Function, Variable

FEWEST = 32
"""Fewer rows are posted one by one, which is faster then."""
MOST_AT_ONCE = 1 << 14
"""The most rows between two looks at the clock."""


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


class LinearRows(Constraint):
    """The conjunction of many comparisons of sums of variables.

    A variable occurs in a row only once, and one without a truth value has at least two. Rows for
    which this or something else is not so are posted one by one.

    Parameters
    ----------
    kinds
        The kind of each row.
    weights
        The weights of each row.
    variables
        The variables of all rows, one row behind the other, and then those truth values that are
        not None.
    totals, truths
        The total of each row, and what its truth value is, or None.

    Attributes
    ----------
    scopes, weights
        The numbers of the variables of each row, and their weights.
    """

    def __init__(
        self,
        kinds: Sequence[RowKind],
        weights: Sequence[Sequence[int]],
        variables: Sequence[Variable],
        totals: Sequence[int],
        truths: Sequence[Any],
    ) -> None:
        n = len(kinds)
        numbers = {id(kind): k for k, kind in enumerate(kinds)}
        self.kinds = kinds
        self._kind_of = np.fromiter(map(numbers.__getitem__, map(id, kinds)), np.int64, n)
        indices = [*map(attrgetter("index"), variables)]
        self._variables: dict[int, Variable] = dict(zip(indices, variables, strict=True))
        lengths = np.fromiter(map(len, weights), np.int64, n)
        flat = np.array(indices, dtype=np.int64)
        n_terms = int(lengths.sum())
        self.scopes = Lists(lengths, flat[:n_terms])
        coefficients = np.fromiter(chain.from_iterable(weights), np.int64, n_terms)
        self.weights = Lists(lengths, coefficients)
        self.totals = np.array(totals, dtype=np.int64)
        self.truths = np.full(n, NONE, dtype=np.int64)
        self.truths[[each is not None for each in truths]] = flat[n_terms:]
        self._made: dict[int, Constraint] = {}

    def __len__(self) -> int:
        return len(self._kind_of)

    @cached_property
    def ends(self) -> I64:
        """Where the terms of each row end."""
        return np.cumsum(self.scopes.lengths)

    def constraint(self, k: int) -> Constraint:
        """Return the constraint that a row is: always the same object."""
        found = self._made.get(k)
        if found is None:
            end = int(self.ends[k])
            own = slice(end - int(self.scopes.lengths[k]), end)
            variables = [self._variables[v] for v in self.scopes.numbers[own].tolist()]
            weights, total = self.weights.numbers[own].tolist(), int(self.totals[k])
            truth = self._variables.get(int(self.truths[k]))
            found = self.kinds[k].constraint(Row(weights, variables, total, truth))
            self._made[k] = found
        return found

    def constraints(self) -> list[Constraint]:
        """Return the constraints that the rows are, which are made when somebody asks for them."""
        return [*map(self.constraint, range(len(self)))]

    def variables(self) -> Iterator[Variable]:
        """Yield each variable of any row once."""
        yield from self._variables.values()

    def holds(self, value_of: ValueOf) -> bool:
        """Return whether all rows hold."""
        return all(each.holds(value_of) for each in self.constraints())

    def build(self, builder: Builder) -> None:
        """Post all rows."""

        def built(each: Constraint) -> bool:
            each.build(builder)
            return True

        self.post(builder, built)

    def post(self, builder: Builder, alone: Callable[[Constraint], bool]) -> list[Constraint]:
        """Post all rows in their order, and return those that are impossible.

        `alone` posts one and returns whether it is possible. Rows that are posted together restrict
        no domain, so each is posted with the domains that it finds when it is posted alone.
        """
        impossible, at, size = list[Constraint](), 0, MOST_AT_ONCE
        while at < len(self):
            stop_if_due()
            end = min(at + max(size, FEWEST), len(self))
            window = Window(self, builder, at, end) if size >= FEWEST else None
            n_restricted = builder.n_restricted
            while at < end:
                if window is not None:
                    at = window.post(at, FEWEST)
                    if at == end:
                        break
                constraint = self.constraint(at)
                if not alone(constraint):
                    impossible.append(constraint)
                at += 1
                if window is not None and builder.n_restricted != n_restricted:
                    break  # the window has old domains
            # Where rows that are posted alone restrict domains, windows become short, or none.
            size = min(2 * size, MOST_AT_ONCE) if at == end else max(size // 2, 1)
        return impossible

    def functions(self, results: dict[int, int]) -> list[tuple[Function, int]]:
        """Return the functions of some rows, and the variables that equal them."""
        return [(self.kinds[k].function(self.constraint(k)), v) for k, v in results.items()]

    def __repr__(self) -> str:
        return f"<{len(self)} comparisons of sums>"
