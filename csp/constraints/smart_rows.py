"""Posting tables whose rows have conditions: selects the propagator, and makes its arrays.

Columns on which no row compares other columns may become classes of values. Rows of sets become
rows of bits (`csp.constraints.tuples`), and so do rows with comparisons if they have few
combinations; all others are for the propagator of smart tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import accumulate
from math import prod
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from csp.constraints.classes import classes
from csp.constraints.conditions import HOLDS, Comparison, Condition, Entry, compared_columns
from csp.constraints.forests import Edge, revisions
from csp.constraints.intervals import accepted
from csp.constraints.row_truths import post_some_row
from csp.constraints.tuples import Flags, flags_of, post_masks, post_matrix, post_table
from csp.errors import ModelError
from csp.kernels.bitsets import places_of, signed_words
from csp.model.posted_records import QUADRATIC
from csp.propagators.registry import SMART_TABLE
from exactcover.runtime.search.limits import watched

if TYPE_CHECKING:
    from csp.model.builder import Builder

MOST_EXPANDED = 64
"""Comparisons are replaced by the combinations that satisfy them if a table has so few of these."""
MOST_PAIRS = 1 << 24
"""The most entries of a matrix of bits, times the rows, of a table of two columns."""


class Row(NamedTuple):
    """A row of a table.

    Attributes
    ----------
    masks
        The values of each column: bit k for the value k above the least one of the domain.
    edges
        The comparisons between columns, of places instead of values.
    """

    masks: tuple[int, ...]
    edges: tuple[Edge, ...]


def post_rows(builder: Builder, numbers: Sequence[int], rows: Sequence[Sequence[Entry]]) -> None:
    """Post that the values of variables satisfy one of the rows."""
    if not builder.takes_conditions:
        post_some_row(builder, numbers, rows)
        return
    _SmartTable(builder, list(numbers), [list(row) for row in rows]).post()


class _SmartTable:
    """Rows that are to be posted, and their columns."""

    def __init__(self, builder: Builder, numbers: list[int], rows: list[list[Entry]]) -> None:
        self._builder, self._numbers = builder, numbers
        self._compared = {
            each
            for row in rows
            for k, other in compared_columns(row)
            if other.column != k
            for each in (k, other.column)
        }
        self._masks: dict[int, Mapping[Entry, int]] = {}
        self._classify(rows)
        self._origins = [builder.domain(v)[0] for v in self._numbers]
        self._full = [builder.domain(v)[1] for v in self._numbers]
        self._rows = list(dict.fromkeys(filter(None, map(self._read, watched(rows)))))

    def post(self) -> None:
        """Post the rows that are possible."""
        builder = self._builder
        if any(row.edges for row in self._rows) and self._n_expanded() <= MOST_EXPANDED:
            self._rows = list(dict.fromkeys(each for row in self._rows for each in _expanded(row)))
        if not self._rows:
            builder.is_infeasible = True
            return
        # Rows of bits have no places for values above those of all rows.
        self._restrict()
        masks = [row.masks for row in self._rows]
        has_edges = any(row.edges for row in self._rows)
        if not has_edges and all(_is_plain(row, self._full) for row in masks):
            post_table(builder, self._numbers, map(self._plain, masks))
        elif len(self._numbers) == 2 and self._n_pairs() <= MOST_PAIRS:
            post_matrix(builder, self._numbers, self._origins, self._matrix())
        elif has_edges or not post_masks(builder, self._numbers, self._origins, masks):
            self._post_smart()

    def _n_pairs(self) -> int:
        """Return how many entries of a matrix are written for a table of two columns."""
        return len(self._rows) * prod(full.bit_length() for full in self._full)

    def _matrix(self) -> Flags:
        """Return the pairs of places that a table of two columns allows."""
        sizes = [full.bit_length() for full in self._full]
        differences = np.subtract.outer(*map(np.arange, sizes))
        found = np.zeros(sizes, dtype=bool)
        for row in self._rows:
            own = np.logical_and.outer(*map(flags_of, row.masks, sizes))
            for edge in row.edges:
                each = edge if edge.column == 0 else edge.reversed()
                own &= HOLDS[each.operator](differences - each.shift)
            found |= own
        return found

    def _classify(self, rows: list[list[Entry]]) -> None:
        """Replace variables by classes of their values, where that is possible and worth it."""
        for k, v in enumerate(self._numbers):
            if k in self._compared:
                if self._builder.is_wide(v):
                    self._refuse(rows, k)
                continue
            found = classes(self._builder, v, (row[k] for row in rows))
            if found is not None:
                self._numbers[k], self._masks[k] = found

    def _refuse(self, rows: list[list[Entry]], k: int) -> None:
        """Raise the error of a comparison of a column whose domain is wide."""
        i = next(
            i
            for i, row in enumerate(rows)
            for own, other in compared_columns(row)
            if k in (own, other.column)
        )
        try:
            self._builder.domain(self._numbers[k])
        except ModelError as error:
            raise ModelError(
                f"row {i} of the table compares column {k} with another: {error}"
            ) from None

    def _read(self, row: Sequence[Entry]) -> Row | None:
        """Return a row as masks and edges; None if a column has no value."""
        masks, edges = list[int](), dict[Edge, None]()
        for k, entry in enumerate(row):
            if k in self._masks:
                mask = self._masks[k][entry]
            else:
                mask = accepted(entry, self._origins[k], self._full[k])
            if not mask:
                return None
            masks.append(mask)
            if isinstance(entry, Condition):
                for each in entry.comparisons:
                    if each.column != k:
                        edges[self._edge(k, each)] = None
                    elif not each.holds_for(0):
                        return None
        return Row(tuple(masks), tuple(edges))

    def _edge(self, k: int, each: Comparison) -> Edge:
        shift = self._origins[each.column] - self._origins[k] + each.offset
        return Edge(each.operator, k, each.column, shift)

    def _restrict(self) -> None:
        """Leave each variable the values that it has in some row."""
        columns = zip(*(row.masks for row in self._rows), strict=True)
        for k, (v, own) in enumerate(zip(self._numbers, columns, strict=True)):
            union = reduce(or_, own)
            if union != self._full[k]:
                origin = self._origins[k]
                allowed = {origin + place for place in places_of(union)}
                self._builder.restrict(v, allowed.__contains__)

    def _n_expanded(self) -> int:
        """Return an upper bound of the rows without comparisons that say the same."""
        total = 0
        for row in self._rows:
            total += prod(row.masks[k].bit_count() for k in _free(row))
            if total > MOST_EXPANDED:
                break
        return total

    def _plain(self, masks: Sequence[int]) -> tuple[int | None, ...]:
        return tuple(
            None if mask == full else origin + mask.bit_length() - 1
            for mask, full, origin in zip(masks, self._full, self._origins, strict=True)
        )

    def _post_smart(self) -> None:
        """Post the propagator of smart tables."""
        n_words = [-(-full.bit_length() // 64) for full in self._full]
        starts = [0, *accumulate(n_words)]
        header = [len(self._rows), starts[-1], 0]
        for k, origin in enumerate(self._origins):
            header += [origin, n_words[k], starts[k]]
        body = _Body(len(header))
        rows = list[int]()
        for row in watched(self._rows):
            for k, mask in enumerate(row.masks):
                rows.append(0 if mask == self._full[k] else body.words(mask, n_words[k]))
            steps = revisions(row.edges)
            rows += [body.place(steps.numbers), len(steps.numbers) // 4, int(steps.repeats)]
        header[2] = len(header) + len(body.numbers)
        self._builder.propagator(
            SMART_TABLE,
            self._numbers,
            [*header, *body.numbers, *rows],
            cells=[len(self._rows)],
            memory=range(len(self._rows)),
            scratch=4 * starts[-1],
            cost=QUADRATIC,
        )


class _Body:
    """The sets and the revisions of all rows, each sequence of numbers once."""

    def __init__(self, start: int) -> None:
        self.numbers: list[int] = []
        self._start = start
        self._known: dict[tuple[int, ...], int] = {}

    def words(self, mask: int, n: int) -> int:
        """Return the place of a mask of n words."""
        words = signed_words(mask)
        return self.place((*words, *[0] * (n - len(words))))

    def place(self, numbers: tuple[int, ...]) -> int:
        """Return the place of a sequence of numbers."""
        if numbers not in self._known:
            self._known[numbers] = self._start + len(self.numbers)
            self.numbers += numbers
        return self._known[numbers]


def _is_plain(masks: Sequence[int], full: Sequence[int]) -> bool:
    """Return whether each mask is a single value or all values."""
    return all(
        mask & (mask - 1) == 0 or mask == every for mask, every in zip(masks, full, strict=True)
    )


def _free(row: Row) -> Iterator[int]:
    """Yield the compared columns of a row whose values do not follow from those before."""
    known = set[int]()
    for edge in row.edges:
        for k in (edge.column, edge.other):
            if k not in known:
                follows = edge.operator == "==" and not known.isdisjoint((edge.column, edge.other))
                known.add(k)
                if not follows:
                    yield k


def _expanded(row: Row) -> Iterator[Row]:
    """Yield rows without comparisons that together say what a row says."""
    if not row.edges:
        yield row
        return
    order = list(dict.fromkeys(k for edge in row.edges for k in (edge.column, edge.other)))
    chosen = list(row.masks)

    def extend(n: int) -> Iterator[Row]:
        if n == len(order):
            yield Row(tuple(chosen), ())
            return
        k, known = order[n], set(order[:n])
        mask = row.masks[k]
        for edge in row.edges:
            if k in (edge.column, edge.other) and {edge.column, edge.other} <= {*known, k}:
                mask &= _supported(edge, k, chosen, mask)
        for place in places_of(mask):
            chosen[k] = 1 << place
            yield from extend(n + 1)

    yield from extend(0)


def _supported(edge: Edge, k: int, chosen: Sequence[int], mask: int) -> int:
    """Return the places of a column that an edge allows, whose other column is one value."""
    own = edge if k == edge.column else edge.reversed()
    place = chosen[own.other].bit_length() - 1 + own.shift
    if own.operator == "<=":
        return (1 << max(place + 1, 0)) - 1
    if own.operator == ">=":
        return mask >> max(place, 0) << max(place, 0)
    bit = 1 << place if place >= 0 else 0
    return bit if own.operator == "==" else mask & ~bit
