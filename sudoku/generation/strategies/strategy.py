"""The base class of all strategies of generation, and their request."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from sudoku.generation.batch_counts import Digits, Flags, Judge

if TYPE_CHECKING:
    from sudoku.geometry.shape import Shape
    from sudoku.puzzle.puzzle import Puzzle
    from sudoku.rules.base import Rule


class Goal(Protocol):
    """A requested difficulty; see `sudoku.ratings.goals`."""

    least_share: float
    """The least share of cells with clues to keep: with fewer, puzzles may be too difficult."""

    near: float
    """The highest grade of a puzzle that may need only a few more clues."""

    def grade(self, puzzle: Puzzle) -> float:
        """Return 0 for a puzzle as requested, less if it is too easy, more if too difficult."""

    def grades(self, puzzles: Digits, shape: Shape, rules: tuple[Rule, ...]) -> list[float]:
        """Return the grades of many puzzles."""


class PuzzleRequest(NamedTuple):
    """The requested properties of puzzles.

    Attributes
    ----------
    symmetry
        The symmetry of the cells with clues; a key of `sudoku.generation.symmetry.SYMMETRIES`.
    clues
        The number of clues; None for any number.
    pattern : array (n_cells,), bool
        The cells that have clues; None for any.
    goal
        The difficulty of the puzzles; None for any.
    minimal
        Whether puzzles with redundant clues will be dropped.
    """

    symmetry: str = "none"
    clues: int | None = None
    pattern: Flags | None = None
    goal: Goal | None = None
    minimal: bool = False


class Made(NamedTuple):
    """Puzzles, and the number of undecided clues of each.

    Attributes
    ----------
    puzzles : array (n_puzzles, n_cells), uint8
        Puzzles with one solution each, one a row.
    undecided : array (n_puzzles,)
        The number of clues of each that were kept because the judge reached its limit. Where it is
        0, no clue (or orbit) that the strategy tried can be removed.
    """

    puzzles: Digits
    undecided: npt.NDArray[np.int64]

    @classmethod
    def decided(cls, puzzles: Digits) -> Made:
        """Return puzzles of which everything is proved."""
        return cls(puzzles, np.zeros(len(puzzles), dtype=np.int64))

    def kept(self, rows: npt.NDArray[Any]) -> Made:
        """Return some of the puzzles: by their numbers, or where a flag is set."""
        return Made(self.puzzles[rows], self.undecided[rows])

    def replace(self, rows: npt.NDArray[np.intp], others: Made) -> None:
        """Replace the puzzles of these numbers."""
        self.puzzles[rows], self.undecided[rows] = others


class Strategy(ABC):
    """A way to make puzzles. One strategy is one file, and one line in `STRATEGIES`."""

    name: str
    """The name in the registry."""

    summary: str
    """The strategy in one line."""

    takes: frozenset[str] = frozenset()
    """The fields of `PuzzleRequest` that may be set."""

    needs: frozenset[str] = frozenset()
    """Those of them that must be set."""

    least_size: int = 1
    """The least number of puzzles that are made side by side."""

    most_size: int = 1 << 20
    """The greatest number of puzzles that are made side by side."""

    tries: int = 100_000
    """The default number of failed attempts before the strategy reports that it found none."""

    @abstractmethod
    def make(
        self, judge: Judge, request: PuzzleRequest, rng: np.random.Generator, size: int
    ) -> Made:
        """Try to make `size` puzzles, side by side.

        Returns
        -------
        Made
            The puzzles as requested, each with one solution, in an arbitrary order: at most `size`,
            possibly none.
        """
