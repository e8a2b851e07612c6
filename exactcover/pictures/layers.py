"""The layout of directed acyclic graphs in layers, with all edges from a layer to a lower one.

Long edges get a bend in each layer between their ends. The nodes and bends of a layer are sorted by
the means of their neighbours, and then moved as near to these means as the others permit.

References
----------
K. Sugiyama, S. Tagawa, M. Toda, "Methods for visual understanding of hierarchical system
structures", IEEE Transactions on Systems, Man, and Cybernetics 11 (1981).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from statistics import fmean

ROUNDS = 12
"""How often the layers are sorted, and moved."""
BEND = 0.3
"""The width of a bend, in widths of a node."""


@dataclass(frozen=True)
class Layout:
    """Where the nodes of a graph are.

    Attributes
    ----------
    places
        For each node its distance from the left and its layer. Nodes of a layer are at least 1
        apart.
    bends
        For each edge its points between the two ends, in the same unit.
    """

    places: Mapping[int, tuple[float, int]]
    bends: Sequence[Sequence[tuple[float, int]]]


def layered(layer_of: Mapping[int, int], edges: Sequence[tuple[int, int]]) -> Layout:
    """Return a layout with few crossings and short edges.

    Parameters
    ----------
    layer_of
        The layer of each node, from 0.
    edges
        Pairs of nodes; the second one is in a lower layer, which has a higher number.

    Examples
    --------
    >>> layered({0: 0, 1: 1, 2: 1}, [(0, 1), (0, 2)]).places
    {0: (0.5, 0), 1: (0.0, 1), 2: (1.0, 1)}
    """
    # A vertex is a node, by its place in `layer_of`, or a bend.
    vertex_of = {node: vertex for vertex, node in enumerate(layer_of)}
    layer = list(layer_of.values())
    chains = [[vertex_of[one], vertex_of[two]] for one, two in edges]
    for chain in chains:
        between = range(layer[chain[0]] + 1, layer[chain[1]])
        chain[1:1] = range(len(layer), len(layer) + len(between))
        layer += between
    rows: list[list[int]] = [[] for _ in range(max(layer, default=-1) + 1)]
    for vertex, row in enumerate(layer):
        rows[row].append(vertex)
    width = [1.0] * len(vertex_of) + [BEND] * (len(layer) - len(vertex_of))
    x = _arranged(rows, chains, width)
    left = min(x.values(), default=0.0)
    points = [(x[vertex] - left, layer[vertex]) for vertex in range(len(layer))]
    return Layout(
        {node: points[vertex] for node, vertex in vertex_of.items()},
        [[points[vertex] for vertex in chain[1:-1]] for chain in chains],
    )


def _arranged(
    rows: list[list[int]], chains: list[list[int]], width: Sequence[float]
) -> dict[int, float]:
    """Return the distance of each vertex from the left; sort the rows by it."""
    above: dict[int, list[int]] = {vertex: [] for row in rows for vertex in row}
    below: dict[int, list[int]] = {vertex: [] for row in rows for vertex in row}
    for one, two in (pair for chain in chains for pair in pairwise(chain)):
        below[one].append(two)
        above[two].append(one)
    x = {vertex: float(place) for row in rows for place, vertex in enumerate(row)}
    for number in range(2 * ROUNDS):
        near, order = (above, rows) if number % 2 == 0 else (below, rows[::-1])
        for row in order:
            wanted = {v: fmean([x[other] for other in near[v]] or [x[v]]) for v in row}
            if number < ROUNDS:
                row.sort(key=wanted.__getitem__)
            gaps = [(width[one] + width[two]) / 2 for one, two in pairwise(row)]
            x.update(zip(row, spread([wanted[v] for v in row], gaps), strict=True))
    return x


def spread(wanted: Sequence[float], gaps: Sequence[float]) -> list[float]:
    """Return ascending numbers as near as possible to those that are wanted.

    The sum of the squares of the differences is as small as possible: neighbours that would be too
    near to each other are merged to a block, which is moved as a whole.

    Parameters
    ----------
    wanted
        The numbers.
    gaps
        For each number but the first, its least distance from the one before.

    Examples
    --------
    >>> spread([0, 0, 5], [1, 1])
    [-0.5, 0.5, 5.0]
    """
    offsets = list(accumulate(gaps, initial=0.0))[: len(wanted)]
    blocks: list[tuple[float, int]] = []  # where a block begins if all gaps are 0; its length
    for number, offset in zip(wanted, offsets, strict=True):
        mean, size = number - offset, 1
        while blocks and blocks[-1][0] >= mean:
            other, others = blocks.pop()
            mean, size = (mean * size + other * others) / (size + others), size + others
        blocks.append((mean, size))
    starts = [mean for mean, size in blocks for _ in range(size)]
    return [start + offset for start, offset in zip(starts, offsets, strict=True)]
