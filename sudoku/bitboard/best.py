"""The kernel that is fastest on this machine: vectors, or plain integers.

`solve_some` is for batches; `count_one` and `has_another` are for kernels that look at one puzzle
after the other, such as those that generate them.
"""

from importlib import import_module

from exactcover.host import has_vectors
from sudoku.batch import Kernel

__all__ = ["KERNEL"]

_best = import_module("sudoku.bitboard.search" if has_vectors() else "sudoku.bitboard.words")

KERNEL = Kernel(_best.solve_some, _best.new_stack)
