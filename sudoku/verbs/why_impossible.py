"""The verbs that say why a puzzle has no solution: `why_impossible` and `conflicts`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from exactcover import Interrupted
from exactcover.runtime.formatting import brief_repr
from exactcover.runtime.search.limits import Flag, HaltedError, Stop
from exactcover.runtime.search.request import ProgressLike
from exactcover.runtime.search.work import Work, limited_each
from exactcover.runtime.text_view import TextView
from sudoku.errors import FormityError
from sudoku.givens.given import Given, Givens
from sudoku.givens.minimal_sets import MinimalSets
from sudoku.puzzle.puzzle import Puzzle
from sudoku.verbs.formity import Formity, formity
from sudoku.verbs.solve import solve

if TYPE_CHECKING:
    from sudoku.puzzle.puzzle import PuzzleLike


@dataclass(frozen=True)
class Conflict(TextView):
    """Givens of a puzzle that cannot all hold.

    Attributes
    ----------
    givens
        The clues, marks and rules; none if the board itself has no solution.
    is_minimal
        Whether it is proved that they have a solution without any one of them.
    stopped
        What stopped the search for a smaller conflict; None if nothing did.
    """

    givens: tuple[Given, ...]
    is_minimal: bool = True
    stopped: Stop | None = None

    __repr__ = brief_repr

    @property
    def cells(self) -> tuple[int, ...]:
        """The numbers of all cells of the givens, in order."""
        return tuple(sorted({cell for each in self.givens for cell in each.cells}))

    def __str__(self) -> str:
        if not self.givens:
            return "The board has no solution even without clues, marks and further rules."
        titles = "; ".join(each.title for each in self.givens)
        if len(self.givens) == 1:
            return f"This has no solution by itself: {titles}."
        end = "" if self.is_minimal else " Perhaps some of them would do."
        return f"These {len(self.givens)} cannot all hold: {titles}.{end}"


def why_impossible(
    puzzle: PuzzleLike,
    *,
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
) -> Conflict:
    """Return clues, marks and rules that cannot all hold, as few as can be.

    Parameters
    ----------
    puzzle
        A puzzle without solution, or anything that `Puzzle.of` takes for one.
    time_limit, cancel
        As for `sudoku.solve`; after them, the smallest conflict that is known is returned.
    progress
        As for `sudoku.solve`; nodes are the puzzles that were solved.

    Returns
    -------
    Conflict
        The givens. Each of them is needed: it is proved that there is a solution without it.

    Raises
    ------
    FormityError
        If the puzzle has a solution.
    UndecidedError
        If a limit stopped the search before it was known that there is none.
    ClashError, SudokuError
        If two clues clash, so that there is no such puzzle: the message says which; or for other
        faults of the puzzle.
    Interrupted
        After Ctrl-C; its `result` is the smallest conflict that is known.

    Notes
    -----
    At most some 2 k log2(n) puzzles are solved, for k of n givens.

    Examples
    --------
    >>> from sudoku import Classic, Shape
    >>> from sudoku.rules.killer import Killer
    >>> cages = Killer([(3, [(0, 0), (0, 1)]), (4, [(2, 2), (3, 2)])])
    >>> puzzle = Puzzle(Shape(2, 2), [Classic(), cages], {(0, 3): 2, (3, 0): 4})
    >>> print(why_impossible(puzzle))
    These 2 cannot all hold: cage 3 at r1c1 and r1c2; 2 in r1c4.
    """
    given = Puzzle.of(puzzle)
    work = Work(time_limit, cancel, progress)
    sets: MinimalSets | None = None
    try:
        with work.reporting():
            if formity(given) is not Formity.NONE:
                raise FormityError("the puzzle has a solution: nothing in it is in conflict")
            givens, sets = _conflicting(given, work)
            return _conflict(givens, sets.one())
    except HaltedError:
        assert sets is not None
        return _conflict(givens, sets.best, work.stop or Stop.CANCELLED)
    except KeyboardInterrupt:
        if sets is None:
            raise
        raise Interrupted(_conflict(givens, sets.best, Stop.CANCELLED)) from None


def conflicts(
    puzzle: PuzzleLike,
    *,
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
) -> Iterator[Conflict]:
    """Return an iterator over all minimal conflicts of a puzzle: sets of givens without solution.

    There may be very many; they come one by one.

    Parameters
    ----------
    puzzle, time_limit, cancel, progress
        As for `why_impossible`.

    Returns
    -------
    iterator of Conflict
        All conflicts that are minimal; none if the puzzle has a solution.

    Raises
    ------
    exactcover.UnfinishedError
        From the iterator, if a limit stops it before all were found.

    Examples
    --------
    >>> from sudoku import Classic, Shape
    >>> from sudoku.rules.killer import Killer
    >>> cages = Killer([(3, [(0, 0), (0, 1)]), (4, [(2, 0), (2, 1)])])
    >>> puzzle = Puzzle(Shape(2, 2), [Classic(), cages], {(0, 3): 2, (3, 0): 4})
    >>> for each in conflicts(puzzle):
    ...     print(each)
    These 2 cannot all hold: cage 3 at r1c1 and r1c2; 2 in r1c4.
    """
    given = Puzzle.of(puzzle)
    givens, sets = _conflicting(given, Work())
    limits = time_limit, cancel, progress
    return (_conflict(givens, each) for each in limited_each("the conflicts", sets.all(), *limits))


def _conflicting(puzzle: Puzzle, work: Work) -> tuple[Givens, MinimalSets]:
    """Return the givens of a puzzle, and their sets that have no solution."""
    givens = Givens(puzzle)

    def has_none(numbers: frozenset[int]) -> bool:
        found = solve(givens.puzzle_of(numbers))
        work.nodes += 1
        if found.solution is None and not found.complete:
            raise HaltedError
        return found.solution is None

    return givens, MinimalSets(len(givens.all), has_none)


def _conflict(givens: Givens, numbers: frozenset[int], stopped: Stop | None = None) -> Conflict:
    return Conflict(tuple(givens.all[k] for k in sorted(numbers)), stopped is None, stopped)
