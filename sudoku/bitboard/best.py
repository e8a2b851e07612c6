"""The kernel that is fastest on this machine: vectors, or plain integers."""

from exactcover.host import has_vectors
from sudoku.batch import Kernel
from sudoku.bitboard.batch import N_POSITIONS

if has_vectors():
    from sudoku.bitboard.search import count_one, has_another, new_stack, solve_some
else:
    from sudoku.bitboard.words import count_one, has_another, new_stack, solve_some

__all__ = ["KERNEL", "count_one", "has_another", "new_stack"]

KERNEL = Kernel(solve_some, new_stack, N_POSITIONS)
