"""A puzzle of a booklet with its solution and its rating."""

from __future__ import annotations

from typing import NamedTuple

from exactcover.runtime.search.limits import HaltedError, Watch, stop_if_due
from sudoku.errors import FormityError, RuleError
from sudoku.geometry.grid import Grid
from sudoku.puzzle.puzzle import Puzzle
from sudoku.ratings.rating import Rating
from sudoku.ratings.registry import scale as scale_of
from sudoku.verbs.rate import rate_proper
from sudoku.verbs.solve import solutions


class Entry(NamedTuple):
    """A puzzle of a booklet.

    Attributes
    ----------
    puzzle
        The puzzle.
    solution
        Its only solution; None if neither solutions nor ratings are printed.
    rating
        Its rating; None if the scale does not rate it, or ratings are not printed.
    """

    puzzle: Puzzle
    solution: Grid | None = None
    rating: Rating | None = None


def entry_of(puzzle: Puzzle, *, answers: bool, scale: str | None) -> Entry:
    """Return a puzzle with what is printed about it.

    Raises
    ------
    FormityError
        If it has no solution or more than one, and its solution or its rating is printed.
    RuleError
        For an unknown scale.
    HaltedError
        If the limit of a caller is reached.

    Examples
    --------
    >>> made = entry_of(Puzzle.from_text("1234341221434..."), answers=True, scale="morgans")
    >>> made.solution.to_line(), made.rating.text
    ('1234341221434321', 'easy')
    """
    chosen = None if scale is None else scale_of(scale)
    if not answers and chosen is None:
        return Entry(puzzle)
    search = solutions(puzzle, limit=2)
    found = list(search)
    if len(found) != 1:
        stop_if_due()
        raise FormityError(f"the puzzle has {'more than one' if found else 'no'} solution")
    if not search.complete:
        raise HaltedError
    rating = None
    if chosen is not None:
        try:
            rating = rate_proper(chosen, puzzle, Watch())
        except RuleError:
            rating = None  # this scale is not for such puzzles
    stop_if_due()
    return Entry(puzzle, found[0], rating if rating and (rating.level or rating.value) else None)
