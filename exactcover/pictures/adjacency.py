"""Which cells of a lattice are neighbours, and which are connected."""

from __future__ import annotations

from collections.abc import Collection

from exactcover.lattices.base import Cell, Corner, Lattice

Neighbours = dict[Cell, list[Cell]]


def beside(cells: Collection[Cell], lattice: Lattice) -> Neighbours:
    """Return for each cell those that share an edge with it in the picture.

    Examples
    --------
    >>> from exactcover.lattices.squares import Squares
    >>> beside([(0, 0), (0, 1), (1, 2)], Squares())
    {(0, 0): [(0, 1)], (0, 1): [(0, 0)], (1, 2): []}
    """
    found: Neighbours = {cell: [] for cell in cells}
    right_of: dict[tuple[Corner, Corner], Cell] = {}
    for cell in found:
        corners = lattice.corners(cell)
        for one, two in zip(corners, (*corners[1:], corners[0]), strict=True):
            right_of[one, two] = cell
            if (other := right_of.get((two, one))) is not None:
                found[cell].append(other)
                found[other].append(cell)
    return found


def touching(cells: Collection[Cell], lattice: Lattice) -> Neighbours:
    """Return for each cell all its neighbours, also those in other layers of the picture."""
    found = beside(cells, lattice)
    for cell, others in found.items():
        others.extend(other for other in lattice.beyond(cell) if other in found)
    return found


def parts(neighbours: Neighbours) -> list[list[Cell]]:
    """Return the connected parts of some cells, of which the neighbours are given."""
    left = set(neighbours)
    found = []
    for cell in neighbours:
        if cell not in left:
            continue
        left.remove(cell)
        part = [cell]
        for each in part:  # which grows
            new = [other for other in neighbours[each] if other in left]
            left.difference_update(new)
            part += new
        found.append(part)
    return found


def are_connected(cells: Collection[Cell], lattice: Lattice) -> bool:
    """Return whether cells are connected, also through other layers of the picture."""
    return len(parts(touching(cells, lattice))) == 1
