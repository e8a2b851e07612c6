"""The base class of rulesets that mark single cells."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from math import ceil
from typing import ClassVar

import numpy as np

from sudoku.generation.rulesets.filled import Filled
from sudoku.generation.rulesets.parameters import whole
from sudoku.generation.rulesets.ruleset import Marked
from sudoku.rules.places import Place

CellMark = tuple[str, Place]
"""The kind of a mark, and its cell."""


@dataclass(frozen=True)
class MarkedCells(Marked):
    """The base class of rulesets that mark single cells.

    Parameters
    ----------
    cells
        The number of marked cells; by default all that can be marked.
    """

    cells: int | None = whole(None)
    usual_share: ClassVar[float] = 1.0
    """The part of all cells that is marked at most if no number is given."""

    @property
    def n_marks(self) -> int | None:
        """The number of marked cells."""
        return self.cells

    @abstractmethod
    def kind(self, filled: Filled, cell: int) -> str | None:
        """Return the kind of mark that a cell can have, or None."""

    def marks(self, filled: Filled, rng: np.random.Generator) -> list[CellMark]:
        """Return the marks."""
        kinds = [(cell, self.kind(filled, cell)) for cell in range(len(filled.digits))]
        found = [(kind, filled.shape.position(cell)) for cell, kind in kinds if kind is not None]
        most = self.cells or ceil(self.usual_share * len(filled.digits))
        chosen = rng.permutation(len(found))[:most].tolist()
        return [found[k] for k in sorted(chosen)]
