"""Drawn shapes that stand for digits on worksheets for children who do not read numbers yet."""

from __future__ import annotations

from math import cos, pi, sin

from exactcover.runtime.pictures.svg import Point, Svg
from sudoku.pictures.canvas import CELL
from sudoku.pictures.colours import INK

Look = tuple[str, str]
"""A path around the origin with a radius of about 100, and the colour that fills it."""


def _ring(n: int, radii: tuple[float, ...], turn: float = 0.0) -> str:
    """Return a closed path through n corners; their distances from the middle take turns."""
    corners = [
        (
            radii[k % len(radii)] * sin(2 * pi * k / n + turn),
            -radii[k % len(radii)] * cos(2 * pi * k / n + turn),
        )
        for k in range(n)
    ]
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in corners) + "Z"


def _petals(n: int) -> str:
    """Return a flower: a round petal between each two of n points near the middle."""
    points = [(52 * sin(2 * pi * k / n), -52 * cos(2 * pi * k / n)) for k in range(n + 1)]
    path = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    for x, y in points[1:]:
        path += f"A34 34 0 1 1 {x:.1f} {y:.1f}"
    return path + "Z"


SHAPES: dict[str, Look] = {
    "circle": ("M-85 0A85 85 0 1 1 85 0A85 85 0 1 1 -85 0Z", "#f2c230"),
    "square": ("M-75 -75H75V75H-75Z", "#5b9bd5"),
    "triangle": ("M0 -90L95 75H-95Z", "#63b05f"),
    "star": (_ring(10, (100, 42)), "#f08a3c"),
    "heart": ("M0 85C-150 -20 -75 -125 0 -45C75 -125 150 -20 0 85Z", "#e0525c"),
    "moon": ("M30 -92A95 95 0 1 0 92 45A75 75 0 0 1 30 -92Z", "#b7a6e0"),
    "flower": (_petals(6), "#ee9ac0"),
    "drop": ("M0 -100C35 -40 70 -5 70 32A70 65 0 0 1 -70 32C-70 -5 -35 -40 0 -100Z", "#7fcfe0"),
    "cross": ("M-32 -90H32V-32H90V32H32V90H-32V32H-90V-32H-32Z", "#c9c9c9"),
}
"""Name -> look, in the order of the digits for which they stand."""


def draw_shape(canvas: Svg, layer: str, middle: Point, digit: int, size: float) -> None:
    """Draw the shape that stands for a digit.

    Parameters
    ----------
    canvas, layer
        Where it is drawn.
    middle, size
        The middle of the shape, and its width.
    """
    path, colour = list(SHAPES.values())[digit - 1]
    d = _placed(path, middle, size / 200)
    canvas.add(layer, "path", d=d, fill=colour, stroke=INK, stroke_width=size / 22)


def key_of_shapes(n: int) -> str:
    """Return a picture of the first n shapes in a row.

    Examples
    --------
    >>> key_of_shapes(4).count("<path")
    4
    """
    side = CELL * 0.75
    image = Svg((0, 0, n * side, side), ("shapes",), "the shapes")
    for k in range(n):
        draw_shape(image, "shapes", ((k + 0.5) * side, side / 2), k + 1, 0.8 * side)
    return image.text()


def _placed(path: str, middle: Point, scale: float) -> str:
    """Return a path at another place and in another size.

    Examples
    --------
    >>> _placed("M-50 0H50Z", (30, 30), 0.1)
    'M25.0 30.0H35.0Z'
    """
    x, y = middle
    made, place = "", 0
    while place < len(path):
        letter, end = path[place], place + 1
        while end < len(path) and not path[end].isalpha():
            end += 1
        numbers = [float(number) for number in path[place + 1 : end].split()]
        made += letter + " ".join(_moved(letter, numbers, x, y, scale))
        place = end
    return made


def _moved(letter: str, numbers: list[float], x: float, y: float, scale: float) -> list[str]:
    """Return the numbers of one command of a path, at another place and in another size."""
    if letter == "A":  # two radii, three settings, and the end
        radii = [f"{scale * number:.1f}" for number in numbers[:2]]
        flags = [f"{number:g}" for number in numbers[2:5]]
        return [*radii, *flags, *_moved("L", numbers[5:], x, y, scale)]
    starts = {"H": (x,), "V": (y,)}.get(letter, (x, y))
    return [f"{starts[k % len(starts)] + scale * number:.1f}" for k, number in enumerate(numbers)]
