"""Requested difficulties, and how far a puzzle is from them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING

from exactcover.names import find_name
from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.ratings import bergman
from sudoku.ratings.ladder import Ladder
from sudoku.rules.classic import Classic
from sudoku.techniques.finders import technique
from sudoku.techniques.registry import EASIEST, TECHNIQUES

if TYPE_CHECKING:
    from sudoku.puzzle.puzzle import Puzzle
    from sudoku.ratings.se import SudokuExplainer
    from sudoku.rules.base import Rule

__all__ = ["Explained", "Goal", "Interval", "Needed", "Scored", "goal_of"]

Interval = tuple[float, float]

UNSOLVED = 10.0
"""The distance from any goal of a puzzle that the techniques of the scale do not solve."""
QUICK = (*EASIEST, "cell_forcing", "unit_forcing")
"""Fast techniques, which together find most of the steps that slower techniques find."""


class Goal(ABC):
    """A requested difficulty."""

    least_clues: int = 0
    """The least number of clues to keep: puzzles with fewer clues may be too difficult."""

    @abstractmethod
    def grade(self, puzzle: Puzzle) -> float:
        """Return 0 for a puzzle as requested, less if it is too easy, more if too difficult."""

    def check(self, shape: Shape, rules: tuple[Rule, ...]) -> None:
        """Raise an error if puzzles of this shape and rules cannot have such a difficulty.

        Raises
        ------
        RuleError
            If the scale does not rate such puzzles.
        """
        if shape != Shape(3, 3) or rules != (Classic(),):
            raise RuleError("this difficulty is of classic 9x9 puzzles alone")


class Scored(Goal):
    """A score of Bergman et al.: above the first number and up to the second.

    The cheap techniques are tried first. If they do not solve a puzzle, the hardest technique that
    it needs is worth at least 7. If Nishio chains solve it, the whole ladder does, too, and its
    score has a lower and an upper bound. The other techniques are tried only if a limit of the
    interval lies between the two bounds.
    """

    def __init__(self, low: float, high: float) -> None:
        self.low, self.high = low, high
        singles = 10 * 2 / bergman.N_TECHNIQUES + bergman.TECHNIQUES["hidden_single"]
        most = 3 * high - singles
        self.least_clues = next((n for n, value in bergman.GIVENS[::-1] if value <= most), 69)

    @cached_property
    def _cheap(self) -> Ladder:
        return Ladder(name for name, worth in bergman.TECHNIQUES.items() if worth < 7)

    @cached_property
    def _proof(self) -> Ladder:
        return Ladder([*self._cheap.names, "nishio", "anti_nishio"])

    def grade(self, puzzle: Puzzle) -> float:
        """Return the distance of the score from the interval, with a sign."""
        from sudoku.techniques.climb import Climber

        climber = Climber(puzzle)
        cheap = self._cheap.climb_on(climber)
        counts = cheap.counts
        if cheap.solved:
            return self._outside(bergman.score(puzzle.n_clues, list(counts)))
        # At least one more technique, which is worth 7 or more.
        least = bergman.score(puzzle.n_clues, [*counts, "pair_exclusion"])
        if self.high < least:
            return least - self.high
        if self.low >= least or self.high < 10 or not self._proof.climb_on(climber).solved:
            rating = bergman.Bergman().rate(puzzle)
            return UNSOLVED if rating.value is None else self._outside(rating.value)
        return 0.0

    def _outside(self, value: float) -> float:
        if value <= self.low:
            # The limit itself is not in the interval, but the next higher score is.
            return min(value - self.low, -0.001)
        return max(0.0, value - self.high)


class Explained(Goal):
    """Sudoku Explainer's rating of the hardest step: a closed interval."""

    def __init__(self, low: float, high: float) -> None:
        self.low, self.high = low, high

    @cached_property
    def _scale(self) -> SudokuExplainer:
        from sudoku.ratings.se import SudokuExplainer

        return SudokuExplainer()

    def grade(self, puzzle: Puzzle) -> float:
        """Return the distance of the rating from the interval, with a sign."""
        value = self._scale.rate(puzzle).value
        if value is None:
            return UNSOLVED
        return min(0.0, value - self.low) or max(0.0, value - self.high)


class Needed(Goal):
    """A technique that is needed: the easier ones do not solve the puzzle without it.

    So it is the hardest technique of the solution, and no easier technique replaces it.
    """

    def __init__(self, name: str) -> None:
        wanted = technique(name)
        self.name = name = wanted.name
        easier = takewhile(lambda each: each.name != name, TECHNIQUES.ladder)
        below = [each.name for each in easier if not (each.assumes_unique or each.only_with)]
        self._below = Ladder(below)
        self._with = Ladder([*below, name])
        self._quick = Ladder(each for each in QUICK if each in below)
        self._quick_with = Ladder([*self._quick.names, wanted.name])

    def check(self, shape: Shape, rules: tuple[Rule, ...]) -> None:
        """Accept all rules: if techniques do not support some, rating a puzzle raises an error."""

    def grade(self, puzzle: Puzzle) -> float:
        """Return 0 if the technique is needed, less if easier ones suffice, more if it does not.

        A puzzle that is too difficult is nearer to the goal if the technique finds a step in it:
        a few more clues may make it easy enough.
        """
        from sudoku.techniques.climb import Climber

        climber = Climber(puzzle)
        quick = self._quick.climb_on(climber)
        if quick.solved:
            return self._too_easy(quick.counts)
        tried = self._quick_with.climb_on(climber)
        if not tried.solved:
            return self._too_difficult(tried.counts)
        climber = Climber(puzzle)
        easier = self._below.climb_on(climber)
        if easier.solved:
            return self._too_easy(easier.counts)
        tried = self._with.climb_on(climber)
        return 0.0 if tried.solved else self._too_difficult(tried.counts)

    def _too_difficult(self, counts: dict[str, int]) -> float:
        return 0.5 if self.name in counts else 1.5

    def _too_easy(self, counts: dict[str, int]) -> float:
        """Return a negative grade: the easier the hardest technique that was used, the lower."""
        names = self._below.names
        hardest = max(map(names.index, counts), default=0)
        return -2.0 + hardest / len(names)


def goal_of(
    difficulty: str | None = None,
    score: Interval | None = None,
    er: Interval | None = None,
    technique: str | None = None,
) -> Goal | None:
    """Return the goal for the one argument that is given, or None if there is none.

    Raises
    ------
    RuleError
        For several arguments, an unknown class, an invalid interval, an unknown technique.

    Examples
    --------
    >>> goal_of(difficulty="easy").least_clues
    43
    """
    given = [each for each in (difficulty, score, er, technique) if each is not None]
    if len(given) > 1:
        raise RuleError("of difficulty, score, er and technique only one may be given")
    if difficulty is not None:
        return _of_class(difficulty)
    if score is not None:
        return Scored(*_interval("score", score))
    if er is not None:
        return Explained(*_interval("er", er))
    return None if technique is None else Needed(technique)


def _of_class(name: str) -> Goal:
    limits = {known: (low, high) for known, low, high in bergman.CLASSES}
    name = find_name("difficulty", name, limits, RuleError)
    low, high = limits[name]
    # The lowest class includes its lower limit.
    return Scored(low - 1e-9 if name == "easy" else low, high)


def _interval(name: str, values: Interval) -> Interval:
    try:
        low, high = values
        float(low), float(high)
    except (TypeError, ValueError):
        raise RuleError(
            f"{name} is {values!r}: it must be a pair of numbers, from and to"
        ) from None
    if not low <= high:
        raise RuleError(f"{name} is from {low} to {high}: the second must be as large as the first")
    return low, high
