"""Boards as data for a page: the elements of SVG as nested objects, and the places of things.

A page makes its elements from these objects one by one, so that no text of a puzzle is read as
markup there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any
from xml.etree import ElementTree

from sudoku.explaining.drawing import marks_of
from sudoku.geometry.words import place_name
from sudoku.givens.given import Givens, Kind
from sudoku.pictures.canvas import CELL, Canvas
from sudoku.pictures.colours import RED
from sudoku.pictures.marks import LAYERS, Mark, Outside, Shade, in_colour
from sudoku.pictures.picture import draw_cells
from sudoku.pictures.svg_marks import FAR, draw
from sudoku.puzzle.board import Board
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import drawings
from sudoku.techniques.step import Step
from sudoku.verbs.why_impossible import Conflict

SIDES = {"top": (1, 0), "bottom": (-1, 0), "left": (0, 1), "right": (0, -1)}
"""The directions in which clues at each side are read."""


class Drawing:
    """The board of a puzzle, as a page draws it.

    Parameters
    ----------
    puzzle
        The puzzle.
    has_margin
        Whether there is space outside the board even if no mark needs it.

    Examples
    --------
    >>> found = Drawing(Puzzle.from_text("1...............")).to_json()
    >>> found["cells"][:2], found["names"][5], found["symbols"]
    ([[0, 0], [60, 0]], 'r2c2', ['1', '2', '3', '4'])
    """

    def __init__(self, puzzle: Puzzle, *, has_margin: bool = False) -> None:
        self._puzzle = puzzle
        self._marks = tuple(drawings(puzzle.shape, puzzle.rules))
        self._has_margin = has_margin

    def _blank(self) -> Canvas:
        needed = (Outside((0,), "", SIDES["top"]),) if self._has_margin else ()
        return Canvas(self._puzzle.shape, marks=(*self._marks, *needed))

    def to_json(self) -> dict[str, Any]:
        """Return the layer of the rules, and the places of cells, candidates and outside clues."""
        canvas, shape = self._blank(), self._puzzle.shape
        draw_cells(canvas)
        cells = range(shape.n_cells)
        x, y = canvas.corner(0)
        spots = [canvas.candidate(0, digit) for digit in range(1, shape.n + 1)]
        layers, box = _drawn(canvas, self._marks)
        return {
            "box": box,
            "size": CELL,
            "rows": shape.height,
            "columns": shape.width,
            "cells": [list(map(int, canvas.corner(cell))) for cell in cells],
            "places": [list(shape.position(cell)) for cell in cells],
            "names": [place_name(*shape.position(cell)) for cell in cells],
            "symbols": [canvas.symbol(digit) for digit in range(1, shape.n + 1)],
            "spots": [[round(right - x, 2), round(down - y, 2)] for right, down in spots],
            "font": round(canvas.candidate_font, 2),
            "houses": [list(house.cells) for house in self._puzzle.houses],
            "outside": list(self._outside(canvas)),
            "order": list(LAYERS),
            "layers": layers,
        }

    def step(self, board: Board, step: Step) -> list[dict[str, Any]]:
        """Return the layers with the marks of a step."""
        return _drawn(self._blank(), marks_of(board, step))[0]

    def conflict(self, conflict: Conflict) -> list[dict[str, Any]]:
        """Return the layers with the lines, cages and other marks of a conflict, in red."""
        givens = Givens(self._puzzle)
        wanted = {each for each in conflict.givens if each.kind is Kind.MARK}
        rules = givens.puzzle_of({k for k, each in enumerate(givens.all) if each in wanted}).rules
        own = [rule for rule in rules if not rule.makes_board]
        marks = [
            in_colour(mark, RED)
            for mark in drawings(self._puzzle.shape, own)
            if not isinstance(mark, Shade)  # it would cover the colours of the user
        ]
        return _drawn(self._blank(), marks)[0]

    def _outside(self, canvas: Canvas) -> Iterator[dict[str, Any]]:
        """Yield the places for clues outside the first grid, or the board if it has no grids."""
        shape = self._puzzle.shape
        squares = shape.squares()
        square, cells = squares[0] if squares else (shape, tuple(range(shape.n_cells)))
        for side, (down, right) in SIDES.items():
            lines = square.columns() if down else square.rows()
            for number, line in enumerate(lines):
                x, y = canvas.centre(cells[line[0 if down + right > 0 else -1]])
                at = [round(x - FAR * CELL * right, 1), round(y - FAR * CELL * down, 1)]
                yield {"side": side, "number": number, "of": len(lines), "at": at}


def _drawn(canvas: Canvas, marks: Iterable[Mark]) -> tuple[list[dict[str, Any]], list[float]]:
    """Draw marks; return all layers that are not empty, and the box of the picture."""
    for mark in sorted(marks, key=lambda mark: LAYERS.index(mark.layer)):
        draw(mark, canvas)
    root = ElementTree.fromstring(canvas.text())
    box = [float(number) for number in root.attrib["viewBox"].split()]
    return [_element(each) for each in root if _name(each) == "g"], box


def _name(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]


def _element(element: ElementTree.Element) -> dict[str, Any]:
    """Return an element of SVG as an object."""
    made: dict[str, Any] = {"tag": _name(element), "attributes": dict(element.attrib)}
    if element.text and element.text.strip():
        made["text"] = element.text
    if len(element):
        made["children"] = [_element(each) for each in element]
    return made
