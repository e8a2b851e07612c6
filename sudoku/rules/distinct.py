"""Cells that count the different digits of others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sudoku.geometry.shape import Shape
from sudoku.pictures import marks
from sudoku.rules.base import Rule
from sudoku.rules.constraint import Constraint
from sudoku.rules.places import Place, cells_of, freeze, title_of

__all__ = ["Distinct"]


@dataclass(frozen=True)
class Distinct(Rule):
    """A cell tells how many different digits some others hold.

    Parameters
    ----------
    counts
        Of each the cell that tells, and the others.

    Examples
    --------
    >>> (count,) = Distinct([((0, 0), [(0, 1), (1, 1), (1, 2)])]).constraints(Shape(3, 3))
    >>> count.allows((2, 5, 4, 5)), count.allows((3, 5, 4, 5))
    (True, False)
    """

    counts: Sequence[tuple[Place, Sequence[Place]]]

    name = "distinct"
    summary = "A cell tells how many different digits some others hold."

    def __post_init__(self) -> None:
        freeze(self, counts=self.counts)

    def drawing(self, shape: Shape) -> Iterator[marks.Mark]:
        """Yield the cells that are counted, and a circle in the cell that tells."""
        for place, places in self.counts:
            yield marks.Shade(cells_of(self, shape, places))
            yield marks.Circle(cells_of(self, shape, [place]), fill="none", stroke="#8a8a8a")

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the counts."""
        for cell, others in self.counts:
            cells = cells_of(self, shape, (*others, cell))
            title = title_of("the count", cell)
            yield Constraint(title, (cells[-1], *cells[:-1]), _see, (-1, 0), _is_right)


def _see(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
    """Read a digit: how many are to be seen (-1 before), and which were seen, as a mask."""
    wanted, seen = state
    if wanted < 0:
        return digit, 0
    seen |= 1 << digit
    return (wanted, seen) if seen.bit_count() <= wanted else None


def _is_right(state: tuple[int, int]) -> bool:
    return state[1].bit_count() == state[0]
