"""The sets of digits in the columns of all bands of grids that a symmetry relabels.

Sets that differ only by names of digits are taken once. Names may be changed by what commutes with
the relabelling: cycles of equal length may change places, and each may be turned. So what matters
is only how many cycles of digits have which pattern. Orbits of stacks are added one after another,
and what is equal then is united.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sudoku.counting.column_patterns import Numbers, Patterns
from sudoku.counting.fixed_grids import orbits
from sudoku.counting.lines import Lines


class ColumnSets(NamedTuple):
    """The sets of digits in all columns of all bands, up to what does not matter.

    Attributes
    ----------
    patterns
        The patterns of a digit in all stacks.
    rows
        For each class of sets and each cycle of digits the pattern of its first digit.
    weights
        The size of each class.
    """

    patterns: Patterns
    rows: Numbers
    weights: Numbers

    @classmethod
    def of(cls, lines: Lines, cycles: Sequence[int]) -> ColumnSets:
        """Return the sets that are possible, where the relabelling has these cycle lengths."""
        every = orbits(dict(enumerate(lines.stacks)))
        rows, weights = np.zeros((1, len(cycles)), dtype=np.int64), np.ones(1, dtype=np.int64)
        for number, orbit in enumerate(every):
            added = Patterns(lines, [orbit])
            chosen = added.choices(cycles)
            rows = (rows[:, None] * len(added) + chosen).reshape(-1, len(cycles))
            weights = np.repeat(weights, len(chosen))
            patterns = Patterns(lines, every[: number + 1])
            rows, weights = _united(patterns, rows, weights, cycles)
        return cls(patterns, rows, weights)


def _united(
    patterns: Patterns, rows: Numbers, weights: Numbers, cycles: Sequence[int]
) -> tuple[Numbers, Numbers]:
    """Unite rows that are equal up to names, and most of those equal up to the order of columns.

    A row is replaced by its image under an exchange of columns as long as the image is less.
    """
    least = least_turns(patterns.image)

    def named(rows: Numbers) -> Numbers:
        return sorted_alike(least[rows], cycles)

    rows, weights = _merged(named(rows), weights, len(patterns))
    n_before = len(rows) + 1
    while len(rows) < n_before:
        n_before = len(rows)
        for images in patterns.exchanges:
            other = named(images[rows])
            both = _coded(np.concatenate((rows, other)), len(patterns)).reshape(2, -1)
            rows = np.where((both[1] < both[0])[:, None], other, rows)
        rows, weights = _merged(rows, weights, len(patterns))
    return rows, weights


def least_turns(image: Numbers) -> Numbers:
    """Return the least number in the orbit of each number under a permutation.

    >>> least_turns(np.array([1, 2, 0, 3])).tolist()
    [0, 0, 0, 3]
    """
    least = np.arange(len(image))
    for orbit in orbits(dict(enumerate(image.tolist()))):
        least[orbit] = min(orbit)
    return least


def sorted_alike(rows: Numbers, lengths: Sequence[int]) -> Numbers:
    """Return the rows where the entries of cycles of equal length are in order.

    >>> sorted_alike(np.array([[3, 1, 2]]), [4, 4, 2]).tolist()
    [[1, 3, 2]]
    """
    found = rows.copy()
    for length in set(lengths):
        alike = np.array(lengths) == length
        found[:, alike] = np.sort(rows[:, alike], axis=1)
    return found


def _coded(rows: Numbers, base: int) -> Numbers:
    """Return a number for each row, in the order of the rows; entries are below a base."""
    codes, n_codes = np.zeros(len(rows), dtype=np.int64), 1
    for column in rows.T:
        if n_codes * base >> 62:
            _, codes = np.unique(codes, return_inverse=True)
            n_codes = len(rows)
        codes = codes * base + column
        n_codes *= base
    return codes


def _merged(rows: Numbers, weights: Numbers, base: int) -> tuple[Numbers, Numbers]:
    """Return the different rows, and the sums of the weights of those that are equal."""
    _, firsts, place = np.unique(_coded(rows, base), return_index=True, return_inverse=True)
    sums = np.zeros(len(firsts), dtype=np.int64)
    np.add.at(sums, place, weights)
    return rows[firsts], sums
