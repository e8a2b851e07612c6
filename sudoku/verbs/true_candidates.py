"""The verbs `true_candidates` and `refining_candidates`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from exactcover.runtime.errors import ProblemError
from exactcover.runtime.lazy_iterators import InTurn
from exactcover.runtime.search.limits import Flag
from exactcover.runtime.search.request import Limits, ProgressLike, Seed
from sudoku.possibilities.choice import (
    candidate_engine,
    find_candidate_method,
    ground_of,
    seed_number,
)
from sudoku.possibilities.result import TrueCandidates
from sudoku.possibilities.search import CandidateSearch, check_cap
from sudoku.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from sudoku.puzzle.puzzle import PuzzleLike


def true_candidates(
    puzzle: PuzzleLike,
    cap: int | None = 1,
    *,
    found: Callable[[TrueCandidates], object] | None = None,
    time_limit: float | None = None,
    max_nodes: int | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
    seed: Seed | None = None,
    method: str = "auto",
) -> TrueCandidates:
    """Return for each cell and digit the number of solutions that have it, up to a cap.

    Solutions are searched only as long as a candidate is in fewer than `cap` of those found, so
    that few of many are visited. It is a true candidate if there is one.

    Parameters
    ----------
    puzzle
        A puzzle, or anything that `Puzzle.of` takes for one; of a `Board` the digits and candidates
        count as given.
    cap
        Count no further than this for a candidate; None counts all solutions, one after the other.
    found
        A function that is called with what is known, each time that more is.
    time_limit, max_nodes, cancel, progress
        As for `solve`; the part of the progress is that of the candidates whose numbers are final.
    seed
        An int or a `numpy.random.Generator`, for other solutions on the way.
    method
        "bitboard" (classic 9x9), "bitmask" (up to 64 digits, without constraints on the whole
        board), "searches" (one search for each candidate, for all puzzles), or "auto".

    Returns
    -------
    TrueCandidates
        The numbers; `complete` says whether all are final.

    Raises
    ------
    SudokuError, ProblemError
        If the puzzle or another argument is wrong.
    Interrupted
        On Ctrl-C; a `KeyboardInterrupt`. Its `result` has what was found until then.

    Examples
    --------
    >>> true_candidates("12..............", cap=8).counts[2:4].tolist()
    [[0, 0, 8, 8], [0, 0, 8, 8]]
    """
    search = _search(puzzle, cap, locals())
    if found is None:
        return search.run()
    if not callable(found):
        raise ProblemError(f"found is {found!r}: it must be a function")
    for each in search.each():
        found(each)
    return search.found()


def refining_candidates(
    puzzle: PuzzleLike,
    cap: int | None = 1,
    *,
    time_limit: float | None = None,
    max_nodes: int | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
    seed: Seed | None = None,
    method: str = "auto",
) -> Iterator[TrueCandidates]:
    """Return an iterator over what is known of the true candidates, each time that more is.

    The last one is what `true_candidates` returns.

    Parameters
    ----------
    puzzle, cap, time_limit, max_nodes, cancel, progress, seed, method
        As for `true_candidates`.

    Returns
    -------
    Iterator[TrueCandidates]
        The iterator.

    Raises
    ------
    SudokuError, ProblemError, Interrupted
        As for `true_candidates`.

    Examples
    --------
    >>> [each.complete for each in refining_candidates("1234341221434321")]
    [True]
    """
    return InTurn(_search(puzzle, cap, locals()).each())


def _search(puzzle: PuzzleLike, cap: Any, given: dict[str, Any]) -> CandidateSearch:
    """Return the search that a verb runs, with its arguments checked."""
    made, cap = Puzzle.of(puzzle), check_cap(cap)
    names = ("time_limit", "max_nodes", "cancel", "progress")
    limits = Limits(None, *(given[name] for name in names))
    method, seed = find_candidate_method(given["method"]), given["seed"]
    number = seed_number(seed)

    def engine() -> Any:
        return candidate_engine(ground_of(made), cap, number, method)

    return CandidateSearch(engine, limits, made.shape, cap)
