"""An SVG canvas for a board: the coordinates of its cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from exactcover.runtime.pictures.svg import Point, Svg
from sudoku.formats.symbols import SYMBOLS
from sudoku.geometry.shape import Shape
from sudoku.pictures.marks import LAYERS
from sudoku.pictures.outline import outline

__all__ = ["CELL", "Canvas"]

CELL = 60
"""The side of a cell. Many numbers divide it, so that candidates have integer coordinates."""
LABEL = 16
"""The height of a text in the corner of a cell, with its margin."""
FRAME = 4
"""The distance between an edge of a cell and a line inside it."""
EDGE = 6
"""The margin of a board without marks outside it."""


class Canvas(Svg):
    """An SVG image of a board in the making.

    Parameters
    ----------
    shape
        The board.
    title
        The title of the image, for readers who cannot see it.
    has_outside
        Whether the margin has space for marks outside the board.
    labelled, framed
        The cells whose candidates leave space for a label in the upper left corner, and for lines
        inside the edges.
    """

    def __init__(
        self,
        shape: Shape,
        title: str = "",
        *,
        has_outside: bool = False,
        labelled: Iterable[int] = (),
        framed: Iterable[int] = (),
    ) -> None:
        self.shape = shape
        self._labelled, self._framed = frozenset(labelled), frozenset(framed)
        self._places = [shape.position(cell) for cell in range(shape.n_cells)]
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
        columns, rows = self._divisions()
        x, y = self.corner(cell)
        row, column = divmod(digit - 1, columns)
        side, top = self._margins(cell)
        width, height = CELL - 2 * side, CELL - side - top
        return x + side + (column + 0.5) * width / columns, y + top + (row + 0.5) * height / rows

    def candidate_size(self, cell: int) -> float:
        """Return the side of the square in which a candidate of a cell stands."""
        columns, rows = self._divisions()
        side, top = self._margins(cell)
        return min((CELL - 2 * side) / columns, (CELL - side - top) / rows)

    def _margins(self, cell: int) -> tuple[int, int]:
        """Return the margin of candidates at the sides and bottom of a cell, and that at the top.

        Both are 0 in a cell without a label and without lines inside its edges.
        """
        side = FRAME if cell in self._framed else 0
        return side, LABEL if cell in self._labelled else side

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
