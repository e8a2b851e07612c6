"""Real numbers of FlatZinc that follow exactly from whole numbers.

A variable of real numbers is an expression of whole numbers times a rational unit, such as 25 x
hundredths. So all constraints on it are constraints on whole numbers, and nothing is rounded: a
number of a text is the decimal fraction that is written there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import gcd, isfinite, lcm
from typing import Any, NamedTuple

from csp.constraints.element import element
from csp.constraints.extremum import maximum, minimum
from csp.errors import ModelError
from csp.formats.flatzinc.checks import check_lengths
from csp.formats.flatzinc.predicate import Predicate, number
from csp.model.constraint import Constraint
from csp.model.expressions import Expression, expression, weighted_sum


class Real(NamedTuple):
    """A real number: an expression of whole numbers, times a unit.

    Attributes
    ----------
    numerator
        The expression.
    unit
        The unit, greater than 0.
    """

    numerator: Expression
    unit: Fraction

    def value(self, value_of: Callable[[Any], int]) -> Fraction:
        """Return the number for the values of the variables."""
        return self.unit * value_of(self.numerator)

    @property
    def fixed(self) -> Fraction | None:
        """The number, if no variable is in it."""
        found = number(self.numerator)
        return None if found is None else self.unit * found


def rational(value: Any) -> Fraction:
    """Return a number of a text as the fraction that is written there.

    Examples
    --------
    >>> rational(0.1), rational(3)
    (Fraction(1, 10), Fraction(3, 1))

    Raises
    ------
    TypeError
        If it is no number.
    ModelError
        If it is infinite.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError
    if not isfinite(value):
        raise ModelError(f"{value} is not a number")
    return Fraction(repr(value))


def real(value: Any) -> Real:
    """Return a number of a text, or what is one already, as a `Real`."""
    if isinstance(value, Real):
        return value
    fixed = rational(value)
    return Real(expression(fixed.numerator), Fraction(1, fixed.denominator))


def combined(weights: Iterable[Fraction], reals: Sequence[Real], constant: Fraction) -> Real:
    """Return a sum of real numbers times weights, plus a constant.

    Raises
    ------
    ModelError
        If a common unit needs numbers that are too large.
    """
    factors = [weight * each.unit for weight, each in zip(weights, reals, strict=True)]
    common = lcm(constant.denominator, *(each.denominator for each in factors))
    whole = [int(each * common) for each in (*factors, constant)]
    divisor = gcd(*whole) or 1
    *own, rest = (each // divisor for each in whole)
    sum_ = weighted_sum(own, [each.numerator for each in reals], rest)
    return Real(expression(sum_), Fraction(divisor, common))


def _difference(one: Real, other: Real) -> Expression:
    """Return an expression with the sign of one real number less another one."""
    return combined([Fraction(1), Fraction(-1)], [one, other], Fraction(0)).numerator


def _linear(weights: list[Fraction], reals: list[Real], total: Fraction) -> Expression:
    """Return an expression with the sign of a weighted sum less a number."""
    check_lengths({"coefficients": weights, "variables": reals})
    return combined(weights, reals, -total).numerator


def _times(one: Real, other: Real) -> Real:
    """Return a product; it needs a common unit only of what is added."""
    return Real(expression(one.numerator * other.numerator), one.unit * other.unit)


def _divided(one: Real, other: Real) -> Real:
    divisor = other.fixed
    if divisor is None:
        raise ModelError("real numbers can be divided by numbers only, not by variables")
    if not divisor:
        raise ModelError("a real number is divided by 0")
    return combined([1 / divisor], [one], Fraction(0))


def _chosen(choose: Callable[[list[Any]], Expression]) -> Callable[..., Real]:
    """Return the function for the greatest or least of real numbers, which get one unit."""

    def found(*reals: Real) -> Real:
        unit = _common_unit([each.unit for each in reals])
        own = [int(each.unit / unit) * each.numerator for each in reals]
        return Real(choose(own), unit)

    return found


def _common_unit(units: Sequence[Fraction]) -> Fraction:
    """Return the greatest unit of which all units are multiples.

    >>> _common_unit([Fraction(1, 4), Fraction(3, 10)])
    Fraction(1, 20)
    """
    common = lcm(*(each.denominator for each in units))
    return Fraction(gcd(*(int(each * common) for each in units)), common)


def _element(index: Expression, values: list[Real]) -> Real:
    if not values:
        raise ModelError("there is no element in an empty array")
    unit = _common_unit([each.unit for each in values])
    own = [int(each.unit / unit) * each.numerator for each in values]
    return Real(element(own, index - 1), unit)


def _function(kinds: str, value: Callable[..., Real]) -> Predicate:
    """Return a predicate that the last argument is a real function of the others."""

    def same(*given: Any) -> Constraint:
        return _difference(given[-1], value(*given[:-1])) == 0

    return Predicate(kinds + "f", same, value)  # type: ignore[arg-type]


REALS: dict[str, Predicate] = {
    "int2float": _function("x", lambda x: Real(x, Fraction(1))),
    "float_eq": Predicate("ff", lambda x, y: _difference(x, y) == 0),
    "float_ne": Predicate("ff", lambda x, y: _difference(x, y) != 0),
    "float_le": Predicate("ff", lambda x, y: _difference(x, y) <= 0),
    "float_lt": Predicate("ff", lambda x, y: _difference(x, y) < 0),
    "float_lin_eq": Predicate("GFg", lambda a, x, c: _linear(a, x, c) == 0),
    "float_lin_ne": Predicate("GFg", lambda a, x, c: _linear(a, x, c) != 0),
    "float_lin_le": Predicate("GFg", lambda a, x, c: _linear(a, x, c) <= 0),
    "float_lin_lt": Predicate("GFg", lambda a, x, c: _linear(a, x, c) < 0),
    "float_plus": _function("ff", lambda x, y: combined([Fraction(1)] * 2, [x, y], Fraction(0))),
    "float_minus": _function(
        "ff", lambda x, y: combined([Fraction(1), Fraction(-1)], [x, y], Fraction(0))
    ),
    "float_times": _function("ff", _times),
    "float_div": _function("ff", _divided),
    "float_abs": _function("f", lambda x: Real(expression(abs(x.numerator)), x.unit)),
    "float_max": _function("ff", _chosen(maximum)),
    "float_min": _function("ff", _chosen(minimum)),
    "array_float_element": _function("xF", _element),
    "array_var_float_element": _function("xF", _element),
}
"""Name -> the predicate; `find` in `registry` also finds its reified forms."""
