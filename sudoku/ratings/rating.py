"""What a scale says of a puzzle, and what a scale is: the base class of all of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sudoku.puzzle import Puzzle

__all__ = ["Rating", "Scale"]


@dataclass(frozen=True, slots=True)
class Rating:
    """How difficult a puzzle is by one scale.

    Attributes
    ----------
    scale
        The scale's name.
    value
        The number that it gives, where it gives one and its techniques solve the puzzle.
    level
        The class that it gives, where it has classes and this puzzle is in one of them.
    solved
        Whether the scale's techniques solve the puzzle.
    text
        The rating in the scale's own notation: one word or two.
    techniques
        How often each technique was needed, the easiest first.
    """

    scale: str
    value: float | None
    level: str | None
    solved: bool
    text: str
    techniques: Mapping[str, int] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.text


class Scale(ABC):
    """A way to rate puzzles. One scale is one file, and one line in `SCALES`."""

    name: str
    """What it is called."""

    summary: str
    """Whose it is and what it measures, in one line."""

    levels: tuple[str, ...] = ()
    """Its classes, the easiest first; none where it gives numbers alone."""

    @abstractmethod
    def rate(self, puzzle: Puzzle) -> Rating:
        """Rate a puzzle that is known to have one solution."""
