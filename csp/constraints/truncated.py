"""Integer division rounded towards zero, as in MiniZinc, XCSP3, CP-SAT and most processors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from csp.constraints.power import Power
from csp.constraints.tabulated import Numbered, Tabulated, bounds_of
from csp.errors import ModelError

if TYPE_CHECKING:
    from csp.model.builder import Builder


class TruncatedQuotient(Tabulated):
    """The quotient of two expressions, rounded towards zero.

    The divisor is not 0 in any solution. Consistency: as for the quotient `//`.

    Examples
    --------
    >>> from csp import Model
    >>> model = Model()
    >>> x = model.variable(range(-4, 5), "x")
    >>> model.post(TruncatedQuotient(x, 3) == -1)
    >>> [s[x] for s in model.solutions()]
    [-4, -3]
    """

    def compute(self, left: int, right: int) -> int | None:
        """Return the quotient, or None if the divisor is 0."""
        return _divide(left, right)[0] if right else None

    def post(self, builder: Builder) -> int:
        """Post the division; return the quotient."""
        return _post(builder, self)[0]

    def __repr__(self) -> str:
        return f"truncated(({self.left!r}) / ({self.right!r}))"


class TruncatedRemainder(Tabulated):
    """The remainder of a division rounded towards zero, which has the sign of the dividend.

    Examples
    --------
    >>> from csp import Model
    >>> model = Model()
    >>> x = model.variable(range(-4, 5), "x")
    >>> model.post(TruncatedRemainder(x, 3) == -1)
    >>> [s[x] for s in model.solutions()]
    [-4, -1]
    """

    def compute(self, left: int, right: int) -> int | None:
        """Return the remainder, or None if the divisor is 0."""
        return _divide(left, right)[1] if right else None

    def post(self, builder: Builder) -> int:
        """Post the division; return the remainder."""
        return _post(builder, self)[1]

    def __repr__(self) -> str:
        return f"truncated(({self.left!r}) mod ({self.right!r}))"


class TruncatedPower(Power):
    """A power, which is rounded towards zero where the exponent is negative: 2 ** -1 is 0.

    The power of 0 and a negative exponent is in no solution.

    Examples
    --------
    >>> from csp import Model
    >>> model = Model()
    >>> x, y = model.variables(2, range(-2, 2), name="xy")
    >>> model.post(TruncatedPower(x, y) == -1, y < 0)
    >>> [(s[x], s[y]) for s in model.solutions()]
    [(-1, -1)]
    """

    def compute(self, left: int, right: int) -> int | None:
        """Return the power, or None if there is none."""
        if right >= 0:
            return super().compute(left, right)
        return _divide(1, left ** min(-right, 2 - right % 2))[0] if left else None

    def post(self, builder: Builder) -> int:
        """Post a product, where the exponent is a number that is not negative."""
        if bounds_of(builder, self.right)[0] < 0:
            raise ModelError(f"{self!r}: the exponent may be negative, and the values are many")
        return super().post(builder)


def truncated_quotient(left: Any, right: Any) -> TruncatedQuotient:
    """Return an expression: a quotient rounded towards zero, where `//` rounds down.

    The divisor is not 0 in any solution, wherever the expression is used. Consistency: as for `//`.

    Parameters
    ----------
    left, right
        The dividend and the divisor: numbers or expressions.

    Returns
    -------
    TruncatedQuotient
        An expression.

    Raises
    ------
    ModelError
        If one of them is neither a whole number nor an expression.

    Examples
    --------
    >>> from csp import Model, truncated_quotient, truncated_remainder
    >>> model = Model()
    >>> x = model.variable([-7, 7], "x")
    >>> for s in model.solutions():
    ...     print(s[truncated_quotient(x, 2)], s[truncated_remainder(x, 2)], s[x // 2], s[x % 2])
    -3 -1 -4 1
    3 1 3 1
    """
    return TruncatedQuotient(left, right)


def truncated_remainder(left: Any, right: Any) -> TruncatedRemainder:
    """Return an expression: the remainder of a `truncated_quotient`, with the sign of the dividend.

    The divisor is not 0 in any solution, wherever the expression is used. Consistency: as for `%`.

    Parameters
    ----------
    left, right
        The dividend and the divisor: numbers or expressions.

    Returns
    -------
    TruncatedRemainder
        An expression.

    Raises
    ------
    ModelError
        If one of them is neither a whole number nor an expression.

    Examples
    --------
    >>> from csp import Model, truncated_remainder
    >>> model = Model()
    >>> x = model.variable(range(-5, 6), "x")
    >>> model.post(truncated_remainder(x, 4) == -1)
    >>> [s[x] for s in model.solutions()]
    [-5, -1]
    """
    return TruncatedRemainder(left, right)


def _divide(left: int, right: int) -> tuple[int, int]:
    quotient = abs(left) // abs(right)
    quotient = quotient if (left < 0) == (right < 0) else -quotient
    return quotient, left - quotient * right


def _post(builder: Builder, division: Tabulated) -> tuple[int, int]:
    """Post x == y*q + r, where r is smaller than y and has the sign of x; return q and r."""
    x, y = division.left, division.right
    low, high = bounds_of(builder, x)
    least_divisor, greatest_divisor = bounds_of(builder, y)
    builder.n_undefined += least_divisor <= 0 <= greatest_divisor
    most, widest = max(abs(low), abs(high)), max(abs(least_divisor), abs(greatest_divisor))
    if not widest:
        builder.is_infeasible = True
        return builder.constant(0), builder.constant(0)
    q = Numbered(builder.new_interval(-most, most), "the quotient")
    span = min(most, widest - 1)
    least, greatest = -span if low < 0 else 0, span if high > 0 else 0
    r = Numbered(builder.new_interval(least, greatest), "the remainder")
    posted = [y != 0, y * q + r == x, abs(r) < abs(y)]
    if low < 0 < high:
        posted.append(r * x >= 0)
    for each in posted:
        each.build(builder)
    return q.number, r.number
