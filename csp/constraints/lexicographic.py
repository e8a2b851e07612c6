"""Lexicographic order of sequences, for breaking symmetries, and increasing sequences."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from csp.constraints.conjunction import Chain
from csp.constraints.of_expressions import OfExpressions
from csp.constraints.tabulated import Numbered
from csp.errors import ModelError
from csp.model.constraint import Constraint, ValueOf
from csp.model.expressions import expression_list, listed
from csp.model.posted_records import LINEAR, ON_BOUNDS
from csp.propagators.registry import LEXICOGRAPHIC

if TYPE_CHECKING:
    from csp.model.builder import Builder


class Lexicographic(OfExpressions, Constraint):
    """The constraint that one sequence is at most another; see `lexicographic`."""

    def __init__(self, left: Iterable[Any], right: Iterable[Any], *, strict: bool = False) -> None:
        self.left = expression_list(left, "the left expressions")
        self.right = expression_list(right, "the right expressions")
        self.expressions = [*self.left, *self.right]
        self.strict = strict
        if len(self.left) != len(self.right):
            raise ModelError(
                f"the sequences have {len(self.left)} and {len(self.right)} expressions: "
                "they must have the same length"
            )

    def holds(self, value_of: ValueOf) -> bool:
        """Return whether the values are in lexicographic order."""
        left, right = ([each.value(value_of) for each in side] for side in (self.left, self.right))
        return left < right if self.strict else left <= right

    def build(self, builder: Builder) -> None:
        """Post the propagator."""
        scope = [builder.variable_of(each) for each in self.expressions]
        builder.propagator(
            LEXICOGRAPHIC,
            scope,
            [int(self.strict), int(len(set(scope)) < len(scope))],
            cost=LINEAR,
            wake=ON_BOUNDS,
        )

    def reify(self, builder: Builder) -> int:
        """Reify that the first pair that differs, if there is one, is in order."""
        rest = builder.constant(int(not self.strict))
        for one, other in reversed([*zip(self.left, self.right, strict=True)]):
            ordered = (one < other) | ((one == other) & Numbered(rest))
            rest = ordered.reify(builder)
        return rest

    def __repr__(self) -> str:
        return f"lexicographic({self.left!r}, {self.right!r}, strict={self.strict})"


def lexicographic(
    left: Iterable[Any], right: Iterable[Any], *, strict: bool = False
) -> Lexicographic:
    """Return the constraint that one sequence is at most another in lexicographic order.

    Consistency: domain if no variable is in both sequences, else bounds. A run takes O(n) time for
    n pairs if the first that may differ is found at once, and O(n^2) at worst.

    Parameters
    ----------
    left, right
        Expressions, as many in each.
    strict
        Whether the sequences must differ.

    Returns
    -------
    Lexicographic
        A constraint, to be posted to a model or combined with others.

    Raises
    ------
    ModelError
        If the sequences have different lengths.

    References
    ----------
    A. Frisch et al., Propagation algorithms for lexicographic ordering constraints, Artificial
    Intelligence 170 (2006).

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


def lexicographic_chain(rows: Iterable[Iterable[Any]], *, strict: bool = False) -> Chain:
    """Return the constraint that each row is at most the next one in lexicographic order.

    This breaks the symmetry of rows that can be exchanged: one order of them remains. If rows and
    columns of a matrix are both ordered ("double lex"), at least one of the solutions that differ
    by exchanges of rows and columns remains, but sometimes more than one.

    Parameters
    ----------
    rows
        Sequences of expressions of the same length.
    strict
        Whether the rows must differ.

    Returns
    -------
    Chain
        A constraint, to be posted to a model or combined with others. It is also an iterable of
        those of two adjacent rows, which are posted one by one.

    Raises
    ------
    ModelError
        If rows have different lengths.

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
    parts = [lexicographic(*adjacent, strict=strict) for adjacent in pairwise(sequences)]
    if len(sequences) == 1:  # its expressions must still have values
        parts = [lexicographic(sequences[0], sequences[0])]
    return Chain(parts, f"lexicographic_chain({sequences!r}, strict={strict})")


def increasing(expressions: Iterable[Any], *, strict: bool = False) -> Chain:
    """Return the constraint that each expression is at most the next one.

    Consistency: domain for each comparison of two adjacent expressions.

    Parameters
    ----------
    expressions
        The sequence.
    strict
        Whether each must be less than the next one.

    Returns
    -------
    Chain
        A constraint, to be posted to a model or combined with others. It is also an iterable of
        its comparisons, which are posted one by one.

    Raises
    ------
    ModelError
        If an expression is invalid.

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
    parts = [one < other if strict else one <= other for one, other in pairwise(own)]
    if len(own) == 1:  # it must still have a value
        parts = [own[0] <= own[0]]
    return Chain(parts, f"increasing({own!r}, strict={strict})")
