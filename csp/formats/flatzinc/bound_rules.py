"""How the bounds of the arguments of a constraint follow from each other, for `Bounds`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias

from csp.formats.flatzinc.checks import ends

Interval: TypeAlias = tuple[int, int]

INFINITE = 1 << 200
"""Stands for no bound, also after sums and products with numbers of a text."""
FINITE = 1 << 100
"""Bounds are less than this; what is computed from `INFINITE` is not."""
ANY: Interval = (-INFINITE, INFINITE)


class Narrowing(Protocol):
    """Bounds that rules read and narrow; see `csp.formats.flatzinc.bounds.Bounds`."""

    def interval(self, atom: Any) -> Interval:
        """Return the bounds of an argument as they are known so far."""

    def narrow(self, atom: Any, low: int, high: int) -> None:
        """Keep narrower bounds of an argument."""

    def sum_within(self, weights: Any, atoms: Any, low: int, high: int) -> None:
        """Narrow by the fact that a sum is within bounds."""


Rule: TypeAlias = Callable[..., None]
"""Narrows the bounds of the arguments of a constraint, which come after a `Narrowing`."""


def _linear(weights: Sequence[int], low: int, high: int) -> Rule:
    """Return the rule that a sum of the arguments, times weights, is within bounds."""
    return lambda bounds, *atoms: bounds.sum_within([*weights], [*atoms], low, high)


def _sum(low: int | None) -> Rule:
    """Return the rule of a linear constraint; `low` is 0 for an equation, None for one bound."""

    def rule(bounds: Narrowing, weights: Any, atoms: Any, total: Any) -> None:
        if isinstance(weights, list) and isinstance(atoms, list):
            least = -INFINITE if low is None else low
            bounds.sum_within([*weights, -1], [*atoms, total], least, 0)

    return rule


def _product(bounds: Narrowing, x: Any, y: Any, z: Any) -> None:
    (a, b), (c, d) = bounds.interval(x), bounds.interval(y)
    corners = [a * c, a * d, b * c, b * d]
    bounds.narrow(z, min(corners), max(corners))
    most = _greatest(bounds.interval(z))
    for one, (low, high) in ((x, (c, d)), (y, (a, b))):
        if low > 0 or high < 0:  # the other factor is not 0, so this one is no greater
            bounds.narrow(one, -most, most)


def _quotient(bounds: Narrowing, x: Any, y: Any, z: Any) -> None:
    (a, b), (c, _) = bounds.interval(x), bounds.interval(y)
    most = _greatest((a, b))
    bounds.narrow(z, 0 if a >= 0 and c >= 0 else -most, most)


def _remainder(bounds: Narrowing, x: Any, y: Any, z: Any) -> None:
    a, b = bounds.interval(x)
    most = min(_greatest((a, b)), max(0, _greatest(bounds.interval(y)) - 1))
    bounds.narrow(z, 0 if a >= 0 else -most, 0 if b <= 0 else most)


def _absolute(bounds: Narrowing, x: Any, z: Any) -> None:
    bounds.narrow(z, 0, _greatest(bounds.interval(x)))
    most = bounds.interval(z)[1]
    bounds.narrow(x, -most, most)


def _power(bounds: Narrowing, x: Any, y: Any, z: Any) -> None:
    base, (least, exponent) = _greatest(bounds.interval(x)), bounds.interval(y)
    if least >= 0 and exponent < FINITE and base.bit_length() * exponent < FINITE.bit_length():
        most = max(1, base**exponent)
        bounds.narrow(z, 0 if bounds.interval(x)[0] >= 0 else -most, most)


def _greatest(interval: Interval) -> int:
    """Return the greatest absolute value in an interval."""
    return max(abs(interval[0]), abs(interval[1]))


def _extremum(choose: Callable[..., int]) -> Callable[[Narrowing, list[Any], Any], None]:
    """Return the rule of a greatest or a least value."""

    def rule(bounds: Narrowing, atoms: list[Any], result: Any) -> None:
        if not isinstance(atoms, list) or not atoms:
            return
        lows, highs = zip(*map(bounds.interval, atoms), strict=True)
        bounds.narrow(result, choose(lows), choose(highs))
        low, high = bounds.interval(result)
        for each in atoms:
            if choose is max:
                bounds.narrow(each, -INFINITE, high)
            else:
                bounds.narrow(each, low, INFINITE)

    return rule


_maximum, _minimum = _extremum(max), _extremum(min)


def _element(bounds: Narrowing, index: Any, atoms: Any, result: Any) -> None:
    if isinstance(atoms, list) and atoms:
        lows, highs = zip(*map(bounds.interval, atoms), strict=True)
        bounds.narrow(result, min(lows), max(highs))
        bounds.narrow(index, 1, len(atoms))


def _member(bounds: Narrowing, x: Any, values: Any) -> None:
    if isinstance(values, range | frozenset) and values:
        bounds.narrow(x, *ends(values))


RULES: dict[str, tuple[int, Rule]] = {
    "int_eq": (2, _linear([1, -1], 0, 0)),
    "int_le": (2, _linear([1, -1], -INFINITE, 0)),
    "int_lt": (2, _linear([1, -1], -INFINITE, -1)),
    "int_ge": (2, _linear([-1, 1], -INFINITE, 0)),
    "int_gt": (2, _linear([-1, 1], -INFINITE, -1)),
    "int_plus": (3, _linear([1, 1, -1], 0, 0)),
    "int_minus": (3, _linear([1, -1, -1], 0, 0)),
    "int_negate": (2, _linear([1, 1], 0, 0)),
    "bool2int": (2, _linear([1, -1], 0, 0)),
    "int_lin_eq": (3, _sum(0)),
    "int_lin_le": (3, _sum(None)),
    "bool_lin_eq": (3, _sum(0)),
    "bool_lin_le": (3, _sum(None)),
    "int_times": (3, _product),
    "int_div": (3, _quotient),
    "int_mod": (3, _remainder),
    "int_abs": (2, _absolute),
    "int_pow": (3, _power),
    "int_max": (3, lambda bounds, x, y, z: _maximum(bounds, [x, y], z)),
    "int_min": (3, lambda bounds, x, y, z: _minimum(bounds, [x, y], z)),
    "array_int_maximum": (2, lambda bounds, z, x: _maximum(bounds, x, z)),
    "array_int_minimum": (2, lambda bounds, z, x: _minimum(bounds, x, z)),
    "array_int_element": (3, _element),
    "array_var_int_element": (3, _element),
    "set_in": (2, _member),
}
"""Name of a constraint -> the number of its arguments, and its rule.

Reified constraints imply nothing.
"""
