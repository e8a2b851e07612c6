"""The choice of the fastest kernels on this machine: on vectors, or on plain integers."""

from importlib import import_module

from exactcover.compiled.host import has_vectors
from sudoku.batches.arrays import Kernel
from sudoku.solvers.bitslice.search import solve_some
from sudoku.solvers.bitslice.state import new_slices

__all__ = ["KERNEL"]

_best = import_module(
    "sudoku.solvers.bitboard.search" if has_vectors() else "sudoku.solvers.bitboard.words"
)

KERNEL = Kernel(_best.solve_some, _best.new_stack, many=Kernel(solve_some, new_slices))
