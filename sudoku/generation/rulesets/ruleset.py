"""The base class of all rulesets."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from exactcover.runtime.text_view import TextView
from sudoku.errors import RuleError
from sudoku.generation.rulesets.filled import Filled
from sudoku.generation.rulesets.parameters import check_parameters
from sudoku.geometry.shape import Shape
from sudoku.rules.base import Rule


@dataclass(frozen=True)
class Ruleset(TextView, ABC):
    """A kind of puzzle whose marks are laid out at random.

    One ruleset is one file, and one line in `RULESETS`. Its parameters are the fields of a frozen
    dataclass. It has two parts, each of which may be empty: rules that are known before the grid is
    filled (`rules_before`), and marks that are laid out over a filled grid, such as cages
    (`marks` and `rules_of`).
    """

    name: ClassVar[str]
    """The name in the registry."""

    summary: ClassVar[str]
    """The ruleset in one line."""

    has_houses: ClassVar[bool] = False
    """Whether `rules_before` has rows, columns and regions, so that they replace `Classic`."""

    of_one_grid: ClassVar[bool] = False
    """Whether the board must be one square grid."""

    def __post_init__(self) -> None:
        check_parameters(self)

    def board(self, shape: Shape) -> Shape:
        """Return the board for a requested shape, which is the shape of a grid."""
        return shape

    def check(self, shape: Shape) -> None:
        """Raise a RuleError if the ruleset or its parameters do not suit a board.

        An overriding method calls this one, too.
        """
        if self.of_one_grid and [part for part, _ in shape.squares()] != [shape]:
            raise RuleError(f"ruleset {self.name!r}: the board must be one square grid")

    def rules_before(self, shape: Shape, rng: np.random.Generator) -> tuple[Rule, ...]:
        """Return the rules that the grid must obey when it is filled."""
        return ()

    @property
    def n_marks(self) -> int | None:
        """The number of marks that is requested; None for any number."""
        return None

    @property
    def marks_may_go(self) -> bool:
        """Whether single marks can be removed; if their absence has a meaning, they cannot."""
        return True

    @property
    def needs_marks(self) -> bool:
        """Whether a puzzle must have a mark: without one it would be of another kind."""
        return self.marks_may_go

    @abstractmethod
    def marks(self, filled: Filled, rng: np.random.Generator) -> list[Any]:
        """Return marks that are laid out over a filled grid, at most `n_marks`."""

    @abstractmethod
    def rules_of(self, shape: Shape, marks: Sequence[Any]) -> tuple[Rule, ...]:
        """Return the rules that state some of the marks; there may be no marks."""

    def fail(self, problem: str) -> RuleError:
        """Return the error for parameters that do not suit the board."""
        return RuleError(f"ruleset {self.name!r}: {problem}")


class WholeBoard(Ruleset):
    """The base class of rulesets without marks."""

    needs_marks = False

    def marks(self, filled: Filled, rng: np.random.Generator) -> list[Any]:
        """Return no marks."""
        return []

    def rules_of(self, shape: Shape, marks: Sequence[Any]) -> tuple[Rule, ...]:
        """Return no rules."""
        return ()


class Marked(Ruleset):
    """The base class of rulesets whose rule states at least one mark."""

    def rules_of(self, shape: Shape, marks: Sequence[Any]) -> tuple[Rule, ...]:
        """Return the rule of the marks, or none where there are no marks to state."""
        return (self.rule(shape, marks),) if marks or not self.marks_may_go else ()

    @abstractmethod
    def rule(self, shape: Shape, marks: Sequence[Any]) -> Rule:
        """Return the rule that states some marks."""
