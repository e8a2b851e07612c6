"""What a strategy of generation is: the base class of all of them, and what they are asked for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from sudoku.generation.judge import Digits, Flags, Judge

if TYPE_CHECKING:
    from sudoku.puzzle.puzzle import Puzzle

__all__ = ["Goal", "Made", "Strategy", "Wish"]


class Goal(Protocol):
    """A wish for difficulty; `sudoku.ratings.goals` has those there are."""

    least_clues: int
    """Puzzles with fewer clues are too difficult, or may be."""

    def grade(self, puzzle: Puzzle) -> float:
        """Return 0 for what was wished, less for what is too easy, more for too difficult."""


class Wish(NamedTuple):
    """What puzzles are asked for.

    Attributes
    ----------
    symmetry
        The symmetry of the cells with clues; a key of `sudoku.generation.symmetry.SYMMETRIES`.
    clues
        How many clues; None for as many as it comes to.
    pattern : array (n_cells,), bool
        Which cells have clues; None for any.
    goal
        How difficult the puzzles are; None for any difficulty.
    """

    symmetry: str = "none"
    clues: int | None = None
    pattern: Flags | None = None
    goal: Goal | None = None


class Made(NamedTuple):
    """Puzzles, and what was left open about them.

    Attributes
    ----------
    puzzles : array (n_puzzles, n_cells), uint8
        Puzzles with one solution each, one a row.
    undecided : array (n_puzzles,)
        How many clues of each stayed because the judge gave up before it knew whether they could
        go. Where it is 0, no clue (or orbit) can go that the strategy tried.
    """

    puzzles: Digits
    undecided: npt.NDArray[np.int64]

    @classmethod
    def decided(cls, puzzles: Digits) -> Made:
        """Return puzzles about which nothing is left open."""
        return cls(puzzles, np.zeros(len(puzzles), dtype=np.int64))

    def kept(self, rows: npt.NDArray[Any]) -> Made:
        """Return some of the puzzles: by their numbers, or where a flag is set."""
        return Made(self.puzzles[rows], self.undecided[rows])

    def replace(self, rows: npt.NDArray[np.intp], others: Made) -> None:
        """Put others in the place of the puzzles of these numbers."""
        self.puzzles[rows], self.undecided[rows] = others


class Strategy(ABC):
    """A way to make puzzles. One strategy is one file, and one line in `STRATEGIES`."""

    name: str
    """What it is called."""

    summary: str
    """What it does, in one line."""

    takes: frozenset[str] = frozenset()
    """The fields of `Wish` that may be set."""

    needs: frozenset[str] = frozenset()
    """Those of them that must be set."""

    least_size: int = 1
    """How many are to be made side by side at least."""

    most_size: int = 1 << 20
    """How many at most."""

    tries: int = 100_000
    """The default number of failed attempts before the strategy reports that it found none."""

    @abstractmethod
    def make(self, judge: Judge, wish: Wish, rng: np.random.Generator, size: int) -> Made:
        """Try to make so many puzzles, side by side.

        Returns
        -------
        Made
            Those that came out as wished, in an order that tells nothing: each has one solution.
            They are at most `size`, and may be none.
        """
