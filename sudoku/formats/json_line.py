"""Puzzles as JSON with all their rules, one in a line.

The object has the keys ``shape``, ``rules`` and ``clues``::

    {"format": "sudoku puzzle 1", "shape": "2x2",
     "rules": ["classic", {"killer": {"cages": [[3, ["r1c1", "r1c2"]]]}}],
     "clues": "1..............."}

There may also be ``title`` and ``author``; ``format`` may be missing. A rule is its name, or an
object from its name to its parameters, which are as on the command line (`sudoku.rules.parsing`).
The shape is that of a box; for a board of several grids it is an object with the place of the top
left cell of each grid, and for a board of any outline one with the number of digits and the places
of the cells.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import TYPE_CHECKING, Any, Union, get_args, get_origin, get_type_hints

from exactcover.runtime import strict_json
from exactcover.runtime.file_formats import KEY, check_format
from sudoku.errors import RuleError, ShapeError, TextError, refusing
from sudoku.formats.symbols import SYMBOLS
from sudoku.formats.text_reader import parse
from sudoku.geometry.grid import Grid
from sudoku.geometry.outlines import Grids, Outline
from sudoku.geometry.shape import Shape
from sudoku.geometry.words import place_name
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import Rule
from sudoku.rules.parsing import places_in, rule_of
from sudoku.rules.places import Place
from sudoku.rules.registry import RULES

if TYPE_CHECKING:
    from sudoku.puzzle.puzzle import PuzzleLike

KEYS = ("shape", "rules", "clues")
NAMES = ("title", "author")
"""Further keys, which may be missing, as well as the format."""
FORMAT = "sudoku puzzle 1"


def to_json(puzzle: PuzzleLike) -> str:
    """Return a puzzle with its rules as JSON on one line; the inverse of `from_json`.

    It takes no limits: its work is linear in the puzzle.

    Parameters
    ----------
    puzzle
        A puzzle, or anything that `Puzzle.of` takes for one.

    Returns
    -------
    str
        The JSON.

    Raises
    ------
    TextError
        If a rule is not in the registry, or has parameters that are not JSON.

    Examples
    --------
    >>> print(to_json(Puzzle.from_text("1...............")))
    {"format": "sudoku puzzle 1", "shape": "2x2", "rules": ["classic"], "clues": "1..............."}
    """
    puzzle = Puzzle.of(puzzle)
    n_symbols = len(SYMBOLS) - 1
    clues = puzzle.grid.to_line() if puzzle.shape.n <= n_symbols else list(puzzle.grid.cells)
    rules = [rule_to_json(each) for each in puzzle.rules]
    made: dict[str, Any] = {"shape": _shape_to_json(puzzle.shape), "rules": rules, "clues": clues}
    return json.dumps({KEY: FORMAT} | puzzle.names | made)


@refusing("puzzle in JSON")
def from_json(source: str | Mapping[str, Any]) -> Puzzle:
    """Return the puzzle of JSON, as text or already read.

    It takes no limits: `exactcover.Budget` bounds what a text may ask for.

    Parameters
    ----------
    source
        JSON as `to_json` writes it, as text or as `json.loads` returns it.

    Returns
    -------
    Puzzle
        The puzzle with its rules and clues.

    Raises
    ------
    TextError
        If the text is not JSON, has a format that cannot be read, or a key is missing or unknown.
    SudokuError
        If the shape, a rule or the clues are wrong.

    Examples
    --------
    >>> from_json('{"rules": ["latin"], "shape": "2x1", "clues": "1..."}')
    Puzzle('1...', 2x1, latin)
    """
    data = _read(source) if isinstance(source, str) else source
    for key in data:
        if key not in (KEY, *KEYS, *NAMES):
            raise TextError(f"unknown key {key!r}: a puzzle has {', '.join(KEYS)}")
    check_format(data, FORMAT, TextError)
    for key in KEYS:
        if key not in data:
            raise TextError(f"{key!r} is missing: a puzzle has {', '.join(KEYS)}")
    shape = shape_of(data["shape"])
    if not isinstance(data["rules"], list):
        raise TextError(f"the rules are a list, not {data['rules']!r}")
    rules = [rule_of_json(each) for each in data["rules"]]
    names = {key: data.get(key) or "" for key in NAMES}
    return Puzzle(shape, rules, _grid(data["clues"], shape), **names)


def _read(text: str) -> Mapping[str, Any]:
    try:
        data = strict_json.loads(text, TextError)
    except json.JSONDecodeError as error:
        raise TextError(f"no JSON: {error.msg} at {text[error.pos :][:20]!r}") from None
    if not isinstance(data, Mapping):
        raise TextError(f"a puzzle in JSON is an object, not {text[:20]!r}")
    return data


@refusing("shape", ShapeError)
def shape_of(given: Any) -> Shape:
    """Return the shape of a board from JSON.

    Examples
    --------
    >>> shape_of("3x2"), shape_of({"grids": "samurai"}).n_cells
    (Shape(p=3, q=2), 369)
    """
    if isinstance(given, str):
        return Shape.parse(given)
    if not isinstance(given, Mapping):
        raise ShapeError(f"{given!r} is not a shape: write a box's width x height, as in 3x2")
    data = {key: places_in(value) for key, value in given.items()}
    if set(data) == {"digits", "cells"}:
        return Outline(data["digits"], data["cells"])
    if {"grids"} <= set(data) <= {"grids", "box", "more"}:
        return Grids(data["grids"], Shape.parse(data.get("box", "3x3")), data.get("more", ()))
    raise ShapeError("the shape has the keys 'grids', 'box' and 'more', or 'digits' and 'cells'")


def _shape_to_json(shape: Shape) -> Any:
    if isinstance(shape, Grids):
        inside = {shape.position(cell) for _, cells in shape.squares() for cell in cells}
        more = [place for place in shape.places if place not in inside]
        made: dict[str, Any] = {"grids": [place_name(*place) for place in shape.offsets]}
        made["box"] = f"{shape.p}x{shape.q}"
        return made | ({"more": [place_name(*place) for place in more]} if more else {})
    if isinstance(shape, Outline):
        return {"digits": shape.n, "cells": [place_name(*place) for place in shape.places]}
    return str(shape)


def _grid(clues: Any, shape: Shape) -> Grid:
    """Return the clues; an error names their key instead of the first line of their text."""
    if not isinstance(clues, str):
        return Grid(shape, clues)
    try:
        return parse(clues, shape)
    except TextError as error:
        raise TextError(f"clues: {error.message if error.line == 1 else error}") from None


@refusing("rule", RuleError)
def rule_of_json(given: Any) -> Rule:
    """Return a rule from its name, or from an object with its name and parameters.

    Examples
    --------
    >>> rule_of_json("diagonal"), rule_of_json({"killer": [[3, ["r1c1", "r1c2"]]]})
    (Diagonal(), Killer(cages=((3, ((0, 0), (0, 1))),), repeats=False, may_overlap=False))
    """
    if isinstance(given, str):
        return rule_of(RULES.find(given))
    if not isinstance(given, Mapping) or len(given) != 1:
        raise TextError(f"{given!r} is no rule: write its name, or an object with its parameters")
    ((name, parameters),) = given.items()
    return rule_of(RULES.find(name), parameters)


def rule_to_json(rule: Rule) -> Any:
    """Return the name of a rule, or an object with its parameters that are not as by default."""
    given = parameters_of(rule)
    return {rule.name: given} if given else rule.name


def parameters_of(rule: Rule) -> dict[str, Any]:
    """Return the parameters of a rule that are not as by default, in JSON.

    Raises
    ------
    TextError
        If the rule is not in the registry, or has parameters that are not JSON.

    Examples
    --------
    >>> from sudoku.rules.killer import Killer
    >>> parameters_of(Killer([(3, [(0, 1), (0, 2)])]))
    {'cages': [[3, ['r1c2', 'r1c3']]]}
    """
    if rule.name not in RULES or RULES[rule.name] is not type(rule) or not is_dataclass(rule):
        raise TextError(f"the rule {rule.name!r} is not in the registry: JSON cannot name it")
    values = {each.name: getattr(rule, each.name) for each in fields(rule)}
    usual = {each.name: each.default for each in fields(rule) if each.default is not MISSING}
    hints = _hints(type(rule))
    given = {
        name: _written(value, hints.get(name, Any))
        for name, value in values.items()
        if name not in usual or value != usual[name]
    }
    try:
        json.dumps(given)
    except TypeError as error:
        raise TextError(
            f"the rule {rule.name!r} has a parameter that is not JSON: {error}"
        ) from None
    return given


@cache
def _hints(kind: type[Rule]) -> dict[str, Any]:
    """Return the types of the parameters of a rule; none if they name what is not there."""
    try:
        return get_type_hints(kind)
    except NameError:
        return {}


def _written(value: Any, hint: Any) -> Any:
    """Return a parameter as JSON; pairs of integers, which are places, are written ``"r1c1"``."""
    if isinstance(value, Rule):
        made = rule_to_json(value)
        return {made: {}} if isinstance(made, str) else made
    if not isinstance(value, tuple):
        return value
    if hint == Place:
        return place_name(*value)
    return [_written(part, kind) for part, kind in zip(value, _parts(hint, value), strict=True)]


def _parts(hint: Any, values: tuple[Any, ...]) -> list[Any]:
    """Return the types of the parts of a tuple or sequence of some type."""
    if get_origin(hint) in (Union, UnionType):
        options = [each for each in get_args(hint) if get_origin(each) is not None]
        return _parts(options[0], values) if len(options) == 1 else [Any] * len(values)
    kinds = get_args(hint)
    if get_origin(hint) is tuple and ... not in kinds:
        return list(kinds) if len(kinds) == len(values) else [Any] * len(values)
    return [kinds[0] if kinds else Any] * len(values)
