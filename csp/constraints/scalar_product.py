"""Scalar product of two sequences of expressions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from csp.constraints.of_expressions import OfExpressions
from csp.errors import ModelError, RangeError
from csp.model.constraint import ValueOf
from csp.model.expressions import MOST_WHOLE, Expression, Function, expression_list, sum_of
from csp.model.posted_records import LINEAR, ON_BOUNDS
from csp.propagators.registry import SCALAR_PRODUCT

if TYPE_CHECKING:
    from csp.model.builder import Builder


class ScalarProduct(OfExpressions, Function):
    """The expression `left[0] * right[0] + left[1] * right[1] + ...`; see `scalar_product`."""

    def __init__(self, left: Iterable[Any], right: Iterable[Any]) -> None:
        self.left = expression_list(left, "the left expressions")
        self.right = expression_list(right, "the right expressions")
        self.expressions = [*self.left, *self.right]
        if len(self.left) != len(self.right):
            raise ModelError(
                f"the sequences have {len(self.left)} and {len(self.right)} expressions: "
                "they must have the same length"
            )

    def value(self, value_of: ValueOf) -> int:
        """Return the sum of the products of the values."""
        pairs = zip(self.left, self.right, strict=True)
        return sum(x.value(value_of) * y.value(value_of) for x, y in pairs)

    def build(self, builder: Builder) -> int:
        """Post the propagator and return its result."""
        left, right = (list(map(builder.variable_of, side)) for side in (self.left, self.right))
        least = greatest = most = 0
        for x, y in zip(left, right, strict=True):
            (a, b), (c, d) = builder.bounds(x), builder.bounds(y)
            low = min(a * c, a * d, b * c, b * d)
            high = max(a * c, a * d, b * c, b * d)
            least, greatest, most = least + low, greatest + high, most + max(-low, high)
        if most >= MOST_WHOLE:
            raise RangeError(f"{self!r} may overflow: its terms come to as much as {most}")
        result = builder.new_interval(least, greatest)
        builder.propagator(
            SCALAR_PRODUCT,
            [result, *left, *right],
            cost=LINEAR,
            wake=ON_BOUNDS,
        )
        return result

    def as_sum(self) -> Expression:
        """Return the sum of the products."""
        pairs = zip(self.left, self.right, strict=True)
        return sum_of(x * y for x, y in pairs)

    def __repr__(self) -> str:
        return f"scalar_product({self.left!r}, {self.right!r})"


def scalar_product(left: Iterable[Any], right: Iterable[Any]) -> ScalarProduct:
    """Return an expression: the scalar product of two sequences.

    With 0/1 variables it is the size of the intersection of two sets. Consistency: bounds of each
    term and of its factors; domain if all variables are 0/1, the result is a number, and no
    variable occurs twice. A run takes O(n) time for n terms.

    Parameters
    ----------
    left, right
        Expressions, as many in each.

    Returns
    -------
    ScalarProduct
        An expression.

    Raises
    ------
    ModelError
        If the sequences have different lengths; when it is posted, if the sum may overflow.

    Examples
    --------
    >>> from csp import Model, scalar_product
    >>> model = Model()
    >>> x, y = model.variables((2, 3), range(2))
    >>> model.post(scalar_product(x, y) == 2)
    >>> model.count()
    9
    """
    return ScalarProduct(left, right)
