"""Comparisons of sums: what many propagators are, or imply.

All languages say the comparison of a sum with a total in one way, so a propagator of that kind
declares the form of its constants and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from csp.cards.formats import Constants, Scope

Bounds = Callable[[int], tuple[int, int]]
"""Returns the bounds of a variable."""


class Comparison(NamedTuple):
    """A comparison: the sum of the terms is at most the total, if a variable has a value."""

    terms: dict[int, int]
    total: int
    condition: tuple[int, int] | None

    def distance(self, one: int, other: int, bounds: Bounds) -> int | None:
        """Return a number of which `other` is at least so much above `one`; None if unknown."""
        factor = self.terms[one]
        if factor <= 0 or self.terms[other] != -factor:
            return None
        if self.condition is not None:
            v, value = self.condition
            if bounds(v) != (value, value):
                return None
        rest = -self.total
        for v, c in self.terms.items():
            if v not in (one, other):
                rest += c * bounds(v)[c < 0]
        return -(-rest // factor)


class Sum(NamedTuple):
    """The comparison of a sum with a total.

    Attributes
    ----------
    scope, weights
        The variables of the sum, and their coefficients.
    operator, total
        ==, != or <=, and the number.
    truth
        The variable that is the truth value; None if the comparison always holds.
    value
        The truth value with which it holds: 0 for an equation whose truth value is that of !=.
    """

    scope: Sequence[int]
    weights: Sequence[int]
    operator: str
    total: int
    truth: int | None = None
    value: int = 1


class SumForm(NamedTuple):
    """How the scope and the constants of a propagator are the comparison of a sum.

    Attributes
    ----------
    operator
        ==, != or <=.
    is_difference
        Whether it is x - y, and the constants have no coefficients; else these come first.
    is_reified
        Whether the last variable is the truth value. Its coefficient is 0, and for equations, the
        constant after the total is the truth value with which they hold.
    """

    operator: str
    is_difference: bool = False
    is_reified: bool = False

    def read(self, scope: Scope, constants: Constants) -> Sum:
        """Return the comparison that a propagator with this scope and these constants is."""
        n = len(scope)
        numbers = [*map(int, constants[: n + 2])]
        weights, rest = ([1, -1], numbers) if self.is_difference else (numbers[:n], numbers[n:])
        if not self.is_reified:
            return Sum(scope, weights, self.operator, rest[0])
        value = rest[1] if self.operator == "==" else 1
        return Sum(scope[:-1], weights[: n - 1], self.operator, rest[0], scope[-1], value)

    def comparisons(self, scope: Scope, constants: Constants) -> Iterator[Comparison]:
        """Yield it as comparisons "the sum is at most the total"; an equation is two of them.

        An inequality that does not hold is an inequality, too. Reified equations of sums say too
        little to be followed.
        """
        is_equation = self.operator == "=="
        own = self.read(scope, constants)
        if own.truth is None:
            if self.operator != "!=":
                yield from comparisons(own.scope, own.weights, own.total, is_equation=is_equation)
        elif self.is_difference:
            condition = own.truth, own.value
            yield from comparisons(
                own.scope, own.weights, own.total, condition, is_equation=is_equation
            )
        elif not is_equation:
            opposite = [-c for c in own.weights]
            yield from comparisons(own.scope, own.weights, own.total, (own.truth, 1))
            yield from comparisons(own.scope, opposite, -own.total - 1, (own.truth, 0))


def comparisons(
    scope: Scope,
    weights: Sequence[int],
    total: int,
    condition: tuple[int, int] | None = None,
    *,
    is_equation: bool = False,
) -> Iterator[Comparison]:
    """Yield that a sum is at most a total; and at least, if it equals it."""
    terms: dict[int, int] = {}
    for v, c in zip(scope, weights, strict=True):
        terms[v] = terms.get(v, 0) + c
    terms = {v: c for v, c in terms.items() if c}
    yield Comparison(terms, total, condition)
    if is_equation:
        yield Comparison({v: -c for v, c in terms.items()}, -total, condition)
