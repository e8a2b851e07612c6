"""From a filled grid, remove clues as long as techniques solve the puzzle."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sudoku.generation.batch_counts import Digits, Judge
from sudoku.generation.fill import filled_grids
from sudoku.generation.strategies.strategy import Made, PuzzleRequest, Strategy
from sudoku.generation.symmetry import orbits_of
from sudoku.geometry.grid import Grid
from sudoku.puzzle.puzzle import Puzzle
from sudoku.ratings.ladder import Ladder
from sudoku.ratings.warner import LOGIC

MayGo = Callable[[Digits, tuple[int, ...]], bool]
"""Returns whether the clues of some cells, which are blank in the puzzle, may stay removed."""


class ByLogic(Strategy):
    """Remove clues in random order; a clue stays if the logic of Warner fails without it.

    Techniques cannot solve a puzzle with several solutions, so no search has to check that there is
    only one. Removal stops at the number of clues that is asked for; a puzzle that needs more is
    dropped.

    References
    ----------
    D. Warner, "Sudoku solver and generator report" (2007), "Third square removal attempt".
    """

    name = "by_logic"
    summary = "Remove clues from a filled grid as long as Warner's techniques solve the puzzle."
    takes = frozenset({"clues", "symmetry"})
    most_size = 16

    def make(
        self, judge: Judge, request: PuzzleRequest, rng: np.random.Generator, size: int
    ) -> Made:
        """Try to make `size` puzzles, one after the other."""
        ladder = Ladder(LOGIC)

        def may_go(puzzle: Digits, cells: tuple[int, ...]) -> bool:
            return ladder.climb(puzzle_of(judge, puzzle)).solved

        return remove_while(judge, request, rng, size, may_go)


def remove_while(
    judge: Judge, request: PuzzleRequest, rng: np.random.Generator, size: int, may_go: MayGo
) -> Made:
    """Remove orbits of filled grids in random order, one by one, each only if it may go."""
    orbits, least = orbits_of(judge.shape, request.symmetry), request.clues or 0
    puzzles = filled_grids(judge, rng, size).copy()
    for puzzle in puzzles:
        for k in rng.permutation(len(orbits)).tolist():
            cells = list(orbits[k])
            digits = puzzle[cells]
            puzzle[cells] = 0
            if np.count_nonzero(puzzle) < least or not may_go(puzzle, orbits[k]):
                puzzle[cells] = digits
    if request.clues is not None:
        puzzles = puzzles[np.count_nonzero(puzzles, axis=1) == request.clues]
    return Made.decided(puzzles)


def puzzle_of(judge: Judge, cells: Digits) -> Puzzle:
    """Return a row of an array as a puzzle."""
    return Puzzle.unchecked(Grid.unchecked(judge.shape, tuple(cells.tolist())), judge.rules)
