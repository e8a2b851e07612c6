"""Integer division: quotients and remainders, as in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from csp.constraints.tabulated import Numbered, Tabulated, bounds_of

if TYPE_CHECKING:
    from csp.model.builder import Builder


class Quotient(Tabulated):
    """The quotient of two expressions, rounded down as in Python; made by `//`.

    The divisor is not 0 in any solution, wherever the expression is used. Consistency: domain if
    the operands have at most 65,536 pairs of values; else bounds of `x == y*q + r` and of `r`.

    Examples
    --------
    >>> from csp import Model
    >>> model = Model()
    >>> x, y = model.variables(2, range(1, 9), name="xy")
    >>> model.post(x // y == 3, x % y == 1)
    >>> [(s[x], s[y]) for s in model.solutions()]
    [(7, 2)]
    """

    def compute(self, left: int, right: int) -> int | None:
        """Return the quotient, or None if the divisor is 0."""
        return left // right if right else None

    def post(self, builder: Builder) -> int:
        """Post the division; return the quotient."""
        return post_division(builder, self)[0]

    def __repr__(self) -> str:
        return f"({self.left!r}) // ({self.right!r})"


class Remainder(Tabulated):
    """The remainder of two expressions, with the sign of the divisor as in Python; made by `%`.

    The divisor is not 0 in any solution. Consistency: as for the quotient `//`.

    Examples
    --------
    >>> from csp import Model
    >>> model = Model()
    >>> x = model.variable(range(-3, 6), "x")
    >>> model.post(x % 4 == 1)
    >>> [s[x] for s in model.solutions()]
    [-3, 1, 5]
    """

    def compute(self, left: int, right: int) -> int | None:
        """Return the remainder, or None if the divisor is 0."""
        return left % right if right else None

    def post(self, builder: Builder) -> int:
        """Post the division; return the remainder."""
        return post_division(builder, self)[1]

    def __repr__(self) -> str:
        return f"({self.left!r}) % ({self.right!r})"


def quotient(left: Any, right: Any) -> Quotient:
    """Return an expression: the quotient of two expressions."""
    return Quotient(left, right)


def remainder(left: Any, right: Any) -> Remainder:
    """Return an expression: the remainder of two expressions."""
    return Remainder(left, right)


def post_division(builder: Builder, division: Tabulated) -> tuple[int, int]:
    """Post x == y*q + r, where r is less than y and has its sign; return the numbers of q and r."""
    x, y = division.left, division.right
    low, high = bounds_of(builder, y)
    has_zero_at_end = 0 in (low, high)
    builder.n_undefined += low <= 0 <= high
    low, high = low or 1, high or -1
    divisors = [d for d in {low, high, -1, 1} if d and low <= d <= high]
    if not divisors:
        builder.is_infeasible = True
        return builder.constant(0), builder.constant(0)
    corners = [end // d for end in bounds_of(builder, x) for d in divisors]
    q = Numbered(builder.new_interval(min(corners), max(corners)), "the quotient")
    r = Numbered(builder.new_interval(min(low + 1, 0), max(high - 1, 0)), "the remainder")
    posted = [y * q + r == x]
    if has_zero_at_end:  # without 0 the signs of y and r are known
        posted.append(y >= low if low > 0 else y <= high)
    if low > 0:
        posted.append(r < y)
    elif high < 0:
        posted.append(r > y)
    else:
        posted += [y != 0, r * y >= 0, abs(r) < abs(y)]
    for each in posted:
        each.build(builder)
    return q.number, r.number
