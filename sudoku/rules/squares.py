"""What all squares of two by two cells hold: digits of every kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from sudoku.geometry.shape import Shape
from sudoku.rules.constraint import Constraint
from sudoku.rules.places import title_of

__all__ = ["of_every_kind"]


def of_every_kind(
    shape: Shape, what: str, n_kinds: int, kind_of: Callable[[int], int]
) -> Iterator[Constraint]:
    """Yield that each square of two by two cells holds digits of all kinds, numbered from 0.

    Examples
    --------
    >>> square, *_ = of_every_kind(Shape(2, 2), "parity", 2, lambda digit: digit % 2)
    >>> square.title, square.allows((1, 3, 1, 4)), square.allows((1, 3, 1, 3))
    ('parity at row 1, column 1', True, False)
    """
    step = partial(_note, kind_of)
    is_all = partial(int.__eq__, (1 << n_kinds) - 1)
    for cell in range(shape.n_cells):
        row, column = shape.position(cell)
        try:
            places = ((row, column + 1), (row + 1, column), (row + 1, column + 1))
            others = [shape.cell(*place) for place in places]
        except IndexError:  # off the board
            continue
        yield Constraint(title_of(what, (row, column)), (cell, *others), step, 0, is_all)


def _note(kind_of: Callable[[int], int], seen: int, digit: int) -> int:
    return seen | 1 << kind_of(digit)
