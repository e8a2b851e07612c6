"""Explanations as JSON, and back.

An explanation is an object with ``format`` ("sudoku explanation 1"; it may be missing), ``title``
and ``author`` (if they are known), ``shape``, ``rules`` (their names), ``puzzle`` (a line),
``placed`` and ``removed`` (digits and eliminations on the board at the start, apart from the clues
and their consequences; null unless it is known that there is a solution), ``end``, ``remark``,
``among`` (the techniques that might be used, in words), ``open`` (the number of blank cells at the
end), ``solutions`` (their number; null where it was not counted), ``more_solutions`` (whether there
may be more than these) and ``steps``. A step is an object with ``technique``, ``title``, ``words``,
``placements``, ``eliminations``, ``houses``, ``acts_on`` (both hold indices of houses of the
puzzle), ``digits``, ``cells``, ``chain`` and ``constraint``. Rows and columns are counted from 0: a
cell is ``[row, column]``, a candidate ``[row, column, digit]``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import chain
from typing import Any

from exactcover.runtime.file_formats import KEY, check_format
from sudoku.errors import TextError, refusing
from sudoku.explaining.drawing import marks_of
from sudoku.explaining.explanation import End, Explanation, Stage
from sudoku.geometry.grid import Grid
from sudoku.geometry.shape import Shape
from sudoku.puzzle.board import Board
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.registry import rule
from sudoku.techniques.registry import TECHNIQUES
from sudoku.techniques.step import Candidate, Step

FORMAT = "sudoku explanation 1"


def to_json(explanation: Explanation) -> str:
    """Return an explanation as JSON, on one line."""
    return json.dumps(_objects(explanation))


def _objects(explanation: Explanation) -> dict[str, Any]:
    puzzle, shape = explanation.puzzle, explanation.puzzle.shape
    placed, removed = _known(explanation.start) if explanation.start else (None, None)
    return (
        {KEY: FORMAT}
        | puzzle.names
        | {
            "shape": str(shape),
            "rules": [each.name for each in puzzle.rules],
            "puzzle": puzzle.grid.to_line(),
            "placed": None if placed is None else _candidates(shape, placed),
            "removed": None if removed is None else _candidates(shape, removed),
            "end": explanation.end.value,
            "remark": explanation.remark,
            "among": explanation.among,
            "open": explanation.n_open,
            "solutions": explanation.n_solutions,
            "more_solutions": explanation.has_more_solutions,
            "steps": [step_object(shape, stage) for stage in explanation.stages],
        }
    )


def _known(board: Board) -> tuple[list[Candidate], list[Candidate]]:
    """Return the placements and eliminations beyond the clues and their consequences."""
    digits = range(1, board.puzzle.shape.n + 1)
    clues, bare = board.puzzle.grid.cells, Board(board.puzzle)
    placed = [(cell, digit) for cell, digit in enumerate(board.digits) if digit and not clues[cell]]
    removed = [
        (cell, digit)
        for cell, mask in enumerate(board.candidates)
        for digit in digits
        if not board.digits[cell] and (bare.candidates[cell] & ~mask) >> digit - 1 & 1
    ]
    return placed, removed


def step_object(shape: Shape, stage: Stage) -> dict[str, Any]:
    """Return a step as an object of JSON."""
    step = stage.step
    return {
        "technique": step.technique,
        "title": stage.title,
        "words": stage.words,
        "placements": _candidates(shape, step.placements),
        "eliminations": _candidates(shape, step.eliminations),
        "houses": list(step.houses),
        "acts_on": list(step.acts_on),
        "digits": list(step.digits),
        "cells": [list(shape.position(cell)) for cell in step.cells],
        "chain": [_candidates(shape, node) for node in step.chain],
        "constraint": step.constraint,
    }


def _candidates(shape: Shape, candidates: Iterable[Candidate]) -> list[list[int]]:
    return [[*shape.position(cell), digit] for cell, digit in candidates]


@refusing("explanation")
def from_json(text: str, puzzle: Puzzle | None = None) -> Explanation:
    """Return the explanation of a text in JSON; see `Explanation.from_json`."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise TextError(f"this is no JSON: {error}") from None
    if isinstance(data, dict):
        check_format(data, FORMAT, TextError)
    return _explanation(data, puzzle or _puzzle(data))


def _puzzle(data: dict[str, Any]) -> Puzzle:
    shape = Shape.parse(data["shape"])
    grid, names = Grid.from_text(data["puzzle"], shape), {}
    for key in ("title", "author"):
        names[key] = data.get(key) or ""
    return Puzzle(shape, map(rule, data["rules"]), grid, **names)


def _explanation(data: dict[str, Any], puzzle: Puzzle) -> Explanation:
    shape, line = puzzle.shape, puzzle.grid.to_line()
    if data["puzzle"] != line:
        raise TextError(f"this explains the puzzle {data['puzzle']}, not {line}")
    steps = tuple(
        Step(
            step["technique"],
            _pairs(shape, step["placements"]),
            _pairs(shape, step["eliminations"]),
            tuple(step["houses"]),
            tuple(step["acts_on"]),
            tuple(step["digits"]),
            tuple(shape.cell(*place) for place in step["cells"]),
            tuple(_pairs(shape, node) for node in step["chain"]),
            step["constraint"],
        )
        for step in data["steps"]
    )
    start = None
    if data["placed"] is not None:
        placed, removed = _pairs(shape, data["placed"]), _pairs(shape, data["removed"])
        start = Board(puzzle, dict(placed), removed)
    n_solutions, has_more = data.get("solutions"), data.get("more_solutions", False)
    found = Explanation(
        puzzle, start, steps, End(data["end"]), data["remark"], data["among"], n_solutions, has_more
    )
    _check(found)
    return found


def _check(explanation: Explanation) -> None:
    """Raise an error unless all steps are about the puzzle, and can be told and drawn."""
    shape, n_houses = explanation.puzzle.shape, len(explanation.puzzle.houses)
    for step in explanation.steps:
        TECHNIQUES.find(step.technique)
        pairs = [*step.placements, *step.eliminations, *chain.from_iterable(step.chain)]
        for what, numbers, least, end in (
            ("house", [*step.houses, *step.acts_on], 0, n_houses),
            ("digit", [*step.digits, *(digit for _, digit in pairs)], 1, shape.n + 1),
            ("cell", [*step.cells, *(cell for cell, _ in pairs)], 0, shape.n_cells),
        ):
            for number in numbers:
                if type(number) is not int or not least <= number < end:
                    raise TextError(f"the puzzle has no {what} {number!r}")
    if not isinstance(explanation.remark, str) or not isinstance(explanation.among, str):
        raise TextError("its remarks are no texts")
    kinds = type(explanation.n_solutions), type(explanation.has_more_solutions)
    if kinds[0] not in (int, type(None)) or kinds[1] is not bool:
        raise TextError("its number of solutions is no number")
    for stage in explanation.stages:
        if not stage.words or not list(marks_of(stage.board, stage.step)):
            raise TextError(f"step {stage.number} says nothing")


def _pairs(shape: Shape, candidates: list[list[int]]) -> tuple[Candidate, ...]:
    return tuple((shape.cell(row, column), digit) for row, column, digit in candidates)
