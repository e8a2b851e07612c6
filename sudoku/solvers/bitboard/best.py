"""The choice of the fastest kernel on this machine: on vectors, or on plain integers."""

from importlib import import_module

from exactcover.compiled.host import has_vectors
from sudoku.batches.arrays import Kernel

__all__ = ["KERNEL"]

_best = import_module(
    "sudoku.solvers.bitboard.search" if has_vectors() else "sudoku.solvers.bitboard.words"
)

KERNEL = Kernel(_best.solve_some, _best.new_stack)
