"""The search on bit masks as one of the solvers."""

from exactcover.errors import ProblemError
from exactcover.problem.links import Links
from exactcover.search.goal import Goal
from sudoku.puzzle.puzzle import Puzzle
from sudoku.solvers.bitmask.engine import Bitmask
from sudoku.solvers.bitmask.tables import MOST_DIGITS, tables
from sudoku.solvers.problems import problem_of


class BitmaskSolver(Bitmask):
    """The engine of a puzzle's shape and rules; see `sudoku.solvers.bitmask.engine.Bitmask`."""

    most_digits = MOST_DIGITS
    knows_all_rules = True

    def __init__(self, links: Links, puzzle: Puzzle, goal: Goal) -> None:
        if links is not problem_of(self.name, puzzle)[0].links:
            raise ProblemError("the method bitmask knows one order only: it takes no seed")
        super().__init__(links, tables(puzzle.shape, puzzle.rules))
