"""Logical steps for setters: the puzzle may have several solutions, and digits be entered.

Only techniques that need no unique solution are used, so each step holds for all solutions.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from sudoku.explaining.explanation import End, Explanation
from sudoku.puzzle.board import Board
from sudoku.techniques.climb import Climber, ladder_of
from sudoku.techniques.registry import TECHNIQUES
from sudoku.techniques.step import Step

__all__ = ["explained", "leading_to"]


def explained(board: Board, disabled: frozenset[str], most: int | None = None) -> Explanation:
    """Return the steps from a board on, in words; it ends where no technique finds one.

    Parameters
    ----------
    board
        A board that has a solution.
    disabled
        The names of techniques that are not used.
    most
        The most steps.

    Examples
    --------
    >>> made = explained(Board("12.............."), frozenset())
    >>> made.end, len(made.steps)
    (<End.STUCK: 'stuck'>, 2)
    """
    steps = tuple(islice(_steps(board, disabled), most))
    is_solved = leading_to(board, steps).digits.count(0) == 0
    end = End.SOLVED if is_solved else End.MORE if len(steps) == most else End.STUCK
    return Explanation(board.puzzle, board, steps, end)


def leading_to(board: Board, steps: tuple[Step, ...]) -> Board:
    """Return the board after some steps."""
    for step in steps:
        board = board.after(step)
    return board


def _steps(board: Board, disabled: frozenset[str]) -> Iterator[Step]:
    """Yield steps by techniques that are allowed and need no unique solution."""
    climber = Climber(board)
    made = climber.geometry
    names = tuple(
        each.name
        for each in TECHNIQUES
        if each.name not in disabled
        and not each.by_request
        and not each.assumes_unique
        and each.applies_to(made)
    )
    yield from climber.climb(ladder_of(made, names, unique=False))
