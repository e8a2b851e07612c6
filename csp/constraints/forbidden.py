"""Negative tables: the combinations of values that are forbidden."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from csp.constraints.table import (
    MOST_COMBINATIONS,
    Table,
    Tuple,
    n_combinations,
    possible,
    post_rows,
    post_table,
)
from csp.errors import ModelError

if TYPE_CHECKING:
    from csp.build import Builder

FEW_COMBINATIONS = 1 << 12
"""Of so few combinations the allowed ones make a table, which is faster."""


class Forbidden(Table):
    """Expressions whose values, together, are none of some tuples; see `forbidden`."""

    def allows(self, values: tuple[int, ...]) -> bool:
        """Tell whether none of the tuples is this."""
        return not super().allows(values)

    def build(self, builder: Builder) -> None:
        """Post the tuples that are left, if there are few, and else those that are not."""
        numbers = builder.numbers(self.expressions)
        tuples = possible(builder, numbers, self._expanded(builder, numbers))
        n = n_combinations(builder, numbers)
        if len(tuples) == n:
            builder.is_infeasible = True
        elif not tuples:
            return
        elif n <= FEW_COMBINATIONS:
            post_table(builder, numbers, self.allowed(builder, numbers))
        else:
            post_rows(builder, "table:forbidden", numbers, tuples)

    def _expanded(self, builder: Builder, numbers: Sequence[int]) -> Iterator[Tuple]:
        """Put, for None, each value of the variable."""
        domains = [builder.values(v) for v in numbers]
        for own in self.tuples:
            pairs = zip(own, domains, strict=True)
            choices = [domain if value is None else [value] for value, domain in pairs]
            if prod(map(len, choices)) > MOST_COMBINATIONS:
                raise ModelError(f"{self!r}: {own} stands for more than {MOST_COMBINATIONS} tuples")
            yield from product(*choices)

    def __repr__(self) -> str:
        return f"forbidden({self.expressions!r}, {len(self.tuples)} tuples)"


def forbidden(expressions: Iterable[Any], tuples: Iterable[Sequence[int | None]]) -> Forbidden:
    """Say that the values of some expressions are none of some tuples.

    Consistency: domain, by Compact-Table: a value goes when all that could stand beside it is
    forbidden. See `table`.

    Parameters
    ----------
    expressions
        Variables and expressions.
    tuples
        A value for each of them, or None for any value.

    Raises
    ------
    ModelError
        If a tuple has not as many values as there are expressions, or one is not a whole number.

    Examples
    --------
    >>> from csp import Model, forbidden
    >>> model = Model()
    >>> x, y = model.variables(2, range(4))
    >>> model.post(forbidden([x, y], [(0, 1), (2, None)]))
    >>> model.count()
    11
    """
    return Forbidden(expressions, tuples)
