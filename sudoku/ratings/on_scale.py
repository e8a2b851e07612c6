"""The goal that a puzzle has a class or a score of a scale."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exactcover.runtime.registry import find_name
from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.ratings.goals import UNSOLVED, Goal, Interval, together
from sudoku.ratings.registry import scale

if TYPE_CHECKING:
    from sudoku.puzzle.puzzle import Puzzle
    from sudoku.ratings.rating import Rating
    from sudoku.rules.base import Rule

EXPLAINERS = ("se", "se_without_uniqueness", "se_original")
"""The scales of Sudoku Explainer and SukakuExplainer."""


class OnScale(Goal):
    """A class of a scale, an interval of its scores with both ends, or both.

    Parameters
    ----------
    name
        The scale, a key of `sudoku.ratings.registry.SCALES`.
    level
        The class; None for any.
    interval
        The lowest and the highest score; None for any.

    Examples
    --------
    >>> from sudoku import Puzzle
    >>> easy = Puzzle.from_text("1234341221434...")
    >>> OnScale("morgans", "easy").grade(easy), OnScale("morgans", "hard").grade(easy)
    (0.0, -2.0)
    """

    def __init__(
        self, name: str, level: str | None = None, interval: Interval | None = None
    ) -> None:
        self._scale, self._level, self._interval = scale(name), -1, interval
        levels = self._scale.levels
        if level is not None and not levels:
            raise RuleError(f"the scale {self._scale.name} has scores, but no classes")
        if level is not None:
            self._level = levels.index(find_name("difficulty", level, levels, RuleError))
        wishes = [] if self._level < 0 else [f"the difficulty {levels[self._level]}"]
        if interval is not None:
            wishes.append(f"a score from {interval[0]:g} to {interval[1]:g}")
        self.words = f"{' and '.join(wishes)} on the scale {self._scale.name}"

    def check(self, shape: Shape, rules: tuple[Rule, ...]) -> None:
        """Raise an error for rules whose techniques no scale rates."""
        from sudoku.ratings.ladder import check_rated
        from sudoku.techniques.geometry import geometry

        check_rated(geometry(shape, rules))

    def solvers(self, shape: Shape, rules: tuple[Rule, ...]) -> frozenset[str] | None:
        """Return techniques that solve all puzzles of the class or up to the highest score."""
        from sudoku.ratings.bounds import solvers_of_explainer, solvers_of_level

        if self._level >= 0:
            return solvers_of_level(self._scale.name, self._scale.levels[self._level])
        if self._interval is not None and self._scale.name in EXPLAINERS:
            return solvers_of_explainer(self._interval[1])
        return None

    def is_too_easy(self, names: frozenset[str], shape: Shape, rules: tuple[Rule, ...]) -> bool:
        """Return whether all puzzles that techniques solve are below the class or the scores."""
        from sudoku.ratings.bounds import is_easier_than_level, most_of_explainer

        if self._level >= 0:
            level = self._scale.levels[self._level]
            return is_easier_than_level(names, self._scale.name, level)
        if self._interval is not None and self._scale.name in EXPLAINERS:
            return most_of_explainer(names) < self._interval[0]
        return False

    def grade(self, puzzle: Puzzle) -> float:
        """Return the distance from the class and the interval, with a sign."""
        rating = self._scale.rate(puzzle)
        return together([self._of_level(rating), self._of_value(rating)])

    def _of_level(self, rating: Rating) -> float:
        if self._level < 0:
            return 0.0
        if rating.level is None:
            return UNSOLVED
        return float(self._scale.levels.index(rating.level) - self._level)

    def _of_value(self, rating: Rating) -> float:
        if self._interval is None:
            return 0.0
        if rating.value is None:
            return UNSOLVED
        low, high = self._interval
        return min(0.0, rating.value - low) or max(0.0, rating.value - high)
