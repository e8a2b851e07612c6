"""The kernel that is fastest on this machine: vectors, or plain integers."""

from importlib import import_module

from exactcover.compiled.host import has_vectors
from sudoku.batch import Kernel

__all__ = ["KERNEL"]

_best = import_module("sudoku.bitboard.search" if has_vectors() else "sudoku.bitboard.words")

KERNEL = Kernel(_best.solve_some, _best.new_stack)
