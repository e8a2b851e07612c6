"""The kernel that is fastest on this machine: vectors, or plain integers."""

from exactcover.host import has_vectors
from sudoku.batch import Kernel

if has_vectors():
    from sudoku.bitboard.search import new_stack, solve_some
else:
    from sudoku.bitboard.words import new_stack, solve_some

__all__ = ["KERNEL"]

KERNEL = Kernel(solve_some, new_stack)
