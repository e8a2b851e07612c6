"""Cycles and forcing chains of single implications: the shortest ones.

A true candidate rules out the others of its cell, and its digit in the cells that share a house. If
a candidate is false, the other candidate of a cell with two is true, and so is the other place in a
house with two. X-chains use one digit; Y-chains know the second implication for cells only;
XY-chains know all. A forcing chain leads from a candidate to its opposite. A cycle leads from a
true candidate to itself, in both directions; so a candidate that sees both a true and a false
candidate of its digit on the cycle is eliminated.

References
----------
SukakuExplainer searches breadth first, visits each true candidate once, and rates the
shortest chain.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from exactcover.runtime.kernels.bits import popcount64, trailing_zeros64
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U32, Unsigned
from sudoku.ratings.explainer.board import (
    CANDIDATES,
    CELLS,
    N_CANDIDATES,
    N_NODES,
    NINE,
    ONE,
    THREE,
    TWO,
    WEAK,
    WEAK_IN_CELL,
    ZERO,
    Count,
)
from sudoku.ratings.explainer.workspace import (
    RATING,
    State,
    clear,
    forget,
    is_easier,
    n_lost,
    offer,
    offer_placement,
)
from sudoku.techniques.tables import BIT, bit_of


class Mode(IntEnum):
    """The implications that a chain may use."""

    X = 0
    """Those of one digit."""
    Y = 1
    """Those of cells with two candidates, from false to true."""
    XY = 2
    """All."""


X, Y, XY = map(int, Mode)
CHAIN_BASE, CYCLE_BASE = np.array((66, 70, 70)), np.array((65, 65, 70))
"""The rating of the shortest forcing chain and of the shortest cycle, in tenths, by mode."""
ORDER = np.array((2, 3, 4))
"""Among chains of the same length SukakuExplainer takes X-chains first, then Y, then XY."""
SHORTEST_CYCLE = 4
"""The number of nodes of the shortest cycle."""
N_WAYS = 4
"""By a false candidate another is true in four ways: by their cell, box, row or column."""
WAYS, FIRST_HOUSE = np.uint32(N_WAYS), ONE
N_KINDS = 8
"""More than there are kinds of chains in `order_of`."""
NONE = np.uint32(0xFFFF)
"""Stands for no candidate."""


class Graph(NamedTuple):
    """The implications of a position, and arrays to search them.

    A node is a candidate, ``9 * cell + digit``; what is true and what is false is kept apart.

    ======== ==================== ============= =================================================
    array    shape, dtype         indexed by    holds
    ======== ==================== ============= =================================================
    strong   (729, 4), uint32     candidate     what is true if it is false: by its cell, box,
                                                row, column; NONE where nothing is
    parent   (2, 729), uint32     truth, node   what it was reached from; NONE where it was not
    depth    (2, 729), uint32     truth, node   in how many steps
    queue    (2 * 729,), uint32   0 ..          true and false candidates in turn: 2 * node + truth
    ======== ==================== ============= =================================================
    """

    strong: U32
    parent: U32
    depth: U32
    queue: U32


def graph9() -> Graph:
    """Return empty arrays for the implications of a position."""
    return Graph(
        np.zeros((N_CANDIDATES, N_WAYS), dtype=np.uint32),
        np.zeros((2, N_CANDIDATES), dtype=np.uint32),
        np.zeros((2, N_CANDIDATES), dtype=np.uint32),
        np.zeros(N_NODES, dtype=np.uint32),
    )


@helper
def note_strong(state: State, graph: Graph) -> None:
    """Note what follows from each candidate being false."""
    houses = state.tables.layout.houses
    for cell in range(CELLS):
        mask = state.tables.cand[cell]
        rest = mask
        while rest != 0:
            digit = np.uint32(trailing_zeros64(rest))
            rest &= rest - BIT
            node = NINE * cell + digit
            graph.strong[node, 0] = NONE
            if popcount64(mask) == 2:
                other = np.uint32(trailing_zeros64(mask & ~bit_of(digit)))
                graph.strong[node, 0] = NINE * cell + other
            for kind in range(THREE):
                house = state.board.house_of[cell, kind]
                graph.strong[node, kind + ONE] = NONE
                places = state.tables.pos[house, digit]
                if popcount64(places) == 2:
                    first = houses[house, np.uint32(trailing_zeros64(places))]
                    second = houses[house, np.uint32(trailing_zeros64(places & (places - BIT)))]
                    other_cell = second if first == cell else first
                    graph.strong[node, kind + ONE] = NINE * other_cell + digit


@helper
def order_of(n_nodes: Count, kind: Count) -> Count:
    """Return a key that orders chains by their length, and those of the same length by a kind."""
    return N_KINDS * n_nodes + kind


@helper
def length_rating(n_nodes: Count) -> Count:
    """Return the addition to the rating of a chain for its number of nodes, in tenths."""
    added, ceiling, is_odd = 0, 4, False
    while n_nodes - 2 > ceiling:
        added += 1
        ceiling = ceiling * 4 // 3 if is_odd else ceiling * 3 // 2
        is_odd = not is_odd
    return added


@kernel
def find(state: State, graph: Graph) -> Count:
    """Look for the easiest cycle or forcing chain."""
    forget(state)
    note_strong(state, graph)
    for mode in range(3):
        for cell in range(CELLS):
            mask = state.tables.cand[cell]
            if mode == Y and popcount64(mask) != 2:
                continue
            while mask != 0:
                node = NINE * cell + np.uint32(trailing_zeros64(mask))
                mask &= mask - BIT
                look_for_cycles(state, graph, node, mode)
                if mode != Y:
                    look_for_chain(state, graph, node, mode, True)
                    look_for_chain(state, graph, node, mode, False)
    return state.workspace.found[RATING]


@helper
def is_there(state: State, node: Unsigned) -> bool:
    """Return whether a candidate is left."""
    return bool(state.tables.cand[node // NINE] & bit_of(node % NINE) != 0)


@helper
def key_of(n_nodes: Count, mode: Count) -> Count:
    """Return the key that decides among chains of the same rating: the length, then the mode."""
    return order_of(n_nodes, ORDER[mode])


@helper
def start(graph: Graph, node: Unsigned, truth: Count) -> None:
    """Forget the last search and put its first node."""
    for k in range(CANDIDATES):
        graph.parent[0, k] = NONE
        graph.parent[1, k] = NONE
    graph.queue[0] = TWO * node + np.uint32(truth)
    graph.parent[np.uint32(truth), node] = node
    graph.depth[np.uint32(truth), node] = 1


@helper
def look_for_chain(state: State, graph: Graph, source: Unsigned, mode: Count, truth: bool) -> None:
    """Look for the shortest chain from a candidate being true, or false, to its opposite."""
    base = CHAIN_BASE[mode]
    start(graph, source, int(truth))
    head, tail = ZERO, ONE
    while head < tail:
        item = graph.queue[head]
        head += ONE
        node, is_on = item >> ONE, item & ONE
        depth = graph.depth[is_on, node]
        n_nodes = np.int64(depth) + 1
        if not is_easier(state, base + length_rating(n_nodes), key_of(n_nodes, mode)):
            return
        if is_on:
            first = WEAK_IN_CELL if mode == X else ZERO
            for k in range(first, WEAK):
                tail = reach(state, graph, state.board.weak[node, k], node, 0, tail)
        else:
            first = FIRST_HOUSE if mode == X else ZERO
            for k in range(first, WAYS):
                if graph.strong[node, k] != NONE:
                    tail = reach(state, graph, graph.strong[node, k], node, 1, tail)
        goal = np.uint32(0 if truth else 1)
        if graph.parent[goal, source] != NONE:
            end_chain(state, graph, source, mode, truth)
            return


@helper
def reach(
    state: State, graph: Graph, node: Unsigned, parent: Unsigned, truth: Count, tail: Unsigned
) -> Unsigned:
    """Put a candidate into the queue unless it was there, and return the queue's end."""
    side = np.uint32(truth)
    if graph.parent[side, node] != NONE or not is_there(state, node):
        return tail
    graph.parent[side, node] = parent
    graph.depth[side, node] = graph.depth[ONE - side, parent] + ONE
    graph.queue[tail] = TWO * node + side
    return tail + ONE


@helper
def end_chain(state: State, graph: Graph, source: Unsigned, mode: Count, truth: bool) -> None:
    """Keep the forcing chain that was found, if it is the easiest."""
    base = CHAIN_BASE[mode]
    n_nodes = np.int64(graph.depth[np.uint32(0 if truth else 1), source])
    rating = base + length_rating(n_nodes)
    key = key_of(n_nodes, mode)
    if not is_easier(state, rating, key):
        return
    cell, digit = source // NINE, source % NINE
    if truth:
        clear(state)
        state.workspace.trial[cell] = bit_of(digit)
        offer(state, rating, key)
    else:
        offer_placement(state, rating, key, cell, digit)


@helper
def look_for_cycles(state: State, graph: Graph, source: Unsigned, mode: int) -> None:
    """Look for cycles through a candidate being true that rule something out."""
    base = CYCLE_BASE[mode]
    start(graph, source, 1)
    head, tail = ZERO, ONE
    while head < tail:
        node = graph.queue[head] >> ONE
        head += ONE
        depth = graph.depth[1, node]
        n_nodes = np.int64(depth) + 1
        if not is_easier(state, base + length_rating(n_nodes), key_of(n_nodes, mode)):
            return
        for k in range(WEAK_IN_CELL if mode == X else ZERO, WEAK):
            off = state.board.weak[node, k]
            if not is_there(state, off) or is_behind(graph, node, off):
                continue
            for way in range(
                FIRST_HOUSE if mode == X else ZERO, FIRST_HOUSE if mode == Y else WAYS
            ):
                on = graph.strong[off, way]
                if on == NONE:
                    continue
                if on == source and n_nodes >= SHORTEST_CYCLE:
                    close(state, graph, node, off, mode, n_nodes)
                if graph.parent[1, on] == NONE:
                    # Between two true candidates the false one is kept as the parent.
                    graph.parent[1, on] = off
                    graph.parent[0, on] = node
                    graph.depth[1, on] = depth + TWO
                    graph.queue[tail] = TWO * on + ONE
                    tail += ONE


@helper
def is_behind(graph: Graph, node: Unsigned, off: Unsigned) -> bool:
    """Return whether a candidate is false on the way to a true one."""
    while graph.parent[1, node] != node:
        if graph.parent[1, node] == off:
            return True
        node = graph.parent[0, node]
    return False


@helper
def close(
    state: State, graph: Graph, node: Unsigned, off: Unsigned, mode: Count, n_nodes: Count
) -> None:
    """Keep a cycle, if it rules something out and is the easiest."""
    base = CYCLE_BASE[mode]
    rating, key = base + length_rating(n_nodes), key_of(n_nodes, mode)
    if not is_easier(state, rating, key):
        return
    clear(state)
    for cell in range(CELLS):
        mask = state.tables.cand[cell]
        if mask != 0 and not is_on_cycle(graph, node, off, cell):
            state.workspace.trial[cell] = mask & seen_as(state, graph, node, off, cell)
    if n_lost(state) != 0:
        offer(state, rating, key)


@helper
def is_on_cycle(graph: Graph, node: Unsigned, off: Unsigned, cell: Unsigned) -> bool:
    """Return whether a cycle goes through a cell."""
    if off // NINE == cell or node // NINE == cell:
        return True
    while graph.parent[1, node] != node:
        if graph.parent[1, node] // NINE == cell:
            return True
        node = graph.parent[0, node]
        if node // NINE == cell:
            return True
    return False


@helper
def seen_as(state: State, graph: Graph, node: Unsigned, off: Unsigned, cell: Unsigned) -> Unsigned:
    """Return the digits that a cell sees on the cycle both as true and as false."""
    as_true, as_false = np.uint64(0), np.uint64(0)
    while True:
        if state.board.sees[cell, off // NINE]:
            as_false |= bit_of(off % NINE)
        if state.board.sees[cell, node // NINE]:
            as_true |= bit_of(node % NINE)
        if graph.parent[1, node] == node:
            return as_true & as_false
        off, node = graph.parent[1, node], graph.parent[0, node]
