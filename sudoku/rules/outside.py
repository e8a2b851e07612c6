"""The base class of rules with clues outside the grid, each about a row or column."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar

from sudoku.errors import RuleError
from sudoku.geometry.shape import Cells, Shape
from sudoku.geometry.words import cell_name
from sudoku.pictures import marks
from sudoku.rules.base import Rule
from sudoku.rules.element import Element, of_constraint
from sudoku.rules.places import freeze, way_of

Clues = Sequence[int | None]
"""The clue of each row or column, or None if it has no clue."""


@dataclass(frozen=True)
class Outside(Rule):
    """The base class of rules with clues for columns and rows, at either end."""

    top: Clues = ()
    bottom: Clues = ()
    left: Clues = ()
    right: Clues = ()

    in_each_grid = of_any_board = True
    noun: ClassVar[str] = ""
    """What a clue is called, if not by the name of the rule."""
    says: ClassVar[str] = "the rule holds for {clue}"
    """What a clue says of the digits seen from it, with ``{clue}`` and ``{n}`` to be filled in."""
    marks_in = MappingProxyType(
        {
            "top": "above column",
            "bottom": "below column",
            "left": "left of row",
            "right": "right of row",
        }
    )

    def __post_init__(self) -> None:
        freeze(self, top=self.top, bottom=self.bottom, left=self.left, right=self.right)

    def with_marks(self, kept: Mapping[str, Collection[int]]) -> Outside:
        """Return the rule with some of its clues; the others are None."""
        changes: dict[str, Clues] = {
            side: tuple(clue if k in places else None for k, clue in enumerate(getattr(self, side)))
            for side, places in kept.items()
        }
        return replace(self, **changes)

    def drawing(self, shape: Shape) -> Iterator[marks.Outside]:
        """Yield the clues, each beside the first cell that it sees."""
        for clue, _, cells in self.views(shape):
            places = [shape.position(cell) for cell in cells]
            yield marks.Outside(cells[:1], str(clue), way_of(places))

    def elements(self, shape: Shape) -> Iterator[Element]:
        """Yield the clues."""
        for (clue, where, cells), constraint in zip(
            self.views(shape), self.constraints(shape), strict=True
        ):
            title = where.replace("the clue", f"{self.noun or self.words} {clue}")
            means = f"Read from {cell_name(shape, cells[0])}, {self.said(clue, shape.n)}"
            yield of_constraint(self.technique, constraint, title, means)

    def said(self, clue: int, n: int) -> str:
        """Return what a clue says of the digits seen from it, of 1 to n, in a clause."""
        return self.says.format(clue=clue, n=n)

    def views(self, shape: Shape) -> Iterator[tuple[int, str, Cells]]:
        """Yield each clue, its place in words, and the cells that it sees, from the nearest.

        Raises
        ------
        RuleError
            If a side with clues does not have an entry for each row or column.
        """
        columns, rows = shape.columns(), shape.rows()
        for side, clues, what, lines, step in (
            ("top", self.top, "column", columns, 1),
            ("bottom", self.bottom, "column", columns, -1),
            ("left", self.left, "row", rows, 1),
            ("right", self.right, "row", rows, -1),
        ):
            if clues and len(clues) != len(lines):
                raise RuleError(
                    f"rule {self.name!r}: {len(clues)} clues at the {side}, expected {len(lines)}"
                )
            for number, (clue, cells) in enumerate(zip(clues, lines, strict=False), 1):
                if clue is not None:
                    yield clue, f"the clue at the {side} of {what} {number}", cells[::step]
