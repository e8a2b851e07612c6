"""How many of some expressions have a value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from csp.build import QUADRATIC
from csp.constraint import Constraint, ValueOf
from csp.constraints.relation import post_linear
from csp.expressions import Function, expression, whole

if TYPE_CHECKING:
    from csp.build import Builder
    from csp.expressions import Variable


class Count(Function):
    """How many expressions have a value; see `count_of`."""

    def __init__(self, expressions: Iterable[Any], value: int) -> None:
        self.expressions = [expression(each) for each in expressions]
        self.counted = whole(value, "the value to count")

    def variables(self) -> Iterator[Variable]:
        """Yield the variables of all expressions."""
        for each in self.expressions:
            yield from each.variables()

    def value(self, value_of: ValueOf) -> int:
        """Count."""
        return sum(each.value(value_of) == self.counted for each in self.expressions)

    def build(self, builder: Builder) -> int:
        """Post a cardinality of one value."""
        result = builder.variable(0, (1 << len(self.expressions) + 1) - 1)
        scope = [builder.number(each) for each in self.expressions]
        _post(builder, scope, {self.counted: result})
        return result

    def __repr__(self) -> str:
        return f"count_of({self.expressions!r}, {self.counted})"


class Cardinality(Constraint):
    """For each of some values, how many expressions have it; see `cardinality`."""

    def __init__(self, expressions: Iterable[Any], counts: Mapping[int, Any]) -> None:
        self.expressions = [expression(each) for each in expressions]
        self.counts = {whole(v, "a value to count"): expression(c) for v, c in counts.items()}

    def variables(self) -> Iterator[Variable]:
        """Yield the variables of all expressions, and of the counts."""
        for each in (*self.expressions, *self.counts.values()):
            yield from each.variables()

    def holds(self, value_of: ValueOf) -> bool:
        """Count each."""
        values = [each.value(value_of) for each in self.expressions]
        return all(values.count(v) == c.value(value_of) for v, c in self.counts.items())

    def build(self, builder: Builder) -> None:
        """Post the propagator, and that all together are no more than there are expressions."""
        scope = [builder.number(each) for each in self.expressions]
        counts = {value: builder.number(each) for value, each in self.counts.items()}
        _post(builder, scope, counts)
        values = {value for v in scope for value in builder.values(v)}
        terms: dict[int, int] = {}
        for v in counts.values():
            terms[v] = terms.get(v, 0) + 1
        operator = "==" if values <= counts.keys() else "<="
        post_linear(builder, operator, list(terms.items()), len(scope))

    def __repr__(self) -> str:
        return f"cardinality({self.expressions!r}, {self.counts!r})"


def cardinality(expressions: Iterable[Any], counts: Mapping[int, Any]) -> Cardinality:
    """Say, for each of some values, how many expressions have it.

    Consistency: the bounds of each count, and who must or must not have a value when its count is
    at a bound, value by value; and bounds of the sum of all counts.

    Parameters
    ----------
    expressions
        What is counted.
    counts
        Value -> how many have it: a number, a variable or an expression. Other values are free.

    Examples
    --------
    >>> from csp import Model, cardinality
    >>> model = Model()
    >>> x = model.variables(4, range(3))
    >>> model.post(cardinality(x, {0: 2, 1: 1}))
    >>> model.count()
    12
    """
    return Cardinality(expressions, counts)


def count_of(expressions: Iterable[Any], value: int) -> Count:
    """Return the expression that tells how many expressions have a value.

    Examples
    --------
    >>> from csp import Model, count_of
    >>> model = Model()
    >>> x = model.variables(4, range(3))
    >>> model.post(count_of(x, 2) >= 3)
    >>> model.count()
    9
    """
    return Count(expressions, value)


def _post(builder: Builder, scope: list[int], counts: Mapping[int, int]) -> None:
    builder.propagator(
        "cardinality:cardinality",
        [*scope, *counts.values()],
        [len(scope), *counts],
        cost=QUADRATIC,
    )
