"""Rellik cages: sums that no digits of a cage have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from sudoku.pictures import marks
from sudoku.rules.base import House, Rule
from sudoku.rules.constraint import Constraint
from sudoku.rules.places import Place, cells_of, freeze, title_of
from sudoku.shape import Cells, Shape

__all__ = ["Rellik"]


@dataclass(frozen=True)
class Rellik(Rule):
    """No digits of a cage, one or more of them, add up to its number, and none comes twice.

    Parameters
    ----------
    cages
        Of each the number and the cells.

    Examples
    --------
    >>> (cage,) = Rellik([(8, [(0, 0), (0, 1), (0, 2)])]).constraints(Shape(3, 3))
    >>> cage.allows((9, 6, 4)), cage.allows((1, 7, 9)), cage.allows((8, 1, 2))
    (True, False, False)
    """

    cages: Sequence[tuple[int, Sequence[Place]]]

    name = "rellik"
    summary = "No digits of a cage, one or more, add up to its number, and none comes twice."

    def __post_init__(self) -> None:
        freeze(self, cages=self.cages)

    def drawing(self, shape: Shape) -> Iterator[marks.Cage]:
        """Yield the cages with their numbers."""
        for told, places in self.cages:
            yield marks.Cage(cells_of(self, shape, places), str(told))

    def groups(self, shape: Shape) -> tuple[House, ...]:
        """Return the cages, in which no digit comes twice."""
        return tuple(House(title, cells) for _, title, cells in self._cells(shape))

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the cages."""
        for total, title, cells in self._cells(shape):
            yield Constraint(title, cells, partial(_step, total), 1, is_symmetric=True)

    def _cells(self, shape: Shape) -> Iterator[tuple[int, str, Cells]]:
        for clue, places in self.cages:
            yield clue, title_of("rellik cage", places[0]), cells_of(self, shape, places)


def _step(total: int, sums: int, digit: int) -> int | None:
    """Add a digit to all sums so far, as bits of a word."""
    sums = (sums | sums << digit) & (2 << total) - 1
    return None if sums >> total else sums
