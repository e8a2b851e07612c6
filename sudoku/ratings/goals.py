"""Requested difficulties, and how far a puzzle is from them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import permutations
from numbers import Real
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from exactcover.runtime.arguments import listed
from exactcover.runtime.formatting import format_number, shown
from exactcover.runtime.registry import find_name
from sudoku.errors import RuleError
from sudoku.geometry.grid import Grid
from sudoku.geometry.shape import Shape
from sudoku.puzzle.puzzle import Puzzle
from sudoku.ratings import bergman
from sudoku.ratings.ladder import Ladder
from sudoku.rules.classic import Classic

if TYPE_CHECKING:
    from sudoku.ratings.se import SudokuExplainer
    from sudoku.rules.base import Rule

Interval = tuple[float, float]
Digits = npt.NDArray[np.uint8]

UNSOLVED = 10.0
"""The distance from any goal of a puzzle that the techniques of the scale do not solve."""


MOST_NAMES = 6
"""The most techniques that a message lists."""


class Goal(ABC):
    """A requested difficulty."""

    least_share: float = 0.0
    """The least share of cells with clues to keep: with fewer, puzzles may be too difficult."""

    near: float = 0.0
    """The highest grade of a puzzle that may need only a few more clues."""

    words: str = "this difficulty"
    """The wish in words, for messages."""

    @abstractmethod
    def grade(self, puzzle: Puzzle) -> float:
        """Return 0 for a puzzle as requested, less if it is too easy, more if too difficult."""

    def grades(self, puzzles: Digits, shape: Shape, rules: tuple[Rule, ...]) -> list[float]:
        """Return the grades of many puzzles, one in each row."""
        rows = (Grid.unchecked(shape, tuple(cells)) for cells in puzzles.tolist())
        return [self.grade(Puzzle.unchecked(grid, rules)) for grid in rows]

    @abstractmethod
    def check(self, shape: Shape, rules: tuple[Rule, ...]) -> None:
        """Raise an error if puzzles of this shape and rules cannot have such a difficulty.

        Without rules, they are not known yet: rulesets will be laid out.

        Raises
        ------
        RuleError
            If the scale does not rate such puzzles.
        """

    def solvers(self, shape: Shape, rules: tuple[Rule, ...]) -> frozenset[str] | None:
        """Return techniques that solve all puzzles as requested; None if none are known."""
        return None

    def is_too_easy(self, names: frozenset[str], shape: Shape, rules: tuple[Rule, ...]) -> bool:
        """Return whether all puzzles that techniques solve are easier than requested, for certain.

        Parameters
        ----------
        names
            The techniques.
        shape, rules
            The shape and the rules of the puzzles.
        """
        return False


class Scored(Goal):
    """A score of Bergman et al.: above the first number and up to the second.

    The cheap techniques are tried first. If they do not solve a puzzle, the hardest technique that
    it needs is worth at least 7. If Nishio chains solve it, the whole ladder does, too, and its
    score has a lower and an upper bound. The other techniques are tried only if a limit of the
    interval lies between the two bounds.
    """

    def __init__(self, low: float, high: float, words: str = "") -> None:
        self.low, self.high = low, high
        self.words = words or f"a score above {low:g} and up to {high:g}"
        singles = 10 * 2 / bergman.N_TECHNIQUES + bergman.TECHNIQUES["hidden_single"]
        most = 3 * high - singles
        least = next((n for n, value in bergman.GIVENS[::-1] if value <= most), 69)
        self.least_share = least / bergman.N_CELLS

    def check(self, shape: Shape, rules: tuple[Rule, ...]) -> None:
        """Raise an error for rules whose techniques no scale rates."""
        from sudoku.ratings.ladder import check_rated
        from sudoku.techniques.geometry import geometry

        check_rated(geometry(shape, rules))

    def solvers(self, shape: Shape, rules: tuple[Rule, ...]) -> frozenset[str]:
        """Return the techniques that a puzzle with such a score can need."""
        from sudoku.ratings.bounds import solvers_of_score

        return solvers_of_score(self.high)

    def is_too_easy(self, names: frozenset[str], shape: Shape, rules: tuple[Rule, ...]) -> bool:
        """Return whether no puzzle that techniques solve has so high a score."""
        from sudoku.ratings.bounds import is_below_score

        return is_below_score(names, self.low)

    @cached_property
    def _cheap(self) -> Ladder:
        return Ladder(name for name, worth in bergman.TECHNIQUES.items() if worth < 7)

    @cached_property
    def _proof(self) -> Ladder:
        return Ladder([*self._cheap.names, "nishio", "anti_nishio"])

    def grade(self, puzzle: Puzzle) -> float:
        """Return the distance of the score from the interval, with a sign."""
        from sudoku.techniques.climb import Climber

        climber, n_clues = Climber(puzzle), bergman.clues_of_81(puzzle)
        cheap = self._cheap.climb_on(climber)
        counts = cheap.counts
        if cheap.solved:
            return self._outside(bergman.score(n_clues, list(counts)))
        # At least one more technique, which is worth 7 or more.
        least = bergman.score(n_clues, [*counts, "pair_exclusion"])
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
    """SukakuExplainer's rating of the hardest step: a closed interval."""

    def __init__(self, low: float, high: float) -> None:
        self.low, self.high = low, high
        self.words = f"er from {low:g} to {high:g}"

    def check(self, shape: Shape, rules: tuple[Rule, ...]) -> None:
        """Raise an error for other puzzles than classic 9x9, which the scale does not rate."""
        if shape != Shape(3, 3) or rules != (Classic(),):
            raise RuleError("SukakuExplainer's rating is of classic 9x9 puzzles alone")

    def solvers(self, shape: Shape, rules: tuple[Rule, ...]) -> frozenset[str] | None:
        """Return techniques that find all steps of puzzles up to the highest rating, if known."""
        from sudoku.ratings.bounds import solvers_of_explainer

        return solvers_of_explainer(self.high)

    def is_too_easy(self, names: frozenset[str], shape: Shape, rules: tuple[Rule, ...]) -> bool:
        """Return whether no puzzle that techniques solve has so high a rating."""
        from sudoku.ratings.bounds import most_of_explainer

        return most_of_explainer(names) < self.low

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


class Together(Goal):
    """Several goals at once."""

    def __init__(self, goals: Iterable[Goal]) -> None:
        self.goals = tuple(goals)
        self.least_share = max(goal.least_share for goal in self.goals)
        self.near = max(goal.near for goal in self.goals)

    def check(self, shape: Shape, rules: tuple[Rule, ...]) -> None:
        """Raise an error if one of the goals cannot be reached, or two contradict each other."""
        for goal in self.goals:
            goal.check(shape, rules)
        if rules:
            for easy, hard in permutations(self.goals, 2):
                _check_agree(easy, hard, shape, rules)

    def grade(self, puzzle: Puzzle) -> float:
        """Return the sum of the grades of one sign: what is too difficult counts first."""
        return together(goal.grade(puzzle) for goal in self.goals)


def _check_agree(easy: Goal, hard: Goal, shape: Shape, rules: tuple[Rule, ...]) -> None:
    """Raise an error if all puzzles of one goal are certainly too easy for another one."""
    names = easy.solvers(shape, rules)
    if names is None or not hard.is_too_easy(names, shape, rules):
        return
    raise RuleError(
        f"{easy.words} and {hard.words} contradict each other: {_listed(names)} solve every puzzle "
        f"with {easy.words}, so it is too easy for {hard.words}"
    )


def _listed(names: frozenset[str]) -> str:
    """Return the names of techniques, the easiest first; some are left out if there are many."""
    from sudoku.techniques.registry import TECHNIQUES

    order = [each.name for each in TECHNIQUES]
    known = sorted(names.intersection(order), key=order.index)
    if len(known) > MOST_NAMES:
        known[2:-2] = ["..."]
    return f"the techniques ({', '.join(known)})"


def together(grades: Iterable[float]) -> float:
    """Return the grade for several goals: the sum of the positive grades, else of all.

    Examples
    --------
    >>> together([0, 0]), together([-1, 0.5, 2]), together([-1, -2])
    (0, 2.5, -3)
    """
    listed = list(grades)
    return sum(each for each in listed if each > 0) or sum(listed)


def goal_of(
    difficulty: str | None = None,
    score: Interval | None = None,
    er: Interval | None = None,
    technique: str | Iterable[str] | None = None,
    without: str | Iterable[str] | None = None,
    scale: str = bergman.Bergman.name,
) -> Goal | None:
    """Return the goal for the arguments that are given, or None if there is none.

    Raises
    ------
    RuleError
        For an unknown scale or class, an invalid interval, an unknown technique, or one that is
        both needed and excluded.

    Examples
    --------
    >>> type(goal_of(difficulty="easy")).__name__, type(goal_of("hard", er=(2, 3))).__name__
    ('Scored', 'Together')
    """
    interval = None if score is None else _interval("score", score)
    goals = list(_of_scale(scale, difficulty, interval))
    if er is not None:
        er = _interval("er", er)
        check_in_range("er", er, "se")
        goals.append(Explained(*er))
    if technique is not None or without is not None:
        from sudoku.ratings.needed import Needed

        goals.append(Needed(_names("technique", technique), _names("without", without)))
    return Together(goals) if len(goals) > 1 else next(iter(goals), None)


def _of_scale(scale: str, difficulty: str | None, score: Interval | None) -> Iterator[Goal]:
    """Yield the goals for a class and a score of a scale."""
    from sudoku.ratings.registry import SCALES

    name = SCALES.find(scale)
    if score is not None:
        check_in_range("score", score, name)
    if name != bergman.Bergman.name:
        from sudoku.ratings.on_scale import OnScale

        if difficulty is None and score is None:
            raise RuleError(f"scale {scale} says nothing without a difficulty or a score of it")
        yield OnScale(scale, difficulty, score)
        return
    goals = [] if difficulty is None else [_of_class(difficulty)]
    if score is not None:
        goals.append(Scored(*score))
    if goals and max(goal.low for goal in goals) >= min(goal.high for goal in goals):
        raise RuleError(_why_no_score(goals))
    yield from goals


def _why_no_score(goals: list[Scored]) -> str:
    """Return an error message for scores that no puzzle can have."""
    if len(goals) == 1:
        return f"there is no score above {goals[0].low:g} and up to {goals[0].high:g}"
    by_class, by_score = goals
    return (
        f"{by_class.words} and {by_score.words} contradict each other: that difficulty is a score "
        f"above {by_class.low:g} and up to {by_class.high:g}"
    )


def check_in_range(argument: str, interval: Interval, name: str) -> None:
    """Raise an error for an interval in which no puzzle has a score on a scale.

    Examples
    --------
    >>> check_in_range("score", (11, 13), "bergman")
    Traceback (most recent call last):
    sudoku.errors.RuleError: score is from 11 to 13: no puzzle is known with such a score, the \
scale bergman has scores from 0 to 10
    """
    from sudoku.ratings.registry import scale

    limits, (low, high) = scale(name).score_range, interval
    if limits is None:
        raise RuleError(f"the scale {name} has classes, but no scores")
    least, most = limits
    if high < least or low > most:
        raise RuleError(
            f"{argument} is from {format_number(low)} to {format_number(high)}: "
            "no puzzle is known with such a score, the "
            f"scale {name} has scores from {least:g} to {most:g}"
        )


def _names(argument: str, given: str | Iterable[str] | None) -> tuple[str, ...]:
    """Return the names of techniques as a tuple; one name may be given alone."""
    return (given,) if isinstance(given, str) else tuple(listed(argument, given or ()))


def _of_class(name: str) -> Scored:
    limits = {known: (low, high) for known, low, high in bergman.CLASSES}
    name = find_name("difficulty", name, limits, RuleError)
    low, high = limits[name]
    # The lowest class includes its lower limit.
    words = f"the difficulty {name}"
    return Scored(low - 1e-9 if name == "easy" else low, high, words)


def _interval(name: str, values: Interval) -> Interval:
    is_pair = isinstance(values, list | tuple | np.ndarray) and len(values) == 2
    if not is_pair or not all(isinstance(end, Real) and end == end for end in values):
        raise RuleError(f"{name} is {shown(values)}: it must be a pair of numbers, from and to")
    low, high = values
    if not low <= high:
        raise RuleError(
            f"{name} is from {shown(low)} to {shown(high)}: the second must be as large as the "
            "first"
        )
    return low, high
