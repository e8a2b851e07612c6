"""Constraints on all squares of two by two cells: they hold digits of every kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sudoku.geometry.shape import Shape
from sudoku.rules.constraint import Constraint
from sudoku.rules.places import title_of
from sudoku.rules.reader import Reader


def of_every_kind(
    shape: Shape, what: str, n_kinds: int, kinds: tuple[int, ...], meaning: str = ""
) -> Iterator[Constraint]:
    """Yield for each square of two by two cells that it holds digits of all kinds.

    Parameters
    ----------
    what
        The name of the constraint in messages.
    n_kinds
        The number of kinds.
    kinds
        The kind of each digit, numbered from 0.
    meaning
        What is said of a square, as in `Constraint`.

    Examples
    --------
    >>> square, *_ = of_every_kind(Shape(2, 2), "parity", 2, (1, 0, 1, 0))
    >>> square.title, square.allows((1, 3, 1, 4)), square.allows((1, 3, 1, 3))
    ('parity at row 1, column 1', True, False)
    """
    for cell in range(shape.n_cells):
        row, column = shape.position(cell)
        try:
            places = ((row, column + 1), (row + 1, column), (row + 1, column + 1))
            others = [shape.cell(*place) for place in places]
        except IndexError:  # off the board
            continue
        title, reader = title_of(what, (row, column)), AllKinds(n_kinds, kinds)
        yield Constraint(title, (cell, *others), reader, meaning)


@dataclass(frozen=True)
class AllKinds(Reader[int]):
    """The digits are of all kinds; the state has the kinds so far as a mask."""

    n_kinds: int
    kinds: tuple[int, ...]

    start = 0

    def step(self, state: int, digit: int) -> int:
        """Add the kind of a digit."""
        return state | 1 << self.kinds[digit - 1]

    def accepts(self, state: int) -> bool:
        """Return whether no kind is missing."""
        return state == (1 << self.n_kinds) - 1
