"""The place of the greatest or the least of expressions (argmax and argmin)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from csp.constraints.conjunction import Conjunction
from csp.constraints.extremum import Extremum
from csp.constraints.of_expressions import OfExpressions
from csp.constraints.reified import at_least, if_then
from csp.constraints.tabulated import Numbered
from csp.errors import ModelError
from csp.model.constraint import Constraint, ValueOf
from csp.model.expressions import Expression, Function, Variable, expression_list

if TYPE_CHECKING:
    from csp.model.builder import Builder


class ExtremumPlace(OfExpressions, Function):
    """The place of the maximum (sign 1) or the minimum (sign -1); see `argmax`."""

    def __init__(self, expressions: Iterable[Any], sign: int) -> None:
        self.expressions = expression_list(expressions, "the expressions")
        self.sign = sign
        if not self.expressions:
            raise ModelError("the place of a maximum or minimum needs at least one expression")

    def value(self, value_of: ValueOf) -> int:
        """Return the first place of the greatest or the least value."""
        values = [self.sign * each.value(value_of) for each in self.expressions]
        return values.index(max(values))

    def build(self, builder: Builder) -> int:
        """Post that the result is a place of the best value, and that none before it is one."""
        own, best = _numbered(builder, self.expressions, self.sign)
        place = Numbered(builder.new_interval(0, len(own) - 1))
        for k, each in enumerate(own):
            is_best = Numbered(_reaches(each, best, self.sign).reify(builder))
            for rule in if_then(place == k, is_best), if_then(is_best, place <= k):
                rule.build(builder)
        return place.number

    def __repr__(self) -> str:
        return f"{'argmax' if self.sign > 0 else 'argmin'}({self.expressions!r})"


class AnyExtremumPlace(Constraint):
    """The constraint that a condition holds at one of the places of an extremum.

    Attributes
    ----------
    expressions, sign
        As of `ExtremumPlace`.
    conditions
        For each place, the condition.
    """

    def __init__(
        self, expressions: Iterable[Any], sign: int, conditions: Iterable[Constraint]
    ) -> None:
        self.expressions = expression_list(expressions, "the expressions")
        self.sign = sign
        self.conditions = list(conditions)

    def variables(self) -> Iterator[Variable]:
        """Yield the variables of all expressions and conditions."""
        for expression in self.expressions:
            yield from expression.variables()
        for condition in self.conditions:
            yield from condition.variables()

    def holds(self, value_of: ValueOf) -> bool:
        """Return whether the condition holds at a place of the greatest or the least value."""
        values = [self.sign * each.value(value_of) for each in self.expressions]
        pairs = zip(values, self.conditions, strict=True)
        return any(value == max(values) and each.holds(value_of) for value, each in pairs)

    def build(self, builder: Builder) -> None:
        """Post that one of the places is as wanted."""
        self._stated(builder).build(builder)

    def reify(self, builder: Builder) -> int:
        """Return whether one of the places is as wanted."""
        return self._stated(builder).reify(builder)

    def _stated(self, builder: Builder) -> Constraint:
        own, best = _numbered(builder, self.expressions, self.sign)
        wanted = [
            Conjunction([_reaches(each, best, self.sign), condition == 1], f"place {k}")
            for k, (each, condition) in enumerate(zip(own, self._truths(builder), strict=True))
            if builder.bounds(condition.number)[1]  # else the condition never holds there
        ]
        return at_least(1, wanted)

    def _truths(self, builder: Builder) -> Iterator[Numbered]:
        for condition in self.conditions:
            yield Numbered(condition.reify(builder))

    def __repr__(self) -> str:
        return f"any_place_of({'maximum' if self.sign > 0 else 'minimum'}({self.expressions!r}))"


def _numbered(
    builder: Builder, expressions: list[Expression], sign: int
) -> tuple[list[Numbered], Numbered]:
    """Build expressions and their extremum once, so that each may be used many times."""
    own = [Numbered(builder.variable_of(each)) for each in expressions]
    return own, Numbered(Extremum(own, sign).build(builder))


def _reaches(each: Expression, best: Expression, sign: int) -> Constraint:
    """Return that an expression is the extremum; as a comparison, it has bounds either way."""
    return sign * each >= sign * best


def argmax(expressions: Iterable[Any]) -> ExtremumPlace:
    """Return an expression: the place of the greatest of some expressions, counted from 0.

    Of several that are equal it is the first. Consistency: bounds of the comparisons of each
    expression with the maximum; there are n of them.

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
