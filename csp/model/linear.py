"""Posting linear constraints: a sum of variables times coefficients, compared with a total.

The builder posts the equations of its views in this way, and so do the constraints.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import gcd
from typing import TYPE_CHECKING

from csp.cards.ranges import BELOW, sum_reach
from csp.errors import ModelError
from csp.model.posted_records import CHEAP, LINEAR, ON_BOUNDS, ON_CHANGE, ON_FIXED, QUADRATIC, View
from csp.propagators.registry import (
    LESS,
    LINEAR_EQUALS,
    LINEAR_LESS_EQUAL,
    LINEAR_NOT_EQUALS,
    SUMS,
    Name,
)

if TYPE_CHECKING:
    from csp.model.builder import Builder

Terms = Sequence[tuple[int, int]]
"""The numbers of variables, and their coefficients."""

MOST_WORDS = 1 << 14
"""The most words in a row of sums: a million sums."""

FEW = 3
"""The level "auto" is domain consistent while at most this many variables are not fixed."""

TESTS: dict[str, Callable[[int], bool]] = {
    "==": lambda value: value == 0,
    "!=": lambda value: value != 0,
    "<=": lambda value: value <= 0,
}
"""Operator -> whether the difference of the two sides satisfies it."""

OF_SUMS = {"==": LINEAR_EQUALS, "!=": LINEAR_NOT_EQUALS, "<=": LINEAR_LESS_EQUAL}
"""Operator -> the propagator of a sum."""


def post_linear(
    builder: Builder, operator: str, terms: Terms, total: int, level: str = "auto"
) -> None:
    """Post that the sum of the terms is ==, != or <= the total.

    Both sides are divided by the greatest common divisor of the coefficients: an equation whose
    total it does not divide has no solution, and other bounds become tighter.
    """
    divisor = gcd(*(c for _, c in terms))
    if divisor > 1:
        if operator != "<=" and total % divisor:
            builder.is_infeasible |= operator == "=="
            return
        terms, total = [(v, c // divisor) for v, c in terms], total // divisor
    if len(terms) <= 1:
        _post_unary(builder, operator, terms, total)
    elif is_difference(terms):
        _post_binary(builder, operator, terms, total)
    else:
        _post_sum(builder, operator, terms, total)
        if operator == "==" and (most := _most_unfixed(builder, terms, total, level)):
            _post_domain_consistent(builder, terms, total, most)


def is_difference(terms: Terms) -> bool:
    """Return whether a sum is one variable minus another one."""
    return len(terms) == 2 and {terms[0][1], terms[1][1]} == {1, -1}


def fits(builder: Builder, terms: Terms, total: int) -> bool:
    """Return whether the library can compute exactly with a sum that is compared with a total."""
    bounds = [builder.bounds(v) for v, _ in terms]
    return sum_reach(bounds, [*(c for _, c in terms), total]) < BELOW


def post_implied(
    builder: Builder, condition: int, terms: Terms, total: int, *, is_redundant: bool = False
) -> None:
    """Post that the sum of the terms is at most the total, if a variable of 0 and 1 is 1.

    Else it may be as much as the bounds allow. Where it is redundant, it is left out if it might
    overflow.
    """
    more = sum(c * builder.bounds(v)[c > 0] for v, c in terms) - total
    terms, total = [*terms, (condition, more)], total + more
    if more > 0 and (not is_redundant or fits(builder, terms, total)):
        post_linear(builder, "<=", terms, total)


def post_incremental(
    builder: Builder,
    name: Name,
    scope: Sequence[int],
    constants: Sequence[int],
    *,
    scratch: int = 0,
    cost: int = LINEAR,
    wake: int = ON_BOUNDS,
) -> None:
    """Post a propagator that maintains the sum of the terms whose variables are fixed."""
    builder.propagator(
        name,
        scope,
        constants,
        cells=[0, 0],
        memory=range(len(scope)),
        scratch=scratch,
        cost=cost,
        wake=wake,
    )


def _post_unary(builder: Builder, operator: str, terms: Terms, total: int) -> None:
    """Post a comparison of one variable, whose coefficient is 1 or -1, or of none."""
    if not terms:
        return
    ((v, sign),) = terms
    value = sign * total
    if operator == "<=" and sign > 0:
        builder.bound(v, greatest=value)
    elif operator == "<=":
        builder.bound(v, least=value)
    elif operator == "==":
        builder.bound(v, value, value)
    elif builder.is_wide(v):
        builder.propagator(LINEAR_NOT_EQUALS, [v], [sign, total], cost=LINEAR, wake=ON_BOUNDS)
    else:
        builder.exclude(v, value)


def _post_binary(builder: Builder, operator: str, terms: Terms, total: int) -> None:
    (x, a), (y, _) = terms
    if a < 0 and operator != "<=":
        x, y = y, x
    if operator == "==":
        builder.equal(x, y, total)
    elif operator == "!=":
        builder.all_different([View(x, 0), View(y, total)])
    elif a > 0:
        _post_less(builder, x, y, total)
    else:
        _post_less(builder, y, x, total)


def _post_less(builder: Builder, x: int, y: int, total: int) -> None:
    builder.propagator(LESS, [x, y], [total], cost=CHEAP, wake=ON_BOUNDS)


def _post_sum(builder: Builder, operator: str, terms: Terms, total: int) -> None:
    name = OF_SUMS[operator]
    scope, constants = [v for v, _ in terms], [c for _, c in terms]
    constants.append(total)
    if operator == "!=":
        builder.propagator(name, scope, constants, cost=LINEAR, wake=ON_FIXED)
    else:
        post_incremental(builder, name, scope, constants)


def _most_unfixed(builder: Builder, terms: Terms, total: int, level: str) -> int:
    """Return the most unfixed variables with which an equation is made domain consistent."""
    if level == "bounds" or _are_bits(builder, terms):
        return 0
    if level == "domain":
        return len(terms)
    is_narrow = not any(builder.is_wide(v) for v, _ in terms)
    return FEW if is_narrow and _n_words(builder, terms, total) == 1 else 0


def _are_bits(builder: Builder, terms: Terms) -> bool:
    """Return whether bounds consistency is domain consistency.

    It is where each variable has two adjacent values, and all coefficients have one size.
    """
    return len({abs(c) for _, c in terms}) == 1 and all(
        not builder.is_wide(v) and builder.domain(v)[1] <= 0b11 for v, _ in terms
    )


def _n_words(builder: Builder, terms: Terms, total: int) -> int:
    """Return the words of a row of sums, from the nearer end of the sum's range to the total."""
    ends = [sorted(c * end for end in builder.bounds(v)) for v, c in terms]
    width = min(total - sum(least for least, _ in ends), sum(most for _, most in ends) - total)
    return max(width, 0) // 64 + 1


def _post_domain_consistent(builder: Builder, terms: Terms, total: int, most: int) -> None:
    n_words = _n_words(builder, terms, total)
    if n_words > MOST_WORDS:
        raise ModelError(
            f"an equation of {len(terms)} terms has up to {64 * n_words} sums: "
            f'at most {64 * MOST_WORDS} are computed; use level "bounds"'
        )
    constants = [*(c for _, c in terms), total, most]
    rows = (len(terms) + 2) * n_words
    post_incremental(
        builder,
        SUMS,
        [v for v, _ in terms],
        constants,
        scratch=rows,
        cost=QUADRATIC,
        wake=ON_CHANGE,
    )
