"""Truth values of what the rows of a table say: for forbidden rows, and for other solvers.

The truth value of a set of values is domain consistent, and the others are bounds consistent. A
row is the sum of the truth values of its entries.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from csp.constraints.conditions import Comparison, Condition, Entry
from csp.constraints.intervals import Run, runs_of
from csp.constraints.linear_relation import post_reified
from csp.constraints.tabulated import check_truths
from csp.constraints.tuples import post_table
from csp.model.linear import Terms, post_linear
from exactcover.runtime.search.limits import watched

if TYPE_CHECKING:
    from csp.model.builder import Builder

Row = Sequence[Entry]

MOST_TABULATED = 256
"""The most values of a variable for which the truth value of a set of values is a table."""


def post_no_row(builder: Builder, numbers: Sequence[int], rows: Sequence[Row]) -> None:
    """Post that the values of variables satisfy none of some rows."""
    truths = RowTruths(builder, numbers, rows)
    for row in watched(rows):
        own = truths.of_row(row)
        if own is None:
            continue
        if not own:
            builder.is_infeasible = True
            return
        post_linear(builder, "<=", [(truth, 1) for truth in own], len(own) - 1)


def post_some_row(builder: Builder, numbers: Sequence[int], rows: Sequence[Row]) -> None:
    """Post that the values of variables satisfy some row, as a disjunction of truth values."""
    truths = RowTruths(builder, numbers, rows)
    found = []
    for row in watched(rows):
        own = truths.of_row(row)
        if own is not None:
            if not own:
                return
            found.append(truths.all_of(own))
    if not found:
        builder.is_infeasible = True
        return
    post_linear(builder, "<=", [(truth, -1) for truth in dict.fromkeys(found)], -1)


class RowTruths:
    """Posts truth values: 0/1 variables, each once.

    Parameters
    ----------
    builder, numbers
        The builder, and the variables of the columns.
    rows
        The rows; they are checked for not being too many.
    """

    def __init__(self, builder: Builder, numbers: Sequence[int], rows: Sequence[Row]) -> None:
        check_truths("a table with conditions", len({each for row in rows for each in row}))
        self._builder, self._numbers = builder, numbers
        self._known: dict[object, int] = {}

    def of_row(self, row: Row) -> list[int] | None:
        """Return truth values that are all 1 just where the row holds; None if it never does."""
        found: dict[int, None] = {}
        for k, entry in enumerate(row):
            runs = runs_of(entry, *self._builder.bounds(self._numbers[k]))
            if not runs:
                return None
            truths = [*self._of_runs(k, runs)]
            if isinstance(entry, Condition):
                truths += [self._of_comparison(k, each) for each in entry.comparisons]
            found.update(dict.fromkeys(truths))
        fixed = {truth for truth in found if self._builder.bounds(truth) == (0, 0)}
        return None if fixed else [t for t in found if self._builder.bounds(t) != (1, 1)]

    def all_of(self, truths: Sequence[int]) -> int:
        """Return the truth value of a conjunction."""
        return self._count(truths, len(truths))

    def _of_runs(self, k: int, runs: Sequence[Run]) -> Iterator[int]:
        """Yield the truth value of being in one of some intervals, unless it is always so."""
        v = self._numbers[k]
        low, high = self._builder.bounds(v)
        if (*runs,) == ((low, high),):
            return
        key = k, *runs
        if key not in self._known:
            self._known[key] = self._made(v, runs, low, high)
        yield self._known[key]

    def _made(self, v: int, runs: Sequence[Run], low: int, high: int) -> int:
        builder = self._builder
        if not builder.is_wide(v) and builder.n_values(v) <= MOST_TABULATED:
            truth, allowed = builder.new_interval(0, 1), _members(runs)
            rows = [(value, int(value in allowed)) for value in builder.values(v)]
            post_table(builder, [v, truth], rows)
            return truth
        return self._count([self._in_run(v, run, low, high) for run in runs], 1)

    def _in_run(self, v: int, run: Run, low: int, high: int) -> int:
        first, last = run
        if first == last:
            return post_reified(self._builder, "==", [(v, 1)], first)
        ends = []
        if first > low:
            ends.append(post_reified(self._builder, "<=", [(v, -1)], -first))
        if last < high:
            ends.append(post_reified(self._builder, "<=", [(v, 1)], last))
        return self.all_of(ends)

    def _of_comparison(self, k: int, each: Comparison) -> int:
        if each.column == k:
            return self._builder.constant(int(each.holds_for(0)))
        sign = -1 if each.operator == ">=" else 1
        operator = "<=" if each.operator == ">=" else each.operator
        terms: Terms = [(self._numbers[k], sign), (self._numbers[each.column], -sign)]
        key = operator, *terms, each.offset
        if key not in self._known:
            self._known[key] = post_reified(self._builder, operator, terms, sign * each.offset)
        return self._known[key]

    def _count(self, truths: Sequence[int], least: int) -> int:
        """Return the truth value of at least so many of some truth values being 1."""
        if len(truths) == 1:
            return truths[0]
        return post_reified(self._builder, "<=", [(truth, -1) for truth in truths], -least)


def _members(runs: Iterable[Run]) -> set[int]:
    return {value for first, last in runs for value in range(first, last + 1)}
