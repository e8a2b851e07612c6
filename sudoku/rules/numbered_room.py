"""Numbered rooms: the first digit tells in which cell the clue stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.rules.constraint import Constraint
from sudoku.rules.outside import Outside

__all__ = ["NumberedRoom"]


@dataclass(frozen=True)
class NumberedRoom(Outside):
    """A clue stands in the cell that the first digit seen from there tells, counted from there.

    Parameters
    ----------
    top, bottom, left, right
        A clue for each column, or row, and None where there is none.

    Examples
    --------
    >>> (view,) = NumberedRoom(left=(4, None, None, None)).constraints(Shape(2, 2))
    >>> view.allows((3, 1, 4, 2)), view.allows((2, 1, 4, 3))
    (True, False)
    """

    name = "numbered_room"
    summary = "A clue outside stands in the cell whose number is the first digit seen."

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the views."""
        for clue, where, cells in self.views(shape):
            if not 1 <= clue <= shape.n:
                raise RuleError(f"rule 'numbered_room': {where}: {clue} is not 1 to {shape.n}")
            yield Constraint(where, cells, partial(_step, clue, len(cells)), -1, _is_there)


def _step(clue: int, size: int, left: int, digit: int) -> int | None:
    """Read a digit: how many more to the room; -1 before the first, 0 behind it."""
    if left < 0:
        left = digit if digit <= size else 0
        if not left:
            return None
    if left == 0:
        return 0
    return None if left == 1 and digit != clue else left - 1


def _is_there(left: int) -> bool:
    return left == 0
