"""The jigsaw rule: regions of any outline instead of boxes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.pictures import marks
from sudoku.rules.base import House, Rule
from sudoku.rules.latin import Latin
from sudoku.rules.places import freeze, region_cells


@dataclass(frozen=True)
class Jigsaw(Rule):
    """Every row, column and region holds every digit once; the rule replaces `Classic`.

    Parameters
    ----------
    regions
        For each cell the name of its region, as n rows of n names, one sequence or a text.

    Examples
    --------
    >>> from sudoku.puzzle.puzzle import Puzzle
    >>> from sudoku.verbs.solve import count
    >>> count(Puzzle(Shape(2, 2), [Jigsaw("1112 1222 3344 3344")]))
    144
    """

    regions: str | Sequence[int] | Sequence[Sequence[int]]

    in_each_grid = True
    name = "jigsaw"
    summary = "Every row, column and region of any outline holds every digit once."
    makes_board = True

    def __post_init__(self) -> None:
        freeze(self, has_text=True, regions=self.regions)

    def houses(self, shape: Shape) -> tuple[House, ...]:
        """Return the rows, the columns and the regions."""
        regions = region_cells(self, shape, self.regions)
        for number, cells in enumerate(regions, 1):
            if len(cells) != shape.n:
                raise RuleError(
                    f"rule 'jigsaw': region {number} has {len(cells)} cells, expected {shape.n}"
                )
        named = (House(f"region {number}", cells) for number, cells in enumerate(regions, 1))
        return (*Latin().houses(shape), *named)

    def drawing(self, shape: Shape) -> Iterator[marks.Region]:
        """Yield a heavy line around each region."""
        yield from map(marks.Region, region_cells(self, shape, self.regions))
