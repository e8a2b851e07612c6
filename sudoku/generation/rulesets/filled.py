"""A filled grid over which marks are laid out."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sudoku.geometry.shape import Shape
from sudoku.rules.places import Place, leaps

Cells = tuple[int, ...]


class Filled(NamedTuple):
    """A filled grid.

    Attributes
    ----------
    shape
        The shape of the board.
    digits
        The digit of each cell.

    Examples
    --------
    >>> filled = Filled(Shape(2, 1), (1, 2, 2, 1))
    >>> filled.places([0, 3]), filled.digits_of([0, 3])
    (((0, 0), (1, 1)), [1, 1])
    """

    shape: Shape
    digits: tuple[int, ...]

    def places(self, cells: list[int] | Cells) -> tuple[Place, ...]:
        """Return the rows and columns of some cells, as rules take them."""
        return tuple([self.shape.position(cell) for cell in cells])

    def digits_of(self, cells: list[int] | Cells) -> list[int]:
        """Return the digits of some cells."""
        return [self.digits[cell] for cell in cells]


@lru_cache(maxsize=32)
def beside(shape: Shape) -> tuple[Cells, ...]:
    """Return for each cell those that share an edge with it.

    Examples
    --------
    >>> beside(Shape(2, 1))
    ((1, 2), (0, 3), (0, 3), (1, 2))
    """
    return _neighbours(shape, (0, 1), (1, 0))


@lru_cache(maxsize=32)
def around(shape: Shape) -> tuple[Cells, ...]:
    """Return for each cell those that share an edge or a corner with it.

    Examples
    --------
    >>> around(Shape(2, 1))[0]
    (1, 2, 3)
    """
    return _neighbours(shape, (0, 1), (1, 0), (1, 1), (1, -1))


def _neighbours(shape: Shape, *moves: Place) -> tuple[Cells, ...]:
    found: list[list[int]] = [[] for _ in range(shape.n_cells)]
    for one, other in leaps(shape, *moves):
        found[one].append(other)
        found[other].append(one)
    return tuple(tuple(sorted(cells)) for cells in found)
