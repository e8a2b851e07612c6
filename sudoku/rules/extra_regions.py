"""Further regions, in addition to rows, columns and boxes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.pictures import marks
from sudoku.rules.base import House, Rule
from sudoku.rules.element import Element
from sudoku.rules.places import Place, cells_of, freeze


@dataclass(frozen=True)
class ExtraRegions(Rule):
    """Further regions hold every digit once or, where they have fewer cells, no digit twice.

    Parameters
    ----------
    regions
        The cells of each region.

    Examples
    --------
    >>> rule = ExtraRegions([[(0, 0), (1, 1), (2, 2), (3, 3)], [(0, 3), (1, 2)]])
    >>> rule.houses(Shape(2, 2))
    (House(name='extra region 1', cells=(0, 5, 10, 15)),)
    >>> rule.groups(Shape(2, 2))
    (House(name='extra region 2', cells=(3, 6)),)
    """

    regions: Sequence[Sequence[Place]]

    name = "extra_regions"
    summary = "Further regions hold every digit once or, if smaller, no digit twice."
    technique = "region"
    marks_in = MappingProxyType({"regions": "extra region"})

    def __post_init__(self) -> None:
        freeze(self, regions=self.regions)

    def drawing(self, shape: Shape) -> Iterator[marks.Shade]:
        """Yield the regions."""
        regions = [region.cells for region in self._all(shape)]
        cells = [cell for region in regions for cell in region]
        are_apart = len(set(cells)) == len(cells)  # rows and columns of a board are not
        for number, region in enumerate(regions, 1):
            yield marks.Shade(region, group=number if are_apart and len(regions) > 1 else 0)

    def houses(self, shape: Shape) -> tuple[House, ...]:
        """Return the regions of n cells."""
        return tuple(region for region in self._all(shape) if len(region.cells) == shape.n)

    def groups(self, shape: Shape) -> tuple[House, ...]:
        """Return the regions of fewer cells."""
        return tuple(region for region in self._all(shape) if len(region.cells) < shape.n)

    def elements(self, shape: Shape) -> Iterator[Element]:
        """Yield the smaller regions."""
        for title, cells in self.groups(shape):
            if len(cells) > 1:
                means = f"{title.capitalize()} holds no digit twice"
                yield Element(self.technique, title, means, cells)

    def _all(self, shape: Shape) -> list[House]:
        regions = [
            House(f"extra region {number}", cells_of(self, shape, places))
            for number, places in enumerate(self.regions, 1)
        ]
        for region in regions:
            if len(region.cells) > shape.n:
                raise RuleError(
                    f"rule 'extra_regions': {region.title} has {len(region.cells)} cells, more "
                    f"than the {shape.n} digits"
                )
        return regions
