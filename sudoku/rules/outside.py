"""Clues outside the grid, each about the line of cells that it looks along."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sudoku.errors import RuleError
from sudoku.rules.rule import Rule
from sudoku.shape import Cells, Shape

__all__ = ["Clues", "views"]

Clues = Sequence[int | None]
"""One for each row or column, None where there is no clue."""

_SIDES = ("top", "bottom", "left", "right")


def views(
    rule: Rule, shape: Shape, top: Clues, bottom: Clues, left: Clues, right: Clues
) -> Iterator[tuple[int, str, Cells]]:
    """Yield each clue, its place in words, and the cells that it sees, from the nearest.

    Raises
    ------
    RuleError
        Where a side that has clues has not one for each row or column.
    """
    columns, rows = shape.columns(), shape.rows()
    for side, clues in zip(_SIDES, (top, bottom, left, right), strict=True):
        is_vertical = side in ("top", "bottom")
        lines = columns if is_vertical else rows
        if clues and len(clues) != len(lines):
            raise RuleError(
                f"rule {rule.name!r}: {len(clues)} clues at the {side}, expected {len(lines)}"
            )
        for number, (clue, cells) in enumerate(zip(clues, lines, strict=False), 1):
            if clue is not None:
                step = -1 if side in ("bottom", "right") else 1
                line = f"{'column' if is_vertical else 'row'} {number}"
                yield clue, f"the clue at the {side} of {line}", cells[::step]
