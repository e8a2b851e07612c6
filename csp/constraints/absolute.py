"""The absolute value of an expression."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from csp.model.constraint import ValueOf
from csp.model.expressions import Function, Linear, Variable
from csp.model.posted_records import CHEAP, LINEAR, ON_BOUNDS
from csp.propagators.registry import ABSOLUTE, EXTREMUM

if TYPE_CHECKING:
    from csp.model.builder import Builder


MOST_PAIRS = 1 << 28
"""The most pairs of values of an operand and its absolute value: 64 of them are one step."""


class Absolute(Function):
    """The absolute value of a linear expression; made by `abs`.

    Consistency: domain for x - y + c with two variables, bounds for other expressions and where
    there are more than some thousand values.

    Examples
    --------
    >>> from csp import Model
    >>> model = Model()
    >>> x, y = model.variables(2, range(5), name="x")
    >>> model.post(abs(x - y) == 4)
    >>> [(s[x], s[y]) for s in model.solutions()]
    [(0, 4), (4, 0)]
    """

    def __init__(self, operand: Linear) -> None:
        self.operand = operand

    def variables(self) -> Iterator[Variable]:
        """Yield the variables of the operand."""
        yield from self.operand.variables()

    def value(self, value_of: ValueOf) -> int:
        """Return the absolute value of the operand's value."""
        return abs(self.operand.value(value_of))

    def build(self, builder: Builder) -> int:
        """Post z = |x - y + c| and return z."""
        least, greatest = builder.linear_bounds(self.operand)
        if (greatest - least) ** 2 > MOST_PAIRS:
            return self._build_wide(builder, least, greatest)
        x, y, c = self._difference(builder)
        low = builder.bounds(x)[0] - builder.bounds(y)[1] + c
        high = builder.bounds(x)[1] - builder.bounds(y)[0] + c
        least = max(0, low, -high)
        z = builder.new_interval(least, max(high, -low))
        if x == y:
            builder.restrict(z, lambda value: value == abs(c))
            return z
        own, both = (sum(map(builder.n_words, scope)) for scope in ([x], [x, y]))
        builder.propagator(ABSOLUTE, [x, y, z], [c, own, both], scratch=both, cost=CHEAP)
        return z

    def _build_wide(self, builder: Builder, least: int, greatest: int) -> int:
        """Post that z is the maximum of the operand and its negative."""
        sides = [builder.variable_of(self.operand), builder.variable_of(-self.operand)]
        z = builder.new_interval(max(0, least, -greatest), max(greatest, -least))
        builder.propagator(EXTREMUM, [z, *sides], [1], cost=LINEAR, wake=ON_BOUNDS)
        return z

    def _difference(self, builder: Builder) -> tuple[int, int, int]:
        """Return x, y and c such that the operand is x - y + c."""
        terms = self.operand.terms
        if sorted(terms.values()) == [-1, 1]:
            (x, a), (y, _) = terms.items()
            if a < 0:
                x, y = y, x
            return builder.atom(x), builder.atom(y), self.operand.constant
        view = builder.view(self.operand)
        return view.variable, builder.constant(0), view.offset

    def __repr__(self) -> str:
        return f"abs({self.operand!r})"
