"""The search for a puzzle that fulfils all wishes, by variations of the puzzles that nearly do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

import numpy as np

from sudoku.generation.batch_counts import Digits, Judge
from sudoku.generation.strategies.moves import moves_of
from sudoku.generation.strategies.removal import are_minimal
from sudoku.generation.strategies.strategy import PuzzleRequest

FEWEST_NEW, MOST_NEW = 4, 192
"""The number of new puzzles in the first round, and the greatest; it doubles from round to round.
Variations alone descend from few puzzles."""
POOL = 24
"""The number of puzzles nearest to the goal that are varied."""
ROUNDS = 60
"""The number of rounds after which a search gives up."""
MOST_CHANGED = 4
"""The most clues that are replaced at once; only one in a puzzle that is near."""
MOST_ADDED = 3
"""The most clues that are added to a puzzle that is too difficult."""
CHUNK = 16
"""The number of puzzles that are graded at once: the first one may already be as requested."""
DIGITS = 2
"""The decimals to which grades are compared."""
FAR = 100.0
"""The grade of a puzzle with a clue too many; each further clue adds 1."""

Graded = tuple[float, Digits]
"""A puzzle and its grade: 0 as requested, less if it is too easy, more if it is too difficult."""


class Search:
    """Searches for one puzzle after another.

    Attributes
    ----------
    n_graded
        The number of puzzles that were graded.
    """

    def __init__(self, judge: Judge, request: PuzzleRequest, rng: np.random.Generator) -> None:
        assert request.goal is not None
        self.n_graded = 0
        self._judge, self._request, self._rng = judge, request, rng
        self._goal = request.goal
        self._moves = moves_of(judge, request, rng)
        self._starts = self._fresh()

    def run(self) -> Digits | None:
        """Return a puzzle as requested, or None."""
        pool: list[Graded] = []
        for turn in range(2 * ROUNDS):
            size = min(FEWEST_NEW << turn, MOST_NEW)
            news = self._variations(pool, size) if turn % 2 else islice(self._starts, size)
            newest: list[Graded] = []
            for grade, puzzle in self._graded(news):
                found = self._finished(grade, puzzle)
                if found is not None:
                    return found
                newest.append((grade, puzzle))
            pool = nearest(newest + pool)
        return None

    def _fresh(self) -> Iterator[Digits]:
        """Return an endless iterator over new puzzles; it is empty where there is no grid."""
        size = FEWEST_NEW
        while len(puzzles := self._moves.fresh(size)) or self._request.pattern is not None:
            yield from puzzles
            size = min(2 * size, MOST_NEW)

    def _variations(self, pool: list[Graded], size: int) -> Iterator[Digits]:
        """Yield variations of the puzzles that are near, else of all: other clues, or more."""
        if not pool:
            return
        near = [graded for graded in pool if 0 < graded[0] <= self._goal.near]
        parents = [(near or pool)[k % len(near or pool)] for k in range(size)]
        grades = np.array([grade for grade, _ in parents])
        puzzles = np.stack([puzzle for _, puzzle in parents])
        adds = (grades > 0) & (self._rng.random(size) < 0.5) & (not near)
        n_added = self._rng.integers(1, MOST_ADDED + 1, size=np.count_nonzero(adds))
        yield from self._moves.eased(puzzles[adds], n_added)
        yield from self._moves.varied(puzzles[~adds], 1 if near else MOST_CHANGED)

    def _graded(self, news: Iterable[Digits]) -> Iterator[Graded]:
        """Yield puzzles with their grades. Those with too many clues are not rated."""
        rest = iter(news)
        while chunk := list(islice(rest, CHUNK)):
            puzzles = np.stack(chunk)
            excess = np.zeros(len(puzzles), dtype=np.int64)
            if self._request.clues is not None:
                excess = np.abs(np.count_nonzero(puzzles, axis=1) - self._request.clues)
            rated = iter(self._grades(puzzles[excess == 0]))
            for puzzle, n_excess in zip(chunk, excess.tolist(), strict=True):
                yield (FAR + n_excess - 1 if n_excess else next(rated)), puzzle

    def _grades(self, puzzles: Digits) -> list[float]:
        self.n_graded += len(puzzles)
        if not len(puzzles):
            return []
        return self._goal.grades(puzzles, self._judge.shape, self._judge.rules)

    def _finished(self, grade: float, puzzle: Digits) -> Digits | None:
        """Return a puzzle as requested that is this one, or this one with other clues; or None."""
        if grade == 0:
            return self._settled(puzzle) if self._request.minimal else puzzle
        return self._eased(grade, puzzle) if 0 < grade <= self._goal.near else None

    def _eased(self, grade: float, puzzle: Digits) -> Digits | None:
        """Add clues one by one, except those that make the puzzle too easy or no easier."""
        solution = self._judge.solve(puzzle[None])[0][0]
        orbits = self._moves.orbits
        for k in self._rng.permutation(len(orbits)).tolist():
            cells = list(orbits[k])
            if puzzle[cells].any():
                continue
            trial = puzzle.copy()
            trial[cells] = solution[cells]
            [new] = self._grades(trial[None])
            if new == 0:
                return self._settled(trial)
            if 0 < new <= grade:
                grade, puzzle = new, trial
        return None

    def _settled(self, puzzle: Digits) -> Digits | None:
        """Remove redundant clues of a puzzle as requested as long as it remains as requested.

        It ends at the requested number of clues. Return None if that is not reached, or if minimal
        puzzles are requested and another clue is redundant.
        """
        orbits, n_clues = self._moves.orbits, self._request.clues
        for k in self._rng.permutation(len(orbits)).tolist():
            trial = puzzle.copy()
            trial[list(orbits[k])] = 0
            n_left = np.count_nonzero(trial)
            if n_left == np.count_nonzero(puzzle) or n_left < (n_clues or 0):
                continue
            if self._judge.are_unique(trial[None])[0] and self._grades(trial[None]) == [0]:
                puzzle = trial
        if n_clues is not None and np.count_nonzero(puzzle) != n_clues:
            return None
        if self._request.minimal and not are_minimal(self._judge, puzzle[None])[0]:
            return None
        return puzzle


def nearest(graded: list[Graded]) -> list[Graded]:
    """Return the nearest puzzles that are too difficult, and too easy, each once.

    Of equally near ones, the first are returned. With the newest puzzles in front, the search does
    not stay with a family of equal ones.
    """
    different: dict[bytes, Graded] = {}
    for grade, puzzle in graded:
        different.setdefault(puzzle.tobytes(), (grade, puzzle))
    ordered = sorted(different.values(), key=lambda each: round(abs(each[0]), DIGITS))
    sides = [[each for each in ordered if (each[0] > 0) == side][: POOL // 2] for side in (0, 1)]
    return sides[1] + sides[0]
