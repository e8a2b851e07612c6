"""The protocol of solvers, and its defaults."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, NamedTuple, Protocol

from exactcover.engines.protocol import CoverEngine
from exactcover.runtime.search.base import BaseEngine
from exactcover.runtime.search.goal import Goal
from sudoku.puzzle.puzzle import Puzzle


class Solver(CoverEngine, Protocol):
    """An engine for puzzles. The class is called with a puzzle, a goal, and perhaps a seed.

    One solver is one file and one line in `sudoku.solvers.registry`. Its options are those of the
    exact-cover problem of the puzzle, or of `placements`; the clues are chosen before the search.
    """

    is_complete: ClassVar[bool]
    """Whether it can prove that there is no further solution; local search cannot.

    A solver that cannot is asked for one solution only: it neither counts nor lists.
    """
    knows_all_rules: ClassVar[bool]
    """Whether it searches puzzles of all rules; otherwise only puzzles whose rules are houses."""
    uses_placements: ClassVar[bool]
    """Whether its options are those of `sudoku.encodings.exact_cover.placements`.

    Such a solver reads the rules itself. To write them down as items and options takes as long as
    most of its searches.
    """
    takes_seed: ClassVar[bool]
    """Whether it can search in a random order, with the argument `seed`, an integer."""
    most_digits: ClassVar[int | None]
    """The most digits that a puzzle may have, or None if there is no limit."""
    parts: ClassVar[tuple[str, ...]]
    """The names of other solvers that it makes, whose kernels must be compiled, too."""

    def __init__(self, puzzle: Puzzle, goal: Goal) -> None: ...


class BaseSolver(BaseEngine):
    """The defaults of `Solver`."""

    is_complete: ClassVar[bool] = True
    knows_all_rules: ClassVar[bool] = False
    uses_placements: ClassVar[bool] = False
    takes_seed: ClassVar[bool] = False
    most_digits: ClassVar[int | None] = None
    parts: ClassVar[tuple[str, ...]] = ()


class Factory(NamedTuple):
    """The function that makes the engine for one puzzle.

    Attributes
    ----------
    make
        Makes the engine; the clues are still to be chosen.
    uses_placements
        Whether its options are those of `placements`; else they are those of the exact-cover
        problem of the puzzle.
    why
        Why the engine was chosen, where it does not say so itself.
    """

    make: Callable[[], CoverEngine]
    uses_placements: bool
    why: str = "asked for"


def names_of(puzzle: Puzzle) -> str:
    """Return the names of the rules of a puzzle, for messages."""
    return ", ".join(rule.name for rule in puzzle.rules)
