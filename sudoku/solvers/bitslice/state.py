"""The position of a bit-sliced search: in every vector, bit k belongs to the k-th puzzle."""

from typing import NamedTuple

import numpy as np

from exactcover.runtime.kernels.types import U64
from exactcover.runtime.kernels.vectors import aligned_empty
from sudoku.batches.kernel import N_LEVELS
from sudoku.solvers.bitslice.vectors import N_LANES, N_WORDS

N_CELLS = 81
N_CANDIDATES = 9 * N_CELLS

ACTIVE, OPEN, WRONG, SOLVED, FRESH, FIRST = range(6)
"""The vectors of `Slices.masks`: the lanes that have a puzzle; those with a grid that no round
changes any more, that has no solution, or is solved; those that wait for a puzzle; those with a
first solution."""
N_MASKS = 6


class Slices(NamedTuple):
    """The grids of as many puzzles as a vector has lanes, one bit each, and the stack of each.

    Arrays of vectors, N_WORDS words each; candidates are indexed by ``(digit - 1) * 81 + cell``:

    ========== ======================== ========================================================
    array      vectors                  holds
    ========== ======================== ========================================================
    grid       N_CANDIDATES             the candidates
    several    81                       cells that had several candidates in the last round
    known      81                       cells whose digit is a hidden single
    some       81                       scratch: cells that have a candidate
    twos       81                       scratch: cells that have several
    before     81                       scratch: the cells known before the round
    rows       27                       scratch, of one digit: its mini-rows that may hold it
    placed     9                        scratch: the boxes with one such mini-row
    columns    27                       scratch: the columns of each box with a naked single of it
    masks      N_MASKS                  which lanes ...: `ACTIVE` and the others
    clues      10 * 81                  scratch: the clues of fresh lanes, blanks first
    stack      N_LEVELS * N_CANDIDATES  the grids that are still to be searched
    pushed     N_LEVELS                 scratch: the lanes that put a grid on each level
    popped     N_LEVELS                 scratch: the lanes that take one from it
    chosen     N_CANDIDATES             scratch: the lanes that branch on a candidate; the digits
                                        of solved grids
    ========== ======================== ========================================================

    Arrays with a number for each lane: `puzzle`, its index in the batch; `depth`, how many grids
    its stack holds; `found`, how many solutions it has so far. `branches` lists the candidates
    that some lane branches on.
    """

    grid: U64
    several: U64
    known: U64
    some: U64
    twos: U64
    before: U64
    rows: U64
    placed: U64
    columns: U64
    masks: U64
    clues: U64
    stack: U64
    pushed: U64
    popped: U64
    chosen: U64
    puzzle: U64
    depth: U64
    found: U64
    branches: U64


def new_slices() -> Slices:
    """Return uninitialised arrays for a search."""
    n_vectors = [N_CANDIDATES, *[N_CELLS] * 5, 27, 9, 27, N_MASKS, 10 * N_CELLS]
    n_vectors += [N_LEVELS * N_CANDIDATES, N_LEVELS, N_LEVELS, N_CANDIDATES]
    vectors = [aligned_empty((n * N_WORDS,), np.uint64) for n in n_vectors]
    numbers = [np.empty(n, dtype=np.uint64) for n in (*[N_LANES] * 3, N_CANDIDATES)]
    return Slices(*vectors, *numbers)
