"""How many of some expressions have a value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from csp.constraints.relation import post_linear
from csp.errors import ModelError
from csp.model.builder import DEAR, QUADRATIC, graph_scratch
from csp.model.constraint import Constraint, ValueOf
from csp.model.expressions import Function, expression, expression_list, whole

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.expressions import Variable


class Count(Function):
    """How many expressions have a value; see `count_of`."""

    def __init__(self, expressions: Iterable[Any], value: int) -> None:
        self.expressions = expression_list(expressions, "the expressions")
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
        result = builder.interval(0, len(self.expressions))
        scope = [builder.number(each) for each in self.expressions]
        _post(builder, scope, {self.counted: result})
        return result

    def __repr__(self) -> str:
        return f"count_of({self.expressions!r}, {self.counted})"


class Cardinality(Constraint):
    """For each of some values, how many expressions have it; see `cardinality`."""

    LEVELS = ("values", "domain")

    def __init__(
        self, expressions: Iterable[Any], counts: Mapping[int, Any], level: str = "values"
    ) -> None:
        self.level = self.checked_level(level)
        self.expressions = expression_list(expressions, "the expressions")
        if not isinstance(counts, Mapping):
            raise ModelError(f"counts are {counts!r}: they must be a mapping from values")
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
        """Post what the level asks for; all counts are no more than there are expressions."""
        scope = [builder.number(each) for each in self.expressions]
        counts = {value: builder.number(each) for value, each in self.counts.items()}
        if sum(builder.bounds(v)[0] for v in counts.values()) > len(scope):
            builder.is_infeasible = True
            return
        _post(builder, scope, counts)
        if self.level == "domain":
            _post_flow(builder, scope, dict(sorted(counts.items())))
        values = {value for v in scope for value in builder.values(v)}
        terms: dict[int, int] = {}
        for v in counts.values():
            terms[v] = terms.get(v, 0) + 1
        operator = "==" if values <= counts.keys() else "<="
        post_linear(builder, operator, list(terms.items()), len(scope))

    def __repr__(self) -> str:
        return f"cardinality({self.expressions!r}, {self.counts!r})"


def cardinality(
    expressions: Iterable[Any], counts: Mapping[int, Any], level: str = "values"
) -> Cardinality:
    """Say, for each of some values, how many expressions have it.

    Parameters
    ----------
    expressions
        What is counted.
    counts
        Value -> how many have it: a number, a variable or an expression. Other values are free.
    level
        What is removed:

        - "values": who must or must not have a value when its count is at a bound, value by value;
          the bounds of each count likewise, and of the sum of all counts;
        - "domain": also every value of an expression that it has in no assignment with counts
          between their bounds. If the counts are numbers, and no variable stands in two
          expressions, that is domain consistency. Counts that are variables are still bounded as at
          the other level.

    Returns
    -------
    Cardinality
        A constraint.

    Raises
    ------
    ModelError
        If there is no such level, or a value or count is not a whole number.

    Notes
    -----
    A run takes O(n v) time for "values", with n expressions and v values that are counted; for
    "domain" O(n v) as long as the flow that was found before is one, and O(n v) more for each
    variable that has to move.

    References
    ----------
    J.-C. Regin, Generalized arc consistency for global cardinality constraint, AAAI 1996.

    Examples
    --------
    >>> from csp import Model, cardinality
    >>> model = Model()
    >>> x = model.variables(4, range(3))
    >>> model.post(cardinality(x, {0: 2, 1: 1}))
    >>> model.count()
    12
    """
    return Cardinality(expressions, counts, level)


def count_of(expressions: Iterable[Any], value: int) -> Count:
    """Return the expression that tells how many expressions have a value.

    Parameters
    ----------
    expressions
        Variables and expressions.
    value
        The value that is counted.

    Returns
    -------
    Count
        An expression.

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


def _post_flow(builder: Builder, scope: list[int], counts: Mapping[int, int]) -> None:
    """Post the flow; who stands there twice may have to be looked at twice."""
    both = [*scope, *counts.values()]
    n, n_places = len(scope), len(counts) + 1
    n_words = -(-n_places // 64)
    builder.propagator(
        "flow:flow",
        both,
        [int(len(set(both)) < len(both)), n, *counts],
        memory=[-1] * n,
        scratch=graph_scratch(n_places, n_places, n_words) + 3 * n_places + (n + 2) * n_words,
        cost=DEAR,
    )
