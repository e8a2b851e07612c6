"""New puzzles and variations of puzzles that have the requested cells with clues."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np

from sudoku.generation.batch_counts import Digits, Flags, Judge
from sudoku.generation.fill import filled_grids, random_cells
from sudoku.generation.strategies.pattern import change_one, climb_to_one
from sudoku.generation.strategies.removal import remove_at_random
from sudoku.generation.strategies.strategy import PuzzleRequest
from sudoku.generation.strategies.swapping import swap_clues
from sudoku.generation.symmetry import orbits_of

MOST_SPARE = 10
"""The most clues, less 1, that new puzzles have beyond a least number of clues."""


class Moves(ABC):
    """The ways to make and to change puzzles; all keep to the request.

    Attributes
    ----------
    orbits
        The sets of cells that may get clues later, each only as a whole.
    """

    orbits: tuple[tuple[int, ...], ...] = ()

    def __init__(self, judge: Judge, request: PuzzleRequest, rng: np.random.Generator) -> None:
        self.judge, self.request, self.rng = judge, request, rng

    @abstractmethod
    def fresh(self, size: int) -> Digits:
        """Return up to `size` new puzzles with one solution each; none where there is no grid."""

    @abstractmethod
    def varied(self, puzzles: Digits, most: int) -> Digits:
        """Return variations of puzzles with one solution each, made by at most `most` changes."""

    def eased(self, puzzles: Digits, n_added: np.ndarray) -> Digits:
        """Return the puzzles with some orbits of clues added, as many as requested for each."""
        return puzzles


class OrbitMoves(Moves):
    """Moves of puzzles whose clues have a symmetry; an orbit of clues changes as a whole."""

    def __init__(self, judge: Judge, request: PuzzleRequest, rng: np.random.Generator) -> None:
        super().__init__(judge, request, rng)
        self.orbits = orbits_of(judge.shape, request.symmetry)
        self._same: Flags = np.zeros((judge.n_cells, judge.n_cells), dtype=np.bool_)
        for cells in self.orbits:
            self._same[np.ix_(cells, cells)] = True
        share = request.goal.least_share if request.goal else 0.0
        self._least = request.clues or int(np.ceil(share * judge.n_cells))

    def fresh(self, size: int) -> Digits:
        """Return up to `size` new puzzles without redundant clues, but for a least number."""
        grids = filled_grids(self.judge, self.rng, size)
        puzzles = self._reduced(grids)
        if self._least and not self.request.clues:
            n_spare = self.rng.integers(0, MOST_SPARE, size=len(puzzles))
            puzzles = self._filled_up(puzzles, grids, n_spare)
        return puzzles

    def varied(self, puzzles: Digits, most: int) -> Digits:
        """Replace some orbits of clues by others, and remove those that are redundant."""
        return self._reduced(swap_clues(self.judge, puzzles, self.rng, self._same, most))

    def eased(self, puzzles: Digits, n_added: np.ndarray) -> Digits:
        """Add orbits of clues; for minimal puzzles, remove those that become redundant."""
        solutions, _ = self.judge.solve(puzzles)
        eased = self._filled_up(puzzles, solutions, n_added)
        return self._reduced(eased) if self.request.minimal or self.request.clues else eased

    def _reduced(self, puzzles: Digits) -> Digits:
        """Remove redundant orbits in random order."""
        symmetry = self.request.symmetry
        return remove_at_random(self.judge, puzzles, self.rng, symmetry, self._least).puzzles

    def _filled_up(self, puzzles: Digits, grids: Digits, n_added: np.ndarray) -> Digits:
        """Add a number of orbits of the grids to the puzzles."""
        puzzles = puzzles.copy()
        for k in range(int(n_added.max(initial=0))):
            rows = np.flatnonzero((n_added > k) & (puzzles == 0).any(axis=1))
            orbits = self._same[random_cells(puzzles[rows] == 0, self.rng)]
            puzzles[rows] = np.where(orbits, grids[rows], puzzles[rows])
        return puzzles


class PatternMoves(Moves):
    """Moves of puzzles with clues in given cells: the digits change."""

    def fresh(self, size: int) -> Digits:
        """Return puzzles with the clues of filled grids, changed until there is one solution."""
        return self._settled(filled_grids(self.judge, self.rng, size) * self._pattern)

    def varied(self, puzzles: Digits, most: int) -> Digits:
        """Change some digits, and then others until there is one solution again."""
        n_changed = self.rng.integers(1, most + 1, size=len(puzzles))
        varied = puzzles.copy()
        for k in range(most):
            rows = np.flatnonzero(n_changed > k)
            varied[rows] = change_one(self.judge, varied[rows], self._pattern, self.rng)
        return self._settled(varied[self.judge.count(varied, 1) > 0])

    @property
    def _pattern(self) -> Flags:
        assert self.request.pattern is not None
        return self.request.pattern

    def _settled(self, puzzles: Digits) -> Digits:
        return climb_to_one(self.judge, puzzles, self._pattern, self.rng)


def moves_of(judge: Judge, request: PuzzleRequest, rng: np.random.Generator) -> Moves:
    """Return the moves for a request."""
    return (OrbitMoves if request.pattern is None else PatternMoves)(judge, request, rng)
