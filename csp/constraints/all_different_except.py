"""All different except for some values (alldifferent_except)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import TYPE_CHECKING, Any

from csp.constraints.conjunction import reified_all
from csp.constraints.of_expressions import OfExpressions
from csp.constraints.table import table
from csp.model.constraint import Constraint, ValueOf
from csp.model.expressions import expression_list, whole
from csp.model.posted_records import LINEAR, ON_FIXED
from csp.propagators.registry import ALL_DIFFERENT_EXCEPT

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.literal_graph import LiteralGraph


class AllDifferentExcept(OfExpressions, Constraint):
    """The constraint that most values are different; see `all_different_except`."""

    def __init__(self, expressions: Iterable[Any], shared: int | Iterable[int]) -> None:
        self.expressions = expression_list(expressions, "the expressions")
        is_single = not isinstance(shared, Iterable) or getattr(shared, "ndim", 1) == 0
        values: Any = [shared] if is_single else shared
        self.shared: range | frozenset[int]
        if isinstance(values, range):  # it may be huge
            self.shared = values
        else:
            self.shared = frozenset(whole(value, "a value that may be shared") for value in values)

    def holds(self, value_of: ValueOf) -> bool:
        """Return whether the values that may not be shared are all different."""
        values = [each.value(value_of) for each in self.expressions]
        own = [value for value in values if value not in self.shared]
        return len(set(own)) == len(own)

    def build(self, builder: Builder) -> None:
        """Post the propagator."""
        scope = builder.distinct_variables(self.expressions)
        shared: Iterable[int] = self.shared
        if isinstance(self.shared, range):
            shared = {value for v in scope for value in builder.values(v) if value in self.shared}
        shared = sorted(shared)
        builder.propagator(
            ALL_DIFFERENT_EXCEPT,
            scope,
            [len(shared), *shared],
            cells=[0],
            memory=range(len(scope)),
            cost=LINEAR,
            wake=ON_FIXED,
        )

    def reify(self, builder: Builder) -> int:
        """Reify that all pairs differ or have a value that may be shared."""
        is_range = isinstance(self.shared, range)
        shared = [(self.shared,)] if is_range else [(value,) for value in sorted(self.shared)]
        pairs = [(a != b) | table([a], shared) for a, b in combinations(self.expressions, 2)]
        return reified_all(builder, pairs, self.expressions)

    def add_to(self, graph: LiteralGraph) -> None:
        """Add that at most one expression has each value that may not be shared."""
        users: dict[int, list[int]] = {}
        for each in self.expressions:
            for value, vertex in graph.values(each).items():
                if value not in self.shared:
                    users.setdefault(value, []).append(vertex)
        for own in users.values():
            graph.at_most_one(own)

    def __repr__(self) -> str:
        shared = self.shared if isinstance(self.shared, range) else sorted(self.shared)
        return f"all_different_except({self.expressions!r}, {shared})"


def all_different_except(
    expressions: Iterable[Any], shared: int | Iterable[int] = 0
) -> AllDifferentExcept:
    """Return the constraint that expressions differ, except those with one of some values.

    It is called alldifferent_except in the global constraint catalogue. Consistency: the value of a
    fixed variable is removed from the others (forward checking), in O(n) time for each of n
    variables.

    Parameters
    ----------
    expressions
        Variables and expressions.
    shared
        The value, or the values, that several expressions may have.

    Returns
    -------
    AllDifferentExcept
        A constraint, to be posted to a model or combined with others.

    Raises
    ------
    ModelError
        If a shared value is not a whole number.

    Examples
    --------
    >>> from csp import Model, all_different_except
    >>> model = Model()
    >>> x = model.variables(3, range(3))
    >>> model.post(all_different_except(x, 0))
    >>> model.count()
    13
    """
    return AllDifferentExcept(expressions, shared)
