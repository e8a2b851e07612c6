"""The verbs that say what a puzzle could do without: `redundant` and `minimal_givens`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from exactcover import Interrupted
from exactcover.runtime.formatting import brief_repr
from exactcover.runtime.methods import Method
from exactcover.runtime.search.limits import Flag, HaltedError, Stop
from exactcover.runtime.search.request import ProgressLike
from exactcover.runtime.search.work import Work, limited_each
from sudoku.errors import FormityError
from sudoku.givens.given import Given, Givens
from sudoku.givens.minimal_sets import MinimalSets
from sudoku.puzzle.puzzle import Puzzle
from sudoku.verbs.formity import Formity, formity
from sudoku.verbs.solve import count

if TYPE_CHECKING:
    from sudoku.puzzle.puzzle import PuzzleLike


@dataclass(frozen=True)
class Redundancy:
    """What a puzzle with one solution could do without.

    Attributes
    ----------
    each
        The clues, marks and rules without any one of which the puzzle still has one solution; after
        a limit, those of them that are known.
    together
        Some of them that can all be left out at once. After no limit they are so many that each
        other given is needed then.
    puzzle
        The puzzle without those that can be left out together.
    stopped
        What stopped the search; None if nothing did.
    """

    each: tuple[Given, ...]
    together: tuple[Given, ...]
    puzzle: Puzzle
    stopped: Stop | None = None

    __repr__ = brief_repr
    _repr_html_ = Method("sudoku.notebook", "puzzle_words_html")

    def __str__(self) -> str:
        end = "" if self.stopped is None else " The search was stopped: there may be more."
        if not self.each:
            return (end or "Nothing is redundant: the puzzle is minimal.").strip()
        alone = "; ".join(each.title for each in self.each)
        both = "; ".join(each.title for each in self.together)
        return f"Each of these alone is redundant: {alone}. Together these are: {both}.{end}"


def redundant(
    puzzle: PuzzleLike,
    *,
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
) -> Redundancy:
    """Return the clues, marks and rules that a puzzle with one solution does not need.

    Parameters
    ----------
    puzzle
        A puzzle with one solution, or anything that `Puzzle.of` takes for one.
    time_limit, cancel
        As for `sudoku.solve`; after them, what is known is returned.
    progress
        As for `sudoku.solve`; nodes are the puzzles that were solved.

    Returns
    -------
    Redundancy
        What is redundant alone, and a set that can be left out together; there may be others.

    Raises
    ------
    FormityError
        If the puzzle has no solution, or several.
    UndecidedError
        If a limit stopped the search before it was known that there is one solution.
    SudokuError
        For other faults of the puzzle.
    Interrupted
        After Ctrl-C; its `result` is what is known.

    Notes
    -----
    About n puzzles are solved for n givens, and some more for those that go together.

    Examples
    --------
    >>> found = redundant("12.....2.3.....4")
    >>> print(found)
    Each of these alone is redundant: 1 in r1c1; 2 in r1c2. Together these are: 1 in r1c1.
    >>> found.puzzle.n_clues
    4
    """
    given = Puzzle.of(puzzle)
    work = Work(time_limit, cancel, progress)
    each: list[int] = []
    sets: MinimalSets | None = None
    try:
        with work.reporting():
            form = formity(given)
            if form is not Formity.ONE:
                number = "no solution" if form is Formity.NONE else "more than one solution"
                raise FormityError(f"the puzzle has {number}: what it needs is not defined")
            givens, sets = _sufficient(given, work)
            everything = sets.best
            each += [k for k in sorted(everything) if sets.has(everything - {k})]
            sets.one()
    except HaltedError:
        assert sets is not None
        return _redundancy(givens, each, sets, work.stop or Stop.CANCELLED)
    except KeyboardInterrupt:
        if sets is None:
            raise
        raise Interrupted(_redundancy(givens, each, sets, Stop.CANCELLED)) from None
    return _redundancy(givens, each, sets, None)


def minimal_givens(
    puzzle: PuzzleLike,
    *,
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
) -> Iterator[tuple[Given, ...]]:
    """Return an iterator over all minimal sets of givens with which the solution is the only one.

    There may be very many; they come one by one.

    Parameters
    ----------
    puzzle, time_limit, cancel, progress
        As for `redundant`.

    Returns
    -------
    iterator of tuple of Given
        Each set suffices, and would not without any one of its givens.

    Raises
    ------
    FormityError
        From the iterator, if the puzzle has no solution, or several.
    exactcover.UnfinishedError
        From the iterator, if a limit stops it before all were found.

    Examples
    --------
    >>> for each in minimal_givens("12.....2.3.....4"):
    ...     print([given.title for given in each])
    ['2 in r1c2', '2 in r2c4', '3 in r3c2', '4 in r4c4']
    ['1 in r1c1', '2 in r2c4', '3 in r3c2', '4 in r4c4']
    """
    givens, sets = _sufficient(Puzzle.of(puzzle), Work())

    def found() -> Iterator[tuple[Given, ...]]:
        if not sets.has(sets.best):
            raise FormityError("the puzzle does not have just one solution")
        for numbers in sets.all():
            yield tuple(givens.all[k] for k in sorted(numbers))

    return limited_each("the minimal sets", found(), time_limit, cancel, progress)


def _sufficient(puzzle: Puzzle, work: Work) -> tuple[Givens, MinimalSets]:
    """Return the givens of a puzzle, and their sets that leave only one solution."""
    givens = Givens(puzzle)

    def has_one(numbers: frozenset[int]) -> bool:
        found = count(givens.puzzle_of(numbers), limit=2)
        work.nodes += 1
        if found < 2 and not found.complete:
            raise HaltedError
        return found == 1

    return givens, MinimalSets(len(givens.all), has_one)


def _redundancy(
    givens: Givens, each: list[int], sets: MinimalSets, stopped: Stop | None
) -> Redundancy:
    everything = range(len(givens.all))
    return Redundancy(
        tuple(givens.all[k] for k in each),
        tuple(givens.all[k] for k in everything if k not in sets.best),
        givens.puzzle_of(sets.best),
        stopped,
    )
