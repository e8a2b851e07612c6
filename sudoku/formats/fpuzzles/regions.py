"""The regions of a puzzle of f-puzzles, and the rules that are about them.

A cell without the key "region" lies in the app's default region: the usual box, or its row where
the number of rows is prime. A cell whose region is null lies in none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any, NamedTuple

from sudoku.errors import TextError
from sudoku.formats.fpuzzles.checks import name_of, whole
from sudoku.geometry.shape import Shape
from sudoku.rules.base import Rule
from sudoku.rules.registry import rule

Place = tuple[int, int]
NO_REGION = -1
"""The number of the region of cells that lie in none, beside null."""


class Regions(NamedTuple):
    """The board with its regions.

    Attributes
    ----------
    shape
        The shape, of which the boxes are the regions if they are the usual ones.
    names
        The number of the region of each cell, row by row; None for a cell in no region.
    houses
        The rules of rows, columns and regions.
    is_usual
        Whether all regions are the default ones.
    """

    shape: Shape
    names: list[list[int | None]]
    houses: list[Rule]
    is_usual: bool

    def check_usual(self, key: str) -> None:
        """Raise a TextError if the default boxes are not those of the puzzle."""
        if not self.is_usual:
            raise TextError(
                f"f-puzzles: {key!r} with regions that are not the usual boxes is not supported: "
                "programs disagree about it"
            )

    def region_sum(self, lines: Sequence[Sequence[Place]]) -> Rule:
        """Return the rule of lines with the same sum in each region."""
        if self.is_usual:
            return rule("region_sum", lines)
        for i, j in (place for line in lines for place in line):
            if self.names[i][j] is None:
                raise TextError(
                    f"f-puzzles: 'regionsumline' at {name_of((i, j))}, which lies in no region"
                )
        own = count(1 + max(name or 0 for row in self.names for name in row))
        filled = [[next(own) if name is None else name for name in row] for row in self.names]
        return rule("region_sum", lines, filled)


def default_shape(n: int) -> Shape:
    """Return the shape whose boxes are the default regions.

    Examples
    --------
    >>> default_shape(6), default_shape(7)
    (Shape(p=3, q=2), Shape(p=7, q=1))
    """
    has_boxes = any(n % k == 0 for k in range(2, n))
    return Shape.of_size(n) if has_boxes else Shape(n, 1)


def regions_of(rows: Sequence[Sequence[Mapping[str, Any]]], n: int) -> Regions:
    """Return the regions that the cells of a grid state.

    Raises
    ------
    TextError
        If a region has more cells than there are digits, or is no number.
    """
    shape = default_shape(n)
    usual = [[shape.box_of(i * n + j) for j in range(n)] for i in range(n)]
    if len(rows) != n or any(len(row) != n for row in rows):
        raise TextError(f"f-puzzles: the grid is not of {n} rows of {n} cells, as its size says")
    names = [
        [_region(cell, usual[i][j], name_of((i, j))) for j, cell in enumerate(row)]
        for i, row in enumerate(rows)
    ]
    sizes = Counter(name for row in names for name in row)
    n_without = sizes.pop(None, 0)
    pairs = {
        (a, b)
        for row, other in zip(names, usual, strict=True)
        for a, b in zip(row, other, strict=True)
    }
    if not n_without and len(pairs) == n:  # the same parts, perhaps with other numbers
        is_stated = any("region" in cell for row in rows for cell in row)
        houses = rule("classic") if shape.q > 1 else rule("latin")
        houses = rule("jigsaw", names) if shape.q == 1 and is_stated else houses
        return Regions(shape, names, [houses], is_usual=True)
    too_large = next((name for name, size in sizes.items() if size > n), None)
    if too_large is not None:
        raise TextError(
            f"f-puzzles: the region {too_large} has {sizes[too_large]} cells, more than the {n} "
            "digits"
        )
    shape = Shape(n, 1)
    if not n_without and set(sizes.values()) == {n}:
        return Regions(shape, names, [rule("jigsaw", names)], is_usual=False)
    parts = [
        [(i, j) for i, row in enumerate(names) for j, own in enumerate(row) if own == name]
        for name in sorted(name for name in sizes if name is not None)
    ]
    made = [rule("latin")] + ([rule("extra_regions", parts)] if parts else [])
    return Regions(shape, names, made, is_usual=False)


def _region(cell: Mapping[str, Any], usual: int, name: str) -> int | None:
    """Return the number of the region of a cell, or None if it lies in none."""
    if "region" not in cell:
        return usual
    if cell["region"] is None:
        return None
    number = whole(cell["region"], f"the region of the cell {name}")
    if number < NO_REGION:
        raise TextError(f"f-puzzles: the region of the cell {name} is {number}: it is no region")
    return None if number == NO_REGION else number
