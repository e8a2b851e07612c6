"""The verbs that judge the form of a puzzle: no solution, one or many; minimal or not."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from exactcover import UndecidedError
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.limits import Flag
from exactcover.runtime.search.request import ExecutorLike, ProgressLike, Request, Seed
from exactcover.verbs.solve import count_all
from sudoku.puzzle.puzzle import Puzzle
from sudoku.verbs.solve import search

if TYPE_CHECKING:
    from sudoku.puzzle.puzzle import PuzzleLike


class Formity(StrEnum):
    """The form of a puzzle: whether it has no solution, one, or many."""

    NONE = "none"
    ONE = "one"
    MANY = "many"


def formity(
    puzzle: PuzzleLike,
    *,
    time_limit: float | None = None,
    max_nodes: int | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
    seed: Seed | None = None,
    method: str = "auto",
    workers: int | None = None,
    executor: ExecutorLike | None = None,
    checkpoint: str | Path | None = None,
    resume: str | Path | None = None,
) -> Formity:
    """Return whether the puzzle has no solution, one, or many.

    Parameters
    ----------
    puzzle
        A puzzle, or anything that `Puzzle.of` takes for one.
    time_limit, max_nodes, cancel, progress, seed, method
        As for `solve`.
    workers, executor, checkpoint, resume
        As for `solve`.

    Returns
    -------
    Formity
        `Formity.NONE`, `Formity.ONE` or `Formity.MANY`.

    Raises
    ------
    UndecidedError
        If a limit stopped the search before this was known.
    SudokuError, ProblemError, CheckpointError, Interrupted
        As for `solve`.

    Examples
    --------
    >>> formity(Puzzle.from_text("1234............"))
    <Formity.MANY: 'many'>
    """
    request = Request.of(Goal.COUNT, locals() | {"limit": 2})
    return _formity(puzzle, request)


def _formity(puzzle: PuzzleLike, request: Request) -> Formity:
    """Return the form of a puzzle, by a request to count two solutions."""
    found = count_all(search(puzzle, request))
    if found == 2:
        return Formity.MANY
    if not found.complete:
        raise UndecidedError(f"the search was stopped with {int(found)} solutions found")
    return Formity.ONE if found else Formity.NONE


def is_well_formed(
    puzzle: PuzzleLike,
    *,
    time_limit: float | None = None,
    max_nodes: int | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
    seed: Seed | None = None,
    method: str = "auto",
    workers: int | None = None,
    executor: ExecutorLike | None = None,
    checkpoint: str | Path | None = None,
    resume: str | Path | None = None,
) -> bool:
    """Return whether the puzzle has exactly one solution.

    Parameters
    ----------
    puzzle
        A puzzle, or anything that `Puzzle.of` takes for one.
    time_limit, max_nodes, cancel, progress, seed, method
        As for `solve`.
    workers, executor, checkpoint, resume
        As for `solve`.

    Returns
    -------
    bool
        Whether there is one solution, and no other.

    Raises
    ------
    UndecidedError
        If a limit stopped the search before this was known.
    SudokuError, ProblemError, CheckpointError, Interrupted
        As for `solve`.

    Examples
    --------
    >>> is_well_formed(Puzzle.from_text("1234............"))
    False
    """
    request = Request.of(Goal.COUNT, locals() | {"limit": 2})
    return _formity(puzzle, request) is Formity.ONE


def is_minimal(
    puzzle: PuzzleLike,
    *,
    time_limit: float | None = None,
    max_nodes: int | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
    seed: Seed | None = None,
    method: str = "auto",
    workers: int | None = None,
    executor: ExecutorLike | None = None,
) -> bool:
    """Return whether the puzzle is well-formed and would not be without any one of its clues.

    Parameters
    ----------
    puzzle
        A puzzle, or anything that `Puzzle.of` takes for one.
    time_limit, max_nodes
        Limits of each search; there is one for every clue.
    cancel, progress, seed, method, workers, executor
        As for `solve`.

    Returns
    -------
    bool
        Whether every clue is needed for the solution to be the only one.

    Raises
    ------
    UndecidedError
        If a limit stopped a search before this was known.
    SudokuError, ProblemError, Interrupted
        As for `solve`.

    Examples
    --------
    >>> is_minimal(Puzzle.from_text("1......2.3.....4"))
    True
    >>> is_minimal(Puzzle.from_text("12.....2.3.....4"))
    False
    """
    request = Request.of(Goal.COUNT, locals() | {"limit": 2})
    puzzle = Puzzle.of(puzzle)
    if _formity(puzzle, request) is not Formity.ONE:
        return False
    clues = [cell for cell, digit in enumerate(puzzle.grid.cells) if digit]
    return all(
        _formity(puzzle.without_clue(*puzzle.shape.position(cell)), request) is Formity.MANY
        for cell in clues
    )
