"""Different differences: all x[j] - x[i] of some variables in one all-different.

Two propagators on the variables themselves take the place of a variable and an equation for each
difference: `csp.propagators.differences`, and `csp.propagators.sums_of_differences` where it is
known that the variables ascend. The order may be posted later than the differences, and equations
may say that variables are differences, so this is looked for when a search is built.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

from csp.model.expressions import Expression, Function, Variable
from csp.model.postings import LINEAR, ON_BOUNDS, ON_FIXED, QUADRATIC, Propagator

if TYPE_CHECKING:
    from csp.model.builder import Builder

Operand = TypeVar("Operand", bound=Hashable)
Atom = Variable | Function | None
"""One side of a difference. None is the number 0: a variable x alone is the difference x - 0."""

FEWEST = 4
"""Fewer variables have at most three differences."""
MOST_SPAN = 1 << 12
"""The rows of bits of the propagators have one bit for each difference up to this."""
MOST_SCANNED = 1 << 14
"""Equations are not looked at if there are more propagators: that would take a millisecond."""


def post_differences(builder: Builder, expressions: Sequence[Expression]) -> bool:
    """Post that all expressions differ, if they are all differences of some variables.

    Return whether they are.
    """
    if not _n_operands(len(expressions)):
        return False
    atoms = _in_order(map(_difference, expressions))
    if not atoms:
        return False
    scope = [_number(builder, atom) for atom in atoms]
    span = _span(builder, scope)
    if len(set(scope)) < len(scope) or not len(expressions) <= span <= MOST_SPAN:
        return False
    builder.propagator(
        "differences:differences",
        scope,
        [span],
        scratch=2 * (2 * span // 64 + 1),
        cost=LINEAR,
        wake=ON_FIXED,
    )
    builder.differences.append(scope)
    return True


def post_sums_of_differences(builder: Builder) -> None:
    """Post the bounds of sums of differences of variables that are known to ascend."""
    known = [*builder.differences, *_defined_by_equations(builder)]
    if not known:
        return
    less = {tuple(each.scope) for each in _posted(builder, "less:less") if each.constants[0] < 0}
    for scope in known:
        if all(
            (x, y) in less or builder.bounds(x)[1] < builder.bounds(y)[0]
            for x, y in pairwise(scope)
        ):
            n, span = len(scope), _span(builder, scope)
            builder.propagator(
                "sums_of_differences:sums_of_differences",
                scope,
                [span],
                scratch=span // 64 + 2 + n * (n - 1) // 2,
                cost=QUADRATIC,
                wake=ON_BOUNDS,
                is_redundant=True,
            )


def has_only_differences(builder: Builder, n_unknowns: int) -> bool:
    """Return whether each of the first variables is in some differences, or fixed."""
    known = {v for scope in builder.differences for v in scope}
    return bool(known) and all(v in known or builder.n_values(v) == 1 for v in range(n_unknowns))


def _defined_by_equations(builder: Builder) -> list[list[int]]:
    """Return variables whose differences are variables of a group, because of equations."""
    groups = [group for group in builder.groups if _n_operands(len(group))]
    if not groups or len(builder.posted) > MOST_SCANNED:
        return []
    sums: dict[int, list[tuple[int, int]]] = {}
    for each in _posted(builder, "linear:equals"):
        for difference, pair in _differences_in(each):
            sums.setdefault(difference, []).append(pair)
    found = []
    for group in groups:
        own = {v for v, _ in group}
        if sums.keys().isdisjoint(own) or any(offset for _, offset in group):
            continue
        pairs = (_outside(sums.get(v, []), own) or (None, v) for v, _ in group)
        operands = _in_order(pairs)
        scope = [builder.constant(0) if v is None else v for v in operands]
        if operands and _span(builder, scope) <= MOST_SPAN:
            found.append(scope)
    return found


def _differences_in(equation: Propagator) -> Iterable[tuple[int, tuple[int, int]]]:
    """Yield each variable that an equation x = y + z defines as a difference, and the difference.

    A difference is what is subtracted, and from what.
    """
    *coefficients, total = equation.constants
    if total or sorted(map(abs, coefficients)) != [1, 1, 1] or abs(sum(coefficients)) != 1:
        return
    alone = -sum(coefficients)
    x = equation.scope[coefficients.index(alone)]
    y, z = (v for v, c in zip(equation.scope, coefficients, strict=True) if c != alone)
    yield y, (z, x)
    yield z, (y, x)


def _outside(pairs: Iterable[tuple[int, int]], group: set[int]) -> tuple[int, int] | None:
    """Return the first pair of which the subtracted variable is not in a group."""
    return next((pair for pair in pairs if pair[0] not in group), None)


def _posted(builder: Builder, name: str) -> Iterable[Propagator]:
    """Return the propagators of a name."""
    return (each for each in builder.posted if each.function == name)


def _number(builder: Builder, atom: Atom) -> int:
    """Return the number of a variable that equals an atom."""
    return builder.constant(0) if atom is None else builder.atom(atom)


def _span(builder: Builder, scope: Sequence[int]) -> int:
    """Return the greatest difference of values of variables."""
    ends = [builder.bounds(v) for v in scope]
    return max(high for _, high in ends) - min(low for low, _ in ends)


def _n_operands(n_differences: int) -> int:
    """Return how many variables have so many differences; 0 if no number has, or few."""
    n = int((2 * n_differences) ** 0.5) + 1
    return n if n >= FEWEST and n * (n - 1) == 2 * n_differences else 0


def _in_order(pairs: Iterable[tuple[Operand, Operand] | None]) -> list[Operand]:
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
