"""The outlines of areas that consist of polygons."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from math import atan2, pi
from typing import TypeVar

from exactcover.runtime.pictures.svg import Point

Corner = TypeVar("Corner", bound=Hashable)

STRAIGHT = 1e-6
"""The sine of an angle that counts as straight."""


def edges_of(polygons: Iterable[Sequence[Corner]]) -> set[tuple[Corner, Corner]]:
    """Return the edges on the border of an area, each with the area on its right.

    An edge between two of the polygons occurs in both directions, and is left out.

    Parameters
    ----------
    polygons
        The parts of the area, each as its corners clockwise on the screen.

    Examples
    --------
    >>> sorted(edges_of(["abc", "adb"]))
    [('a', 'd'), ('b', 'c'), ('c', 'a'), ('d', 'b')]
    """
    edges = {
        edge
        for corners in polygons
        for edge in zip(corners, (*corners[1:], corners[0]), strict=True)
    }
    return {(one, two) for one, two in edges if (two, one) not in edges}


def outline(
    polygons: Iterable[Sequence[Corner]], points: Mapping[Corner, Point]
) -> list[list[Point]]:
    """Return the closed polygons around an area, without corners at which they run straight on.

    Parts of the area that touch only at a corner have separate polygons. Each hole has its own
    polygon.

    Parameters
    ----------
    polygons
        The parts of the area, each as its corners clockwise on the screen.
    points
        Where the corners are.
    """
    edges = sorted(edges_of(polygons))
    leaving: dict[Corner, list[Corner]] = {}
    for one, two in edges:
        leaving.setdefault(one, []).append(two)
    following = {(one, two): _rightmost(one, two, leaving[two], points) for one, two in edges}
    found = []
    for edge in edges:
        walk = []
        while edge in following:
            walk.append(points[edge[0]])
            edge = (edge[1], following.pop(edge))
        if walk:
            found.append(_without_straight(walk))
    return found


def _rightmost(
    before: Corner, here: Corner, ways: Iterable[Corner], points: Mapping[Corner, Point]
) -> Corner:
    """Return the corner that lies as far to the right as possible from the way to `here`."""

    def turn(following: Corner) -> float:
        """Return the angle from the way back to the next edge, clockwise on the screen."""
        return (_angle(points[here], points[following]) - back) % (2 * pi)

    back = _angle(points[here], points[before])
    return max(ways, key=turn)


def _angle(one: Point, two: Point) -> float:
    return atan2(two[1] - one[1], two[0] - one[0])


def _without_straight(points: list[Point]) -> list[Point]:
    """Return a closed polygon without corners at which it runs straight on."""
    kept = []
    for k, (x, y) in enumerate(points):
        (ax, ay), (bx, by) = points[k - 1], points[(k + 1) % len(points)]
        if abs((x - ax) * (by - y) - (y - ay) * (bx - x)) > STRAIGHT:
            kept.append((x, y))
    return kept
