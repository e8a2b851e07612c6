"""Strong components of a graph whose arcs are rows of bits, found by words.

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
from exactcover.compiled.bits import trailing_zeros64
from exactcover.compiled.jit import helper
from exactcover.compiled.types import Unsigned


class Graph(NamedTuple):
    """Where a graph is, and what is needed to search it: places in `scratch`.

    width: of words. Rows of `width` words: `sets` and `arcs`, for each component that is open, and
    one each for the nodes with a row (`nodes`), those of them `left` to visit, those in open
    components (`stack`), and those `seen`. `row_of` has a word for each node: the number of its
    row; `end` is behind all.
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
def graph(n_rows: Unsigned, n_open: Unsigned, width: Unsigned) -> Graph:
    """Lay out the scratch."""
    sets = n_rows * width
    arcs = sets + n_open * width
    nodes = arcs + n_open * width
    left = nodes + width
    stack = left + width
    seen = stack + width
    row_of = seen + width
    return Graph(width, sets, arcs, nodes, left, stack, seen, row_of, row_of + width * BITS)


@helper
def begin(state: State, at: Graph) -> None:
    """Forget all nodes."""
    for j in range(at.width):
        state.scratch[at.nodes + j] = ZERO


@helper
def add(state: State, at: Graph, node: Unsigned, row: Unsigned) -> None:
    """Add a node, which has the arcs of a row."""
    state.scratch[at.row_of + node] = row
    state.scratch[at.nodes + (node >> SIX)] |= ONE << (node & LAST_BIT)


@helper
def find_components(state: State, at: Graph, depth: Unsigned) -> None:
    """Visit the nodes, depth first; write over the row of each the component it is in.

    With `depth` 1 a first component is open already, of nodes without rows.
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
    """Open a component for a node that is left: one that the last component leads to, or any."""
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
    """Merge the last component with those that it leads back to; return how many are open."""
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
    """Leave a component that is complete: it becomes the row of each of its nodes."""
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
