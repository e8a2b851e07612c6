"""The search on bit masks as one of the solvers."""

from exactcover.runtime.search.goal import Goal
from sudoku.puzzle.puzzle import Puzzle
from sudoku.solvers.base import BaseSolver
from sudoku.solvers.bitmask.board_arrays import MOST_DIGITS, tables
from sudoku.solvers.bitmask.engine import Bitmask


class BitmaskSolver(BaseSolver, Bitmask):
    """The solver; see `sudoku.solvers.bitmask.engine.Bitmask`. The goal makes no difference."""

    knows_all_rules = True
    uses_placements = True
    takes_seed = True
    most_digits = MOST_DIGITS

    def __init__(self, puzzle: Puzzle, goal: Goal = Goal.LIST, seed: int | None = None) -> None:
        super().__init__(tables(puzzle.shape, puzzle.rules), seed)
