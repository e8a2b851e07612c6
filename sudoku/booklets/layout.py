"""The places of puzzles on the pages of a booklet."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType
from typing import NamedTuple

from exactcover.runtime.registry import find_name
from sudoku.errors import SudokuError
from sudoku.geometry.shape import Shape


class Box(NamedTuple):
    """A rectangle of a page, in millimetres from its upper left corner."""

    x: float
    y: float
    width: float
    height: float


class Paper(NamedTuple):
    """The width and the height of a page in millimetres."""

    width: float
    height: float

    @property
    def inside(self) -> Box:
        """The page without its margins and the line of its number."""
        return Box(MARGIN, MARGIN, self.width - 2 * MARGIN, self.height - 2 * MARGIN - FOOTER)


PAPERS = MappingProxyType({"a4": Paper(210, 297), "letter": Paper(215.9, 279.4)})
"""Name -> size."""

MOST_ON_PAGE = 12
"""The most puzzles on a page."""
USUAL_ON_PAGE = 4
"""The puzzles on a page of a booklet, unless another number is asked for."""

MARGIN = 15
FOOTER = 6
GAP = 8
"""The space between two puzzles."""
HEADING = 12
"""The height of the heading above solutions."""
LEAST_CELL = 2.9
"""The smallest side of a cell in which the digits of a solution can be read."""
FOR_ANSWERS = ((3, 4), (2, 3), (1, 2), (1, 1))
"""Columns and rows of a page with solutions, from many to few."""


def find_paper(name: str) -> Paper:
    """Return the size of a paper.

    Raises
    ------
    SudokuError
        If there is no paper of this name.

    Examples
    --------
    >>> find_paper("A4").inside
    Box(x=15, y=15, width=180, height=261)
    """
    return PAPERS[find_name("paper", name, PAPERS, SudokuError)]


def slots(box: Box, columns: int, rows: int) -> list[Box]:
    """Return the places of puzzles in a box, row by row.

    Examples
    --------
    >>> slots(Box(0, 0, 28, 10), 2, 1)
    [Box(x=0.0, y=0.0, width=10.0, height=10.0), Box(x=18.0, y=0.0, width=10.0, height=10.0)]
    """
    width = (box.width - (columns - 1) * GAP) / columns
    height = (box.height - (rows - 1) * GAP) / rows
    return [
        Box(box.x + column * (width + GAP), box.y + row * (height + GAP), width, height)
        for row in range(rows)
        for column in range(columns)
    ]


def divisions(box: Box, n: int) -> tuple[int, int]:
    """Return the columns and rows in which `n` square pictures are as large as possible.

    Examples
    --------
    >>> box = find_paper("a4").inside
    >>> [divisions(box, n) for n in (1, 2, 4, 6, 12)]
    [(1, 1), (1, 2), (2, 2), (2, 3), (3, 4)]
    """
    possible = [(columns, -(-n // columns)) for columns in range(1, n + 1)]
    return max(possible, key=lambda each: min(slots(box, *each)[0][2:]))


def answer_divisions(box: Box, shapes: Iterable[Shape], n: int) -> tuple[int, int]:
    """Return the columns and rows of `n` solutions in a box.

    They stand on as few pages as can be read, and are as large as these pages permit.

    Examples
    --------
    >>> box = find_paper("a4").inside
    >>> answer_divisions(box, {Shape(3, 3)}, 50), answer_divisions(box, {Shape(5, 5)}, 50)
    ((3, 4), (2, 3))
    >>> answer_divisions(box, {Shape(3, 3)}, 8), answer_divisions(box, {Shape(3, 3)}, 6)
    ((3, 4), (2, 3))
    """
    widest = max(max(shape.width, shape.height) for shape in shapes)
    sides = [min(slots(box, *each)[0][2:]) / (widest + 1) for each in FOR_ANSWERS]
    readable = [each for each, side in zip(FOR_ANSWERS, sides, strict=True) if side >= LEAST_CELL]
    n_pages = {each: -(-n // (each[0] * each[1])) for each in readable or FOR_ANSWERS[-1:]}
    return [each for each in n_pages if n_pages[each] == min(n_pages.values())][-1]
