"""Boards of any outline, and of several grids that share cells."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from operator import index
from types import MappingProxyType
from typing import Any

from sudoku.errors import PlaceError, ShapeError
from sudoku.geometry.shape import MOST_CELLS, Cells, Shape

Place = tuple[int, int]

MOST_ROWS = 4096
"""The most rows and columns of a board, holes included, so that it can be printed and drawn."""

_USUAL = Shape(3, 3)


def _place(place: Any) -> Place:
    """Return a row and a column after checking that they are whole numbers."""
    try:
        row, column = map(index, place)
    except (TypeError, ValueError):
        raise ShapeError(f"{place!r} is not a row and a column, from 0") from None
    return row, column


@dataclass(frozen=True, slots=True, init=False)
class Outline(Shape):
    """A board of any cells of a rectangle, each for one of ``n`` digits, without grids.

    Cells are numbered from 0, row by row, and holes have no number. A row or column of the board
    has all of its cells; these may be more or fewer than ``n``, and rules of grids do not apply.

    Parameters
    ----------
    n
        The number of digits.
    places
        Row and column, from 0, of every cell.

    Raises
    ------
    ShapeError
        If there are no cells, or one has a negative row or column.

    Examples
    --------
    >>> board = Outline(3, [(0, 0), (0, 1), (1, 1), (1, 2)])
    >>> board.n_cells, board.cell(1, 2), board.position(2)
    (4, 3, (1, 1))
    """

    places: tuple[Place, ...]

    def __init__(self, n: int, places: Iterable[Place]) -> None:
        self._set(Shape(n, 1), places)

    def _set(self, box: Shape, places: Iterable[Place]) -> None:
        cells = tuple(sorted({_place(place) for place in places}))
        if not cells:
            raise ShapeError("a board has at least one cell")
        if min(map(min, cells)) < 0:
            raise ShapeError("rows and columns are counted from 0: a cell has a negative one")
        if len(cells) > MOST_CELLS:
            raise ShapeError(
                f"the board has {len(cells):,} cells: at most {MOST_CELLS:,} are possible, as a "
                "board of 256x256 has"
            )
        size = cells[-1][0] + 1, max(column for _, column in cells) + 1
        if max(size) > MOST_ROWS:
            raise ShapeError(
                f"the board has {size[0]} rows and {size[1]} columns: at most {MOST_ROWS:,} of "
                "each are possible"
            )
        for name, value in (("p", box.p), ("q", box.q), ("places", cells)):
            object.__setattr__(self, name, value)

    def __str__(self) -> str:
        return f"{self.height}x{self.width}"

    @property
    def n_cells(self) -> int:
        """The number of cells."""
        return len(self.places)

    @property
    def height(self) -> int:
        """The number of rows, down to the lowest cell."""
        return self.places[-1][0] + 1

    @property
    def width(self) -> int:
        """The number of columns, up to the rightmost cell."""
        return max(column for _, column in self.places) + 1

    def cell(self, row: int, column: int) -> int:
        """Return the number of the cell at a row and column, both from 0.

        Raises
        ------
        PlaceError
            If there is no cell.
        """
        cell = bisect_left(self.places, (row, column))
        if self.places[cell : cell + 1] != ((row, column),):
            raise PlaceError(f"({row}, {column}) is no cell of the board")
        return cell

    def position(self, cell: int) -> Place:
        """Return the row and column of a cell; the inverse of `cell`."""
        if not 0 <= cell < self.n_cells:
            raise PlaceError(f"cell {cell} is outside 0 to {self.n_cells - 1}")
        return self.places[cell]

    def box_of(self, cell: int) -> int:
        """Raise: a cell of a board may be in no box, or in several."""
        raise ShapeError("a cell of a board may be in no box, or in several: ask its squares")

    def squares(self) -> tuple[tuple[Shape, Cells], ...]:
        """Return the grids that lie on the board: there are none."""
        return ()

    def rows(self) -> tuple[Cells, ...]:
        """Return the cells of each row, from the top."""
        return self._lines(0, self.height)

    def columns(self) -> tuple[Cells, ...]:
        """Return the cells of each column, from the left."""
        return self._lines(1, self.width)

    def boxes(self) -> tuple[Cells, ...]:
        """Return the boxes of all grids."""
        squares = self.squares()
        return tuple(
            tuple(cells[i] for i in box) for part, cells in squares for box in part.boxes()
        )

    def _lines(self, axis: int, size: int) -> tuple[Cells, ...]:
        lines: list[list[int]] = [[] for _ in range(size)]
        for cell, place in enumerate(self.places):
            lines[place[axis]].append(cell)
        return tuple(map(tuple, lines))


@dataclass(frozen=True, slots=True, init=False)
class Grids(Outline):
    """Several grids of one shape, which share the cells where they overlap.

    A rule such as `Classic` holds in each of them. If two grids overlap in parts of their boxes, a
    cell there lies in a box of each grid.

    Parameters
    ----------
    offsets
        Row and column, from 0, of the top left cell of each grid; or the name of one of `LAYOUTS`.
    shape
        The shape of each grid.
    more
        Row and column of further cells, which lie in no grid.

    Raises
    ------
    ShapeError
        If there are no grids, two lie in the same place, or no layout has that name.

    Examples
    --------
    >>> samurai = Grids("samurai")
    >>> samurai.n_cells, samurai.height, samurai.width, len(samurai.squares())
    (369, 21, 21, 5)
    >>> Grids([(0, 0), (0, 2)], Shape(2, 2))
    Grids(((0, 0), (0, 2)), 2x2)
    """

    offsets: tuple[Place, ...]

    def __init__(
        self, offsets: Iterable[Place] | str, shape: Shape = _USUAL, more: Iterable[Place] = ()
    ) -> None:
        if isinstance(offsets, str):
            from exactcover.runtime.registry import find_name  # here, because the import is slow

            offsets = LAYOUTS[find_name("layout", offsets, LAYOUTS, ShapeError)]
        corners = tuple(map(_place, offsets))
        if len(set(corners)) < len(corners):
            raise ShapeError("two grids lie in the same place")
        n = range(shape.n)
        self._set(shape, [*((r + i, c + j) for r, c in corners for i in n for j in n), *more])
        object.__setattr__(self, "offsets", corners)

    def __repr__(self) -> str:
        return f"Grids({self.offsets}, {self.p}x{self.q})"

    def __str__(self) -> str:
        return f"{len(self.offsets)} grids of {self.p}x{self.q}"

    def squares(self) -> tuple[tuple[Shape, Cells], ...]:
        """Return the shape of each grid, and its cells in order."""
        return _squares(self)


@lru_cache
def _squares(grids: Grids) -> tuple[tuple[Shape, Cells], ...]:
    shape, n = Shape(grids.p, grids.q), range(grids.n)
    return tuple(
        (shape, tuple(grids.cell(row + i, column + j) for i in n for j in n))
        for row, column in grids.offsets
    )


def _diamond(*widths: int) -> tuple[Place, ...]:
    """Return the corners of rows of grids: rows are 6 cells apart, and grids in a row 12 cells."""
    left = max(widths)
    return tuple(
        (6 * row, 6 * (left - width) + 12 * number)
        for row, width in enumerate(widths)
        for number in range(width)
    )


LAYOUTS = MappingProxyType(
    {
        "butterfly": ((0, 0), (0, 3), (3, 0), (3, 3)),
        "gattai-8": _diamond(3, 2, 3),
        "samurai": _diamond(2, 1, 2),
        "shogun": _diamond(4, 3, 4),
        "sohei": _diamond(1, 2, 1),
        "sumo": _diamond(3, 2, 3, 2, 3),
        "windmill": ((0, 3), (3, 12), (6, 6), (9, 0), (12, 9)),
    }
)
"""The corners of well-known layouts of 9x9 grids."""
