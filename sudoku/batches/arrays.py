"""Batches of puzzles as arrays for kernels."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from exactcover.runtime.arguments import check_unmasked
from exactcover.runtime.integer_arrays import with_integers
from sudoku.errors import ClueError, ShapeError
from sudoku.geometry.shape import Shape

if TYPE_CHECKING:
    Cells: TypeAlias = NDArray[np.uint8]
    Counts: TypeAlias = NDArray[np.int64]
    Barred: TypeAlias = NDArray[np.uint16]


NOTHING_BARRED: Barred = np.empty((0, 2), dtype=np.uint16)
"""The array `barred` of a batch in which nothing is barred."""


class Arrays(NamedTuple):
    """A batch.

    Attributes
    ----------
    puzzles
        (n, n_cells), uint8: digits, 0 for a blank.
    barred
        (n, 2), or (0, 2) if there are none: a blank cell, and a digit that it must not hold.
    solutions
        (n, n_cells), or (0, n_cells) if none are wanted: zeros, where the search writes the first
        solution of each puzzle.
    counts
        (n,): the search writes the number of solutions of each puzzle, up to the limit, once it is
        known.
    """

    puzzles: Cells
    barred: Barred
    solutions: Cells
    counts: Counts

    def block(self, start: int, end: int) -> Arrays:
        """Return a part of the batch, which shares its memory."""
        part = slice(start, end)
        return Arrays(
            self.puzzles[part], self.barred[part], self.solutions[part], self.counts[part]
        )

    def taken(self, indices: NDArray[np.intp]) -> Arrays:
        """Return some puzzles of the batch as a batch with memory of its own."""
        barred = self.barred[indices] if len(self.barred) else self.barred
        solutions = self.solutions[indices] if len(self.solutions) else self.solutions
        return Arrays(self.puzzles[indices], barred, solutions, self.counts[indices])

    def put(self, indices: NDArray[np.intp], taken: Arrays) -> None:
        """Keep what was found for puzzles that `taken` returned."""
        self.counts[indices] = taken.counts
        if len(self.solutions):
            self.solutions[indices] = taken.solutions


class Limits(NamedTuple):
    """The limits, each at least 1: solutions to count, nodes of a call, nodes of a puzzle."""

    solutions: int
    budget: int
    nodes: int


class Kernel(NamedTuple):
    """The kernel that searches batches of a kind; see `sudoku.batches.kernel.solve_each`.

    Attributes
    ----------
    solve_some
        Continues the search of a batch.
    new_stack
        Makes the stack for that.
    many
        A kernel that is faster for many puzzles, and leaves the last ones of a batch to this one;
        None if there is none. It finds the same first solutions, but does not count nodes.
    fewest
        The fewest puzzles of a block for which it is used.
    """

    solve_some: Callable[..., bool]
    new_stack: Callable[[], Any]
    many: Kernel | None = None
    fewest: int = 0


def checked_barred(barred: ArrayLike | None, cells: Cells, shape: Shape) -> Barred:
    """Return the barred cell and digit of each puzzle, or raise."""
    if barred is None:
        return NOTHING_BARRED
    given = with_integers(np.asarray(check_unmasked("barred", barred)))
    if given.shape != (len(cells), 2) or given.dtype.kind not in "iu":
        raise ShapeError(
            f"barred is an array of shape {given.shape}, {given.dtype}, expected "
            f"({len(cells)}, 2), integers"
        )
    cell, digit = given.T
    wrong = (cell < 0) | (cell >= shape.n_cells) | (digit < 1) | (digit > shape.n)
    if wrong.any():
        number = int(wrong.argmax())
        raise ClueError(f"barred {number + 1}: there is no cell and digit {given[number].tolist()}")
    filled = cells[np.arange(len(cells)), cell] != 0
    if filled.any():
        number = int(filled.argmax())
        raise ClueError(f"barred {number + 1}: cell {cell[number]} holds a clue")
    return np.require(given, np.uint16, ("C", "A", "W", "E"))
