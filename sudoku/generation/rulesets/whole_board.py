"""Rulesets without parameters: a rule about the whole board, which the filled grid obeys."""

from typing import ClassVar

import numpy as np

from sudoku.generation.rulesets.ruleset import WholeBoard
from sudoku.geometry.shape import Shape
from sudoku.rules.base import Rule
from sudoku.rules.registry import rule
from sudoku.statement.statement import statement


class Stated(WholeBoard):
    """The base class: the rule has a name in `sudoku.RULES`, and no parameters."""

    states: ClassVar[str]
    """The name of the rule."""

    def check(self, shape: Shape) -> None:
        """Raise a RuleError if the rule does not suit the board."""
        super().check(shape)
        statement(shape, (rule(self.states),))

    def rules_before(self, shape: Shape, rng: np.random.Generator) -> tuple[Rule, ...]:
        """Return the rule."""
        return (rule(self.states),)


class Diagonal(Stated):
    """Sudoku X."""

    name = "x"
    summary = "Both main diagonals hold every digit once."
    states = "diagonal"


class Windoku(Stated):
    """Windoku, also called Hypersudoku."""

    name = "windoku"
    summary = "Additional boxes between the boxes hold every digit once."
    states = "windoku"


class DisjointGroups(Stated):
    """Disjoint groups."""

    name = "disjoint_groups"
    summary = "Cells at the same place of the boxes hold different digits."
    states = "disjoint_groups"


class AntiKnight(Stated):
    """Anti-knight sudoku."""

    name = "anti_knight"
    summary = "Cells a knight's move apart hold different digits."
    states = "anti_knight"


class AntiKing(Stated):
    """Anti-king sudoku."""

    name = "anti_king"
    summary = "Cells a king's move apart hold different digits."
    states = "anti_king"


class NonConsecutive(Stated):
    """Non-consecutive sudoku."""

    name = "non_consecutive"
    summary = "Neighbours are not consecutive."
    states = "non_consecutive"
