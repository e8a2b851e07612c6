"""Additional regions of random forms."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sudoku.generation.rulesets.filled import Filled
from sudoku.generation.rulesets.killer import grow_cages
from sudoku.generation.rulesets.parameters import whole
from sudoku.generation.rulesets.ruleset import Marked
from sudoku.geometry.shape import Shape
from sudoku.rules.extra_regions import ExtraRegions as ExtraRegionsRule
from sudoku.rules.places import Place


@dataclass(frozen=True)
class ExtraRegions(Marked):
    """Connected regions of any outline, which do not overlap.

    Parameters
    ----------
    regions
        The number of regions.
    """

    regions: int = whole(2)

    name = "extra_regions"
    summary = "Additional regions of random outlines hold every digit once."

    @property
    def n_marks(self) -> int:
        """The number of regions."""
        return self.regions

    def check(self, shape: Shape) -> None:
        """Raise a RuleError if the regions have more cells than the board."""
        super().check(shape)
        if self.regions * shape.n > shape.n_cells:
            raise self.fail(f"{self.regions} regions of {shape.n} cells have no room on the board")

    def marks(self, filled: Filled, rng: np.random.Generator) -> list[tuple[Place, ...]]:
        """Return the regions."""
        n = filled.shape.n
        return [filled.places(cells) for cells in grow_cages(filled, rng, self.regions, n, n)]

    def rule(self, shape: Shape, marks: Sequence[tuple[Place, ...]]) -> ExtraRegionsRule:
        """Return the rule of the regions."""
        return ExtraRegionsRule(tuple(marks))
