"""Disjoint groups: the same position in every box."""

from __future__ import annotations

from dataclasses import dataclass

from sudoku.geometry.shape import Shape
from sudoku.rules.base import House, Rule


@dataclass(frozen=True)
class DisjointGroups(Rule):
    """The cells in the same position of their boxes hold every digit once.

    Examples
    --------
    >>> DisjointGroups().houses(Shape(2, 2))[0]
    House(name='disjoint group 1', cells=(0, 2, 8, 10))
    """

    in_each_grid = True
    name = "disjoint_groups"
    summary = "The cells in the same position of their boxes hold every digit once."

    def houses(self, shape: Shape) -> tuple[House, ...]:
        """Return a house for each place in a box."""
        groups = enumerate(zip(*shape.boxes(), strict=True), 1)
        return tuple(House(f"disjoint group {number}", cells) for number, cells in groups)
