"""The work of a player in a puzzle of f-puzzles: digits that were entered, and marks of candidates.

A puzzle is its rules and given digits, so that readers of puzzles leave the work out; a hint goes
on from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from sudoku.errors import refusing
from sudoku.formats.fpuzzles.checks import check_grid, given_digit, marks_of, name_of, whole
from sudoku.formats.fpuzzles.reader import from_fpuzzles, read_data
from sudoku.geometry.shape import Shape
from sudoku.puzzle.board import Board
from sudoku.puzzle.puzzle import Puzzle

CANDIDATES = ("centerPencilMarks", "candidates")
"""The keys of the candidates of a cell: a player's, or else those that the app computed."""


class Progress(NamedTuple):
    """The work of a player.

    Attributes
    ----------
    placed
        The digits that were entered, by row and column from 0.
    candidates
        The candidates of the cells that have some, by row and column.
    n_corners
        The number of cells with marks in their corners. These are notes about places in a house,
        and not all candidates of the cell: no board has them.
    """

    placed: dict[tuple[int, int], int]
    candidates: dict[tuple[int, int], list[int]]
    n_corners: int

    def removed(self, shape: Shape) -> list[tuple[tuple[int, int], int]]:
        """Return the digits that the candidates of a cell lack, each with the cell."""
        return [
            (place, digit)
            for place, left in self.candidates.items()
            for digit in range(1, shape.n + 1)
            if digit not in left
        ]

    def board(self, puzzle: Puzzle) -> Board:
        """Return the puzzle in progress."""
        return Board(puzzle, self.placed, self.removed(puzzle.shape))

    def in_words(self) -> str:
        """Return what there is beside the puzzle, in words; "" if there is nothing.

        Examples
        --------
        >>> Progress({(0, 0): 5}, {}, 2).in_words()
        '1 entered digit, corner marks of 2 cells'
        """
        counts = {
            "entered digit": len(self.placed),
            "candidates of {} cell": len(self.candidates),
            "corner marks of {} cell": self.n_corners,
        }
        return ", ".join(
            (words.format(number) if "{}" in words else f"{number} {words}") + "s" * (number > 1)
            for words, number in counts.items()
            if number
        )


@refusing("puzzle of f-puzzles")
def progress_of(source: str | Mapping[str, Any]) -> Progress:
    """Return the work of a player in a puzzle of f-puzzles, as `from_fpuzzles` takes it."""
    data = read_data(source)
    check_grid(data["grid"])
    n = whole(data["size"], "the size")
    placed, candidates, n_corners = {}, {}, 0
    for i, row in enumerate(data["grid"]):
        for j, cell in enumerate(row):
            name = name_of((i, j))
            if given_digit(cell, name):
                continue
            if cell.get("value"):
                placed[i, j] = whole(cell["value"], f"the value of the cell {name}")
                continue
            of_key = [marks for key in CANDIDATES if (marks := marks_of(cell, key, (i, j), n))]
            if of_key:
                candidates[i, j] = of_key[0]
            n_corners += bool(marks_of(cell, "cornerPencilMarks", (i, j), n))
    return Progress(placed, candidates, n_corners)


def board_of_fpuzzles(source: str | Mapping[str, Any]) -> Board:
    """Return a puzzle of f-puzzles in progress, with the digits and candidates of the player.

    Parameters
    ----------
    source
        As for `from_fpuzzles`.

    Raises
    ------
    SudokuError
        As `from_fpuzzles`; or a digit that was entered breaks a rule.

    Examples
    --------
    >>> cells = [[{"value": 1, "given": True}, {"value": 2}, {"centerPencilMarks": [3]}, {}]]
    >>> board = board_of_fpuzzles({"size": 4, "grid": cells + [[{}] * 4] * 3})
    >>> board.digits[:3], board.is_clue(0, 1), board.candidates_of(0, 2)
    ((1, 2, 0), False, (3,))
    """
    return progress_of(source).board(from_fpuzzles(source))
