"""Pairs of cells that hold the same digit in all solutions of a puzzle, or never the same one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.errors import ProblemError
from exactcover.runtime.search.limits import Flag, HaltedError, Stop, stop_if_due
from exactcover.runtime.search.request import Limits, ProgressLike, Seed
from exactcover.runtime.search.result import Interrupted
from exactcover.runtime.search.work import Work
from exactcover.runtime.text_view import TextView
from sudoku.geometry.shape import Shape
from sudoku.possibilities.choice import Ground, candidate_engine, ground_of, seed_number
from sudoku.possibilities.engine import CandidateEngine
from sudoku.possibilities.search import CandidateSearch
from sudoku.possibilities.tally import digits_in
from sudoku.puzzle.puzzle import Puzzle
from sudoku.statement.statement import statement

if TYPE_CHECKING:
    from sudoku.puzzle.puzzle import PuzzleLike

CAP = 4
"""The solutions with each candidate that are found first: they show most pairs to be open."""

Digits = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CellPairs(TextView):
    """What is the same in all solutions for each two cells: what `cell_pairs` returns.

    Both arrays are symmetric; a cell and itself are equal.

    Attributes
    ----------
    shape : Shape
        The board.
    equal : NDArray[np.bool_]
        (n_cells, n_cells): whether two cells hold the same digit in every solution.
    different : NDArray[np.bool_]
        (n_cells, n_cells): whether they hold the same digit in no solution.
    complete : bool
        Whether each pair was decided; otherwise some that are equal, or different, may be missing.
    stopped : Stop | None
        Why the search ended before that; None if it did not.
    """

    shape: Shape
    equal: NDArray[np.bool_]
    different: NDArray[np.bool_]
    complete: bool
    stopped: Stop | None

    def __repr__(self) -> str:
        numbers = (int(np.triu(each, 1).sum()) for each in (self.equal, self.different))
        how = "" if self.complete else ", stopped"
        return "<CellPairs: {} equal, {} different{}>".format(*numbers, how)


def cell_pairs(
    puzzle: PuzzleLike,
    *,
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
    seed: Seed | None = None,
) -> CellPairs:
    """Find the pairs of cells that are equal in all solutions, and those that always differ.

    Parameters
    ----------
    puzzle
        A puzzle that bit masks know (up to 64 digits, no constraint on the whole board), or
        anything that `Puzzle.of` takes for one. It must have a solution.
    time_limit, cancel, progress
        As for `solve`.
    seed
        An int or a `numpy.random.Generator`, for other solutions on the way.

    Returns
    -------
    CellPairs
        The pairs.

    Raises
    ------
    SudokuError, ProblemError
        If the puzzle has no solution, or an argument is wrong.
    Interrupted
        On Ctrl-C; a `KeyboardInterrupt`. Its `result` has what was found until then.

    Examples
    --------
    >>> found = cell_pairs("1.......2...3...")
    >>> found
    <CellPairs: 0 equal, 56 different>
    >>> bool(found.different[0, 1])
    True
    """
    work = Work(time_limit, cancel, progress)
    made = Puzzle.of(puzzle)
    number = seed_number(seed)
    pairs: _Pairs | None = None
    try:
        with work.reporting():
            pairs = _Pairs(ground_of(made), number)
            pairs.decide(work)
    except HaltedError:
        if work.stop is None:
            raise
    except KeyboardInterrupt:
        raise Interrupted(_result(made.shape, pairs, None)) from None
    return _result(made.shape, pairs, work.stop)


def _result(shape: Shape, pairs: _Pairs | None, stopped: Stop | None) -> CellPairs:
    """Return what was found."""
    none = np.zeros((shape.n_cells, shape.n_cells), dtype=np.bool_)
    equal, different = (none, none) if pairs is None else (pairs.equal, pairs.different)
    is_complete = pairs is not None and pairs.is_complete
    return CellPairs(shape, equal, different, is_complete, None if is_complete else stopped)


class _Pairs:
    """The pairs of a puzzle that are known so far."""

    def __init__(self, ground: Ground, seed: int | None) -> None:
        self._ground, self._seed = ground, seed
        n_cells = ground.puzzle.shape.n_cells
        self.equal = np.eye(n_cells, dtype=np.bool_)
        self.different = np.zeros_like(self.equal)
        self._seen_equal, self._seen_different = np.zeros((2, n_cells, n_cells), dtype=np.bool_)
        self.is_complete = False

    def decide(self, work: Work) -> None:
        """Decide each pair that the solutions found first leave open."""
        self._begin()
        stated = statement(self._ground.puzzle.shape, self._ground.rules)
        peers = stated.peers(len(self.equal), stated.differing_pairs())
        for one, other in zip(*np.triu_indices(len(self.equal), 1), strict=True):
            work.part = float((self._seen_equal | self.different).mean())
            a, b = int(one), int(other)
            if not self._seen_equal[a, b]:
                self._decide_different(a, b, is_known=bool(peers[a] >> b & 1))
            if not self._seen_different[a, b]:
                self._decide_equal(a, b)
        self.is_complete = True

    def _begin(self) -> None:
        """Find the true candidates, and solutions with each of them."""
        shape = self._ground.puzzle.shape
        engine = candidate_engine(self._ground, CAP, self._seed)
        if not isinstance(engine, CandidateEngine):
            raise ProblemError(
                "cell_pairs takes boards with up to 64 digits, without constraints on all cells"
            )
        found = CandidateSearch(lambda: engine, Limits(), shape, CAP)
        result = found.run()
        if not result.complete:
            raise HaltedError
        if not result:
            raise ProblemError("the puzzle has no solution, so that no pair of cells is equal")
        self._root = result.masks
        self._note(result.solutions)

    def _note(self, solutions: Digits) -> None:
        """Note which cells are equal, and which differ, in some solutions."""
        for digits in solutions:
            same = digits[:, np.newaxis] == digits
            self._seen_equal |= same
            self._seen_different |= ~same

    def _decide_different(self, one: int, other: int, *, is_known: bool) -> None:
        """Decide whether two cells always differ."""
        common = int(self._root[one] & self._root[other])
        while common and not is_known:
            digit = common & -common
            common ^= digit
            if self._is_possible({one: digit, other: digit}):
                return
        self.different[one, other] = self.different[other, one] = True

    def _decide_equal(self, one: int, other: int) -> None:
        """Decide whether two cells are always equal."""
        left, others = int(self._root[one]), int(self._root[other])
        while left:
            digit = left & -left
            left ^= digit
            if others & ~digit and self._is_possible({one: digit, other: others & ~digit}):
                return
        self.equal[one, other] = self.equal[other, one] = True

    def _is_possible(self, masks: dict[int, int]) -> bool:
        """Return whether there is a solution with these candidates; note the one that is found."""
        stop_if_due()
        root = self._root.copy()
        for cell, mask in masks.items():
            root[cell] &= np.uint64(mask)
        engine = candidate_engine(self._ground._replace(root=root), 1, self._seed)
        assert isinstance(engine, CandidateEngine)
        search = CandidateSearch(lambda: engine, Limits(limit=1), self._ground.puzzle.shape, 1)
        if search.count():
            self._note(digits_in(engine.tally))
            return True
        if search.interrupted:
            raise KeyboardInterrupt
        if not search.complete:
            raise HaltedError
        return False
