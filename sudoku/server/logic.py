"""Logical steps for setters: the puzzle may have several solutions, and digits be entered."""

from __future__ import annotations

from typing import Any

from sudoku.explaining.explanation import Explanation
from sudoku.puzzle.board import Board
from sudoku.techniques.geometry import geometry
from sudoku.techniques.registry import TECHNIQUES
from sudoku.verbs.explain import explain


def explained(
    board: Board, disabled: frozenset[str], most: int | None = None, **limits: Any
) -> Explanation:
    """Return the steps from a board on by techniques that assume no unique solution.

    Parameters
    ----------
    board
        The puzzle in progress.
    disabled
        The names of techniques that are not used.
    most
        The most steps.
    limits
        As for `explain`; also `count_to`.

    Examples
    --------
    >>> made = explained(Board("12.............."), frozenset(), count_to=2)
    >>> made.end, len(made.steps)
    (<End.MANY_SOLUTIONS: 'many solutions'>, 2)
    """
    made = geometry(board.puzzle.shape, board.puzzle.rules)
    names = [
        each.name
        for each in TECHNIQUES.ladder
        if each.name not in disabled and not each.assumes_unique and each.applies_to(made)
    ]
    return explain(board, names, most=most, **limits)
