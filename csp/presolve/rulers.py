"""The rule `rulers`: variables whose differences are all different, and which ascend.

It posts `csp.propagators.sums_of_differences` for them. The order may be posted later than the
differences, and equations may say that variables are differences, so this is looked for when a
search is built. A ruler is laid from its beginning: if all variables of a model are marks of
rulers, the one with the least value is decided first.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING

from csp.model.differences import MOST_SPAN, in_order, n_operands, span
from csp.model.posted_records import ON_BOUNDS, QUADRATIC, Propagator
from csp.propagators.registry import LESS, LINEAR_EQUALS, SUMS_OF_DIFFERENCES

if TYPE_CHECKING:
    from csp.model.builder import Builder

MOST_SCANNED = 1 << 14
"""Equations are not looked at if there are more propagators: that would take a millisecond."""


def post_sums_of_differences(builder: Builder) -> bool:
    """Post the bounds of sums of differences of variables that are known to ascend.

    Return whether there are variables whose differences are all different.
    """
    known = [*builder.differences, *_defined_by_equations(builder)]
    if not known:
        return False
    less = {tuple(each.scope) for each in _posted(builder, LESS) if each.constants[0] < 0}
    for scope in known:
        if all(
            (x, y) in less or builder.bounds(x)[1] < builder.bounds(y)[0]
            for x, y in pairwise(scope)
        ):
            n, width = len(scope), span(builder, scope)
            builder.propagator(
                SUMS_OF_DIFFERENCES,
                scope,
                [width],
                scratch=width // 64 + 2 + n * (n - 1) // 2,
                cost=QUADRATIC,
                wake=ON_BOUNDS,
            )
    return True


def is_ruler(builder: Builder, n_unknowns: int) -> bool:
    """Return whether the first variables are marks of rulers: all in differences, or fixed."""
    known = {v for scope in builder.differences for v in scope}
    return bool(known) and all(v in known or builder.n_values(v) == 1 for v in range(n_unknowns))


def _defined_by_equations(builder: Builder) -> list[list[int]]:
    """Return variables whose differences are variables of a group, because of equations."""
    groups = [group for group in builder.groups if n_operands(len(group))]
    if not groups or builder.n_posted > MOST_SCANNED:
        return []
    sums: dict[int, list[tuple[int, int]]] = {}
    for each in _posted(builder, LINEAR_EQUALS):
        for difference, pair in _differences_in(each):
            sums.setdefault(difference, []).append(pair)
    found = []
    for group in groups:
        own = {v for v, _ in group}
        if sums.keys().isdisjoint(own) or any(offset for _, offset in group):
            continue
        pairs = (_outside(sums.get(v, []), own) or (None, v) for v, _ in group)
        operands = in_order(pairs)
        scope = [builder.constant(0) if v is None else v for v in operands]
        if operands and span(builder, scope) <= MOST_SPAN:
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
