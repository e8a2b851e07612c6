"""The base class of rulesets with clues outside the grid."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from sudoku.generation.rulesets.filled import Filled
from sudoku.generation.rulesets.parameters import whole
from sudoku.generation.rulesets.ruleset import Marked
from sudoku.geometry.shape import Shape
from sudoku.rules.base import Rule
from sudoku.rules.registry import rule

View = tuple[str, int, int]
"""The side of the board, the number of the row or column from 0, and the clue."""


@dataclass(frozen=True)
class Views(Marked):
    """The base class of rulesets with clues outside the grid.

    Parameters
    ----------
    views
        The number of clues outside the grid; by default all.
    """

    views: int | None = whole(None)

    of_one_grid = True

    sides: ClassVar[tuple[str, ...]] = ("top", "bottom", "left", "right")
    """The sides of the board that have clues."""

    @property
    def n_marks(self) -> int | None:
        """The number of clues outside the grid."""
        return self.views

    def check(self, shape: Shape) -> None:
        """Raise a RuleError if there is no room for the clues."""
        super().check(shape)
        most = len(self.sides) * shape.n
        if self.views is not None and self.views > most:
            raise self.fail(f"views is {self.views}, but there is room for {most} only")

    @abstractmethod
    def clue(self, digits: list[int]) -> int:
        """Return the clue for the digits of a row or column, from the nearest on."""

    def marks(self, filled: Filled, rng: np.random.Generator) -> list[View]:
        """Return the clues outside the grid."""
        shape = filled.shape
        lines = {"top": shape.columns(), "left": shape.rows()}
        found = list[View]()
        for side in self.sides:
            step = 1 if side in lines else -1
            for number, cells in enumerate(lines["top" if side in ("top", "bottom") else "left"]):
                found.append((side, number, self.clue(filled.digits_of(cells)[::step])))
        chosen = rng.permutation(len(found))[: self.views].tolist()
        return [found[k] for k in sorted(chosen)]

    def rule(self, shape: Shape, marks: Sequence[View]) -> Rule:
        """Return the rule of the clues outside the grid."""
        sides: dict[str, list[int | None]] = {}
        for side, number, clue in marks:
            sides.setdefault(side, [None] * shape.n)[number] = clue
        return rule(self.name, **sides)
