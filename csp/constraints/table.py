"""Tables: the allowed combinations of values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from csp.constraints.tuples import Tuple, post_forbidden, post_table
from csp.errors import ModelError
from csp.model.constraint import Constraint, ValueOf
from csp.model.expressions import expression_list, listed, whole
from exactcover.limits import watched

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.expressions import Variable
    from csp.model.literal_graph import LiteralGraph

MOST_COMBINATIONS = 1 << 20
"""The most combinations of values that are enumerated."""

FEW_COMBINATIONS = 1 << 12
"""With at most this many combinations, all allowed ones are posted, which removes the most."""


class Table(Constraint):
    """The constraint that values are one of some tuples; see `table`."""

    def __init__(self, expressions: Iterable[Any], tuples: Iterable[Sequence[int | None]]) -> None:
        self.expressions = expression_list(expressions, "the expressions")
        self.tuples: list[Tuple] = [
            tuple(map(_checked, listed(each, "the values of a tuple")))
            for each in listed(tuples, "the tuples")
        ]
        for each in self.tuples:
            if len(each) != len(self.expressions):
                raise ModelError(
                    f"the tuple {each} has {len(each)} values for {len(self.expressions)} "
                    "expressions"
                )

    def variables(self) -> Iterator[Variable]:
        """Yield the variables of all expressions."""
        for each in self.expressions:
            yield from each.variables()

    def holds(self, value_of: ValueOf) -> bool:
        """Return whether the values are allowed."""
        return self.allows(tuple(each.value(value_of) for each in self.expressions))

    def allows(self, values: tuple[int, ...]) -> bool:
        """Return whether a combination of values is one of the tuples."""
        return values in self._plain or any(_matches(each, values) for each in self._patterns)

    def build(self, builder: Builder) -> None:
        """Post the tuples that are within the domains."""
        post_table(builder, builder.distinct_variables(self.expressions), self.tuples)

    def add_to(self, graph: LiteralGraph) -> None:
        """Add the tuples, if there are too many combinations of values."""
        if graph.is_small(self):
            graph.enumerate(self)
        else:
            graph.require(graph.any_of(self.to_vertices(graph)))

    def to_vertices(self, graph: LiteralGraph) -> list[int]:
        """Return the vertex of each tuple whose values are in the domains."""
        values = [graph.values(each) for each in self.expressions]
        found = []
        for row in watched(self.tuples):
            own = [(mine, v) for mine, v in zip(values, row, strict=True) if v is not None]
            if all(v in mine for mine, v in own):
                found.append(graph.all_of([mine[v] for mine, v in own]))
        return found

    def reify(self, builder: Builder) -> int:
        """Reify by a table with a column for the truth: of all combinations, or of the tuples."""
        numbers, truth = builder.distinct_variables(self.expressions), builder.new_interval(0, 1)
        if n_combinations(builder, numbers) <= FEW_COMBINATIONS:
            rows = [(*t, int(self.allows(t))) for t in self.combinations(builder, numbers)]
            post_table(builder, [*numbers, truth], rows)
        else:
            self.post_reified_rows(builder, [*numbers, truth], 1)
        return truth

    def post_reified_rows(self, builder: Builder, scope: Sequence[int], value: int) -> None:
        """Post that the last variable has a value if and only if a tuple has the others."""
        others: Tuple = (*[None] * len(self.expressions), 1 - value)
        post_table(builder, scope, [*((*each, value) for each in self.tuples), others])
        post_forbidden(builder, scope, [(*each, 1 - value) for each in self.tuples])

    def allowed(self, builder: Builder, numbers: Sequence[int]) -> list[tuple[int, ...]]:
        """Return the combinations of values that are allowed."""
        return [t for t in self.combinations(builder, numbers) if self.allows(t)]

    def combinations(self, builder: Builder, numbers: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """Return an iterator over all combinations of values.

        Raises
        ------
        ModelError
            If there are too many.
        """
        domains = [builder.values(v) for v in numbers]
        n = n_combinations(builder, numbers)
        if n > MOST_COMBINATIONS:
            raise ModelError(f"{self!r}: {n} combinations: at most {MOST_COMBINATIONS} are tried")
        return watched(product(*domains))

    @cached_property
    def _plain(self) -> frozenset[Tuple]:
        return frozenset(self.tuples)

    @cached_property
    def _patterns(self) -> list[Tuple]:
        return [each for each in self.tuples if None in each]

    def __repr__(self) -> str:
        return f"table({self.expressions!r}, {len(self.tuples)} tuples)"


def table(expressions: Iterable[Any], tuples: Iterable[Sequence[int | None]]) -> Table:
    """Return the table constraint: the values of expressions are one of some tuples.

    Consistency: domain. Two expressions are propagated by AC3-bit, in O(d^2 / 64) time for d
    values, and more by Compact-Table, in O(r t / 64) time for r values in all domains and t tuples.
    The memory is at most a few words for each value in each tuple, however far apart the values
    are. Tuples with None are not expanded.

    Parameters
    ----------
    expressions
        Variables and expressions.
    tuples
        A value for each expression, or None for any value.

    Returns
    -------
    Table
        An expression.

    Raises
    ------
    ModelError
        If the length of a tuple is not the number of expressions, or a value is not a whole number.

    References
    ----------
    J. Demeulenaere et al., Compact-Table: efficiently filtering table constraints with reversible
    sparse bit-sets, CP 2016. H. Verhaeghe, C. Lecoutre and P. Schaus, Extending Compact-Table to
    negative and short tables, AAAI 2017. C. Lecoutre and J. Vion, Enforcing arc consistency using
    bitwise operations, 2008.

    Examples
    --------
    >>> from csp import Model, table
    >>> model = Model()
    >>> x, y = model.variables(2, range(4))
    >>> model.post(table([x, y], [(0, 1), (2, None), (4, 5)]))
    >>> model.count()
    5
    """
    return Table(expressions, tuples)


def n_combinations(builder: Builder, numbers: Sequence[int]) -> int:
    """Return the number of combinations of the values of some variables."""
    return prod(builder.domain(v)[1].bit_count() for v in numbers)


def _checked(value: Any) -> int | None:
    return None if value is None else whole(value, "a value in a tuple")


def _matches(pattern: Tuple, values: tuple[int, ...]) -> bool:
    return all(own is None or own == value for own, value in zip(pattern, values, strict=True))
