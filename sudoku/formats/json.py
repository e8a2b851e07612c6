"""Puzzles as JSON, with all boards and rules of this library.

A puzzle is an object with ``shape``, ``rules`` and ``clues``:

- ``shape`` is the text of a box, ``"3x3"``; for a board of several grids an object with ``box`` and
  ``grids``, the cells at the upper left of the grids; for a board of any outline an object with
  ``digits``. These objects have ``cells`` too: all cells of an outline, or those outside all grids.
- ``rules`` is a list. A rule is its name, or an object from its name to an object of its
  parameters; parameters with their default value are left out.
- ``clues`` is a line as `Grid.to_line` returns it.

A cell is ``[row, column]``, counted from 0.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from sudoku.errors import TextError, refusing
from sudoku.formats.text import parse
from sudoku.geometry.grid import Grid
from sudoku.geometry.outlines import Grids, Outline
from sudoku.geometry.shape import Shape
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import Rule
from sudoku.rules.registry import RULES, rule_class
from sudoku.rules.registry import rule as rule_of

if TYPE_CHECKING:
    from sudoku.puzzle.puzzle import PuzzleLike

__all__ = ["from_json", "to_json"]

KEYS = ("shape", "rules", "clues")


def to_json(puzzle: PuzzleLike) -> str:
    """Return a puzzle with its rules as JSON, on one line.

    Parameters
    ----------
    puzzle
        A puzzle, or anything that `Puzzle.of` takes for one.

    Returns
    -------
    str
        The JSON; `from_json` returns an equal puzzle.

    Raises
    ------
    TextError
        If a rule is not in the registry of rules.

    Examples
    --------
    >>> print(to_json("1..............."))
    {"shape": "2x2", "rules": ["classic"], "clues": "1..............."}
    """
    puzzle = Puzzle.of(puzzle)
    rules = [_written(each) for each in puzzle.rules]
    values = (_shape_written(puzzle.shape), rules, puzzle.grid.to_line())
    return json.dumps(dict(zip(KEYS, values, strict=True)))


@refusing("puzzle in JSON")
def from_json(text: str) -> Puzzle:
    """Return the puzzle of a text in JSON.

    Parameters
    ----------
    text
        JSON as `to_json` writes it.

    Returns
    -------
    Puzzle
        The puzzle with its rules and clues.

    Raises
    ------
    TextError
        If the text is not JSON, or it has other keys than a puzzle has.
    ShapeError, RuleError, ClueError
        If the shape, the rules or the clues are wrong.

    Examples
    --------
    >>> puzzle = Puzzle.of("1..............2")
    >>> from_json(to_json(puzzle)) == puzzle
    True
    """
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise TextError(f"this is no JSON: {error.msg}", error.lineno) from None
    if not isinstance(data, dict) or set(data) != set(KEYS):
        raise TextError(f"a puzzle in JSON is an object with the keys {', '.join(KEYS)}")
    if not isinstance(data["rules"], list):
        raise TextError("the rules of a puzzle in JSON are a list")
    shape = _shape_read(data["shape"])
    clues = parse(data["clues"], shape) if data["clues"] else Grid(shape)
    return Puzzle(shape, [_read(each) for each in data["rules"]], clues)


def _shape_written(shape: Shape) -> Any:
    if isinstance(shape, Grids):
        covered = {cell for _, cells in shape.squares() for cell in cells}
        others = [place for cell, place in enumerate(shape.places) if cell not in covered]
        more = {"cells": others} if others else {}
        return {"box": f"{shape.p}x{shape.q}", "grids": shape.offsets} | more
    if isinstance(shape, Outline):
        return {"digits": shape.n, "cells": shape.places}
    return str(shape)


def _shape_read(data: Any) -> Shape:
    if isinstance(data, str):
        return Shape.parse(data)
    cells = [_place(cell) for cell in data.get("cells", ())]
    if set(data) <= {"box", "grids", "cells"}:
        return Grids([_place(cell) for cell in data["grids"]], Shape.parse(data["box"]), cells)
    if set(data) == {"digits", "cells"}:
        return Outline(data["digits"], cells)
    raise TextError(f"the shape of a puzzle in JSON has the keys {', '.join(data)}")


def _place(cell: Any) -> tuple[int, int]:
    row, column = cell
    if not all(type(number) is int for number in (row, column)):
        raise TextError(f"{cell!r} is no cell: a cell is [row, column]")
    return row, column


def _written(rule: Rule) -> Any:
    """Return a rule for JSON: its name, or its name with its parameters."""
    if rule.name not in RULES or rule_class(rule.name) is not type(rule):
        raise TextError(f"the rule {rule.name!r} is not in the registry of rules")
    given = {field.name: (getattr(rule, field.name), field.default) for field in fields(rule)}  # type: ignore[arg-type]
    parameters = {
        name: _value_written(value) for name, (value, default) in given.items() if value != default
    }
    return {rule.name: parameters} if parameters else rule.name


def _value_written(value: Any) -> Any:
    if isinstance(value, Rule):
        return _written(value)
    return [_value_written(part) for part in value] if isinstance(value, tuple) else value


def _read(data: Any) -> Rule:
    """Return a rule from JSON."""
    if isinstance(data, str):
        return rule_of(data)
    if not isinstance(data, Mapping) or len(data) != 1:
        raise TextError(f"{data!r} is no rule: a rule is a name, or an object with one key")
    ((name, parameters),) = data.items()
    return rule_of(name, **{key: _value_read(value) for key, value in parameters.items()})


def _value_read(value: Any) -> Any:
    if isinstance(value, Mapping):
        return _read(value)
    return tuple(_value_read(part) for part in value) if isinstance(value, list) else value
