"""Strongly connected components of a graph whose arcs are rows of bits, processed by words.

Nodes are numbered from 0; the rows are `width` words each, one after another from the beginning of
`scratch`. Several nodes may share a row, and nodes without one have no arcs.

References
----------
H. N. Gabow, Path-based depth-first search for strong and biconnected components, 2000. M. B. C. van
Kessel and C.-G. Quimper, Filtering algorithms based on the word-RAM model, AAAI 2012.
"""

from typing import NamedTuple

import numpy as np

from csp.kernels.domains import BITS, LAST_BIT, ONE, SIX, ZERO
from csp.kernels.state import State
from exactcover.runtime.kernels.bits import trailing_zeros64
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned


class Graph(NamedTuple):
    """The places in `scratch` of a graph and of the workspace for searching it.

    Rows have `width` words. There are `sets` and `arcs` for each open component, and one row each
    for the nodes that have arcs (`nodes`), those of them that are `left` to visit, those in open
    components (`stack`), and those `seen`. `row_of` has a word for each node: the number of its
    row. `end` is the first place after all of them.
    """

    width: Unsigned
    sets: Unsigned
    arcs: Unsigned
    nodes: Unsigned
    left: Unsigned
    stack: Unsigned
    seen: Unsigned
    row_of: Unsigned
    end: Unsigned


@helper
def lay_out_graph(n_rows: Unsigned, n_open: Unsigned, width: Unsigned) -> Graph:
    """Return the places of a graph in `scratch`."""
    sets = n_rows * width
    arcs = sets + n_open * width
    nodes = arcs + n_open * width
    left = nodes + width
    stack = left + width
    seen = stack + width
    row_of = seen + width
    return Graph(width, sets, arcs, nodes, left, stack, seen, row_of, row_of + width * BITS)


@helper
def clear_graph(state: State, at: Graph) -> None:
    """Remove all nodes."""
    for j in range(at.width):
        state.scratch[at.nodes + j] = ZERO


@helper
def add_node(state: State, at: Graph, node: Unsigned, row: Unsigned) -> None:
    """Add a node with the arcs of a row."""
    state.scratch[at.row_of + node] = row
    state.scratch[at.nodes + (node >> SIX)] |= ONE << (node & LAST_BIT)


@helper
def find_components(state: State, at: Graph, depth: Unsigned) -> None:
    """Search depth first, and overwrite the row of each node by its component.

    If `depth` is 1, a first component of nodes without rows is already open.
    """
    scratch, width = state.scratch, at.width
    for j in range(width):
        scratch[at.left + j] = scratch[at.nodes + j]
        scratch[at.stack + j] = ZERO if depth == ZERO else scratch[at.sets + j]
    while True:
        if visit(state, at, depth):
            depth += ONE
        elif depth == ZERO:
            return
        else:
            merged = merge(state, at, depth)
            if merged == depth:
                depth -= ONE
                close(state, at, depth)
            else:
                depth = merged


@helper
def visit(state: State, at: Graph, depth: Unsigned) -> bool:
    """Open a component for an unvisited node: a successor of the last component, else any."""
    scratch, width = state.scratch, at.width
    for j in range(width):
        new = scratch[at.left + j]
        if depth > ZERO:
            new &= scratch[at.arcs + (depth - ONE) * width + j]
        if new != ZERO:
            node = (np.uint64(j) << SIX) + trailing_zeros64(new)
            bit = new & (~new + ONE)
            row = scratch[at.row_of + node] * width
            for i in range(width):
                scratch[at.sets + depth * width + i] = ZERO
                scratch[at.arcs + depth * width + i] = scratch[row + i]
            scratch[at.sets + depth * width + j] = bit
            scratch[at.left + j] ^= bit
            scratch[at.stack + j] |= bit
            return True
    return False


@helper
def merge(state: State, at: Graph, depth: Unsigned) -> Unsigned:
    """Merge the last component with those it has arcs back to; return how many are open."""
    scratch, width = state.scratch, at.width
    for j in range(width):
        scratch[at.seen + j] = scratch[at.arcs + (depth - ONE) * width + j] & scratch[at.stack + j]
    while True:
        last = (depth - ONE) * width
        is_more = False
        for j in range(width):
            is_more |= scratch[at.seen + j] & ~scratch[at.sets + last + j] != ZERO
        if not is_more:
            return depth
        for j in range(width):
            scratch[at.sets + last - width + j] |= scratch[at.sets + last + j]
            scratch[at.arcs + last - width + j] |= scratch[at.arcs + last + j]
        depth -= ONE


@helper
def close(state: State, at: Graph, depth: Unsigned) -> None:
    """Close a complete component: it becomes the row of each of its nodes."""
    scratch, width = state.scratch, at.width
    own = at.sets + depth * width
    for j in range(width):
        scratch[at.stack + j] &= ~scratch[own + j]
    for j in range(width):
        nodes = scratch[own + j] & scratch[at.nodes + j]
        while nodes != ZERO:
            row = scratch[at.row_of + (np.uint64(j) << SIX) + trailing_zeros64(nodes)] * width
            nodes &= nodes - ONE
            for i in range(width):
                scratch[row + i] = scratch[own + i]
