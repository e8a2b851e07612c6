"""Negative tables: the combinations of values that are forbidden."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from csp.constraints.table import FEW_COMBINATIONS, Table, n_combinations
from csp.constraints.tuples import post_forbidden, post_table

if TYPE_CHECKING:
    from csp.model.builder import Builder


class Forbidden(Table):
    """Expressions whose values, together, are none of some tuples; see `forbidden`."""

    def allows(self, values: tuple[int, ...]) -> bool:
        """Tell whether none of the tuples is this."""
        return not super().allows(values)

    def build(self, builder: Builder) -> None:
        """Post the tuples that are left, if there are few, and else those that are not."""
        numbers = builder.numbers(self.expressions)
        if n_combinations(builder, numbers) <= FEW_COMBINATIONS:
            post_table(builder, numbers, self.allowed(builder, numbers))
        else:
            post_forbidden(builder, numbers, self.tuples)

    def post_rows_of_truth(self, builder: Builder, scope: Sequence[int], told: int) -> None:
        """Post that the last of some variables has a value just where no tuple has the others."""
        super().post_rows_of_truth(builder, scope, 1 - told)

    def __repr__(self) -> str:
        return f"forbidden({self.expressions!r}, {len(self.tuples)} tuples)"


def forbidden(expressions: Iterable[Any], tuples: Iterable[Sequence[int | None]]) -> Forbidden:
    """Say that the values of some expressions are none of some tuples.

    Consistency: a value goes when all that could stand beside it is forbidden (Compact-Table, see
    `table`). That is domain consistency, but for more than 4096 combinations of values and tuples
    with None at different places: then it is looked at apart what those with None at the same
    places forbid together. Tuples with None are not written out.

    Parameters
    ----------
    expressions
        Variables and expressions.
    tuples
        A value for each of them, or None for any value.

    Returns
    -------
    Forbidden
        A constraint.

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
