"""Puzzles with clues in given cells."""

import numpy as np

from sudoku.generation.batch_counts import Digits, Flags, Judge
from sudoku.generation.fill import filled_grids, random_cells
from sudoku.generation.strategies.strategy import Made, PuzzleRequest, Strategy

ROUNDS = 400
"""The number of changes that are tried on a puzzle before it is given up."""
MOST_SOLUTIONS = 256
"""The most solutions that are counted: puzzles with as many or more are equally bad."""


class Pattern(Strategy):
    """Hill climbing: change one clue at a time, unless the number of solutions increases.

    It starts from the clues that a filled grid has in the cells of the pattern.
    """

    name = "pattern"
    summary = "Find digits for given cells that leave one solution."
    takes = needs = frozenset({"pattern"})

    def make(
        self, judge: Judge, request: PuzzleRequest, rng: np.random.Generator, size: int
    ) -> Made:
        """Try to make `size` puzzles, side by side."""
        assert request.pattern is not None
        puzzles = filled_grids(judge, rng, size) * request.pattern
        return Made.decided(climb_to_one(judge, puzzles, request.pattern, rng))


def climb_to_one(judge: Judge, puzzles: Digits, pattern: Flags, rng: np.random.Generator) -> Digits:
    """Change one clue at a time, unless the number of solutions increases.

    Returns
    -------
    array (n_puzzles, n_cells)
        The puzzles that come to one solution; the others are left out.
    """
    puzzles = puzzles.copy()
    counts = judge.count(puzzles, MOST_SOLUTIONS)
    for _ in range(ROUNDS):
        rows = np.flatnonzero(counts > 1)
        if not len(rows):
            break
        trial = change_one(judge, puzzles[rows], pattern, rng)
        found = judge.count(trial, MOST_SOLUTIONS)
        better = (found > 0) & (found <= counts[rows])
        puzzles[rows[better]], counts[rows[better]] = trial[better], found[better]
    well_formed: Digits = puzzles[counts == 1]
    return well_formed


def change_one(judge: Judge, puzzles: Digits, pattern: Flags, rng: np.random.Generator) -> Digits:
    """Return the puzzles with one clue changed to another digit that clashes with no peer."""
    rows = np.arange(len(puzzles))
    cells = random_cells(np.broadcast_to(pattern, puzzles.shape), rng)
    digits = np.arange(1, judge.n + 1)
    taken = (puzzles[:, :, None] == digits) & judge.peers[cells][:, :, None]
    fits = ~taken.any(axis=1) & (digits != puzzles[rows, cells][:, None])
    changed = puzzles.copy()
    some = fits.any(axis=1)
    changed[rows[some], cells[some]] = random_cells(fits[some], rng) + 1
    return changed
