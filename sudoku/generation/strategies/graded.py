"""Puzzles of a requested difficulty."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np

from sudoku.generation.fill import filled_grids, random_cells
from sudoku.generation.judge import Digits, Judge
from sudoku.generation.strategies.removal import remove_at_random
from sudoku.generation.strategies.strategy import Goal, Made, PuzzleRequest, Strategy
from sudoku.generation.strategies.swapping import swap_clues
from sudoku.geometry.grid import Grid
from sudoku.puzzle.puzzle import Puzzle

FEWEST_STARTS, MOST_STARTS = 4, 64
"""The size of the first batch of minimal puzzles, and the largest size; the size doubles."""
POOL = 24
"""The number of puzzles nearest to the goal that are varied."""
STARTS = 48
"""The number of new puzzles in each round, because variations alone descend from few puzzles."""
ROUNDS = 300
"""The number of rounds after which a search gives up."""
MOST_ADDED = 3
"""The most clues that are added to a puzzle that is too difficult."""


class Graded(Strategy):
    """Rate minimal puzzles; vary those nearest to the goal, until one is as requested.

    A variation replaces some clues by others and removes all redundant clues; a puzzle that is too
    difficult may get more clues instead. The puzzles nearest to the goal, old or new, are varied
    next. For easy puzzles, removal stops at a least number of clues.

    References
    ----------
    I. Bergman, B. Lamkin, C. Ring, J. Zickrick, "Generating Sudoku puzzles" (2023), section 4,
    removes clues from a grid only once; Figure 3 shows how seldom this gives the difficulty wanted.
    """

    name = "graded"
    summary = "Vary minimal puzzles until one is as difficult as requested."
    takes = needs = frozenset({"goal"})
    most_size = 16
    tries = 20

    def make(
        self, judge: Judge, request: PuzzleRequest, rng: np.random.Generator, size: int
    ) -> Made:
        """Try to make `size` puzzles, one search each."""
        assert request.goal is not None
        search = _Search(judge, request.goal, rng)
        found = [puzzle for _ in range(size) if (puzzle := search.run()) is not None]
        puzzles: Digits = np.array(found, dtype=np.uint8).reshape(-1, judge.n_cells)
        return Made.decided(puzzles[judge.are_unique(puzzles)])


class _Search:
    """Searches for one puzzle after another."""

    def __init__(self, judge: Judge, goal: Goal, rng: np.random.Generator) -> None:
        self._judge, self._goal, self._rng = judge, goal, rng
        self._starts = self._fresh()

    def run(self) -> Digits | None:
        """Return a puzzle as requested, or None."""
        pool: list[tuple[float, Digits]] = []
        for turn in range(2 * ROUNDS):
            news = self._variations(pool) if turn % 2 else islice(self._starts, STARTS)
            for puzzle in news:
                grade = self._grade(puzzle)
                if grade == 0:
                    return puzzle
                pool.append((grade, puzzle))
            pool = sorted(pool, key=lambda graded: abs(graded[0]))[:POOL]
        return None

    def _grade(self, puzzle: Digits) -> float:
        cells = tuple(puzzle.tolist())
        grid = Grid.unchecked(self._judge.shape, cells)
        return self._goal.grade(Puzzle.unchecked(grid, self._judge.rules))

    def _fresh(self) -> Iterator[Digits]:
        """Return an endless iterator over first puzzles; it is empty where there is no grid."""
        size = FEWEST_STARTS
        while True:
            grids = filled_grids(self._judge, self._rng, size)
            least = self._goal.least_clues
            puzzles = remove_at_random(self._judge, grids, self._rng, least=least).puzzles
            if not len(puzzles):
                return
            if least:
                self._add(puzzles, grids, self._rng.integers(0, 10, size=len(puzzles)))
            yield from puzzles
            size = min(2 * size, MOST_STARTS)

    def _variations(self, pool: list[tuple[float, Digits]]) -> Iterator[Digits]:
        """Yield a variation of each puzzle."""
        if not pool:
            return
        grades = np.array([grade for grade, _ in pool])
        puzzles = np.stack([puzzle for _, puzzle in pool])
        adds = (grades > 0) & (self._rng.random(len(pool)) < 0.5)
        eased = puzzles[adds]
        solutions, _ = self._judge.solve(eased)
        self._add(eased, solutions, self._rng.integers(1, MOST_ADDED + 1, size=len(eased)))
        swapped = swap_clues(self._judge, puzzles[~adds], self._rng)
        least = self._goal.least_clues
        yield from eased
        yield from remove_at_random(self._judge, swapped, self._rng, least=least).puzzles

    def _add(self, puzzles: Digits, grids: Digits, n_added: np.ndarray) -> None:
        """Add a number of clues of the grids to the puzzles."""
        for k in range(int(n_added.max(initial=0))):
            rows = np.flatnonzero((n_added > k) & (puzzles == 0).any(axis=1))
            cells = random_cells(puzzles[rows] == 0, self._rng)
            puzzles[rows, cells] = grids[rows, cells]
