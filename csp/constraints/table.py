"""Tables: the allowed combinations of values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from csp.constraints.conditions import Condition, Entry, compared_columns, entry_of, holds
from csp.constraints.of_expressions import OfExpressions
from csp.constraints.row_truths import post_no_row
from csp.constraints.row_vertices import row_vertex
from csp.constraints.smart_rows import post_rows
from csp.constraints.tuples import post_forbidden, post_table
from csp.errors import ModelError
from csp.model.constraint import Constraint, ValueOf
from csp.model.expressions import expression_list, listed, whole
from exactcover.runtime.kernels.types import I64
from exactcover.runtime.search.limits import watched

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.literal_graph import LiteralGraph

MOST_COMBINATIONS = 1 << 20
"""The most combinations of values that are enumerated."""

FEW_COMBINATIONS = 1 << 12
"""With at most this many combinations, all allowed ones are posted, which removes the most."""


class CheckedRows(Sequence[tuple[int, ...]]):
    """Rows of numbers that were checked, as an array; tables share them, nobody changes them."""

    def __init__(self, rows: Any) -> None:
        self.rows: I64 = np.array(rows, dtype=np.int64)

    @cached_property
    def array(self) -> I64:
        """The rows, each once."""
        least, spans = self.rows.min(axis=0), np.ptp(self.rows, axis=0).tolist()
        if prod(span + 1 for span in spans) >= 1 << 62:
            return np.array([*dict.fromkeys(self)], dtype=np.int64)
        keys = np.zeros(len(self), dtype=np.int64)
        for column, low, span in zip(self.rows.T, least, spans, strict=True):
            keys = keys * (span + 1) + (column - low)
        _, first = np.unique(keys, return_index=True)
        return self.rows if len(first) == len(self) else self.rows[np.sort(first)]

    @cached_property
    def _tuples(self) -> list[tuple[int, ...]]:
        return [*map(tuple, self.rows.tolist())]

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, k: int) -> tuple[int, ...]: ...
    @overload
    def __getitem__(self, k: slice) -> list[tuple[int, ...]]: ...
    def __getitem__(self, k: int | slice) -> tuple[int, ...] | list[tuple[int, ...]]:
        """Return a row, or some."""
        return self._tuples[k]

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return iter(self._tuples)


class Table(OfExpressions, Constraint):
    """The constraint that values are one of some tuples; see `table`.

    Attributes
    ----------
    expressions
        The columns.
    tuples
        The rows: in each column a value, a `Condition`, or None for any value.
    """

    def __init__(self, expressions: Iterable[Any], tuples: Iterable[Sequence[Any]]) -> None:
        self.expressions = expression_list(expressions, "the expressions")
        self.tuples: Sequence[tuple[Entry, ...]]
        if isinstance(tuples, CheckedRows):
            self.tuples = tuples
            return
        rows = enumerate(listed(tuples, "the tuples"))
        self.tuples = [self._checked(i, each) for i, each in rows]

    def _checked(self, i: int, given: Sequence[Any]) -> tuple[Entry, ...]:
        """Return a row in its normal form."""
        n = len(self.expressions)
        row = tuple(listed(given, "the values of a tuple"))
        if len(row) != n:
            raise ModelError(f"the tuple {row} has {len(row)} values for {n} expressions")
        if all(type(each) is int for each in row):  # most often, and fast
            return tuple(whole(each, "a value in a tuple") for each in row)
        found = list[Entry]()
        for k, each in enumerate(row):
            try:
                found.append(entry_of(each))
            except ModelError as error:
                raise ModelError(f"row {i}, column {k}: {error}") from None
        for k, comparison in compared_columns(found):
            if comparison.column >= n:
                raise ModelError(
                    f"row {i}, column {k}: {comparison!r}: there are {n} columns, counted from 0"
                )
        return tuple(found)

    def holds(self, value_of: ValueOf) -> bool:
        """Return whether the values are allowed."""
        return self.allows(tuple(each.value(value_of) for each in self.expressions))

    def allows(self, values: tuple[int, ...]) -> bool:
        """Return whether a combination of values is one of the tuples."""
        return values in self._plain or any(_matches(each, values) for each in self._patterns)

    def build(self, builder: Builder) -> None:
        """Post the tuples that are within the domains."""
        self._post(builder, builder.distinct_variables(self.expressions), self.tuples)

    def add_to(self, graph: LiteralGraph) -> None:
        """Add the tuples, if there are too many combinations of values."""
        if graph.is_small(self, len(self.expressions)):
            graph.enumerate(self)
        else:
            graph.require(graph.any_of(self.to_vertices(graph)))

    def to_vertices(self, graph: LiteralGraph) -> list[int]:
        """Return the vertex of each tuple whose values are in the domains."""
        values = [graph.values(each) for each in self.expressions]
        rows = (row_vertex(graph, values, row) for row in watched(self.tuples))
        return [vertex for vertex in rows if vertex is not None]

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
        others: tuple[Entry, ...] = (*[None] * len(self.expressions), 1 - value)
        self._post(builder, scope, [*((*each, value) for each in self.tuples), others])
        self._forbid(builder, scope, [(*each, 1 - value) for each in self.tuples])

    def _post(self, builder: Builder, numbers: Sequence[int], rows: Sequence[Any]) -> None:
        """Post that the values of variables satisfy some row."""
        if self._has_conditions or any(map(builder.is_wide, numbers)):
            post_rows(builder, numbers, rows)
        elif isinstance(rows, CheckedRows) and rows:
            post_table(builder, numbers, rows.array)
        else:
            post_table(builder, numbers, rows)

    def _forbid(self, builder: Builder, numbers: Sequence[int], rows: Sequence[Any]) -> None:
        """Post that the values of variables satisfy no row."""
        if self._has_conditions or any(map(builder.is_wide, numbers)):
            post_no_row(builder, numbers, rows)
        else:
            post_forbidden(builder, numbers, rows)

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
    def _plain(self) -> frozenset[tuple[Entry, ...]]:
        return frozenset(self.tuples) - frozenset(self._patterns)

    @cached_property
    def _patterns(self) -> list[tuple[Entry, ...]]:
        if isinstance(self.tuples, CheckedRows):
            return []
        return [each for each in watched(self.tuples) if not all(type(v) is int for v in each)]

    @cached_property
    def _has_conditions(self) -> bool:
        return any(isinstance(v, Condition) for each in self._patterns for v in each)

    def __repr__(self) -> str:
        return f"table({self.expressions!r}, {len(self.tuples)} tuples)"


def table(expressions: Iterable[Any], tuples: Iterable[Sequence[Any]]) -> Table:
    """Return the table constraint: the values of expressions are one of some tuples.

    In place of a value a tuple may have None for any value, a set or a range of values, or a
    condition: `value != 2`, `value <= 3`, or a comparison with another column of the same tuple, as
    in `value < column(0) + 1`; `&` joins conditions. This is a smart, or hybrid, table. Its tuples
    are not expanded.

    Consistency: domain, if no tuple compares columns in a cycle; else arc consistency of the
    comparisons in each tuple. (A second comparison of the same two columns is a cycle.) If a domain
    is wide (more than 2^20 values), its bounds become as tight as classes of its values allow; its
    column cannot be compared with other columns.

    Parameters
    ----------
    expressions
        Variables and expressions: the columns.
    tuples
        The rows: for each expression a value, a condition, a set, or None for any value.

    Returns
    -------
    Table
        A constraint, to be posted to a model or combined with others.

    Raises
    ------
    ModelError
        If the length of a tuple is not the number of expressions, or it has something else in a
        column, which the message names with the row; when it is posted, if a row compares a column
        whose domain is wide.

    Notes
    -----
    Two expressions are propagated by AC3-bit, in O(d^2 / 64) time for d values, and more by
    Compact-Table, in O(r t / 64) time for r values in all domains and t tuples. The memory is at
    most a few words for each value in each tuple, however far apart the values are. Values that no
    condition tells apart are one value there, where that makes a domain much smaller. Tuples that
    compare columns are revised one after another, in O(r / 64) time each, unless they have few
    combinations.

    References
    ----------
    J. Demeulenaere et al., Compact-Table: efficiently filtering table constraints with reversible
    sparse bit-sets, CP 2016. H. Verhaeghe, C. Lecoutre and P. Schaus, Extending Compact-Table to
    negative and short tables, AAAI 2017. C. Lecoutre and J. Vion, Enforcing arc consistency using
    bitwise operations, 2008. J.-B. Mairy, Y. Deville and C. Lecoutre, The smart table constraint,
    CPAIOR 2015. H. Verhaeghe, C. Lecoutre, Y. Deville and P. Schaus, Extending Compact-Table to
    basic smart tables, CP 2017.

    Examples
    --------
    >>> from csp import Model, table
    >>> model = Model()
    >>> x, y = model.variables(2, range(4))
    >>> model.post(table([x, y], [(0, 1), (2, None), (4, 5)]))
    >>> model.count()
    5

    Below 2, the second is larger; otherwise it is neither 0 nor 3:

    >>> from csp import column, value
    >>> model = Model()
    >>> x, y = model.variables(2, range(4), name="xy")
    >>> model.post(table([x, y], [(range(2), value > column(0)), (value >= 2, {1, 2})]))
    >>> model.count()
    9
    """
    return Table(expressions, tuples)


def n_combinations(builder: Builder, numbers: Sequence[int]) -> int:
    """Return the number of combinations of the values of some variables."""
    return prod(map(builder.n_values, numbers))


def _matches(row: Sequence[Entry], values: tuple[int, ...]) -> bool:
    return all(holds(entry, own, values) for entry, own in zip(row, values, strict=True))
