"""The puzzle as an exact cover, by the engines of `exactcover` that take turns."""

from __future__ import annotations

from exactcover.portfolio.relay import Relay
from exactcover.problem.links import Links
from exactcover.search.goal import Goal
from sudoku.encodings.exact_cover import blank_problem
from sudoku.puzzle.puzzle import Puzzle

__all__ = ["ExactCover"]


class ExactCover(Relay):
    """The engine; its parts have names and figures of their own, and are loaded in their turn."""

    compiles_itself = True
    knows_all_rules = True

    def __init__(self, links: Links, puzzle: Puzzle, goal: Goal = Goal.LIST) -> None:
        super().__init__(links, blank_problem(puzzle.shape, puzzle.rules), goal)
