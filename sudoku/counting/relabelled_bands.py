"""The number of bands with given sets of digits in their columns that a symmetry only relabels.

The rows of one digit, one for each stack, determine those of all digits of its cycle. So each cycle
has a list of *placements*, sets of cells that the symmetry maps to themselves, and a band is a
choice of one placement for each cycle, in which no two have a cell in common. The list depends only
on the columns of the digit and the length of its cycle.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import NamedTuple

import numpy as np

from exactcover.runtime.kernels.jit import kernel
from exactcover.runtime.kernels.types import U32, U64
from exactcover.runtime.search.limits import Flag
from sudoku.counting.column_patterns import Numbers
from sudoku.counting.fixed_grids import orbits
from sudoku.counting.lines import Lines

ZERO, ONE = np.uint64(0), np.uint64(1)
MOST_CELLS = 64
"""The most orbits of cells in a band: each one is a bit of a word."""
BANDS_A_CALL = 256
"""The sets of columns whose bands one call of a kernel counts."""


class Placements(NamedTuple):
    """The placements of a cycle of digits.

    Attributes
    ----------
    cells
        The orbits of cells of each placement, as bits.
    weights
        For one of those that differ only by an order of rows that the symmetry keeps: how many
        there are. Zero for the others.
    """

    cells: U64
    weights: U64


class RelabelledBands:
    """Counts the fillings of one band that a symmetry of the cells relabels.

    Parameters
    ----------
    lines
        A symmetry that maps the band to itself.
    band
        The number of the band.
    """

    def __init__(self, lines: Lines, band: int) -> None:
        self._p, self._q = lines.p, lines.q
        first = band * self._q
        rows = [row - first for row in lines.rows[first : first + self._q]]
        n = lines.shape.n
        self._image = [rows[cell // n] * n + lines.columns[cell % n] for cell in range(self._q * n)]
        found = orbits(dict(enumerate(self._image)))
        if len(found) > MOST_CELLS:
            raise OverflowError(f"a band has {len(found)} orbits of cells, above {MOST_CELLS}")
        self._orbit, self._size = np.zeros((2, len(self._image)), dtype=np.int64)
        for number, cells in enumerate(found):
            self._orbit[cells], self._size[cells] = number, len(cells)
        self._orders = np.array(list(permutations(range(self._q))))
        moved = np.array(rows)
        is_kept = (self._orders[:, moved] == moved[self._orders]).all(axis=1)
        self._exchanges = self._orders[is_kept]

    def count(self, columns: Numbers, lengths: Sequence[int], due: Flag) -> U64 | None:
        """Return the numbers of bands; None if the flag is set before they are known.

        Parameters
        ----------
        columns
            For each band and each cycle of digits the column of its first digit in each stack, as
            one number: its offsets in the stacks are the digits of the number to base `p`.
        lengths
            The length of each cycle.
        """
        kinds = np.array(lengths) * self._p**self._q + columns
        used, lists = np.unique(kinds, return_inverse=True)
        placements = [self._placements(*divmod(int(k), self._p**self._q)) for k in used]
        # Columns often do not matter, because the symmetry exchanges them.
        contents = {one.cells.tobytes(): one for one in placements}
        number = {content: k for k, content in enumerate(contents)}
        equal = np.array([number[one.cells.tobytes()] for one in placements])
        turns = np.sort(equal[lists.reshape(columns.shape)], axis=1)
        turns, place = np.unique(turns, axis=0, return_inverse=True)
        numbers = self._choices(turns, list(contents.values()), due)
        return None if numbers is None else numbers[place]

    def _choices(self, turns: Numbers, placements: list[Placements], due: Flag) -> U64 | None:
        """Return how many choices there are of a placement of each list of a row."""
        sizes = np.array([len(own.cells) for own in placements], dtype=np.uint32)
        cells, weights = np.zeros((2, len(sizes), max(1, *sizes)), dtype=np.uint64)
        for k, own in enumerate(placements):
            cells[k, : sizes[k]], weights[k, : sizes[k]] = own
        # Those of which there are few come first.
        turns = np.take_along_axis(turns, np.argsort(sizes[turns], axis=1), axis=1)
        numbers = np.zeros(len(turns), dtype=np.uint64)
        memory = np.zeros((2, turns.shape[1] + 1), dtype=np.uint64)
        for k in range(0, len(numbers), BANDS_A_CALL):
            if due.is_set():
                return None
            some = np.ascontiguousarray(turns[k : k + BANDS_A_CALL], dtype=np.uint32)
            write_choices(some, sizes, cells, weights, memory, numbers[k : k + BANDS_A_CALL])
        return numbers

    def _placements(self, length: int, columns: int) -> Placements:
        """Return all placements of a cycle of digits.

        Cells with the same digit are those that the symmetry reaches in steps of the length; the
        other cells of the orbit have the other digits.
        """
        p, q, n = self._p, self._q, self._p * self._q
        own = np.array([s * p + columns // p ** (q - 1 - s) % p for s in range(q)])
        cells = self._orders * n + own
        reached = cells
        for _ in range(length):
            reached = np.array(self._image)[reached]
        is_closed = (np.sort(reached, axis=1) == np.sort(cells, axis=1)).all(axis=1)
        orbit, size = self._orbit[cells], self._size[cells]
        n_together = (orbit[:, :, None] == orbit[:, None, :]).sum(axis=2)
        is_possible = is_closed & (n_together * length == size).all(axis=1)
        # Different placements may have the same cells, with the digits of the cycle turned.
        bits: U64 = np.bitwise_or.reduce(ONE << orbit[is_possible].astype(np.uint64), axis=1)
        order = np.argsort(bits, kind="stable")
        return Placements(bits[order], self._alike(self._orders[is_possible])[order])

    def _alike(self, rows: Numbers) -> U64:
        """Return the weights of `Placements`, by the row in each stack."""
        codes = (self._exchanges[:, rows] @ self._q ** np.arange(self._q)).min(axis=0)
        _, firsts, counts = np.unique(codes, return_index=True, return_counts=True)
        weights = np.zeros(len(rows), dtype=np.uint64)
        weights[firsts] = counts
        return weights


@kernel
def write_choices(
    turns: U32, sizes: U32, placements: U64, weights: U64, memory: U64, numbers: U64
) -> None:
    """Write how many ways there are to choose sets of cells that have no cell in common.

    Parameters
    ----------
    turns
        In each row the lists of which one set each is chosen.
    sizes, placements
        The number of sets in each list, and the sets as bits.
    weights
        For how many sets each one is tried, if its list comes first.
    memory
        Two rows: for each list the sets that were tried, and the cells taken before.
    numbers
        The number for each row.
    """
    tried, taken = memory[ZERO], memory[ONE]
    last = np.uint64(turns.shape[1]) - ONE
    for k in range(np.uint64(len(turns))):
        found = turn = ZERO
        weight = ONE
        tried[ZERO] = taken[ZERO] = ZERO
        while True:
            own = np.uint64(turns[k, turn])
            if tried[turn] < sizes[own]:
                cells = placements[own, tried[turn]]
                if turn == ZERO:
                    weight = weights[own, tried[turn]]
                tried[turn] += ONE
                if cells & taken[turn] == ZERO and weight:
                    if turn == last:
                        found += weight
                    else:
                        taken[turn + ONE] = taken[turn] | cells
                        turn += ONE
                        tried[turn] = ZERO
            elif turn == ZERO:
                break
            else:
                turn -= ONE
        numbers[k] = found
