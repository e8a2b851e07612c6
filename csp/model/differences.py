"""Different differences: all x[j] - x[i] of some variables in one all-different.

A propagator on the variables themselves takes the place of a variable and an equation for each
difference: `csp.propagators.differences`. See also `csp.presolve.rulers`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar

from csp.model.expressions import Expression, Function, Variable
from csp.model.posted_records import LINEAR, ON_FIXED
from csp.propagators.registry import DIFFERENCES

if TYPE_CHECKING:
    from csp.model.builder import Builder

Operand = TypeVar("Operand", bound=Hashable)
Atom = Variable | Function | None
"""One side of a difference. None is the number 0: a variable x alone is the difference x - 0."""

FEWEST = 4
"""Fewer variables have at most three differences."""
MOST_SPAN = 1 << 12
"""The rows of bits of the propagators have one bit for each difference up to this."""


def post_differences(builder: Builder, expressions: Sequence[Expression]) -> bool:
    """Post that all expressions differ, if they are all differences of some variables.

    Return whether they are.
    """
    if not n_operands(len(expressions)):
        return False
    atoms = in_order(map(_difference, expressions))
    if not atoms:
        return False
    scope = [_number(builder, atom) for atom in atoms]
    width = span(builder, scope)
    if len(set(scope)) < len(scope) or not len(expressions) <= width <= MOST_SPAN:
        return False
    builder.propagator(
        DIFFERENCES,
        scope,
        [width],
        scratch=2 * (2 * width // 64 + 1),
        cost=LINEAR,
        wake=ON_FIXED,
    )
    builder.differences.append(scope)
    return True


def _number(builder: Builder, atom: Atom) -> int:
    """Return the number of a variable that equals an atom."""
    return builder.constant(0) if atom is None else builder.atom(atom)


def span(builder: Builder, scope: Sequence[int]) -> int:
    """Return the greatest difference of values of variables."""
    ends = [builder.bounds(v) for v in scope]
    return max(high for _, high in ends) - min(low for low, _ in ends)


def n_operands(n_differences: int) -> int:
    """Return how many variables have so many differences; 0 if no number has, or few."""
    n = int((2 * n_differences) ** 0.5) + 1
    return n if n >= FEWEST and n * (n - 1) == 2 * n_differences else 0


def in_order(pairs: Iterable[tuple[Operand, Operand] | None]) -> list[Operand]:
    """Return the operands if all their differences are there, each later one less each earlier one.

    A pair is what is subtracted, and from what; None is no difference. The list is empty if a pair
    is missing, or is there twice, or if there is no such order: there is one if the operands are
    the greater ones 0, 1, 2 ... times.
    """
    found: set[tuple[Operand, Operand]] = set()
    n_above: dict[Operand, int] = {}
    for pair in pairs:
        if pair is None or pair in found or pair[::-1] in found:
            return []
        found.add(pair)
        n_above[pair[0]] = n_above.get(pair[0], 0)
        n_above[pair[1]] = n_above.get(pair[1], 0) + 1
    operands = sorted(n_above, key=n_above.__getitem__)
    return operands if [n_above[each] for each in operands] == list(range(len(operands))) else []


def _difference(expression: Expression) -> tuple[Atom, Atom] | None:
    """Return (x, y) if an expression is the difference y - x, else None."""
    linear = expression.linear()
    if linear.constant or linear.dropped or len(linear.terms) > 2:
        return None
    of: dict[int, Atom] = {c: atom for atom, c in linear.terms.items()}
    if not of.keys() <= {-1, 1} or len(of) < len(linear.terms) or not of:
        return None
    return of.get(-1), of.get(1)
