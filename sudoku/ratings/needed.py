"""The goal that some techniques are needed, and that others are not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from exactcover.runtime.registry import normalised
from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.ratings.goals import Digits, Goal, together
from sudoku.rules.classic import Classic
from sudoku.techniques.finders import technique
from sudoku.techniques.registry import EASIEST, LAST_RESORTS, TECHNIQUES
from sudoku.techniques.technique import Technique

if TYPE_CHECKING:
    from sudoku.puzzle.puzzle import Puzzle
    from sudoku.rules.base import Rule
    from sudoku.techniques.climb import Climber

USABLE = 0.25
"""The grade of a puzzle in which the technique finds a step, but which it does not solve, is this
plus a twentieth of the share of its cells that stay blank."""


def easier_than(name: str, shape: Shape, rules: tuple[Rule, ...]) -> tuple[Technique, ...]:
    """Return the techniques of the ladder that come before a technique in the registry.

    Those that assume one solution are left out: they would assume what a solution is to prove.

    Examples
    --------
    >>> from sudoku import Classic, Shape
    >>> [each.name for each in easier_than("locked_pair", Shape(3, 3), (Classic(),))]
    ['full_house', 'naked_single', 'hidden_single']
    """
    from sudoku.techniques.geometry import geometry

    board, before = geometry(shape, rules), list[Technique]()
    for each in TECHNIQUES:
        if each.name == name:
            break
        if not (each.by_request or each.assumes_unique) and each.applies_to(board):
            before.append(each)
    return tuple(before)


QUICK = frozenset({"avoidable_rectangle"})
"""The modules in Python that take only some hundredths of a millisecond for a position."""
SHARES = (0.25, 0.5, 0.75, 0.9)
"""The parts of a ladder of easy techniques after which it is asked what the last one finds."""

Numbers = float | npt.NDArray[np.float64]


NEVER = {
    "skyscraper": "its target lies on a cover line of a sashimi X-wing, or both ends in one box, "
    "where a pointing set finds it",
    "dual_two_string_kite": "it is two two-string kites",
    "dual_empty_rectangle": "it is two empty rectangles",
    "multi_colours_2": "each cell that sees one colour of the other cluster has a neighbour of the "
    "opposite colour in its own, so type 1 eliminates it",
    "remote_pair": "naked pairs make all its links strong, and it is a simple colour trap",
    "discontinuous_loop": "the chain without its last two links is an alternating inference chain "
    "that eliminates the candidate between these",
    "grouped_discontinuous_loop": "the chain without its last two links is a grouped alternating "
    "inference chain that eliminates the node between these",
    "anti_nishio": "the other candidates of its cell imply that the candidate is false, so Nishio "
    "eliminates them all",
    "siamese_x_wing": "it is two finned or sashimi X-wings",
    "siamese_swordfish": "it is two finned or sashimi swordfish",
    "siamese_jellyfish": "it is two finned or sashimi jellyfish",
    "squirmbag": "the other lines have a fish of at most 4 lines",
    "whale": "the other lines have a fish of at most 3 lines",
    "leviathan": "the other lines have a fish of at most 2 lines",
}
"""Techniques that classic 9x9 puzzles never need, and why: easier ones find all that they find."""

OTHER_RULES = "it is for other rules"


def reason_never(name: str, shape: Shape, rules: tuple[Rule, ...]) -> str | None:
    """Return why puzzles of a shape and rules never need a technique, or None.

    Examples
    --------
    >>> from sudoku import Classic, Shape
    >>> reason_never("whale", Shape(3, 3), (Classic(),))
    'the other lines have a fish of at most 3 lines'
    >>> reason_never("x_wing", Shape(3, 3), (Classic(),)) is None
    True
    """
    from sudoku.techniques.geometry import geometry

    if not technique(name).applies_to(geometry(shape, rules)):
        return OTHER_RULES
    return NEVER.get(name) if (shape, rules) == (Shape(3, 3), (Classic(),)) else None


def _check_no_last_resort(name: str) -> None:
    """Raise an error for a last resort of `explain`; other names are checked elsewhere."""
    last = {normalised(each): each for each in LAST_RESORTS}
    if isinstance(name, str) and normalised(name) in last:
        raise RuleError(
            f"{last[normalised(name)]} cannot be wished for or excluded: it is a last resort of "
            "`explain` for positions in which no other technique finds a step"
        )


class Walk(NamedTuple):
    """A solution by a ladder, and whether it left another technique something to find.

    Attributes
    ----------
    climber
        The position at the end.
    solved
        Whether the ladder solves the puzzle.
    hardest
        The rank of the hardest technique that was used, from 0 for the easiest to 1.
    beaten
        The rank of the hardest technique that was used at a position where the other technique
        finds a step, too; -1 if there is no such position.
    finds
        Whether the other technique finds a step where the ladder ends.
    """

    climber: Climber
    solved: bool
    hardest: float
    beaten: float
    finds: bool


def walk(puzzle: Puzzle, ladder: Sequence[Technique], other: Technique | None) -> Walk:
    """Solve a puzzle as far as a ladder goes, and look what another technique finds meanwhile."""
    from sudoku.techniques.climb import Climber

    climber, n_easy = Climber(puzzle), 0
    while n_easy < len(ladder) and ladder[n_easy].name in EASIEST:
        n_easy += 1
    easy, rest = ladder[:n_easy], ladder[n_easy:]
    hardest = beaten = -1
    while True:
        counts = climber.count(easy)
        hardest = max(hardest, *counts.nonzero()[0].tolist(), -1)
        if climber.is_over():
            finds = False
            break
        found = ((rank, step) for rank, each in enumerate(rest) for step in climber.steps(each))
        rank, step = next(found, (0, None))
        finds = other is not None and (step is None or is_quick(other))
        finds = finds and other is not None and any(True for _ in climber.steps(other))
        if step is None:
            break
        hardest = max(hardest, n_easy + rank)
        beaten = max(beaten, n_easy + rank) if finds else beaten
        climber.take(step)
    most = max(1, len(ladder))
    solved = bool(climber.tables.grid.all())
    return Walk(climber, solved, (hardest + 1) / most, (beaten + 1) / most, finds)


def is_quick(each: Technique) -> bool:
    """Return whether a technique is tried at each position: most take too long in Python."""
    return each.is_kernel or each.module in QUICK


class Needed(Goal):
    """Some techniques are needed: a ladder solves the puzzle, but not without any one of them.

    The ladder ends with the hardest of these techniques. So with one name, it is the hardest
    technique of the solution, and the easier ones do not replace it.

    Parameters
    ----------
    names
        The techniques that are needed. With none, the whole ladder is to solve the puzzle.
    without
        Techniques that the ladder does not have: the others solve the puzzle without them.
    """

    near = USABLE + 0.05

    def __init__(self, names: Iterable[str], without: Iterable[str] = ()) -> None:
        names, without = tuple(names), tuple(without)
        for name in (*names, *without):
            _check_no_last_resort(name)
        wanted = {technique(name).name for name in names}
        self.names = [each.name for each in TECHNIQUES if each.name in wanted]
        self.without = frozenset(technique(name).name for name in without)
        if both := self.without.intersection(self.names):
            raise RuleError(f"{min(both)} is to be needed and not to be needed")
        self._ladder_of = lru_cache(maxsize=8)(self._ladder)
        self.words = "no need of " + ", ".join(sorted(self.without))
        if self.names:
            self.words = f"the technique{'s' * (len(self.names) > 1)} {', '.join(self.names)}"

    def _ladder(self, shape: Shape, rules: tuple[Rule, ...]) -> tuple[Technique, ...]:
        """Return the techniques that are to solve a puzzle with a shape and rules."""
        hardest = self.names[-1] if self.names else ""
        before = easier_than(hardest, shape, rules)
        names = {each.name for each in before}.union(self.names) - self.without
        return tuple(each for each in TECHNIQUES if each.name in names)

    def check(self, shape: Shape, rules: tuple[Rule, ...]) -> None:
        """Raise an error for techniques that such puzzles never need."""
        for name in self.names if rules else ():
            why = reason_never(name, shape, rules)
            is_sure = (len(self.names) == 1 and not self.without) or why == OTHER_RULES
            if why is not None and is_sure:
                raise RuleError(f"no puzzle with these rules needs the technique {name}: {why}")

    def solvers(self, shape: Shape, rules: tuple[Rule, ...]) -> frozenset[str]:
        """Return the techniques that are to solve the puzzle."""
        return frozenset(each.name for each in self._ladder_of(shape, rules))

    def is_too_easy(self, names: frozenset[str], shape: Shape, rules: tuple[Rule, ...]) -> bool:
        """Return whether a puzzle that techniques solve does not need one of those wished for."""
        from sudoku.techniques.geometry import geometry

        board = geometry(shape, rules)
        used = names - {each.name for each in TECHNIQUES if not each.applies_to(board)}
        ladder = self.solvers(shape, rules)
        return any(used <= ladder - {name} for name in self.names)

    def grades(self, puzzles: Digits, shape: Shape, rules: tuple[Rule, ...]) -> list[float]:
        """Return the grades of many puzzles; one kernel grades those that easy techniques solve."""
        from sudoku.techniques.climb_many import climb_batch
        from sudoku.techniques.geometry import geometry

        ladder = [each.name for each in self._ladder_of(shape, rules)]
        easy = list(takewhile(EASIEST.__contains__, ladder))
        if len(self.names) != 1 or not easy or geometry(shape, rules).has_constraints:
            return super().grades(puzzles, shape, rules)
        climbs = climb_batch(puzzles, easy, shape=shape, rules=rules)
        blank = 1 - np.count_nonzero(puzzles, axis=1) / puzzles.shape[1]
        is_used, beaten = climbs.solved & False, np.zeros(len(puzzles))
        if easy == ladder:
            is_used = climbs.counts[:, -1] > 0
            for share in SHARES:
                short = [*ladder[: int(share * (len(ladder) - 1))], ladder[-1]]
                shorter = climb_batch(puzzles, short, shape=shape, rules=rules)
                beaten[shorter.counts[:, -1] > 0] = share
        hardest = (climbs.hardest() + 1) / len(ladder)
        found = np.where(climbs.solved, too_easy(beaten, hardest), too_difficult(beaten, blank))
        found[climbs.solved & is_used] = 0.0
        for k in np.flatnonzero(~climbs.solved & (is_used if easy == ladder else True)).tolist():
            [found[k]] = super().grades(puzzles[k : k + 1], shape, rules)
        return [float(each) for each in found]

    def grade(self, puzzle: Puzzle) -> float:
        """Return 0 if the techniques are needed and suffice, less if some are not needed.

        A puzzle that is too easy or too difficult is nearer to the goal the harder the techniques
        are that find steps only where a needed technique does, too.
        """
        ladder = self._ladder_of(puzzle.shape, puzzle.rules)
        if not self.names:
            end = walk(puzzle, ladder, None)
            return 0.0 if end.solved else 1.0 + open_share(end.climber)
        return together([self._grade_of(puzzle, ladder, name) for name in self.names])

    def _grade_of(self, puzzle: Puzzle, ladder: Sequence[Technique], name: str) -> float:
        """Return the grade for one of the techniques that are needed."""
        others = tuple(each for each in ladder if each.name != name)
        end = walk(puzzle, others, technique(name))
        if end.solved:
            return float(too_easy(end.beaten, end.hardest))
        if not end.finds:
            return float(too_difficult(end.beaten, 1 - puzzle.n_clues / puzzle.shape.n_cells))
        end.climber.count(ladder)
        open_cells = open_share(end.climber)
        return USABLE + open_cells / 20 if open_cells else 0.0


def too_easy(beaten: Numbers, hardest: Numbers) -> Numbers:
    """Return the grade of a puzzle that other techniques solve, from the ranks of `Walk`.

    Examples
    --------
    >>> float(too_easy(0.0, 0.5)), float(too_easy(0.9, 0.5))
    (-2.5, -1.1)
    """
    return np.where(beaten, np.subtract(beaten, 2), np.subtract(hardest, 3))


def too_difficult(beaten: Numbers, blank: Numbers) -> Numbers:
    """Return the grade of an unsolved puzzle in which the technique finds nothing in the end.

    Among puzzles of the same rank, those with fewer blank cells are nearer.

    Examples
    --------
    >>> too_difficult(0.9, 0.5)
    1.125
    """
    return 2 - beaten + blank / 20


def open_share(climber: Climber) -> float:
    """Return the share of the cells that are blank."""
    return float((climber.tables.grid == 0).mean())
