"""Suguru, which is also called Tectonic or number blocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import ne

from sudoku.errors import RuleError
from sudoku.geometry.shape import Cells, Shape
from sudoku.pictures import marks
from sudoku.rules.base import Exclusion, House, Rule
from sudoku.rules.binary_relation import Relation, related
from sudoku.rules.element import Element
from sudoku.rules.places import freeze, leaps, region_cells


@dataclass(frozen=True)
class Suguru(Rule):
    """A region of k cells holds the digits 1 to k; equal digits do not touch, not even at a corner.

    Parameters
    ----------
    regions
        For each cell the name of its region, in rows, in one sequence or as a text.

    Examples
    --------
    >>> from sudoku.geometry.outlines import Outline
    >>> from sudoku.puzzle.puzzle import Puzzle
    >>> from sudoku.verbs.solve import count
    >>> board = Outline(3, [(i, j) for i in range(2) for j in range(3)])
    >>> count(Puzzle(board, [Suguru("112 122")]))
    0
    """

    regions: str | Sequence[int] | Sequence[Sequence[int]]

    name = "suguru"
    summary = "A region of k cells holds 1 to k; equal digits do not touch, not even at a corner."
    technique = "region"
    makes_board = True

    def __post_init__(self) -> None:
        freeze(self, has_text=True, regions=self.regions)

    def drawing(self, shape: Shape) -> Iterator[marks.Region]:
        """Yield a heavy line around each region."""
        for region in self._all(shape):
            yield marks.Region(region.cells)

    def houses(self, shape: Shape) -> tuple[House, ...]:
        """Return the regions of n cells."""
        return tuple(region for region in self._all(shape) if len(region.cells) == shape.n)

    def groups(self, shape: Shape) -> tuple[House, ...]:
        """Return the smaller regions."""
        return tuple(region for region in self._all(shape) if len(region.cells) < shape.n)

    def elements(self, shape: Shape) -> Iterator[Element]:
        """Yield the smaller regions."""
        for title, cells in self.groups(shape):
            if len(cells) > 1:
                means = f"{title.capitalize()} holds 1 to {len(cells)}, each once"
                yield Element(self.technique, title, means, cells)

    def exclusions(self, shape: Shape) -> Iterator[Exclusion]:
        """Bar digits that are too high for their region."""
        for _, cells in self._all(shape):
            for cell in cells:
                for digit in range(len(cells) + 1, shape.n + 1):
                    yield ((cell, digit),)

    def relations(self, shape: Shape) -> Iterator[Relation]:
        """Yield the relation of cells that touch: they differ."""
        yield related(shape, leaps(shape, (0, 1), (1, -1), (1, 0), (1, 1)), ne)

    def _all(self, shape: Shape) -> list[House]:
        regions: list[Cells] = region_cells(self, shape, self.regions)
        for number, cells in enumerate(regions, 1):
            if len(cells) > shape.n:
                raise RuleError(
                    f"rule 'suguru': region {number} has {len(cells)} cells, more than the "
                    f"{shape.n} digits"
                )
        return [House(f"region {number}", cells) for number, cells in enumerate(regions, 1)]
