"""The commands `hint`, `steps` and `path`: logical steps from the digits and marks in a grid on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sudoku.explaining.explanation import Explanation, Stage
from sudoku.puzzle.board import Board
from sudoku.server.conversation import Reply, Send
from sudoku.statement.bitsets import digits_of
from sudoku.studio.asked import Asked
from sudoku.studio.command import LONG, Command
from sudoku.studio.drawing import Drawing
from sudoku.techniques.registry import TECHNIQUES
from sudoku.verbs.all_steps import all_steps
from sudoku.verbs.explain import explain

ENOUGH = 2
"""The number of solutions up to which they are counted."""


def _hint(asked: Asked, send: Send) -> Reply:
    made = explain(asked.board(), most=1, count_to=ENOUGH, **asked.limits)
    return _explained(made)


def _path(asked: Asked, send: Send) -> Reply:
    made = explain(asked.board(), count_to=ENOUGH, **asked.limits)
    return _explained(made)


def _explained(made: Explanation) -> Reply:
    boards = made.boards
    last = _position(boards[-1]) if boards else None
    return {
        "end": made.end.value,
        "words": made.verdict,
        **explained(made.stages),
        "last": last,
    }


def _all_steps(asked: Asked, send: Send) -> Reply:
    found = all_steps(asked.board(), **asked.limits)
    stages = found.stages
    return {
        "end": found.end.value,
        "words": found.verdict,
        "steps": [_step(stage) for stage in stages],
        "positions": [_position(stage.board) for stage in stages[:1]],
    }


def _position(board: Board) -> dict[str, Any]:
    """Return the digits and the candidates of all cells."""
    return {"digits": list(board.digits), "candidates": [digits_of(m) for m in board.candidates]}


def explained(stages: Iterable[Stage]) -> dict[str, Any]:
    """Return steps, and the position before each of them."""
    listed = list(stages)
    return {
        "steps": [_step(stage) for stage in listed],
        "positions": [_position(stage.board) for stage in listed],
    }


def _step(stage: Stage) -> dict[str, Any]:
    """Return a step: its words, its cells and houses by number, and its marks."""
    step, puzzle = stage.step, stage.board.puzzle
    chain = {cell for node in step.chain for cell, _ in node}
    houses = [puzzle.houses[k] for k in step.houses]
    return {
        "number": stage.number,
        "technique": step.technique,
        "name": TECHNIQUES[step.technique].title,
        "title": stage.title,
        "words": stage.words,
        "cells": sorted({*step.cells, *chain}),
        "houses": [{"title": house.title, "cells": list(house.cells)} for house in houses],
        "placements": [list(each) for each in step.placements],
        "eliminations": [list(each) for each in step.eliminations],
        "layers": Drawing(puzzle).step(stage.board, step),
    }


HINT = Command("The easiest next step in words, with its cells and marks.", _hint, lane=LONG)
STEPS = Command("All steps that are possible now, the easiest first.", _all_steps, lane=LONG)
PATH = Command("The steps to the solution, or as far as they lead.", _path, lane=LONG)
