"""The marks that the rules of a puzzle draw."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from sudoku.geometry.shape import Shape
from sudoku.rules.base import Rule

if TYPE_CHECKING:
    from sudoku.pictures.marks import Mark


def drawings(shape: Shape, rules: Iterable[Rule]) -> Iterator[Mark]:
    """Yield the marks of the rules on a board; some rules apply to each of its grids."""
    for rule in rules:
        if rule.in_each_grid:
            for square, cells in shape.squares():
                yield from (mark.moved(cells) for mark in rule.drawing(square))
        else:
            yield from rule.drawing(shape)
