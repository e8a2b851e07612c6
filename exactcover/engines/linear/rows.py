"""A problem as rows of whole numbers: each item is a row, each option a column of 0 or 1.

The row of an item says how many units the chosen options cover. All entries are positive. Colours
need further columns and rows. Let the options with a secondary item fall into classes by its
colour; those without a colour are a class each. A column *w* of cost 0 says that a class is absent:
the options of a class of *n* options and *n* times *w* are at most *n*, and all classes but one are
absent.
"""

from typing import NamedTuple

import numpy as np

from exactcover.problem.links import END, Links
from exactcover.runtime.kernels.types import I64


class Rows(NamedTuple):
    """Rows: low <= sum of entries times columns <= high.

    ============== ======== ========== ==================================================
    array          shape    indexed by holds
    ============== ======== ========== ==================================================
    starts         m + 1    row        where its entries begin in `columns` and `entries`
    columns        entries             the column of an entry, row by row
    entries        entries             the numbers, which are positive
    column_starts  n + 1    column     the same by columns
    column_rows    entries             the row of an entry, column by column
    column_entries entries             the numbers
    low, high      m        row        the least and the most that the row may be
    largest        m        row        its largest entry
    ============== ======== ========== ==================================================
    """

    starts: I64
    columns: I64
    entries: I64
    column_starts: I64
    column_rows: I64
    column_entries: I64
    low: I64
    high: I64
    largest: I64

    @property
    def n_columns(self) -> int:
        """The number of columns."""
        return len(self.column_starts) - 1

    @property
    def owners(self) -> I64:
        """The row of each entry, row by row."""
        return np.repeat(np.arange(len(self.low)), np.diff(self.starts))

    def of_columns(self, columns: I64) -> "Rows":
        """Return the same rows with some of the columns, which are numbered anew."""
        number = np.full(self.n_columns, -1)
        number[columns] = np.arange(len(columns))
        kept = number[self.columns] >= 0
        return rows_of_entries(
            self.owners[kept], number[self.columns[kept]], self.entries[kept], self.low, self.high,
            len(columns),
        )  # fmt: skip


def rows_of_entries(row: I64, column: I64, entry: I64, low: I64, high: I64, n_columns: int) -> Rows:
    """Return the rows with these entries; rows that always hold have none."""
    m = len(low)
    totals = np.bincount(row, entry, minlength=m).astype(np.int64)
    high = np.minimum(high, np.maximum(totals, low))
    is_needed = (low > 0) | (high < totals)
    kept = is_needed[row]
    row, column, entry = row[kept], column[kept], entry[kept]
    by_row = np.argsort(row, kind="stable")
    by_column = np.argsort(column, kind="stable")
    largest = np.ones(m, dtype=np.int64)
    np.maximum.at(largest, row, entry)
    return Rows(
        _starts(row, m), column[by_row], entry[by_row],
        _starts(column, n_columns), row[by_column], entry[by_column],
        np.where(is_needed, low, 0), np.where(is_needed, high, 0), largest,
    )  # fmt: skip


def _starts(places: I64, number: int) -> I64:
    counts = np.bincount(places, minlength=number)
    return np.concatenate(([0], np.cumsum(counts))).astype(np.int64)


def rows_of(links: Links) -> Rows:
    """Return the rows of a problem; the first columns are its options."""
    nodes = np.flatnonzero(links.item_of != END)
    item = links.item_of[nodes].astype(np.int64)
    option = links.option_of[nodes].astype(np.int64)
    colour = links.colour_of[nodes].astype(np.int64)
    unit = links.unit_of[nodes].astype(np.int64) if len(links.unit_of) else np.ones_like(item)
    n, n_primary = len(links.node_of), links.n_primary
    low = np.zeros(links.n_items, dtype=np.int64)
    high = np.ones(links.n_items, dtype=np.int64)
    low[:n_primary], high[:n_primary] = links.low, links.high
    has_colours = np.zeros(links.n_items, dtype=np.bool_)
    has_colours[item[colour > 0]] = True
    is_plain = ~has_colours[item]
    parts = [(item[is_plain], option[is_plain], unit[is_plain])]
    lows, highs = [low], [high]
    n_rows, n_columns = links.n_items, n
    for number in np.flatnonzero(has_colours).tolist():
        of_item = item == number
        options, colours = option[of_item], colour[of_item]
        # Options without a colour are a class each.
        keys = np.where(colours > 0, colours, -1 - options)
        classes, members = np.unique(keys, return_inverse=True)
        sizes = np.bincount(members)
        rows, absent = n_rows + np.arange(len(classes)), n_columns + np.arange(len(classes))
        parts.append((rows[members], options, np.ones_like(options)))
        parts.append((rows, absent, sizes))
        parts.append((np.full(len(classes), number), absent, np.ones_like(absent)))
        low[number], high[number] = len(classes) - 1, len(classes)
        lows.append(np.zeros_like(sizes))
        highs.append(sizes)
        n_rows, n_columns = n_rows + len(classes), n_columns + len(classes)
    row, column, entry = (
        np.concatenate(each).astype(np.int64) for each in zip(*parts, strict=True)
    )
    return rows_of_entries(
        row, column, entry, np.concatenate(lows), np.concatenate(highs), n_columns
    )
