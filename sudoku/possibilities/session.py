"""A puzzle that a setter works on: edits, undo, and answers that use what was proved before."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.arguments import check_whole
from exactcover.runtime.lazy_iterators import free
from exactcover.runtime.search.limits import Flag
from exactcover.runtime.search.request import Limits, ProgressLike, Seed
from exactcover.runtime.search.result import Statistics
from exactcover.runtime.text_view import TextView
from sudoku.errors import ClueError, RuleError
from sudoku.possibilities.choice import Engine, Ground, candidate_engine, ground_of, seed_number
from sudoku.possibilities.engine import CandidateEngine
from sudoku.possibilities.knowledge import Knowledge
from sudoku.possibilities.result import TrueCandidates
from sudoku.possibilities.search import CandidateSearch, check_cap
from sudoku.possibilities.tally import count_latest, with_more_room
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import Rule, check_rule
from sudoku.rules.pencil_marks import PencilMarks

if TYPE_CHECKING:
    from sudoku.puzzle.puzzle import PuzzleLike


class Session(TextView):
    """A puzzle in work, which keeps what was proved of its earlier states.

    An edit returns the session, so that several can follow one another; an edit that is refused
    changes nothing. Threads take turns: a second one that asks while a search is under way gets an
    `exactcover.InUseError`.

    Parameters
    ----------
    puzzle
        The puzzle to begin with, or anything that `Puzzle.of` takes for one.
    history
        The most edits that `undo` can take back; by default all.

    Examples
    --------
    >>> session = Session("12..............")
    >>> session.true_candidates().of(0, 2)
    (3, 4)
    >>> session.place(0, 2, 3).true_candidates().of(0, 3)
    (4,)
    >>> session.undo().true_candidates().statistics.nodes
    0
    """

    def __repr__(self) -> str:
        return f"Session({self._puzzle!r})"

    def __init__(self, puzzle: PuzzleLike, *, history: int | None = None) -> None:
        self._puzzle = Puzzle.of(puzzle)
        self._undone: deque[Puzzle] = deque()
        self._done: deque[Puzzle] = deque(maxlen=check_whole("history", history))
        self._knowledge = Knowledge()
        self._turn = threading.Lock()

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle as it is now."""
        return self._puzzle

    @property
    def n_edits(self) -> int:
        """The number of edits that `undo` can take back."""
        return len(self._done)

    def edit(self, puzzle: PuzzleLike) -> Session:
        """Go on with another puzzle, however it differs."""
        made = Puzzle.of(puzzle)
        if made != self._puzzle:
            self._done.append(self._puzzle)
            self._undone.clear()
            self._puzzle = made
        return self

    def place(self, row: int, column: int, digit: int) -> Session:
        """Add a clue, in place of another if there is one; row and column are counted from 0."""
        puzzle = self._puzzle
        if puzzle.grid[row, column]:
            puzzle = puzzle.without_clue(row, column)
        return self.edit(puzzle.with_clue(row, column, digit))

    def clear(self, row: int, column: int) -> Session:
        """Remove a clue; row and column are counted from 0."""
        return self.edit(self._puzzle.without_clue(row, column))

    def mark(self, row: int, column: int, digits: Iterable[int] = ()) -> Session:
        """Let a cell hold only some digits, in place of its marks; without digits remove these."""
        puzzle, left = self._puzzle, tuple(dict.fromkeys(digits))
        shape = puzzle.shape
        cell = shape.cell(row, column)
        for digit in left:
            if digit not in range(1, shape.n + 1):
                raise ClueError(
                    f"{shape.in_words(cell)}: {digit!r} is marked, which is no digit from 1 to "
                    f"{shape.n}"
                )
        marks, rules = {}, []
        for rule in puzzle.rules:
            if isinstance(rule, PencilMarks):
                marks.update({shape.cell_at(place): own for place, own in rule.marks})
            else:
                rules.append(rule)
        marks = {at: own for at, own in marks.items() if at != cell} | (
            {cell: left} if left else {}
        )
        if marks:
            rules.append(PencilMarks([(shape.position(at), own) for at, own in marks.items()]))
        return self.edit(puzzle.changed(rules=rules))

    def add_rule(self, rule: Rule) -> Session:
        """Add a rule."""
        check_rule(rule)
        return self.edit(self._puzzle.changed(rules=(*self._puzzle.rules, rule)))

    def remove_rule(self, rule: Rule) -> Session:
        """Remove a rule, which must be one of the puzzle."""
        if rule not in self._puzzle.rules:
            raise RuleError(f"the puzzle has no rule {rule!r}")
        kept = [each for each in self._puzzle.rules if each != rule]
        return self.edit(self._puzzle.changed(rules=kept))

    def undo(self) -> Session:
        """Take the last edit back."""
        return self._go_back(self._done, self._undone, "no edit is left to undo")

    def redo(self) -> Session:
        """Make the edit again that was taken back last."""
        return self._go_back(self._undone, self._done, "no edit was undone")

    def _go_back(self, source: deque[Puzzle], target: deque[Puzzle], nothing: str) -> Session:
        if not source:
            raise ClueError(nothing)
        target.append(self._puzzle)
        self._puzzle = source.pop()
        return self

    def true_candidates(
        self,
        cap: int | None = 1,
        *,
        found: Callable[[TrueCandidates], object] | None = None,
        time_limit: float | None = None,
        max_nodes: int | None = None,
        cancel: Flag | None = None,
        progress: ProgressLike | None = None,
        seed: Seed | None = None,
    ) -> TrueCandidates:
        """Return the true candidates of the puzzle as it is now; see `sudoku.true_candidates`.

        What is known of a state that was searched before is returned at once. Solutions, and
        candidates without one, of looser and stricter states are not searched again.

        Parameters
        ----------
        cap, found, time_limit, max_nodes, cancel, progress, seed
            As for `sudoku.true_candidates`.

        Returns
        -------
        TrueCandidates
            The numbers; `complete` says whether all are final.
        """
        cap, limits = check_cap(cap), Limits(None, time_limit, max_nodes, cancel, progress)
        number = seed_number(seed)
        with free(self._turn):
            ground = ground_of(self._puzzle)
            known = self._knowledge.answer(ground, cap)
            if known is not None:
                made = _at_cap(known, cap)
                if found is not None:
                    found(made)
                return made
            search = CandidateSearch(
                lambda: self._engine(ground, cap, number), limits, ground.puzzle.shape, cap
            )
            try:
                if found is None:
                    return search.run()
                for each in search.each():
                    found(each)
                return search.found()
            finally:
                self._knowledge.add(ground, search.found())

    def _engine(self, ground: Ground, cap: int | None, seed: int | None) -> Engine:
        """Return the engine for a state, which begins with what is known of it."""
        if ground.root is None:
            return candidate_engine(ground, cap, seed)
        root, solutions = self._knowledge.of(ground)
        engine = candidate_engine(ground._replace(root=root), cap, seed)
        if isinstance(engine, CandidateEngine) and len(engine.tally.listed.key):
            _count_known(engine, solutions)
        return engine


def _count_known(engine: CandidateEngine, solutions: NDArray[np.uint8]) -> None:
    """Count solutions that are known, as long as they have a wanted candidate."""
    at = np.arange(solutions.shape[1])
    for digits in solutions.astype(np.uint64):
        if (engine.tally.wanted[at] >> (digits - np.uint64(1)) & np.uint64(1)).any():
            if int(engine.tally.listed.used[0]) == len(engine.tally.listed.rows):
                engine.tally = with_more_room(engine.tally)
            count_latest(engine.tally, digits)


def _at_cap(known: TrueCandidates, cap: int | None) -> TrueCandidates:
    """Return a known answer at a lower cap, for which nothing was searched."""
    counts = known.counts if cap is None else np.minimum(known.counts, cap)
    old = known.statistics
    none = Statistics(0, 0, 0, 0.0, old.engine, ("known: it was searched before",))
    return replace(known, counts=counts, cap=cap, statistics=none)
