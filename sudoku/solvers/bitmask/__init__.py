"""Sudoku of any shape with up to 64 digits on bit masks: a word of candidates for each cell.

A cell's digits are the bits of a word. Before each branch, naked singles, hidden singles and locked
candidates are propagated, for all houses of the rules. `block` solves
many puzzles, for `sudoku.batches.batch`; `engine` is a search that can be stopped and resumed.

Import the modules with kernels when a search begins: this package alone does not import Numba.
"""

from sudoku.solvers.bitmask.board_arrays import MOST_DIGITS, Tables, tables

__all__ = ["MOST_DIGITS", "Tables", "tables"]
