"""Global cardinality (gcc), and the number of expressions with a value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from csp.constraints.conjunction import reified_all
from csp.constraints.of_expressions import OfExpressions
from csp.constraints.reified import truth
from csp.errors import ModelError
from csp.model.constraint import Constraint, ValueOf
from csp.model.expressions import Expression, Function, expression, expression_list, sum_of, whole
from csp.model.linear import post_linear
from csp.model.posted_records import DEAR, QUADRATIC, graph_scratch
from csp.propagators.registry import CARDINALITY, FLOW

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.expressions import Variable
    from csp.model.literal_graph import LiteralGraph


class Count(OfExpressions, Function):
    """The number of expressions that have a value; see `count_of`."""

    def __init__(self, expressions: Iterable[Any], value: int) -> None:
        self.expressions = expression_list(expressions, "the expressions")
        self.counted = whole(value, "the value to count")

    def value(self, value_of: ValueOf) -> int:
        """Return the number of expressions that have the value."""
        return sum(each.value(value_of) == self.counted for each in self.expressions)

    def build(self, builder: Builder) -> int:
        """Post the cardinality of one value."""
        result = builder.new_interval(0, len(self.expressions))
        scope = [builder.variable_of(each) for each in self.expressions]
        _post(builder, scope, {self.counted: result})
        return result

    def as_sum(self) -> Expression:
        """Return the sum of the truth values."""
        return sum_of(truth(each == self.counted) for each in self.expressions)

    def __repr__(self) -> str:
        return f"count_of({self.expressions!r}, {self.counted})"


class Cardinality(Constraint):
    """The global cardinality constraint; see `cardinality`."""

    LEVELS = ("values", "domain")

    def __init__(
        self, expressions: Iterable[Any], counts: Mapping[int, Any], level: str = "values"
    ) -> None:
        self.level = self.checked_level(level)
        self.expressions = expression_list(expressions, "the expressions")
        if not isinstance(counts, Mapping):
            raise ModelError(f"the counts are {counts!r}: they must be a mapping from values")
        self.counts = {whole(v, "a value to count"): expression(c) for v, c in counts.items()}

    def variables(self) -> Iterator[Variable]:
        """Yield the variables of the expressions and of the counts."""
        for each in (*self.expressions, *self.counts.values()):
            yield from each.variables()

    def holds(self, value_of: ValueOf) -> bool:
        """Return whether each count is the number of expressions with its value."""
        values = [each.value(value_of) for each in self.expressions]
        counts = {value: each.value(value_of) for value, each in self.counts.items()}
        return all(values.count(value) == n for value, n in counts.items())

    def build(self, builder: Builder) -> None:
        """Post the propagators of the level, and that the counts are at most the expressions."""
        scope = [builder.variable_of(each) for each in self.expressions]
        counts = {value: builder.variable_of(each) for value, each in self.counts.items()}
        if sum(builder.bounds(v)[0] for v in counts.values()) > len(scope):
            builder.is_infeasible = True
            return
        _post(builder, scope, counts)
        if self.level == "domain":
            _post_flow(builder, scope, dict(sorted(counts.items())))
        terms: dict[int, int] = {}
        for v in counts.values():
            terms[v] = terms.get(v, 0) + 1
        operator = "==" if all(_has_only(builder, v, counts) for v in scope) else "<="
        post_linear(builder, operator, list(terms.items()), len(scope))

    def reify(self, builder: Builder) -> int:
        """Reify that each count is right."""
        parts = [Count(self.expressions, value) == n for value, n in self.counts.items()]
        return reified_all(builder, parts, self.expressions)

    def add_to(self, graph: LiteralGraph) -> None:
        """Add the sum of each count."""
        for value, number in self.counts.items():
            graph.total((Count(self.expressions, value) - number).linear(), "==")

    def __repr__(self) -> str:
        return f"cardinality({self.expressions!r}, {self.counts!r})"


def cardinality(
    expressions: Iterable[Any], counts: Mapping[int, Any], level: str = "values"
) -> Cardinality:
    """Return the global cardinality constraint: how many expressions have each of some values.

    Parameters
    ----------
    expressions
        The variables and expressions that are counted.
    counts
        Value -> the number of expressions that have it: a number, a variable or an expression.
        Values that are not counted may occur freely.
    level
        The consistency:

        - "values": each value is propagated by itself. Its count is bounded by the expressions that
          must and that can have the value; when the count is at a bound, the value is assigned to
          or removed from the others. The sum of the counts is bounded, too;
        - "domain": also every value is removed that an expression has in no assignment with counts
          within their bounds (Regin's flow). That is domain consistency if the counts are numbers
          and no variable is in two expressions. Counts that are variables are bounded as at the
          level "values".

    Returns
    -------
    Cardinality
        A constraint, to be posted to a model or combined with others.

    Raises
    ------
    ModelError
        If there is no such level, or a value or count is not a whole number.

    Notes
    -----
    A run takes O(n v) time for "values", with n expressions and v counted values; for "domain"
    O(n v) while the last flow is still feasible, and O(n v) more for each augmenting path.

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


def count_of(expressions: Iterable[Any], value: Any) -> Expression:
    """Return an expression: the number of expressions that have a value.

    Consistency: as `cardinality` of one value at the level "values". If the value is an expression:
    bounds of the sum of a truth value for each expression.

    Parameters
    ----------
    expressions
        The variables and expressions that are counted.
    value
        The value: a number, a variable or an expression.

    Returns
    -------
    Expression
        An expression.

    Raises
    ------
    ModelError
        If the value is neither a whole number nor an expression, or an expression is invalid.

    Examples
    --------
    >>> from csp import Model, count_of
    >>> model = Model()
    >>> x = model.variables(4, range(3))
    >>> model.post(count_of(x, 2) >= 3)
    >>> model.count()
    9
    """
    if not isinstance(value, Expression | Constraint):
        return Count(expressions, value)
    own = expression_list(expressions, "the expressions")
    return sum((truth(each == value) for each in own), 0 * expression(value))


def _has_only(builder: Builder, v: int, counts: Mapping[int, int]) -> bool:
    """Return whether a variable has no other values than those that are counted."""
    return builder.n_values(v) <= len(counts) and counts.keys() >= set(builder.values(v))


def _post(builder: Builder, scope: list[int], counts: Mapping[int, int]) -> None:
    builder.propagator(
        CARDINALITY,
        [*scope, *counts.values()],
        [len(scope), *counts],
        cost=QUADRATIC,
    )


def _post_flow(builder: Builder, scope: list[int], counts: Mapping[int, int]) -> None:
    """Post the flow; if a variable is in the scope twice, a second run may remove more."""
    both = [*scope, *counts.values()]
    n, n_places = len(scope), len(counts) + 1
    n_words = -(-n_places // 64)
    builder.propagator(
        FLOW,
        both,
        [int(len(set(both)) < len(both)), n, *counts],
        memory=[-1] * n,
        scratch=graph_scratch(n_places, n_places, n_words) + 3 * n_places + (n + 2) * n_words,
        cost=DEAR,
    )
