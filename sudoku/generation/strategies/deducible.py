"""From a filled grid, remove clues whose values can be deduced at once."""

from __future__ import annotations

import numpy as np

from sudoku.generation.batch_counts import Digits, Judge
from sudoku.generation.strategies.by_logic import remove_while
from sudoku.generation.strategies.strategy import Made, PuzzleRequest, Strategy
from sudoku.statement.statement import statement


class Deducible(Strategy):
    """Remove clues in random order; a clue stays unless a single in its cell tells its value.

    The value must be the only candidate of the cell, or have no other place in a house of it. The
    removed values can be told in the reverse order, so naked and hidden singles solve the puzzle:
    it is always easy, and it has some 33 clues in classic 9x9.

    References
    ----------
    D. Warner, "Sudoku solver and generator report" (2007), "First square removal attempt". It
    reports 35 clues and more, and only easy puzzles.
    """

    name = "deducible"
    summary = "Remove clues from a filled grid whose values a single tells at once."
    takes = frozenset({"clues", "symmetry"})
    most_size = 64

    def make(
        self, judge: Judge, request: PuzzleRequest, rng: np.random.Generator, size: int
    ) -> Made:
        """Try to make `size` puzzles, one after the other."""
        houses = [np.array(house.cells) for house in statement(judge.shape, judge.rules).houses]
        of_cell = [[h for h in houses if cell in h] for cell in range(judge.n_cells)]

        def may_go(puzzle: Digits, cells: tuple[int, ...]) -> bool:
            return all(_is_told(judge, puzzle, cell, of_cell[cell]) for cell in cells)

        return remove_while(judge, request, rng, size, may_go)


def _is_told(judge: Judge, puzzle: Digits, cell: int, houses: list[np.ndarray]) -> bool:
    """Return whether a single tells the value of a blank cell."""
    seen = puzzle[judge.peers[cell]]
    candidates = set(range(1, judge.n + 1)) - set(seen.tolist())
    if len(candidates) == 1:
        return True
    for house in houses:
        places = house[(puzzle[house] == 0) & (house != cell)]
        elsewhere = set(range(1, judge.n + 1))
        for place in places.tolist():
            elsewhere &= set(puzzle[judge.peers[place]].tolist())
        if candidates & elsewhere:
            return True
    return False
