"""Palindromes over digits that read the same either way."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sudoku.generation.rulesets.filled import Filled
from sudoku.generation.rulesets.lines import Board, LineRuleset
from sudoku.generation.rulesets.parameters import whole


@dataclass(frozen=True)
class Palindrome(LineRuleset):
    """Palindromes, which grow from their middle to both sides.

    Parameters
    ----------
    lines
        The number of lines; by default one for nine cells, or fewer where there is no room.
    least, most
        The least and the greatest number of cells of a line.
    """

    most: int = whole(7, 2)

    name = "palindrome"
    summary = "The digits on a line read the same from either end."
    states = "palindrome"

    def may_follow(self, filled: Filled, line: Sequence[int], cell: int) -> bool:
        """Return True: lines do not grow at one end."""
        return True

    def line_from(self, board: Board, start: int, rng: np.random.Generator) -> list[int]:
        """Return a line with a cell in its middle; empty if there is no room."""
        line = [start]
        middles = self._equal(board.filled, board.steps(line), [start])
        if middles and rng.integers(2):
            line.append(middles[rng.integers(len(middles))][0])
        while len(line) + 2 <= self.most:
            ends = self._equal(board.filled, board.steps(line), board.steps(line[::-1]))
            if not ends:
                break
            last, first = ends[rng.integers(len(ends))]
            line = [first, *line, last]
        return line if len(line) >= self.least else []

    def _equal(
        self, filled: Filled, cells: Sequence[int], others: Sequence[int]
    ) -> list[tuple[int, int]]:
        """Return the pairs of a cell and another one that hold the same digit."""
        digits = filled.digits
        return [(a, b) for a in cells for b in others if a != b and digits[a] == digits[b]]
