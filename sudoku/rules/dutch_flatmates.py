"""Dutch flatmates: the middle digit lives below the lowest or above the highest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from sudoku.geometry.shape import Shape
from sudoku.rules.base import Rule
from sudoku.rules.constraint import Constraint
from sudoku.rules.places import title_of

__all__ = ["DutchFlatmates"]


@dataclass(frozen=True)
class DutchFlatmates(Rule):
    """Every 5 has a 1 directly above it or a 9 directly below it, or both.

    On other boards it is the middle digit, the lowest and the highest.

    Examples
    --------
    >>> first, second, *_ = DutchFlatmates().constraints(Shape(3, 3))
    >>> first.allows((5, 9)), first.allows((5, 1)), second.allows((1, 5, 4))
    (True, False, True)
    """

    in_each_grid = of_any_board = True
    name = "dutch_flatmates"
    summary = "Every 5 has a 1 directly above it or a 9 directly below it."

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield each cell with those above and below it."""
        for line in shape.columns():
            for k, cell in enumerate(line):
                above, below = line[max(0, k - 1) : k], line[k + 1 : k + 2]
                title = title_of("the flat", shape.position(cell))
                step = partial(_step, (shape.n + 1) // 2, shape.n, bool(above), bool(below))
                yield Constraint(title, (*above, cell, *below), step, (), _is_settled)


def _step(
    middle: int, highest: int, has_above: bool, has_below: bool, state: tuple[bool, ...], digit: int
) -> tuple[bool, ...] | None:
    """Read a digit: whether the one above was a 1; then whether all is well, if nothing follows."""
    if not state and has_above:
        return (digit == 1,)
    if len(state) < 2:
        is_well = digit != middle or (len(state) == 1 and state[0])
        return (True, is_well) if is_well or has_below else None
    return (True, True) if state[1] or digit == highest else None


def _is_settled(state: tuple[bool, ...]) -> bool:
    return state[-1]
