"""The puzzle as an exact cover problem, searched by the portfolio of `exactcover`."""

from __future__ import annotations

import numpy as np

from exactcover.portfolio.portfolio import CoverPortfolio
from exactcover.problem.links import build
from exactcover.runtime.search.goal import Goal
from sudoku.encodings.exact_cover import blank_problem
from sudoku.puzzle.puzzle import Puzzle
from sudoku.solvers.base import BaseSolver


class ExactCover(BaseSolver, CoverPortfolio):
    """The solver; its engines compile their kernels when they have their first time slices."""

    compiles_itself = True
    knows_all_rules = True
    takes_seed = True

    def __init__(self, puzzle: Puzzle, goal: Goal = Goal.LIST, seed: int | None = None) -> None:
        problem = blank_problem(puzzle.shape, puzzle.rules)
        rng = None if seed is None else np.random.default_rng(seed)
        super().__init__(problem.links if rng is None else build(problem, rng), problem, goal)
