"""An SVG canvas for a board: the coordinates of its cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from exactcover.runtime.pictures.svg import Point, Svg
from sudoku.formats.symbols import SYMBOLS
from sudoku.geometry.shape import Shape
from sudoku.pictures.marks import LAYERS, Mark, Outside
from sudoku.pictures.outline import outline

CELL = 60
"""The side of a cell. Many numbers divide it, so that candidates have integer coordinates."""
LABEL = 14
"""The height of a text in the corner of a cell, with its margin."""
FRAME = 6
"""The part of a cell at its lower edge that is left to a line inside the edge."""
SIDE = 4
"""The part of a cell at an edge that is left blank."""
ACROSS = 9
"""The part of a cell at an edge that is left to marks across the edge."""
EDGE = 6
"""The margin of a board without marks outside it."""


class Canvas(Svg):
    """An SVG image of a board in the making.

    The candidates of all cells have one size and the same places: where some cells have labels in
    their upper left corner, lines inside their edges or marks across them, all leave space.

    Parameters
    ----------
    shape
        The board.
    title
        The title of the image, for readers who cannot see it.
    marks
        The marks for which there has to be space. They are not drawn.
    """

    def __init__(self, shape: Shape, title: str = "", marks: Iterable[Mark] = ()) -> None:
        self.shape = shape
        self._places = [shape.position(cell) for cell in range(shape.n_cells)]
        marks = tuple(marks)
        self._side = ACROSS if any(mark.is_on_edges for mark in marks) else SIDE
        self._top = LABEL if any(mark.labelled for mark in marks) else self._side
        self._bottom = max(self._side, FRAME if any(mark.framed for mark in marks) else 0)
        has_outside = any(isinstance(mark, Outside) for mark in marks)
        margin = CELL * 3 // 4 if has_outside else EDGE
        width, height = shape.width * CELL + 2 * margin, shape.height * CELL + 2 * margin
        super().__init__((-margin, -margin, width, height), LAYERS, title)

    def corner(self, cell: int) -> Point:
        """Return the upper left corner of a cell."""
        row, column = self._places[cell]
        return column * CELL, row * CELL

    def centre(self, cell: int) -> Point:
        """Return the middle of a cell."""
        x, y = self.corner(cell)
        return x + CELL / 2, y + CELL / 2

    def middle(self, cells: Sequence[int]) -> Point:
        """Return the middle of some cells."""
        points = [self.centre(cell) for cell in cells]
        return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)

    def candidate(self, cell: int, digit: int) -> Point:
        """Return the middle of a candidate."""
        width, height = self._spaces()
        x, y = self.corner(cell)
        row, column = divmod(digit - 1, self._divisions()[0])
        return x + self._side + (column + 0.5) * width, y + self._top + (row + 0.5) * height

    @property
    def candidate_size(self) -> float:
        """The side of the largest square that fits into the space of a candidate."""
        return min(self._spaces())

    @property
    def candidate_font(self) -> float:
        """The size of the font of candidates: a digit is narrower and less high than its font."""
        width, height = self._spaces()
        widest = len(self.symbol(self.shape.n))
        return min(max(0.85 * min(width, height), 16), 1.12 * height, 1.3 * width / widest)

    def _spaces(self) -> tuple[float, float]:
        """Return the width and the height of the space of a candidate."""
        columns, rows = self._divisions()
        return (CELL - 2 * self._side) / columns, (CELL - self._top - self._bottom) / rows

    def _divisions(self) -> tuple[int, int]:
        """Return the numbers of columns and rows of the candidates in a cell."""
        n = self.shape.n
        columns = next(k for k in range(1, n + 1) if k * k >= n)
        return columns, -(-n // columns)

    def outlines(self, cells: Iterable[int], inset: float = 0) -> str:
        """Return the path around some cells, `inset` cells inside their edges."""
        polygons = outline([self._places[cell] for cell in cells], inset)
        return " ".join(
            self.path([(x * CELL, y * CELL) for x, y in polygon], is_closed=True)
            for polygon in polygons
        )

    def symbol(self, digit: int) -> str:
        """Return the symbol of a digit."""
        return SYMBOLS[digit] if self.shape.n < len(SYMBOLS) else str(digit)
