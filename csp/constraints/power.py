"""Powers of expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from csp.constraints.tabulated import MOST_PAIRS, Tabulated
from csp.errors import ModelError, RangeError
from csp.model.expressions import MOST_WHOLE, Linear

if TYPE_CHECKING:
    from csp.model.builder import Builder


class Power(Tabulated):
    """A power of expressions; made by `**`.

    The exponent is not negative in any solution, wherever the expression is used; `0**0` is 1.
    Consistency: domain if base and exponent have at most 65,536 pairs of values; else the exponent
    must be a number, and the power is a product.

    Examples
    --------
    >>> from csp import Model
    >>> model = Model()
    >>> x, y, z = model.variables(3, range(1, 30), name="x")
    >>> model.post(x**2 + y**2 == z**2, x < y)
    >>> model.count()
    10
    """

    def compute(self, left: int, right: int) -> int | None:
        """Return the power, or None if the exponent is negative."""
        if right < 0:
            return None
        if abs(left) > 1 and right * (abs(left).bit_length() - 1) >= MOST_WHOLE.bit_length():
            raise RangeError(f"{self!r} may overflow: it may be {left}**{right}")
        return int(left**right)

    def post(self, builder: Builder) -> int:
        """Post a product of two powers of half the exponent."""
        exponent = self.right
        if not isinstance(exponent, Linear) or not exponent.is_number or exponent.constant < 0:
            raise ModelError(
                f"{self!r}: where base and exponent have more than {MOST_PAIRS} pairs of values, "
                "the exponent must be a number that is not negative"
            )
        half, odd = divmod(exponent.constant, 2)
        found = self.left**half if half > 1 else self.left if half else Linear({}, 1)
        found = found * found
        return builder.variable_of(found * self.left if odd else found)

    def __repr__(self) -> str:
        return f"({self.left!r}) ** ({self.right!r})"


def power(base: Any, exponent: Any) -> Power:
    """Return an expression: a power of expressions."""
    return Power(base, exponent)
