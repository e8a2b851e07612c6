"""The command `check`: whether there is no solution, one or many, and why there is none."""

from __future__ import annotations

from collections.abc import Sequence

from exactcover.runtime.errors import UndecidedError
from sudoku.errors import ClashError
from sudoku.geometry.grid import Grid
from sudoku.givens.given import Givens, Kind
from sudoku.givens.minimal_sets import MinimalSets
from sudoku.puzzle.puzzle import Puzzle
from sudoku.server.conversation import Reply, Send
from sudoku.server.refusals import UNEXPLAINED, ended
from sudoku.studio.asked import Asked, given_object
from sudoku.studio.command import LONG, Command
from sudoku.studio.drawing import Drawing
from sudoku.verbs.solve import count, solve
from sudoku.verbs.why_impossible import Conflict, why_impossible

__all__ = ["CHECK"]


def _check(asked: Asked, send: Send) -> Reply:
    try:
        puzzle = asked.puzzle
    except ClashError as clash:
        return {"verdict": "none", **_conflict(_clash(asked), str(clash))}
    found = count(puzzle, limit=2, **asked.limits)
    if found > 1:
        return {"verdict": "many"}
    if not found.complete:
        return {"verdict": "unknown", "words": ended(found.stopped)}
    if found == 1:
        solved = solve(puzzle, **asked.limits)
        if solved.solution is None:
            return {"verdict": "unknown", "words": ended(solved.stopped)}
        return {"verdict": "one", "solution": list(solved.solution.cells)}
    send({"verdict": "none"})
    try:
        conflict = why_impossible(puzzle, **asked.limits)
    except UndecidedError:
        return {"verdict": "none", "words": UNEXPLAINED}
    layers = Drawing(puzzle).conflict(conflict)
    return {"verdict": "none", **_conflict(conflict, str(conflict), layers)}


def _clash(asked: Asked) -> Conflict:
    """Return clues that clash by themselves, as few as can be, with the rules that hold."""
    shape, rules, clues = asked.blank.shape, asked.blank.rules, asked.clues
    cells = [cell for cell, digit in enumerate(clues) if digit]

    def clash(numbers: frozenset[int]) -> bool:
        kept = {cells[k] for k in numbers}
        try:
            Puzzle(shape, rules, [d if c in kept else 0 for c, d in enumerate(clues)])
        except ClashError:
            return True
        return False

    kept = {cells[k] for k in MinimalSets(len(cells), clash).one()}
    grid = Grid(shape, [d if c in kept else 0 for c, d in enumerate(clues)])
    givens = Givens(Puzzle.unchecked(grid, rules)).all
    return Conflict(tuple(each for each in givens if each.kind is Kind.CLUE))


def _conflict(conflict: Conflict, words: str, layers: Sequence[Reply] = ()) -> Reply:
    each = [given_object(given) for given in conflict.givens]
    cells = list(conflict.cells)
    return {"conflict": {"words": words, "givens": each, "cells": cells, "layers": list(layers)}}


CHECK = Command(
    "Whether there is no solution, one or many; the solution, or why there is none.",
    _check,
    lane=LONG,
)
