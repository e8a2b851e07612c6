"""Drawing each kind of mark. A new kind needs a function with the decorator ``@draw.register``."""

from __future__ import annotations

from contextlib import suppress
from functools import singledispatch
from math import atan2, cos, hypot, pi, sin

from exactcover.runtime.pictures.svg import Point
from sudoku.errors import PlaceError
from sudoku.pictures import marks
from sudoku.pictures.canvas import CELL, Canvas
from sudoku.pictures.colours import GROUPS
from sudoku.pictures.patterns import PATTERNS

UNIT = CELL / 100
"""A hundredth of a cell."""
FAR, NEAR = 0.86, 0.75
"""The distance of a text outside the board from the middle of its cell, in cells; for diagonals
also that along the edge of the board, so that texts of crossing ones are half a cell apart."""
ROUND = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}


@singledispatch
def draw(mark: marks.Mark, canvas: Canvas) -> None:
    """Draw a mark.

    Raises
    ------
    TypeError
        If no function is registered for the kind of the mark.

    Examples
    --------
    >>> from sudoku.geometry.shape import Shape
    >>> canvas = Canvas(Shape(2, 2))
    >>> draw(marks.Shade((0,), "red"), canvas)
    >>> '<rect x="0" y="0" width="60" height="60" fill="red" />' in canvas.text()
    True
    """
    raise TypeError(f"it is not known how to draw {mark!r}")


@draw.register
def _shade(mark: marks.Shade, canvas: Canvas) -> None:
    fill, ink = GROUPS[(mark.group - 1) % len(GROUPS)] if mark.group else (mark.colour, "none")
    for cell in mark.cells:
        x, y = canvas.corner(cell)
        canvas.add(mark.layer, "rect", x=x, y=y, width=CELL, height=CELL, fill=fill)
    if mark.group:
        pattern = PATTERNS[(mark.group - 1) % len(PATTERNS)]
        path = " ".join(pattern(*canvas.corner(cell)) for cell in mark.cells)
        canvas.add(mark.layer, "path", d=path, fill="none", stroke=ink, stroke_width=1.4)


@draw.register
def _circle(mark: marks.Circle, canvas: Canvas) -> None:
    for cell in mark.cells:
        x, y = canvas.centre(cell)
        radius = mark.size / 2 * UNIT
        look = {"fill": mark.fill, "stroke": mark.stroke, "stroke_width": 3 * UNIT}
        canvas.add(mark.layer, "circle", cx=x, cy=y, r=radius, **look)


@draw.register
def _square(mark: marks.Square, canvas: Canvas) -> None:
    side = mark.size * UNIT
    for cell in mark.cells:
        x, y = (middle - side / 2 for middle in canvas.centre(cell))
        look = {"fill": mark.fill, "stroke": mark.stroke, "stroke_width": 3 * UNIT}
        canvas.add(mark.layer, "rect", x=x, y=y, width=side, height=side, **look)


@draw.register
def _line(mark: marks.Line, canvas: Canvas) -> None:
    path = canvas.path([canvas.centre(cell) for cell in mark.cells], is_closed=mark.is_closed)
    look = {"stroke": mark.colour, "stroke_width": mark.width * UNIT}
    canvas.add(mark.layer, "path", d=path, **look, **ROUND)


@draw.register
def _thermometer(mark: marks.Thermometer, canvas: Canvas) -> None:
    path = canvas.path([canvas.centre(cell) for cell in mark.cells])
    x, y = canvas.centre(mark.cells[0])
    passes = [(mark.colour, 0.0)] + [("white", 8 * UNIT)] * mark.is_hollow
    for colour, less in passes:
        canvas.add(mark.layer, "circle", cx=x, cy=y, r=38 * UNIT - less / 2, fill=colour)
        width = 26 * UNIT - less
        canvas.add(mark.layer, "path", d=path, stroke=colour, stroke_width=width, **ROUND)


@draw.register
def _arrow(mark: marks.Arrow, canvas: Canvas) -> None:
    points = [canvas.centre(cell) for cell in mark.cells]
    look = {"stroke": mark.colour, "stroke_width": 4 * UNIT, **ROUND}
    if mark.bulb:
        bulb = canvas.path(points[: mark.bulb] if mark.bulb > 1 else [points[0], points[0]])
        for colour, width in ((mark.colour, 80), ("white", 72)):
            bulb_look = {**look, "stroke": colour, "stroke_width": width * UNIT}
            canvas.add("bulbs", "path", d=bulb, **bulb_look)  # over the lines of boxes
        points = points[mark.bulb - 1 :]
    if len(points) > 1:
        if mark.bulb:
            points[0] = towards(points[0], points[1], 40 * UNIT)
        canvas.add(mark.layer, "path", d=canvas.path(points), **look)
        canvas.add(mark.layer, "path", d=_head(canvas, points[-2], points[-1], 20 * UNIT), **look)


def towards(start: Point, end: Point, length: float) -> Point:
    """Return the point at a distance from the start in the direction of the end."""
    share = length / hypot(end[0] - start[0], end[1] - start[1])
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def _head(canvas: Canvas, start: Point, end: Point, size: float) -> str:
    """Return the path of an arrow's head."""
    angle = atan2(end[1] - start[1], end[0] - start[0])
    wings = [
        (end[0] - size * cos(angle + turn), end[1] - size * sin(angle + turn))
        for turn in (pi / 5, -pi / 5)
    ]
    return canvas.path([wings[0], end, wings[1]])


@draw.register
def _region(mark: marks.Region, canvas: Canvas) -> None:
    look = {"stroke": mark.colour, "stroke_width": mark.width * UNIT, **ROUND}
    canvas.add(mark.layer, "path", d=canvas.outlines(mark.cells), **look)


@draw.register
def _cage(mark: marks.Cage, canvas: Canvas) -> None:
    look = {"stroke": mark.colour, "stroke_width": 2 * UNIT, "fill": "none"}
    if mark.is_dashed:
        look["stroke_dasharray"] = "5 3"
    canvas.add(mark.layer, "path", d=canvas.outlines(mark.cells, 0.07), **look)
    _label(canvas, mark.layer, min(mark.cells), mark.label, mark.colour)


@draw.register
def _corner(mark: marks.Corner, canvas: Canvas) -> None:
    for cell in mark.cells:
        _label(canvas, mark.layer, cell, mark.text, mark.colour)


def _label(canvas: Canvas, layer: str, cell: int, text: str, colour: str) -> None:
    """Write a text into the upper left corner of a cell, on white, so that it hides lines below."""
    if text:
        x, y = canvas.corner(cell)
        size = 22 * UNIT
        width = size * 0.58 * len(text) + 2
        canvas.add(layer, "rect", x=x + 2, y=y + 2, width=width, height=size, fill="white")
        point = x + 3, y + 2 + size / 2
        canvas.write(layer, point, text, size, fill=colour, text_anchor="start")


@draw.register
def _dot(mark: marks.Dot, canvas: Canvas) -> None:
    x, y = canvas.middle(mark.cells)
    if mark.size:
        look = {"fill": mark.fill, "stroke": mark.stroke, "stroke_width": 2 * UNIT}
        canvas.add(mark.layer, "circle", cx=x, cy=y, r=mark.size / 2 * UNIT, **look)
    if mark.text:
        lines = mark.text.split("\n")
        extent = max(1.0, 0.55 * max(map(len, lines)), 1.1 * len(lines))
        size = min(0.72 * mark.size / extent, 40) * UNIT if mark.size else 36 * UNIT
        for number, line in enumerate(lines):
            point = x, y + (number - (len(lines) - 1) / 2) * size
            canvas.write(mark.layer, point, line, size, fill=mark.text_colour)


@draw.register
def _bar(mark: marks.Bar, canvas: Canvas) -> None:
    x, y = canvas.middle(mark.cells)
    (left, top), (right, bottom) = (canvas.centre(cell) for cell in mark.cells)
    width, height = (14, 56) if abs(right - left) > abs(bottom - top) else (56, 14)
    size = {"width": width * UNIT, "height": height * UNIT}
    place = {"x": x - width / 2 * UNIT, "y": y - height / 2 * UNIT}
    look = {"fill": mark.fill, "stroke": mark.stroke, "stroke_width": 2 * UNIT}
    canvas.add(mark.layer, "rect", **place, **size, **look)


@draw.register
def _greater(mark: marks.Greater, canvas: Canvas) -> None:
    start, end = (canvas.centre(cell) for cell in mark.cells)
    middle = canvas.middle(mark.cells)
    tip = towards(middle, end, 9 * UNIT)
    angle = atan2(end[1] - start[1], end[0] - start[0])
    wings = [
        (tip[0] - 22 * UNIT * cos(angle + turn), tip[1] - 22 * UNIT * sin(angle + turn))
        for turn in (pi / 5, -pi / 5)
    ]
    look = {"stroke": mark.colour, "stroke_width": 4 * UNIT, **ROUND, "fill": "white"}
    canvas.add(mark.layer, "path", d=canvas.path([wings[0], tip, wings[1]]), **look)


@draw.register
def _text(mark: marks.Text, canvas: Canvas) -> None:
    for cell in mark.cells:
        canvas.write(mark.layer, canvas.centre(cell), mark.text, mark.size * UNIT, fill=mark.colour)


@draw.register
def _outside(mark: marks.Outside, canvas: Canvas) -> None:
    x, y = canvas.centre(mark.cells[0])
    down, right = mark.way
    far_down = far_right = FAR
    if down and right:  # clues of diagonals that come from both sides do not meet
        row, column = canvas.shape.position(mark.cells[0])
        is_at_side = _is_cell(canvas, row - down, column)
        far_down, far_right = (NEAR, FAR) if is_at_side else (FAR, NEAR)
    point = x - far_right * CELL * right, y - far_down * CELL * down
    size = (34 if len(mark.text) < 3 else 26) * UNIT
    canvas.write(mark.layer, point, mark.text, size, fill=mark.colour)
    if mark.has_arrow:
        start = point[0] + 20 * UNIT * right, point[1] + 20 * UNIT * down
        end = point[0] + 38 * UNIT * right, point[1] + 38 * UNIT * down
        look = {"stroke": mark.colour, "stroke_width": 3 * UNIT, **ROUND}
        canvas.add(mark.layer, "path", d=canvas.path([start, end]), **look)
        canvas.add(mark.layer, "path", d=_head(canvas, start, end, 12 * UNIT), **look)


def _is_cell(canvas: Canvas, row: int, column: int) -> bool:
    with suppress(PlaceError):
        canvas.shape.cell(row, column)
        return True
    return False


@draw.register
def _highlight(mark: marks.Highlight, canvas: Canvas) -> None:
    for cell in mark.cells:
        x, y = canvas.candidate(cell, mark.digit)
        radius = canvas.candidate_size * 0.48
        canvas.add(mark.layer, "circle", cx=x, cy=y, r=radius, fill=mark.colour)


@draw.register
def _strike(mark: marks.Strike, canvas: Canvas) -> None:
    for cell in mark.cells:
        reach = canvas.candidate_size * 0.4
        x, y = canvas.candidate(cell, mark.digit)
        path = canvas.path([(x - reach, y + reach), (x + reach, y - reach)])
        canvas.add(mark.layer, "path", d=path, stroke=mark.colour, stroke_width=2, **ROUND)


@draw.register
def _link(mark: marks.Link, canvas: Canvas) -> None:
    start, end = _nearest(mark, canvas)
    size = canvas.candidate_size
    gap = size * 0.46
    length = hypot(end[0] - start[0], end[1] - start[1])
    if length <= 1.05 * size:
        return  # adjacent candidates: the discs behind them touch
    first, last = towards(start, end, gap), towards(end, start, gap)
    # The path is curved, so that links along a line hide neither each other nor the candidates
    # between their ends.
    bend = min(length / 6, CELL / 3)
    control = (
        (first[0] + last[0]) / 2 + bend * (last[1] - first[1]) / length,
        (first[1] + last[1]) / 2 - bend * (last[0] - first[0]) / length,
    )
    numbers = (*first, *control, *last)
    path = "M{:.1f} {:.1f} Q{:.1f} {:.1f} {:.1f} {:.1f}".format(*numbers)
    look = {"stroke": mark.colour, "stroke_width": 2, **ROUND}
    if not mark.is_strong:
        look["stroke_dasharray"] = "2 5"
    canvas.add(mark.layer, "path", d=path, **look)
    canvas.add(mark.layer, "path", d=_head(canvas, control, last, 6), **look | _SOLID)


_SOLID = {"stroke_dasharray": "none"}


def _nearest(mark: marks.Link, canvas: Canvas) -> tuple[Point, Point]:
    """Return the ends of a link; for groups, the two candidates nearest to each other."""
    starts = [canvas.candidate(cell, mark.digit) for cell in mark.cells]
    ends = [canvas.candidate(cell, mark.to_digit) for cell in mark.to_cells]
    pairs = [(start, end) for start in starts for end in ends]
    return min(pairs, key=lambda pair: hypot(pair[0][0] - pair[1][0], pair[0][1] - pair[1][1]))
