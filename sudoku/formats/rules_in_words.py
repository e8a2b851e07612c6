"""The rules of a puzzle in words, for people who get a drawing of it and solve it by hand."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from sudoku.errors import TextError
from sudoku.formats.json_line import parameters_of
from sudoku.geometry.outlines import Grids
from sudoku.geometry.shape import Shape
from sudoku.pictures.marks import Mark, Outside, Region
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import Rule, drawings

_SIDES = ("top", "bottom", "left", "right")
"""Parameters of clues outside the board."""
_UNCLEAR = ("clone", "distinct", "extra_regions", "indexer", "same_values")
"""Rules of which marks do not show which of the cells belong together, or which is meant."""


def rules_in_words(puzzle: Puzzle) -> str:
    """Return a line for the board, unless it is a square, and one for each rule.

    A line has the summary of the rule, and the parameters that its marks do not show. Where two
    rules draw marks of the same kind, such as lines, the cells are named, too.

    Examples
    --------
    >>> from sudoku.rules.registry import rule
    >>> whispers = rule("whispers", [[(0, 0), (0, 1)]], least=3)
    >>> print(rules_in_words(Puzzle(Shape(2, 2), [rule("classic"), whispers])))
    Every row, column and box holds every digit once.
    Neighbours on a line differ by five or more. Here: least = 3.
    """
    shape = puzzle.shape
    kinds = [_kinds(rule, shape) for rule in puzzle.rules]
    times = Counter(kind for own in kinds for kind in own)
    clear = [
        own if rule.name not in _UNCLEAR and all(times[kind] == 1 for kind in own) else set()
        for rule, own in zip(puzzle.rules, kinds, strict=True)
    ]
    lines = (_line(rule, shape, own) for rule, own in zip(puzzle.rules, clear, strict=True))
    return "\n".join([*_board(shape), *lines])


def _kinds(rule: Rule, shape: Shape) -> set[type[Mark]]:
    """Return the kinds of the marks of a rule."""
    return {type(mark) for mark in drawings(shape, [rule])}


def _board(shape: Shape) -> Iterator[str]:
    if isinstance(shape, Grids):
        corners = ", ".join(f"r{row + 1}c{column + 1}" for row, column in shape.offsets)
        yield (
            f"The board has {len(shape.offsets)} grids of {shape.n}x{shape.n} cells, with boxes of "
            f"{shape.p}x{shape.q}; their upper left cells are {corners}."
        )
    if type(shape) is not Shape:
        has_holes = shape.n_cells < shape.height * shape.width
        holes = "; cells in dark grey are not on the board" * has_holes
        yield f"The digits are 1 to {shape.n}{holes}."


def _line(rule: Rule, shape: Shape, kinds: set[type[Mark]]) -> str:
    """Return the summary of a rule, where it holds, and its parameters."""
    where = " This holds in each grid." * (rule.in_each_grid and isinstance(shape, Grids))
    said = "; ".join(_said(name, value) for name, value in _parameters(rule, kinds))
    inside = {each.name: each.summary for each in _inside(rule)}
    named = "".join(f" {name}: {summary}" for name, summary in inside.items())
    return f"{rule.summary}{where}" + (f" Here: {said}." if said else "") + named


def _parameters(rule: Rule, kinds: set[type[Mark]]) -> Iterator[tuple[str, Any]]:
    """Yield the parameters that are not as by default, but not those that marks show clearly."""
    try:
        given = parameters_of(rule)
    except TextError:
        return
    for name, value in given.items():
        is_shown = (
            (name in _SIDES and Outside in kinds)
            or (name == "regions" and Region in kinds)
            or (bool(kinds) and _has_places(value))
        )
        if not is_shown:
            yield name, value


def _has_places(value: Any) -> bool:
    """Return whether a parameter in JSON names cells."""
    if isinstance(value, list):
        return any(map(_has_places, value))
    return isinstance(value, str) and value[:1] == "r" and value[1:2].isdecimal()


def _said(name: str, value: Any) -> str:
    return f"{name} = {json.dumps(value)}".replace('"', "")


def _inside(value: Any) -> Iterator[Rule]:
    """Yield the rules that are parameters of a rule."""
    if is_dataclass(value):
        value = [getattr(value, each.name) for each in fields(value)]
    if isinstance(value, tuple | list):
        for part in value:
            if isinstance(part, Rule):
                yield part
            yield from _inside(part)
