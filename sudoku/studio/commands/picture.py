"""The command `picture`: what a page needs to draw a board."""

from __future__ import annotations

from typing import Any

from sudoku.geometry.shape import Shape
from sudoku.givens.given import Givens, Kind
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import Rule
from sudoku.rules.places import region_cells
from sudoku.server.conversation import Reply, Send
from sudoku.studio.asked import Asked, given_object
from sudoku.studio.command import Argument, Command, truth
from sudoku.studio.drawing import Drawing
from sudoku.studio.schema import rule_object


def _picture(asked: Asked, send: Send) -> Reply:
    """Return the drawing; clues are not looked at, so that they may clash."""
    puzzle = asked.blank
    drawing = Drawing(puzzle, has_margin=asked["margin"]).to_json()
    return {"drawing": drawing, "rules": _rules(puzzle), "marks": _marks(puzzle)}


def _rules(puzzle: Puzzle) -> list[dict[str, Any]]:
    return [
        {"name": rule.name, "summary": rule.summary, "regions": _regions(puzzle.shape, rule)}
        for rule in puzzle.rules
    ]


def _regions(shape: Shape, rule: Rule) -> dict[str, list[int]]:
    """Return each parameter that is a map of regions, as the numbers of regions, from 1."""
    found = {}
    for parameter in rule_object(rule.name, type(rule))["parameters"]:
        value = getattr(rule, parameter["name"])
        if parameter["tool"] == "regions" and value is not None:
            number_of = [0] * shape.n_cells
            for number, cells in enumerate(region_cells(rule, shape, value), 1):
                for cell in cells:
                    number_of[cell] = number
            found[parameter["name"]] = number_of
    return found


def _marks(puzzle: Puzzle) -> list[dict[str, Any]]:
    """Return the marks of the rules by name, with their places in the rules."""
    givens = Givens(puzzle)
    return [
        {**source._asdict(), **given_object(given)}
        for given, source in zip(givens.all, givens.sources, strict=True)
        if given.kind is Kind.MARK
    ]


PICTURE = Command(
    "The marks of the rules as elements of SVG, the places of all things, and the marks by name.",
    _picture,
    {"margin": Argument(truth, "whether there is space for clues outside the board", False)},
)
