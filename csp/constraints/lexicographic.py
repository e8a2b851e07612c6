"""Sequences in lexicographic order: the order of words in a dictionary."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from csp.errors import ModelError
from csp.model.builder import LINEAR, ON_BOUNDS
from csp.model.constraint import Constraint, ValueOf
from csp.model.expressions import expression_list, listed

if TYPE_CHECKING:
    from csp.constraints.relation import Relation
    from csp.model.builder import Builder
    from csp.model.expressions import Variable


class Lexicographic(Constraint):
    """One sequence of expressions is not behind another; see `lexicographic`."""

    def __init__(self, left: Iterable[Any], right: Iterable[Any], *, strict: bool = False) -> None:
        self.left = expression_list(left, "the left expressions")
        self.right = expression_list(right, "the right expressions")
        self.strict = strict
        if len(self.left) != len(self.right):
            raise ModelError(
                f"sequences of {len(self.left)} and {len(self.right)} expressions have no order"
            )

    def variables(self) -> Iterator[Variable]:
        """Yield the variables of both sequences."""
        for each in (*self.left, *self.right):
            yield from each.variables()

    def holds(self, value_of: ValueOf) -> bool:
        """Compare the values."""
        left, right = ([each.value(value_of) for each in side] for side in (self.left, self.right))
        return left < right if self.strict else left <= right

    def build(self, builder: Builder) -> None:
        """Post the propagator."""
        scope = [builder.number(each) for each in (*self.left, *self.right)]
        builder.propagator(
            "lexicographic:lexicographic",
            scope,
            [int(self.strict), int(len(set(scope)) < len(scope))],
            cost=LINEAR,
            wake=ON_BOUNDS,
        )

    def __repr__(self) -> str:
        return f"lexicographic({self.left!r}, {self.right!r}, strict={self.strict})"


def lexicographic(
    left: Iterable[Any], right: Iterable[Any], *, strict: bool = False
) -> Lexicographic:
    """Say that one sequence is not behind another in lexicographic order: it breaks symmetries.

    Consistency: bounds; domain if no variable stands in both.

    Parameters
    ----------
    left, right
        Expressions, as many in each.
    strict
        Whether they must differ.

    Returns
    -------
    Lexicographic
        A constraint.

    Raises
    ------
    ModelError
        If one is longer than the other.

    Examples
    --------
    >>> from csp import Model, lexicographic
    >>> model = Model()
    >>> x, y = model.variables((2, 2), range(2))
    >>> model.post(lexicographic(x, y))
    >>> model.count()
    10
    """
    return Lexicographic(left, right, strict=strict)


def lexicographic_chain(
    rows: Iterable[Iterable[Any]], *, strict: bool = False
) -> list[Lexicographic]:
    """Say that sequences are in order: of rows that can be exchanged one order is left.

    The columns of a matrix can be in order, too ("double lex"): that leaves at least one of the
    solutions that differ by exchanges of rows and columns, but not always only one.

    Parameters
    ----------
    rows
        Sequences of variables and expressions.
    strict
        Whether equal rows are forbidden.

    Returns
    -------
    list[Lexicographic]
        Constraints, one for each two neighbours.

    References
    ----------
    P. Flener et al., Breaking row and column symmetries in matrix models, CP 2002.

    Examples
    --------
    >>> from csp import Model, lexicographic_chain
    >>> model = Model()
    >>> x = model.variables((3, 2), range(2))
    >>> model.post(lexicographic_chain(x), lexicographic_chain(x.T))
    >>> model.count()
    14
    """
    sequences = [listed(row, "the expressions of a row") for row in listed(rows, "the rows")]
    if len(sequences) == 1:  # its elements must still be some
        return [lexicographic(sequences[0], sequences[0])]
    return [lexicographic(*two, strict=strict) for two in pairwise(sequences)]


def increasing(expressions: Iterable[Any], *, strict: bool = False) -> list[Relation]:
    """Say that each expression is at most the next one; or less, if `strict`.

    Parameters
    ----------
    expressions
        Variables and expressions.
    strict
        Whether equal values are forbidden.

    Returns
    -------
    list[Relation]
        Constraints, one for each two neighbours.

    Examples
    --------
    >>> from csp import Model, increasing
    >>> model = Model()
    >>> x = model.variables(3, range(4))
    >>> model.post(increasing(x, strict=True))
    >>> model.count()
    4
    """
    own = expression_list(expressions, "the expressions")
    if len(own) == 1:  # it must still have a value
        return [own[0] <= own[0]]
    return [one < other if strict else one <= other for one, other in pairwise(own)]
