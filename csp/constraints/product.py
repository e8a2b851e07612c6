"""The product of two expressions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from csp.constraints.tuples import post_table
from csp.errors import RangeError
from csp.model.constraint import ValueOf
from csp.model.expressions import MOST_WHOLE, Expression, Function, Variable
from csp.model.posted_records import LINEAR, MOST_VALUES, ON_BOUNDS
from csp.propagators.registry import PRODUCT

if TYPE_CHECKING:
    from csp.model.builder import Builder

MOST_TABULATED = 1 << 16
"""The most values of a variable whose square is a table."""
FEW = 8
"""The most values of factors whose product has no other values than theirs."""


class Product(Function):
    """The product of two expressions, neither of which is a number; made by `*`.

    Consistency: domain if there is only one variable, as in `x * x` or `x * (x - 1)`, and the
    values are few enough for a table; else bounds.

    Examples
    --------
    >>> from csp import Model
    >>> model = Model()
    >>> x, y = model.variables(2, range(1, 50))
    >>> model.post(x * y == 36, x * x < y)
    >>> [(s[x], s[y]) for s in model.solutions()]
    [(1, 36), (2, 18), (3, 12)]
    """

    def __init__(self, left: Expression, right: Expression) -> None:
        self.left = left
        self.right = right

    def variables(self) -> Iterator[Variable]:
        """Yield the variables of both factors."""
        yield from self.left.variables()
        yield from self.right.variables()

    def value(self, value_of: ValueOf) -> int:
        """Return the product of the values."""
        return self.left.value(value_of) * self.right.value(value_of)

    def build(self, builder: Builder) -> int:
        """Post z = x * y and return z; if x and y differ by a constant only, post a table."""
        (x, a), (y, b) = builder.view(self.left), builder.view(self.right)
        if x == y and builder.n_values(x) <= MOST_TABULATED:
            values = builder.values(x)
            results = [(value + a) * (value + b) for value in values]
            if max(results) - min(results) < MOST_VALUES:
                z = self._result(builder, results)
                post_table(builder, [x, z], np.column_stack([values, results]))
                return z
        x, y = builder.variable_of(self.left), builder.variable_of(self.right)
        corners = [p * q for p, q in product(builder.bounds(x), builder.bounds(y))]
        if x == y:
            corners = [max(0, corner) for corner in corners]
        z = self._result(builder, corners)
        if all(builder.n_values(v) <= FEW for v in (x, y)) and not builder.is_wide(z):
            possible = {p * q for p, q in product(builder.values(x), builder.values(y))}
            builder.keep(z, possible)
        builder.propagator(PRODUCT, [x, y, z], cost=LINEAR, wake=ON_BOUNDS)
        return z

    def _result(self, builder: Builder, corners: list[int]) -> int:
        least, greatest = min(corners), max(corners)
        if max(-least, greatest) >= MOST_WHOLE:
            raise RangeError(f"{self!r} may overflow: it may be as much as {max(-least, greatest)}")
        return builder.new_interval(least, greatest)

    def __repr__(self) -> str:
        return f"({self.left!r}) * ({self.right!r})"
