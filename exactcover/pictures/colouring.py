"""Colouring of areas, so that neighbours have different colours."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from heapq import heappop, heappush


def colouring(neighbours: Sequence[Collection[int]], n_usual: int) -> list[int]:
    """Return a colour number for each area; neighbours have different ones.

    The areas are coloured by the rule DSATUR, always one whose neighbours have the most colours,
    and get the colour that has been used least. The result depends on nothing but the arguments.

    Parameters
    ----------
    neighbours
        For each area the numbers of its neighbours.
    n_usual
        How many colours are used if that suffices.

    References
    ----------
    D. Brélaz, "New methods to color the vertices of a graph", Communications of the ACM 22 (1979).

    Examples
    --------
    >>> colouring([[1], [0, 2], [1]], 2)
    [1, 0, 1]
    """
    colours = [-1] * len(neighbours)
    seen: list[set[int]] = [set() for _ in neighbours]
    uses = [0] * n_usual
    heap: list[tuple[int, int, int]] = []
    for area, others in enumerate(neighbours):
        heappush(heap, (0, -len(others), area))
    while heap:
        n_seen, _, area = heappop(heap)
        if colours[area] >= 0 or -n_seen != len(seen[area]):
            continue  # it has a colour, or stands further ahead by now
        free = [colour for colour in range(len(uses)) if colour not in seen[area]]
        colour = min(free, key=lambda each: (uses[each], each), default=len(uses))
        if colour == len(uses):
            uses.append(0)
        uses[colour] += 1
        colours[area] = colour
        for other in neighbours[area]:
            if colours[other] < 0 and colour not in seen[other]:
                seen[other].add(colour)
                heappush(heap, (-len(seen[other]), -len(neighbours[other]), other))
    return colours
