"""The place of the greatest or the least of expressions (argmax and argmin)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from csp.constraints.conjunction import Conjunction
from csp.constraints.tabulated import Numbered
from csp.errors import ModelError
from csp.model.constraint import ValueOf
from csp.model.expressions import Function, expression_list

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.expressions import Variable


class ExtremumPlace(Function):
    """The place of the maximum (sign 1) or the minimum (sign -1); see `argmax`."""

    def __init__(self, expressions: Iterable[Any], sign: int) -> None:
        self.expressions = expression_list(expressions, "the expressions")
        self.sign = sign
        if not self.expressions:
            raise ModelError("the place of a maximum or minimum needs at least one expression")

    def variables(self) -> Iterator[Variable]:
        """Yield the variables of all expressions."""
        for each in self.expressions:
            yield from each.variables()

    def value(self, value_of: ValueOf) -> int:
        """Return the first place of the greatest or the least value."""
        values = [self.sign * each.value(value_of) for each in self.expressions]
        return values.index(max(values))

    def build(self, builder: Builder) -> int:
        """Post for each place that it is the result where no other one is better."""
        own = [Numbered(builder.variable_of(each)) for each in self.expressions]
        place = Numbered(builder.new_interval(0, len(own) - 1))
        for k, best in enumerate(own):
            before = [self.sign * each < self.sign * best for each in own[:k]]
            after = [self.sign * each <= self.sign * best for each in own[k + 1 :]]
            is_best = Conjunction([*before, *after], f"place {k} is the best")
            ((place == k) == is_best).build(builder)
        return place.number

    def __repr__(self) -> str:
        return f"{'argmax' if self.sign > 0 else 'argmin'}({self.expressions!r})"


def argmax(expressions: Iterable[Any]) -> ExtremumPlace:
    """Return an expression: the place of the greatest of some expressions, counted from 0.

    Of several that are equal it is the first. Consistency: bounds of the comparisons of each two
    expressions; there are n^2 of them.

    Parameters
    ----------
    expressions
        Variables and expressions, at least one.

    Returns
    -------
    ExtremumPlace
        An expression.

    Raises
    ------
    ModelError
        If there are no expressions.

    Examples
    --------
    >>> from csp import Model, argmax
    >>> model = Model()
    >>> x = model.variables(3, range(3))
    >>> model.post(argmax(x) == 1)
    >>> model.count()
    8
    """
    return ExtremumPlace(expressions, 1)


def argmin(expressions: Iterable[Any]) -> ExtremumPlace:
    """Return an expression: the place of the least of some expressions, counted from 0.

    Of several that are equal it is the first. Consistency: as for `argmax`.

    Parameters
    ----------
    expressions
        Variables and expressions, at least one.

    Returns
    -------
    ExtremumPlace
        An expression.

    Raises
    ------
    ModelError
        If there are no expressions.

    Examples
    --------
    >>> from csp import Model, argmin
    >>> model = Model()
    >>> x = model.variables(3, range(3))
    >>> model.post(argmin(x) == 0)
    >>> model.count()
    14
    """
    return ExtremumPlace(expressions, -1)
