"""The steps of an explanation that one of its conclusions needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sudoku.puzzle.board import Board
from sudoku.techniques.climb import find_all
from sudoku.techniques.step import Step


def excludes(board: Board, cell: int, digit: int) -> bool:
    """Return whether a cell of a board cannot hold a digit.

    >>> excludes(Board("12.............."), 2, 1), excludes(Board("12.............."), 2, 3)
    (True, False)
    """
    placed = board.digits[cell]
    return placed != digit if placed else not board.candidates[cell] >> digit - 1 & 1


def shorter(
    board: Board, steps: Iterable[Step], cell: int, digit: int
) -> Iterator[tuple[Step, ...]]:
    """Yield fewer and fewer steps that exclude a digit from a cell; nothing if all do not.

    The first are all up to the one that excludes it. Then steps are left out one by one, from the
    last to the first. Those that are left have to be found again without it, so in the end each of
    them is needed, but another choice may have fewer.

    Examples
    --------
    >>> from sudoku import explain
    >>> made = explain("1......2.3.....4")
    >>> [len(steps) for steps in shorter(made.start, made.steps, 8, 2)]
    [9, 8, 7, 6, 5, 4, 3]
    """
    kept: list[Step] = []
    current = board
    for step in steps:
        if excludes(current, cell, digit):
            break
        kept.append(step)
        current = current.after(step)
    if not excludes(current, cell, digit):
        return
    yield tuple(kept)
    for at in range(len(kept) - 2, -1, -1):
        found = _found_again(board, kept[:at] + kept[at + 1 :])
        if found is not None and excludes(_after(board, found), cell, digit):
            kept = found
            yield tuple(kept)


def _after(board: Board, steps: Iterable[Step]) -> Board:
    for step in steps:
        board = board.after(step)
    return board


def _found_again(board: Board, steps: Iterable[Step]) -> list[Step] | None:
    """Return the steps as they are found from a board on; None if one is not."""
    made: list[Step] = []
    for step in steps:
        left = {each for each in step.eliminations if not excludes(board, *each)}
        placed = {each for each in step.placements if not board.digits[each[0]]}
        if not left and not placed:
            continue
        same = (
            each
            for each in find_all(step.technique, board)
            if placed <= set(each.placements) and left <= set(each.eliminations)
        )
        found = next(same, None)
        if found is None:
            return None
        made.append(found)
        board = board.after(found)
    return made
