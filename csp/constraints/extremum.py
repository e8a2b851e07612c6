"""Maximum and minimum of expressions."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, Any

from csp.constraints.of_expressions import OfExpressions
from csp.errors import ModelError
from csp.model.constraint import ValueOf
from csp.model.expressions import Expression, Function, expression_list
from csp.model.posted_records import LINEAR, ON_BOUNDS
from csp.propagators.registry import EXTREMUM

if TYPE_CHECKING:
    from csp.model.builder import Builder


class Extremum(OfExpressions, Function):
    """The maximum (sign 1) or the minimum (sign -1) of expressions; see `maximum`."""

    def __init__(self, expressions: Iterable[Any], sign: int) -> None:
        self.expressions = expression_list(expressions, "the expressions")
        self.sign = sign
        if not self.expressions:
            raise ModelError("a maximum or minimum needs at least one expression")

    def value(self, value_of: ValueOf) -> int:
        """Return the greatest or the least of the values."""
        return self.sign * max(self.sign * each.value(value_of) for each in self.expressions)

    def unordered(self) -> tuple[Hashable, list[Expression]]:
        """Return which extremum it is, and its operands."""
        return ("extremum", self.sign), self.expressions

    def build(self, builder: Builder) -> int:
        """Post the propagator and return its result."""
        scope = [builder.variable_of(each) for each in self.expressions]
        bounds = [builder.bounds(v) for v in scope]
        pick = max if self.sign > 0 else min
        least, greatest = (pick(ends) for ends in zip(*bounds, strict=True))
        result = builder.new_interval(least, greatest)
        builder.propagator(EXTREMUM, [result, *scope], [self.sign], cost=LINEAR, wake=ON_BOUNDS)
        return result

    def __repr__(self) -> str:
        return f"{'maximum' if self.sign > 0 else 'minimum'}({self.expressions!r})"


def maximum(expressions: Iterable[Any]) -> Extremum:
    """Return an expression: the maximum of some expressions.

    Consistency: bounds. A run takes O(n) time for n expressions.

    Parameters
    ----------
    expressions
        Variables and expressions, at least one.

    Returns
    -------
    Extremum
        An expression.

    Raises
    ------
    ModelError
        If there are no expressions.

    Examples
    --------
    >>> from csp import Model, maximum
    >>> model = Model()
    >>> x = model.variables(3, range(4))
    >>> model.post(maximum(x) == 2)
    >>> model.count()
    19
    """
    return Extremum(expressions, 1)


def minimum(expressions: Iterable[Any]) -> Extremum:
    """Return an expression: the minimum of some expressions.

    Consistency: bounds. A run takes O(n) time for n expressions.

    Parameters
    ----------
    expressions
        Variables and expressions, at least one.

    Returns
    -------
    Extremum
        An expression.

    Raises
    ------
    ModelError
        If there are no expressions.

    Examples
    --------
    >>> from csp import Model, minimum
    >>> model = Model()
    >>> x = model.variables(3, range(4))
    >>> model.post(minimum(x) == 2)
    >>> model.count()
    7
    """
    return Extremum(expressions, -1)
