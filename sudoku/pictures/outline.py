"""The outline of cells: polygons along their edges, or at a distance inside them."""

from __future__ import annotations

from collections.abc import Iterable

Point = tuple[float, float]
Corner = tuple[int, int]

# The edges of a cell, clockwise on the screen: the corner where each begins, and its direction.
_EDGES = (((0, 0), (1, 0)), ((1, 0), (0, 1)), ((1, 1), (-1, 0)), ((0, 1), (0, -1)))


def outline(places: Iterable[tuple[int, int]], inset: float = 0) -> list[list[Point]]:
    """Return the closed polygons around cells, each as its corners (x, y), in cells.

    Cells that touch only at a corner have separate polygons. Each hole has its own polygon.

    Parameters
    ----------
    places
        Row and column of each cell.
    inset
        The distance between the edges and the polygons inside them, in cells.

    Examples
    --------
    >>> outline([(0, 0), (0, 1)])
    [[(0, 0), (2, 0), (2, 1), (0, 1)]]
    >>> outline([(0, 0)], inset=0.25)
    [[(0.25, 0.25), (0.75, 0.25), (0.75, 0.75), (0.25, 0.75)]]
    """
    leaving = _edges(set(places))
    polygons = []
    while leaving:
        corner = min(leaving, key=lambda place: (place[1], place[0]))
        polygons.append(_inset(_walk(leaving, corner), inset))
    return polygons


def _edges(places: set[tuple[int, int]]) -> dict[Corner, list[Corner]]:
    """Return, for each corner, the directions of the edges from it; cells are on their right."""
    leaving: dict[Corner, list[Corner]] = {}
    for row, column in sorted(places):
        for (x, y), (right, down) in _EDGES:
            if (row - right, column + down) not in places:  # the cell on the left of the edge
                leaving.setdefault((column + x, row + y), []).append((right, down))
    return leaving


def _walk(leaving: dict[Corner, list[Corner]], start: Corner) -> list[tuple[Corner, Corner]]:
    """Remove the edges of one polygon; return its corners, each with the direction from there."""
    turns: list[tuple[Corner, Corner]] = []
    corner, way = start, (0, 0)
    while True:
        ways = leaving[corner]
        turn_right = (-way[1], way[0])
        following = turn_right if turn_right in ways else ways[0]
        ways.remove(following)
        if not ways:
            del leaving[corner]
        if following != way:
            turns.append((corner, following))
        way = following
        corner = (corner[0] + way[0], corner[1] + way[1])
        if corner == start:
            return turns


def _inset(turns: list[tuple[Corner, Corner]], inset: float) -> list[Point]:
    """Return the corners, moved to the right of the edges that meet there."""
    points: list[Point] = []
    for k, ((x, y), (right, down)) in enumerate(turns):
        before = turns[k - 1][1]
        points.append((x - inset * (down + before[1]), y + inset * (right + before[0])))
    return points
