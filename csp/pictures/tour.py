"""Tours: round trips on a map of their places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import dist
from typing import TYPE_CHECKING, Any

from csp.errors import ModelError
from csp.pictures.drawing import Drawing, Values
from csp.pictures.palette import ACCENT
from exactcover.runtime.pictures.colours import INK
from exactcover.runtime.pictures.svg import Point, Svg

if TYPE_CHECKING:
    from csp.pictures.drawing import SolutionLike

SIZE = 560
"""The longer side of the smallest rectangle with all places."""
MARGIN = 34
LINE = "#3b7dbd"
MOST_NUMBERED = 100
"""If there are more places, they are drawn as dots without numbers."""
RADIUS, DOT = 12.0, 4.5
HEAD = 7.0
"""Half the length of the head of an arrow."""


def tour_map(
    successors: Iterable[Any],
    places: Iterable[Any],
    solution: SolutionLike = None,
    *,
    labels: Iterable[Any] | None = None,
    title: str = "",
) -> Drawing:
    """Draw a tour, for example a solution of `circuit`, on the coordinates of its places.

    It takes no limits: its work is linear in the places.

    Parameters
    ----------
    successors
        For each place, the number of the next one, counted from 0: a number, or a variable or
        expression if there is a solution. A place that follows itself has no arrow.
    places
        For each place its coordinates x (to the right) and y (up). The scale is the same for both.
    solution
        The solution, or the result of a search, that has the values of the variables.
    labels
        For each place, a text; by default its number if there are at most 100 places. Labels are
        inside the places if all of them are short and no places are too close, else above them.
    title
        What the picture shows, in words, for readers who cannot see it.

    Returns
    -------
    Drawing
        The picture; its methods are `save`, `to_svg` and `to_png`.

    Raises
    ------
    ModelError
        If a successor is not a place, a variable has no value, or the numbers of successors, places
        and labels differ.

    Examples
    --------
    >>> from csp import Model, circuit
    >>> model = Model()
    >>> after = model.variables(4, range(4), name="after")
    >>> model.post(circuit(after))
    >>> tour_map(after, [(0, 0), (4, 0), (4, 3), (0, 3)], model.solve())
    Drawing('A tour of 4 places')
    """
    values = Values(solution)
    points = [_place(values, place, k) for k, place in enumerate(places)]
    after = [_successor(values, each, k, len(points)) for k, each in enumerate(successors)]
    if not points:
        raise ModelError("there are no places")
    if len(after) != len(points):
        raise ModelError(f"there are {len(after)} successors, but {len(points)} places")
    names = _names(labels, len(points))
    title = title or f"A tour of {len(points)} place{'s' * (len(points) > 1)}"
    points, (width, height) = _scaled(points)
    box = (-MARGIN, -MARGIN, width + 2 * MARGIN, height + 2 * MARGIN)
    image = Svg(box, ["legs", "places", "labels"], title)
    radius = RADIUS if _has_space(points, names) else DOT
    for place, following in enumerate(after):
        if place != following:
            _draw_leg(image, points[place], points[following])
    for number, (point, name) in enumerate(zip(points, names, strict=True)):
        _draw_place(image, point, name, radius, is_first=number == 0)
    return Drawing(image, title)


def _place(values: Values, place: Any, number: int) -> Point:
    if not isinstance(place, Iterable) or len(pair := list(place)) != 2:
        raise ModelError(f"place {number} is {place!r}: give its two coordinates")
    x, y = (float(values.number(each, f"a coordinate of place {number}")) for each in pair)
    return x, y


def _successor(values: Values, successor: Any, place: int, n_places: int) -> int:
    number = values.whole(successor, f"the successor of place {place}")
    if not 0 <= number < n_places:
        raise ModelError(
            f"the successor of place {place} is {number}: there are places from 0 to {n_places - 1}"
        )
    return number


def _names(labels: Iterable[Any] | None, n_places: int) -> list[str]:
    if labels is None:
        return [str(k) if n_places <= MOST_NUMBERED else "" for k in range(n_places)]
    names = [str(label) for label in labels]
    if len(names) != n_places:
        raise ModelError(f"there are {len(names)} labels, but {n_places} places")
    return names


def _has_space(points: Sequence[Point], names: Sequence[str]) -> bool:
    """Return whether there is a disc for each place, with its label inside."""
    return all(0 < len(name) <= 3 for name in names) and all(
        dist(one, other) > 2 * RADIUS for one, other in combinations(points, 2)
    )


def _scaled(points: Sequence[Point]) -> tuple[list[Point], Point]:
    """Return the points on the picture, where y goes down, and the size of their rectangle."""
    xs, ys = zip(*points, strict=True)
    width, height = max(xs) - min(xs), max(ys) - min(ys)
    scale = SIZE / (max(width, height) or 1)
    moved = [((x - min(xs)) * scale, (max(ys) - y) * scale) for x, y in points]
    return moved, (width * scale, height * scale)


def _draw_leg(image: Svg, start: Point, end: Point) -> None:
    """Draw a line with the head of an arrow in its middle, unless it is too short for one."""
    (x, y), (to_x, to_y) = start, end
    image.add(
        "legs",
        "path",
        d=image.path([start, end]),
        stroke=LINE,
        stroke_width=2.4,
        stroke_linecap="round",
        fill="none",
    )
    length = dist(start, end)
    if length < 6 * HEAD:
        return
    right, down = (to_x - x) / length * HEAD, (to_y - y) / length * HEAD
    middle = (x + to_x) / 2, (y + to_y) / 2
    tip = middle[0] + right, middle[1] + down
    sides = [
        (middle[0] - right - side * down * 0.7, middle[1] - down + side * right * 0.7)
        for side in (1, -1)
    ]
    image.add("legs", "path", d=image.path([tip, *sides], is_closed=True), fill=LINE)


def _draw_place(image: Svg, point: Point, name: str, radius: float, *, is_first: bool) -> None:
    """Draw a place: its label is inside a large disc, or above a dot."""
    x, y = point
    is_dot = radius == DOT
    colour = ACCENT if is_first else INK
    fill = colour if is_dot else "#fdecea" if is_first else "white"
    disc = image.add("places", "circle", cx=x, cy=y, r=radius, fill=fill, stroke=colour)
    disc.set("stroke-width", "1.6")
    if name:
        where = (x, y - radius - 8) if is_dot else point
        halo = {"stroke": "white", "stroke_width": 3, "paint_order": "stroke"} if is_dot else {}
        image.write("labels", where, name, 12, fill=colour, **halo)
