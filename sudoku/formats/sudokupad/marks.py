"""Marks of pictures as the parts of which SudokuPad's JSON draws: lines, arrows and shapes.

Places are [row, column] in cells, from the upper left corner of the board, so that the middle of
the first cell is [0.5, 0.5]; the thickness of lines and the size of texts are for cells of 64
pixels. Underlays lie below lines, overlays above them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import singledispatchmethod
from math import hypot
from types import MappingProxyType
from typing import Any

from sudoku.errors import TextError
from sudoku.geometry.shape import Shape
from sudoku.pictures import marks
from sudoku.pictures.colours import GROUPS
from sudoku.pictures.outline import outline
from sudoku.pictures.svg_marks import towards

CELL_SIZE = 64
"""The side of a cell in pixels."""

KINDS = ("lines", "arrows", "underlays", "overlays")

_PIXEL = CELL_SIZE / 100
"""Pixels in a hundredth of a cell."""
_COLOURS = MappingProxyType({"white": "#ffffff", "black": "#000000"})

Point = tuple[float, float]
"""Row and column."""


class Parts:
    """The parts that draw the marks on a board, of each kind in drawing order.

    Examples
    --------
    >>> parts = Parts(Shape(2, 2))
    >>> parts.draw(marks.Line((0, 1, 5)))
    >>> parts.of_kind["lines"]
    [{'color': '#c8c8c8', 'thickness': 10.24, 'wayPoints': [[0.5, 0.5], [0.5, 1.5], [1.5, 1.5]]}]
    """

    def __init__(self, shape: Shape) -> None:
        self.of_kind: dict[str, list[dict[str, Any]]] = {kind: [] for kind in KINDS}
        self._shape = shape

    @singledispatchmethod
    def draw(self, mark: marks.Mark) -> None:
        """Add the parts of a mark.

        Raises
        ------
        TextError
            If it is not known how to draw a mark of this kind.
        """
        raise TextError(f"a mark {type(mark).__name__} cannot be written for SudokuPad")

    def holes(self) -> None:
        """Shade the rectangle's cells that are not on the board."""
        shape = self._shape
        places = {shape.position(cell) for cell in range(shape.n_cells)}
        for row in range(shape.height):
            start = 0
            for column in range(shape.width + 1):
                if column == shape.width or (row, column) in places:
                    if start < column:
                        look = self._look("#8a8a8a", "none")
                        self._shape_at(
                            "underlays",
                            (row + 0.5, (start + column) / 2),
                            look,
                            (column - start, 1),
                        )
                    start = column + 1

    @draw.register
    def _shade(self, mark: marks.Shade) -> None:
        colour = GROUPS[(mark.group - 1) % len(GROUPS)][0] if mark.group else mark.colour
        for point in self._centres(mark):
            self._shape_at("underlays", point, self._look(colour, "none"), (1, 1))

    @draw.register
    def _circle(self, mark: marks.Circle) -> None:
        self._in_cells(mark, is_round=True)

    @draw.register
    def _square(self, mark: marks.Square) -> None:
        self._in_cells(mark, is_round=False)

    def _in_cells(self, mark: marks.Circle | marks.Square, *, is_round: bool) -> None:
        look, side = self._look(mark.fill, mark.stroke), mark.size / 100
        kind = "overlays" if len(look) == 2 else "underlays"  # an end hides the line below it
        for point in self._centres(mark):
            self._shape_at(kind, point, look, (side, side), is_round=is_round)

    @draw.register
    def _line(self, mark: marks.Line) -> None:
        points = self._centres(mark)
        self._path(points + points[:1] * mark.is_closed, mark.colour, mark.width)

    @draw.register
    def _thermometer(self, mark: marks.Thermometer) -> None:
        points = self._centres(mark)
        for colour, less in [(mark.colour, 0), ("white", 8)][: 1 + mark.is_hollow]:
            side = (76 - less) / 100
            look = self._look(colour, "none")
            self._shape_at("underlays", points[0], look, (side, side), is_round=True)
            self._path(points, colour, 26 - less)

    @draw.register
    def _arrow(self, mark: marks.Arrow) -> None:
        points = self._centres(mark)
        if mark.bulb:
            self._bulb(points[: mark.bulb], mark.colour)
            points = points[mark.bulb - 1 :]
            if len(points) > 1:
                points[0] = towards(points[0], points[1], 0.4)
        if len(points) > 1:
            self._head(points, mark.colour, 5, 0.3)

    def _bulb(self, points: Sequence[Point], colour: str) -> None:
        """Draw an outline around the cells of a number: a rounded box, or along a bent line."""
        rows, columns = zip(*points, strict=True)
        (top, bottom), (left, right) = (min(rows), max(rows)), (min(columns), max(columns))
        if top == bottom or left == right:
            middle, size = ((top + bottom) / 2, (left + right) / 2), (right - left, bottom - top)
            look, sides = self._look("white", colour), (size[0] + 0.8, size[1] + 0.8)
            self._shape_at("overlays", middle, look, sides, is_round=True)
        else:
            self._path(points, colour, 80)
            self._path(points, "white", 72)

    @draw.register
    def _region(self, mark: marks.Region) -> None:
        self._outline(mark.cells, mark.colour, mark.width, 0)

    @draw.register
    def _cage(self, mark: marks.Cage) -> None:
        self._outline(mark.cells, mark.colour, 2, 0.07)
        if mark.label:
            self._label(min(mark.cells), mark.label, mark.colour)

    @draw.register
    def _corner(self, mark: marks.Corner) -> None:
        for cell in mark.cells:
            self._label(cell, mark.text, mark.colour)

    def _label(self, cell: int, text: str, colour: str) -> None:
        """Write a text into the upper left corner of a cell."""
        row, column = self._shape.position(cell)
        self._text((row + 0.16, column + 0.075 + 0.055 * len(text)), text, 22, colour)

    @draw.register
    def _dot(self, mark: marks.Dot) -> None:
        point = _middle(self._centres(mark))
        if not mark.size:
            self._text(point, mark.text, 36, mark.text_colour)
            return
        look, side = self._look(mark.fill, mark.stroke), mark.size / 100
        if mark.text:
            rows = mark.text.split("\n")
            extent = max(1.0, 0.55 * max(map(len, rows)), 1.1 * len(rows))
            size = min(0.72 * mark.size / extent, 40)
            look |= self._written(mark.text, size, mark.text_colour)
        self._shape_at("overlays", point, look, (side, side), is_round=True)

    @draw.register
    def _bar(self, mark: marks.Bar) -> None:
        (top, left), (bottom, right) = points = self._centres(mark)
        sides = (0.14, 0.56) if abs(right - left) > abs(bottom - top) else (0.56, 0.14)
        look = self._look(mark.fill, mark.stroke)
        self._shape_at("overlays", _middle(points), look, sides)

    @draw.register
    def _greater(self, mark: marks.Greater) -> None:
        start, end = self._centres(mark)
        middle = _middle([start, end])
        tip, back = towards(middle, end, 0.09), towards(middle, start, 0.09)
        down, right = end[0] - start[0], end[1] - start[1]
        length = 8 * hypot(down, right)
        wings = [
            (back[0] + turn * right / length, back[1] - turn * down / length) for turn in (1, -1)
        ]
        self._path([wings[0], tip, wings[1]], mark.colour, 4)

    @draw.register
    def _text_in_cells(self, mark: marks.Text) -> None:
        for point in self._centres(mark):
            self._text(point, mark.text, mark.size, mark.colour)

    @draw.register
    def _outside(self, mark: marks.Outside) -> None:
        down, right = mark.way
        row, column = self._centres(mark)[0]
        row, column = row - 0.86 * down, column - 0.86 * right
        self._text((row, column), mark.text, 34 if len(mark.text) < 3 else 26, mark.colour)
        if mark.has_arrow:
            points = [(row + far * down, column + far * right) for far in (0.2, 0.38)]
            self._head(points, mark.colour, 3, 0.12)

    # ------------------------------------------------------------------- lines, shapes and texts

    def _centres(self, mark: marks.Mark) -> list[Point]:
        places = [self._shape.position(cell) for cell in mark.cells]
        return [(row + 0.5, column + 0.5) for row, column in places]

    def _path(self, points: Iterable[Point], colour: str, width: float) -> None:
        self.of_kind["lines"].append(_stroke(points, colour, width))

    def _head(self, points: Iterable[Point], colour: str, width: float, length: float) -> None:
        """Draw a line with a head at its end."""
        self.of_kind["arrows"].append(_stroke(points, colour, width) | {"headLength": length})

    def _outline(self, cells: Iterable[int], colour: str, width: float, inset: float) -> None:
        for polygon in outline([self._shape.position(cell) for cell in cells], inset):
            points = [(row, column) for column, row in polygon]
            self._path([*points, points[0]], colour, width)

    def _text(self, point: Point, text: str, size: float, colour: str) -> None:
        self._shape_at("overlays", point, self._written(text, size, colour), (0.25, 0.25))

    def _shape_at(
        self,
        kind: str,
        point: Point,
        look: dict[str, Any],
        sides: tuple[float, float],
        *,
        is_round: bool = False,
    ) -> None:
        """Add a box or an ellipse with its middle at a point; sides are its width and height."""
        width, height = _rounded(sides)
        place = {"center": _rounded(point), "width": width, "height": height, "rounded": is_round}
        self.of_kind[kind].append(place | look)

    @staticmethod
    def _look(fill: str, stroke: str) -> dict[str, Any]:
        """Return the colours of a shape; one that is "none" is left out."""
        given = {"backgroundColor": fill, "borderColor": stroke}
        return {key: _colour(value) for key, value in given.items() if value != "none"}

    @staticmethod
    def _written(text: str, size: float, colour: str) -> dict[str, Any]:
        return {"text": text, "fontSize": round(size * _PIXEL), "color": _colour(colour)}


def _stroke(points: Iterable[Point], colour: str, width: float) -> dict[str, Any]:
    return {
        "color": _colour(colour),
        "thickness": round(width * _PIXEL, 2),
        "wayPoints": [_rounded(point) for point in points],
    }


def _colour(name: str) -> str:
    return _COLOURS.get(name, name)


def _rounded(numbers: Iterable[float]) -> list[float]:
    return [round(number, 3) for number in numbers]


def _middle(points: Sequence[Point]) -> Point:
    return sum(p for p, _ in points) / len(points), sum(p for _, p in points) / len(points)
