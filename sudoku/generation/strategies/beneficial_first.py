"""From a filled grid, remove first the clues that the others determine."""

import numpy as np

from sudoku.generation.fill import filled_grids
from sudoku.generation.judge import Digits, Judge
from sudoku.generation.strategies.removal import remove_at_random
from sudoku.generation.strategies.strategy import Made, PuzzleRequest, Strategy


class BeneficialFirst(Strategy):
    """Remove first the clues that follow directly from others, then all other redundant clues.

    A digit follows directly if the peers of its cell hold all other digits. The clue with the most
    filled peers is removed first. (The source calls such values "most beneficial", and reports that
    35 to 40 clues are left.) After that the other clues are tried in random order.

    References
    ----------
    The source's account of generating puzzles with dancing links: fill cell by cell, take away the
    most beneficial values, then all that are not needed.
    """

    name = "beneficial_first"
    summary = "Remove the clues that follow directly from others, then all that can go."

    def make(
        self, judge: Judge, request: PuzzleRequest, rng: np.random.Generator, size: int
    ) -> Made:
        """Try to make `size` puzzles, side by side."""
        puzzles = filled_grids(judge, rng, size)
        puzzles = _take_plain(judge, puzzles, rng)
        return remove_at_random(judge, puzzles, rng)


def _take_plain(judge: Judge, puzzles: Digits, rng: np.random.Generator) -> Digits:
    """Remove clues as long as there is a clue whose peers hold all other digits.

    The solution stays unique: the cells can be filled again, in reverse order.
    """
    puzzles, rows = puzzles.copy(), np.arange(len(puzzles))
    # For each cell: the number of peers that hold each digit, of filled peers, of their digits.
    held = judge.held(puzzles)
    n_filled, n_digits = held.sum(axis=2), (held > 0).sum(axis=2)
    luck = rng.random(puzzles.shape)
    while len(rows):
        shows = (puzzles[rows] != 0) & (n_digits[rows] == judge.n - 1)
        cells = ((n_filled[rows] + luck[rows]) * shows).argmax(axis=1)
        some = shows[np.arange(len(rows)), cells]
        rows, cells = rows[some], cells[some]
        digits = puzzles[rows, cells] - 1
        puzzles[rows, cells] = 0
        peers = judge.peers[cells]
        held[rows, :, digits] -= peers
        n_filled[rows] -= peers
        n_digits[rows] -= peers & (held[rows, :, digits] == 0)
    return puzzles
