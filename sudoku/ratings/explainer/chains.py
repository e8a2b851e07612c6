"""Cycles and forcing chains through single implications, and the shortest of them.

True rules out what shares its cell, or its digit and a house; false leaves the other candidate of
a cell with two, or the other place in a house with two. X-chains stay with one digit, Y-chains
know only cells for the second, XY-chains know all. A forcing chain leads from a candidate to its
opposite; a cycle leads from true to true, and both ways round, so what sees both a true and a false
candidate of a digit goes.

References
----------
SukakuExplainer searches breadth first, each true candidate once, and rates the shortest it finds.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from exactcover.compiled.bits import popcount64, trailing_zeros64
from exactcover.compiled.jit import helper, kernel
from exactcover.compiled.types import U32, Unsigned
from sudoku.ratings.explainer.room import (
    NONE,
    Board9,
    Count,
    Room,
    clear,
    forget,
    is_easier,
    n_lost,
    offer,
    offer_placement,
)
from sudoku.techniques.tables import BIT, Tables, bit_of

__all__ = ["Graph", "find", "graph9", "length_rating", "note_strong"]

X, Y, XY = range(3)
SORTED = (2, 3, 4)
"""Among equals SukakuExplainer takes X-chains first, then Y, then XY."""


class Graph(NamedTuple):
    """Implications of a position, and room to search them.

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
    """Return room for the implications of a position."""
    return Graph(
        np.zeros((729, 4), dtype=np.uint32),
        np.zeros((2, 729), dtype=np.uint32),
        np.zeros((2, 729), dtype=np.uint32),
        np.zeros(1458, dtype=np.uint32),
    )


@helper
def note_strong(tables: Tables, board: Board9, graph: Graph) -> None:
    """Note what the falsity of each candidate implies."""
    houses = tables.layout.houses
    for cell in range(np.uint32(81)):
        mask = tables.cand[cell]
        rest = mask
        while rest != 0:
            digit = np.uint32(trailing_zeros64(rest))
            rest &= rest - BIT
            node = np.uint32(9) * cell + digit
            graph.strong[node, 0] = NONE
            if popcount64(mask) == 2:
                other = np.uint32(trailing_zeros64(mask & ~bit_of(digit)))
                graph.strong[node, 0] = np.uint32(9) * cell + other
            for kind in range(np.uint32(3)):
                house = board.house_of[cell, kind]
                graph.strong[node, kind + np.uint32(1)] = NONE
                places = tables.pos[house, digit]
                if popcount64(places) == 2:
                    first = houses[house, np.uint32(trailing_zeros64(places))]
                    second = houses[house, np.uint32(trailing_zeros64(places & (places - BIT)))]
                    other_cell = second if first == cell else first
                    graph.strong[node, kind + np.uint32(1)] = np.uint32(9) * other_cell + digit


@helper
def length_rating(n_nodes: Count) -> Count:
    """Return what a chain of so many nodes adds to its rating, in tenths."""
    added, ceiling, is_odd = 0, 4, False
    while n_nodes - 2 > ceiling:
        added += 1
        ceiling = ceiling * 4 // 3 if is_odd else ceiling * 3 // 2
        is_odd = not is_odd
    return added


@kernel
def find(tables: Tables, board: Board9, room: Room, graph: Graph) -> Count:
    """Look for the easiest cycle or forcing chain."""
    forget(room)
    note_strong(tables, board, graph)
    for mode in range(3):
        for cell in range(np.uint32(81)):
            mask = tables.cand[cell]
            if mode == Y and popcount64(mask) != 2:
                continue
            while mask != 0:
                node = np.uint32(9) * cell + np.uint32(trailing_zeros64(mask))
                mask &= mask - BIT
                look_for_cycles(tables, board, room, graph, node, mode)
                if mode != Y:
                    look_for_chain(tables, board, room, graph, node, mode, True)
                    look_for_chain(tables, board, room, graph, node, mode, False)
    return room.found[0]


@helper
def is_there(tables: Tables, node: Unsigned) -> bool:
    """Tell whether a candidate is one."""
    return bool(tables.cand[node // np.uint32(9)] & bit_of(node % np.uint32(9)) != 0)


@helper
def key_of(n_nodes: Count, mode: Count) -> Count:
    """Return what decides among chains of the same rating: the length, then the kind."""
    return 8 * n_nodes + SORTED[mode]


@helper
def start(graph: Graph, node: Unsigned, truth: Count) -> None:
    """Forget the last search and put its first node."""
    for k in range(np.uint32(729)):
        graph.parent[0, k] = NONE
        graph.parent[1, k] = NONE
    graph.queue[0] = np.uint32(2) * node + np.uint32(truth)
    graph.parent[np.uint32(truth), node] = node
    graph.depth[np.uint32(truth), node] = 1


@helper
def look_for_chain(
    tables: Tables,
    board: Board9,
    room: Room,
    graph: Graph,
    source: Unsigned,
    mode: Count,
    truth: bool,
) -> None:
    """Look for the shortest chain from a candidate being true, or false, to its opposite."""
    base = 66 if mode == X else 70
    start(graph, source, int(truth))
    head, tail = np.uint32(0), np.uint32(1)
    while head < tail:
        item = graph.queue[head]
        head += np.uint32(1)
        node, is_on = item >> np.uint32(1), item & np.uint32(1)
        depth = graph.depth[is_on, node]
        n_nodes = np.int64(depth) + 1
        if not is_easier(room, base + length_rating(n_nodes), key_of(n_nodes, mode)):
            return
        if is_on:
            first = np.uint32(8 if mode == X else 0)
            for k in range(first, np.uint32(28)):
                tail = reach(tables, graph, board.weak[node, k], node, 0, depth, tail)
        else:
            first = np.uint32(1 if mode == X else 0)
            for k in range(first, np.uint32(4)):
                if graph.strong[node, k] != NONE:
                    tail = reach(tables, graph, graph.strong[node, k], node, 1, depth, tail)
        goal = np.uint32(0 if truth else 1)
        if graph.parent[goal, source] != NONE:
            end_chain(tables, room, graph, source, mode, truth)
            return


@helper
def reach(
    tables: Tables,
    graph: Graph,
    node: Unsigned,
    parent: Unsigned,
    truth: Count,
    depth: Unsigned,
    tail: Unsigned,
) -> Unsigned:
    """Put a candidate into the queue unless it was there, and return the queue's end."""
    side = np.uint32(truth)
    if graph.parent[side, node] != NONE or not is_there(tables, node):
        return tail
    graph.parent[side, node] = parent
    graph.depth[side, node] = depth + np.uint32(1)
    graph.queue[tail] = np.uint32(2) * node + side
    return tail + np.uint32(1)


@helper
def end_chain(
    tables: Tables, room: Room, graph: Graph, source: Unsigned, mode: Count, truth: bool
) -> None:
    """Keep the forcing chain that was found, if it is the easiest."""
    base = 66 if mode == X else 70
    n_nodes = np.int64(graph.depth[np.uint32(0 if truth else 1), source])
    rating = base + length_rating(n_nodes)
    key = key_of(n_nodes, mode)
    if not is_easier(room, rating, key):
        return
    cell, digit = source // np.uint32(9), source % np.uint32(9)
    if truth:
        clear(room)
        room.trial[cell] = bit_of(digit)
        offer(tables, room, rating, key)
    else:
        offer_placement(room, rating, key, cell, digit)


@helper
def look_for_cycles(
    tables: Tables, board: Board9, room: Room, graph: Graph, source: Unsigned, mode: int
) -> None:
    """Look for cycles through a candidate being true that rule something out."""
    base = 70 if mode == XY else 65
    start(graph, source, 1)
    head, tail = np.uint32(0), np.uint32(1)
    while head < tail:
        node = graph.queue[head] >> np.uint32(1)
        head += np.uint32(1)
        depth = graph.depth[1, node]
        n_nodes = np.int64(depth) + 1
        if not is_easier(room, base + length_rating(n_nodes), key_of(n_nodes, mode)):
            return
        for k in range(np.uint32(8 if mode == X else 0), np.uint32(28)):
            off = board.weak[node, k]
            if not is_there(tables, off) or is_behind(graph, node, off):
                continue
            for way in range(np.uint32(1 if mode == X else 0), np.uint32(1 if mode == Y else 4)):
                on = graph.strong[off, way]
                if on == NONE:
                    continue
                if on == source and n_nodes >= 4:
                    close(tables, board, room, graph, source, node, off, mode, n_nodes)
                if graph.parent[1, on] == NONE:
                    # Between two true candidates the false one is kept as the parent.
                    graph.parent[1, on] = off
                    graph.parent[0, on] = node
                    graph.depth[1, on] = depth + np.uint32(2)
                    graph.queue[tail] = np.uint32(2) * on + np.uint32(1)
                    tail += np.uint32(1)


@helper
def is_behind(graph: Graph, node: Unsigned, off: Unsigned) -> bool:
    """Tell whether a candidate is false on the way to a true one."""
    while graph.parent[1, node] != node:
        if graph.parent[1, node] == off:
            return True
        node = graph.parent[0, node]
    return False


@helper
def close(
    tables: Tables,
    board: Board9,
    room: Room,
    graph: Graph,
    source: Unsigned,
    node: Unsigned,
    off: Unsigned,
    mode: Count,
    n_nodes: Count,
) -> None:
    """Keep a cycle, if it rules something out and is the easiest."""
    base = 70 if mode == XY else 65
    rating, key = base + length_rating(n_nodes), key_of(n_nodes, mode)
    if not is_easier(room, rating, key):
        return
    clear(room)
    for cell in range(np.uint32(81)):
        mask = tables.cand[cell]
        if mask != 0 and not is_on_cycle(graph, node, off, cell):
            room.trial[cell] = mask & seen_as(board, graph, node, off, cell)
    if n_lost(tables, room) != 0:
        offer(tables, room, rating, key)


@helper
def is_on_cycle(graph: Graph, node: Unsigned, off: Unsigned, cell: Unsigned) -> bool:
    """Tell whether a cycle goes through a cell."""
    if off // np.uint32(9) == cell or node // np.uint32(9) == cell:
        return True
    while graph.parent[1, node] != node:
        if graph.parent[1, node] // np.uint32(9) == cell:
            return True
        node = graph.parent[0, node]
        if node // np.uint32(9) == cell:
            return True
    return False


@helper
def seen_as(board: Board9, graph: Graph, node: Unsigned, off: Unsigned, cell: Unsigned) -> Unsigned:
    """Return the digits that a cell sees on the cycle both as true and as false."""
    as_true, as_false = np.uint64(0), np.uint64(0)
    while True:
        if board.sees[cell, off // np.uint32(9)]:
            as_false |= bit_of(off % np.uint32(9))
        if board.sees[cell, node // np.uint32(9)]:
            as_true |= bit_of(node % np.uint32(9))
        if graph.parent[1, node] == node:
            return as_true & as_false
        off, node = graph.parent[1, node], graph.parent[0, node]
