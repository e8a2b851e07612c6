"""Negative tables: the forbidden combinations of values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from csp.constraints.table import FEW_COMBINATIONS, Table, n_combinations
from csp.constraints.tuples import post_table

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.literal_graph import LiteralGraph


class Forbidden(Table):
    """The constraint that values are none of some tuples; see `forbidden`."""

    def allows(self, values: tuple[int, ...]) -> bool:
        """Return whether a combination of values is none of the tuples."""
        return not super().allows(values)

    def build(self, builder: Builder) -> None:
        """Post the allowed combinations if there are few, and the forbidden tuples otherwise."""
        numbers = builder.distinct_variables(self.expressions)
        if n_combinations(builder, numbers) <= FEW_COMBINATIONS:
            post_table(builder, numbers, self.allowed(builder, numbers))
        else:
            self._forbid(builder, numbers, self.tuples)

    def add_to(self, graph: LiteralGraph) -> None:
        """Add the forbidden tuples, if there are too many combinations of values."""
        if graph.is_small(self, len(self.expressions)):
            graph.enumerate(self)
        else:
            for vertex in self.to_vertices(graph):
                graph.forbid([vertex])

    def post_reified_rows(self, builder: Builder, scope: Sequence[int], value: int) -> None:
        """Post that the last variable has a value if and only if no tuple has the others."""
        super().post_reified_rows(builder, scope, 1 - value)

    def __repr__(self) -> str:
        return f"forbidden({self.expressions!r}, {len(self.tuples)} tuples)"


def forbidden(expressions: Iterable[Any], tuples: Iterable[Sequence[Any]]) -> Forbidden:
    """Return the negative table constraint: the values of expressions are none of some tuples.

    A tuple may have conditions in place of values, as in `table`.

    Consistency: domain (Compact-Table for negative tables, see `table`). If there are more than
    4096 combinations of values, tuples with None at different places are propagated separately,
    which is weaker. If some have conditions then, each tuple is propagated by itself: domain if it
    compares no columns, else as `truth` of its conditions. Tuples are not expanded.

    Parameters
    ----------
    expressions
        Variables and expressions.
    tuples
        The rows: for each expression a value, a condition, a set, or None for any value.

    Returns
    -------
    Forbidden
        A constraint, to be posted to a model or combined with others.

    Raises
    ------
    ModelError
        As for `table`.

    References
    ----------
    H. Verhaeghe, C. Lecoutre and P. Schaus, Extending Compact-Table to negative and short tables,
    AAAI 2017.

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
