"""The base class of rulesets with lines, and the search for lines over a filled grid."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

import numpy as np

from sudoku.generation.rulesets.filled import Filled, around
from sudoku.generation.rulesets.parameters import whole
from sudoku.generation.rulesets.ruleset import Marked
from sudoku.geometry.shape import Shape
from sudoku.rules.base import Rule
from sudoku.rules.places import Place
from sudoku.rules.registry import rule

Line = tuple[Place, ...]

CELLS_OF_A_LINE = 9
"""By default there is one line for this number of cells, if there is room."""
MOST_STEPS = 200
"""The steps of the search for one line, after which the longest line so far is taken."""


class Board:
    """The cells and corners that lines do not use yet.

    Lines neither share a cell nor cross each other between cells.
    """

    def __init__(self, filled: Filled) -> None:
        self.filled = filled
        self.free = set(range(len(filled.digits)))
        self._crossed = set[Place]()

    def steps(self, line: Sequence[int]) -> list[int]:
        """Return the free cells to which a line can be extended."""
        own = {corner for pair in pairwise(line) for corner in self._corner(*pair)}
        return [
            cell
            for cell in around(self.filled.shape)[line[-1]]
            if cell in self.free
            and cell not in line
            and not any(c in own or c in self._crossed for c in self._corner(line[-1], cell))
        ]

    def take(self, line: Sequence[int]) -> None:
        """Use the cells of a line, and the corners that it passes."""
        self.free.difference_update(line)
        for pair in pairwise(line):
            self._crossed.update(self._corner(*pair))

    def _corner(self, one: int, other: int) -> list[Place]:
        """Return the corner, by the cell above and left of it, that a diagonal step passes."""
        (i, j), (k, m) = self.filled.places((one, other))
        return [(min(i, k), min(j, m))] if i != k and j != m else []


@dataclass(frozen=True)
class LineRuleset(Marked):
    """The base class of rulesets with lines through cells that touch.

    Parameters
    ----------
    lines
        The number of lines; by default one for nine cells, or fewer where there is no room.
    least, most
        The least and the greatest number of cells of a line.
    """

    lines: int | None = whole(None)
    least: int = whole(3, 2)
    most: int = whole(6, 2)

    states: ClassVar[str]
    """The name of the rule, whose first parameter is the lines."""

    @property
    def n_marks(self) -> int | None:
        """The number of lines."""
        return self.lines

    def rule(self, shape: Shape, marks: Sequence[Line]) -> Rule:
        """Return the rule of the lines."""
        return rule(self.states, tuple(marks))

    @abstractmethod
    def may_follow(self, filled: Filled, line: Sequence[int], cell: int) -> bool:
        """Return whether a cell can be added to the cells of a line, of which there are some."""

    def is_whole(self, filled: Filled, line: Sequence[int]) -> bool:
        """Return whether cells that follow each other as they may are a line of the rule."""
        return True

    def marks(self, filled: Filled, rng: np.random.Generator) -> list[Line]:
        """Return the lines, as long as there is room for them."""
        board = Board(filled)
        most = max(1, len(filled.digits) // CELLS_OF_A_LINE) if self.lines is None else self.lines
        found = list[Line]()
        for start in rng.permutation(len(filled.digits)).tolist():
            if len(found) == most:
                break
            if start in board.free and (line := self.line_from(board, start, rng)):
                board.take(line)
                found.append(filled.places(line))
        return found

    def line_from(self, board: Board, start: int, rng: np.random.Generator) -> list[int]:
        """Return a line from a cell, of random length if there is room; empty if there is none."""
        length = int(rng.integers(self.least, self.most + 1))
        longest = list[int]()
        for number, line in enumerate(self._walks(board, [start], length, rng)):
            if len(line) > len(longest) and self.is_whole(board.filled, line):
                longest = line
            if len(longest) == length or number == MOST_STEPS:
                break
        return longest if len(longest) >= self.least else []

    def _walks(
        self, board: Board, line: list[int], length: int, rng: np.random.Generator
    ) -> Iterator[list[int]]:
        """Yield all ways to extend a line up to a length, in random order, depth first."""
        yield line
        if len(line) < length:
            steps = [
                cell for cell in board.steps(line) if self.may_follow(board.filled, line, cell)
            ]
            for k in rng.permutation(len(steps)).tolist():
                yield from self._walks(board, [*line, steps[k]], length, rng)
