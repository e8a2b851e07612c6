"""The command `check`: whether there is no solution, one or many, and why there is none."""

from __future__ import annotations

from exactcover.runtime.errors import UndecidedError
from sudoku.errors import ClashError
from sudoku.geometry.grid import Grid
from sudoku.givens.given import Givens
from sudoku.givens.minimal_sets import MinimalSets
from sudoku.puzzle.puzzle import Puzzle
from sudoku.server.conversation import Reply, Send
from sudoku.server.refusals import UNEXPLAINED, ended
from sudoku.studio.asked import Asked, given_object
from sudoku.studio.command import LONG, Command
from sudoku.studio.drawing import Drawing
from sudoku.verbs.solve import count, solve
from sudoku.verbs.why_impossible import Conflict, why_impossible


def _check(asked: Asked, send: Send) -> Reply:
    try:
        puzzle = asked.puzzle
    except ClashError as clash:
        clashing = Puzzle.unchecked(Grid(asked.blank.shape, asked.clues), asked.blank.rules)
        return {"verdict": "none", **_conflict(clashing, _clash(clashing), str(clash))}
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
    return {"verdict": "none", **_conflict(puzzle, conflict, str(conflict))}


def _clash(puzzle: Puzzle) -> Conflict:
    """Return clues that clash at once, with the marks and rules by which they do: a minimal set."""
    givens = Givens(puzzle)

    def clash(numbers: frozenset[int]) -> bool:
        try:
            givens.puzzle_of(numbers)
        except ClashError:
            return True
        return False

    numbers = MinimalSets(len(givens.all), clash).one()
    return Conflict(tuple(givens.all[k] for k in sorted(numbers)))


def _conflict(puzzle: Puzzle, conflict: Conflict, words: str) -> Reply:
    each = [given_object(given) for given in conflict.givens]
    cells, layers = list(conflict.cells), Drawing(puzzle).conflict(conflict)
    return {"conflict": {"words": words, "givens": each, "cells": cells, "layers": layers}}


CHECK = Command(
    "Whether there is no solution, one or many; the solution, or why there is none.",
    _check,
    lane=LONG,
)
