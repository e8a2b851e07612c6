"""The choice of the fastest kernels on this machine: on vectors, or on plain integers."""

from importlib import import_module

from exactcover.runtime.kernels.host import can_shuffle_words, has_vectors
from sudoku.batches.arrays import Kernel
from sudoku.solvers.bitslice.search import solve_some
from sudoku.solvers.bitslice.state import new_slices

_best = import_module(
    "sudoku.solvers.bitboard.search" if has_vectors() else "sudoku.solvers.bitboard.words"
)

FEWEST = 1024 if can_shuffle_words() else 320
"""The fewest puzzles of a block that are searched many at a time.

With AVX-512 a round of one puzzle has a fourth of the instructions that it has without, and a round
of many has as many as before.
"""
KERNEL = Kernel(_best.solve_some, _best.new_stack, Kernel(solve_some, new_slices), FEWEST)
"""The kernels for batches."""
