"""The rating of a puzzle by a scale, and the base class of scales."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING

from exactcover.runtime.methods import Method
from exactcover.runtime.search.limits import HaltedError, Stop

if TYPE_CHECKING:
    from sudoku.puzzle.puzzle import Puzzle


@dataclass(frozen=True, slots=True, repr=False)
class Rating:
    """How difficult a puzzle is by one scale.

    Attributes
    ----------
    scale
        The scale's name; "auto" if one was to be chosen, and none could rate the puzzle.
    value
        The score; None if the scale has no scores, or its techniques do not solve the puzzle.
    level
        The class; None if the scale has no classes, or the puzzle is in none of them.
    solved
        Whether the scale's techniques solve the puzzle.
    text
        The rating in the scale's own notation: one word or two.
    techniques
        How often each technique was needed, the easiest first.
    remark
        The reason in words if there is no score or class.
    stopped
        Why the rating was stopped before the difficulty was known; None if it was not stopped. A
        stopped rating has no value, level or techniques. Its text is "stopped", or "at least 10.5"
        if that much is known.

    Examples
    --------
    >>> rating = Rating("morgans", None, "easy", True, "easy", {"naked_single": 3})
    >>> rating, rating in {rating}
    (Rating('morgans', 'easy'), True)
    """

    scale: str
    value: float | None
    level: str | None
    solved: bool
    text: str
    techniques: Mapping[str, int] = field(default_factory=dict, hash=False)
    remark: str = ""
    stopped: Stop | None = None

    @classmethod
    def of_stopped(cls, scale: str, why: Stop, least: str = "") -> Rating:
        """Return the rating of a puzzle whose difficulty is unknown because a limit was reached.

        `least` is the least rating that is still possible, in the scale's own notation.

        Examples
        --------
        >>> print(Rating.of_stopped("bergman", Stop.TIME))
        stopped
        >>> print(Rating.of_stopped("se", Stop.TIME, "10.5"))
        at least 10.5
        """
        remark = f"the rating was stopped ({why.value}) before it was known"
        text = f"at least {least}" if least else "stopped"
        return cls(scale, None, None, False, text, {}, remark, why)

    _repr_html_ = Method("sudoku.notebook", "rating_html")

    def __repr__(self) -> str:
        return f"Rating({self.scale!r}, {self.text!r})"

    def __str__(self) -> str:
        return self.text


class AtLeastError(HaltedError):
    """A limit was reached when a part of the rating was known.

    Parameters
    ----------
    least
        The least rating that is still possible, in the scale's own notation.
    """

    def __init__(self, least: str) -> None:
        super().__init__(least)
        self.least = least


class Scale(ABC):
    """A way to rate puzzles. One scale is one file, and one line in `SCALES`."""

    name: str
    """The name of the scale."""

    summary: str
    """The authors or the program, and what the scale measures, in one line."""

    levels: tuple[str, ...] = ()
    """Its classes, the easiest first; empty if it gives only scores."""

    score_range: tuple[float, float] | None = (-inf, inf)
    """The least and the greatest score of puzzles that are not full, as far as is known; None if it
    gives only classes."""

    time_limit: float | None = None
    """The number of seconds after which it stops where the caller sets no limit."""

    @abstractmethod
    def rate(self, puzzle: Puzzle) -> Rating:
        """Rate a puzzle that is known to have one solution.

        Raises
        ------
        RuleError
            For shapes and rules that the scale does not rate.
        HaltedError
            If a limit of the verb is reached; see `exactcover.runtime.search.limits`.
        """
