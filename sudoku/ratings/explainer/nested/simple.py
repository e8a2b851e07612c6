"""Nested cycles and forcing chains of single implications.

The search is that of `sudoku.ratings.explainer.chains`, which explains cycles, chains and modes. It
keeps not the easiest chain alone, but the easiest for each candidate.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.compiled.jit import helper, subroutine
from exactcover.compiled.types import U64
from sudoku.ratings.explainer.board import N_CANDIDATES
from sudoku.ratings.explainer.chains import (
    CHAIN_BASE,
    CYCLE_BASE,
    ORDER,
    SHORTEST_CYCLE,
    X,
    Y,
    length_rating,
)
from sudoku.ratings.explainer.nested.alternatives import MIX
from sudoku.ratings.explainer.nested.findings import Records
from sudoku.ratings.explainer.nested.hints import (
    Hints,
    emit_hints,
    forget_hints,
    improves,
    keep,
    key_of,
    sort_hints,
)
from sudoku.ratings.explainer.nested.layer import FALSE, TRUE, Layer
from sudoku.ratings.explainer.nested.net import (
    COUNT,
    N_WAYS,
    N_WORDS,
    NOBODY,
    WORDS,
    Index,
    Net,
    add,
    has,
    lowest,
    n_left,
    other_left,
)

__all__ = ["Paths", "find_simple", "paths9"]


class Paths(NamedTuple):
    """The implications of single candidates, and arrays to search them.

    ======== ================== ============= ===================================================
    array    shape, dtype       indexed by    holds
    ======== ================== ============= ===================================================
    strong   (729, 4), int32    candidate     what is true if it is false, by each way, or NOBODY
    two      (729,), uint8      candidate     1 if its cell has two candidates
    parent   (2, 729), int32    truth,        what it was reached from, or NOBODY
                                candidate
    way      (2, 729), int32    the same      in which way
    depth    (2, 729), int32    the same      in how many steps
    queue    (1458,), int32     0 ..          nodes whose implications are still to be followed
    chain    (24,), uint64      -             the true and the false candidates of a chain
    needs    (12,), uint64      -             the false candidates that it follows from
    seen     (2, 12), uint64    truth         what sees a true, or a false, candidate of a cycle
    ======== ================== ============= ===================================================
    """

    strong: NDArray[np.int32]
    two: NDArray[np.uint8]
    parent: NDArray[np.int32]
    way: NDArray[np.int32]
    depth: NDArray[np.int32]
    queue: NDArray[np.int32]
    chain: U64
    needs: U64
    seen: U64


def paths9() -> Paths:
    """Return empty arrays for implications."""
    return Paths(
        np.zeros((N_CANDIDATES, N_WAYS), np.int32),
        np.zeros(N_CANDIDATES, np.uint8),
        np.zeros((2, N_CANDIDATES), np.int32),
        np.zeros((2, N_CANDIDATES), np.int32),
        np.zeros((2, N_CANDIDATES), np.int32),
        np.zeros(2 * N_CANDIDATES, np.int32),
        np.zeros(2 * N_WORDS, np.uint64),
        np.zeros(N_WORDS, np.uint64),
        np.zeros((2, N_WORDS), np.uint64),
    )


@subroutine
def find_simple(
    net: Net, outer: Layer, paths: Paths, records: Records, hints: Hints, assumption: Index
) -> Index:
    """Look for cycles and chains among the candidates left; return how many go."""
    forget_hints(net, hints)
    for one in range(net.sizes[COUNT]):
        paths.two[one] = n_left(net, outer.live, net.cell[one]) == 2
        for way in range(N_WAYS):
            paths.strong[one, way] = other_left(net, outer.live, net.units[one, way], one)
    for mode in range(3):
        for one in range(net.sizes[COUNT]):
            if not has(outer.live, one) or n_left(net, outer.live, net.cell[one]) < 2:
                continue
            if mode == Y and paths.two[one] == 0:
                continue
            look_for_cycles(net, outer, paths, hints, one, mode)
            if mode != Y:
                look_for_chain(net, outer, paths, hints, one, mode, TRUE)
                look_for_chain(net, outer, paths, hints, one, mode, FALSE)
    count = sort_hints(net, hints)
    return emit_hints(net, outer, records, hints, assumption, count)


@helper
def start(net: Net, paths: Paths, one: Index, truth: Index) -> None:
    """Forget the last search and put its first node."""
    for other in range(net.sizes[COUNT]):
        paths.parent[0, other] = NOBODY
        paths.parent[1, other] = NOBODY
    paths.queue[0] = 2 * one + truth
    paths.parent[truth, one] = one
    paths.depth[truth, one] = 1


@helper
def reach(paths: Paths, one: Index, parent: Index, truth: Index, way: Index, tail: Index) -> Index:
    """Put a candidate into the queue unless it was there, and return the queue's end."""
    if paths.parent[truth, one] != NOBODY:
        return tail
    paths.parent[truth, one] = parent
    paths.way[truth, one] = way
    paths.depth[truth, one] = paths.depth[1 - truth, parent] + 1
    paths.queue[tail] = 2 * one + truth
    return tail + 1


@helper
def look_for_chain(
    net: Net, outer: Layer, paths: Paths, hints: Hints, source: Index, mode: Index, truth: Index
) -> None:
    """Look for the shortest chain from a candidate being true, or false, to its opposite."""
    first = 1 if mode == X else 0
    goal = 1 - truth
    start(net, paths, source, truth)
    head, tail = 0, 1
    while head < tail:
        node = np.int64(paths.queue[head])
        head += 1
        one = node >> 1
        if node & 1 == TRUE:
            for k in range(net.n_weak[one]):
                other = np.int64(net.weak[one, k])
                if net.weak_way[one, k] >= first and has(outer.live, other):
                    tail = reach(paths, other, one, FALSE, net.weak_way[one, k], tail)
        else:
            for way in range(first, N_WAYS):
                other = np.int64(paths.strong[one, way])
                if other != NOBODY:
                    tail = reach(paths, other, one, TRUE, way, tail)
        if paths.parent[goal, source] != NOBODY:
            end_chain(net, outer, paths, hints, source, mode, goal)
            return


@helper
def end_chain(
    net: Net, outer: Layer, paths: Paths, hints: Hints, source: Index, mode: Index, goal: Index
) -> None:
    """Keep a chain for the candidates that it eliminates, if it is their easiest."""
    length = np.int64(paths.depth[goal, source])
    key = key_of(CHAIN_BASE[mode] + length_rating(length), length, ORDER[mode])
    hints.found[0] += 1
    if goal == FALSE:
        if improves(hints, source, key):
            note_chain(net, outer, paths, source, goal)
            keep_path(net, paths, hints, source, key, length)
        return
    is_noted = False
    cell = net.cell[source]
    for word in range(net.sizes[WORDS]):
        rest = net.members[cell, word] & outer.live[word]
        while rest != 0:
            other = 64 * word + lowest(rest)
            rest &= rest - np.uint64(1)
            if other != source and improves(hints, other, key):
                if not is_noted:
                    note_chain(net, outer, paths, source, goal)
                    is_noted = True
                keep_path(net, paths, hints, other, key, length)


@helper
def keep_path(net: Net, paths: Paths, hints: Hints, one: Index, key: Index, length: Index) -> None:
    """Keep the chain in `Paths.chain` as the easiest that eliminates a candidate."""
    keep(hints, one, key, length, 0, 0, 0)
    name = np.uint64(length)
    for word in range(net.sizes[WORDS]):
        hints.parents[one, word] = paths.needs[word]
        name = (name ^ paths.chain[word]) * MIX
        name = (name ^ name >> np.uint64(29) ^ paths.chain[N_WORDS + word]) * MIX
    hints.name[one] = name ^ name >> np.uint64(31)


@helper
def forget_chain(net: Net, paths: Paths) -> None:
    """Begin to note a chain."""
    for word in range(net.sizes[WORDS]):
        paths.chain[word] = 0
        paths.chain[N_WORDS + word] = 0
        paths.needs[word] = 0


@helper
def note_chain(net: Net, outer: Layer, paths: Paths, source: Index, goal: Index) -> None:
    """Note the candidates of a forcing chain, and what it follows from."""
    forget_chain(net, paths)
    one, truth = source, goal
    while True:
        add(paths.chain[N_WORDS * (1 - truth) :], one)
        if one == source and truth != goal:
            return
        if truth == TRUE:
            need(net, outer, paths, net.units[one, paths.way[TRUE, one]])
        one, truth = np.int64(paths.parent[truth, one]), 1 - truth


@helper
def need(net: Net, outer: Layer, paths: Paths, unit: Index) -> None:
    """Note that a chain follows from what the assumption eliminated in a unit."""
    for word in range(net.sizes[WORDS]):
        paths.needs[word] |= net.members[unit, word] & outer.base[word] & ~outer.live[word]


@helper
def look_for_cycles(
    net: Net, outer: Layer, paths: Paths, hints: Hints, source: Index, mode: Index
) -> None:
    """Look for cycles through a candidate being true that eliminate something."""
    first = 1 if mode == X else 0
    last = 1 if mode == Y else N_WAYS
    start(net, paths, source, TRUE)
    head, tail = 0, 1
    while head < tail:
        one = np.int64(paths.queue[head]) >> 1
        head += 1
        length = np.int64(paths.depth[TRUE, one]) + 1
        for k in range(net.n_weak[one]):
            off = np.int64(net.weak[one, k])
            way = np.int64(net.weak_way[one, k])
            if way < first or not has(outer.live, off) or is_behind(paths, one, off):
                continue
            for strong_way in range(first, last):
                on = np.int64(paths.strong[off, strong_way])
                if on == NOBODY:
                    continue
                if on == source and length >= SHORTEST_CYCLE:
                    close(net, outer, paths, hints, one, off, way, strong_way, mode, length)
                if paths.parent[TRUE, on] == NOBODY:
                    # Between two true candidates the false one is kept as the parent.
                    paths.parent[TRUE, on] = off
                    paths.parent[FALSE, on] = one
                    paths.way[TRUE, on] = strong_way
                    paths.way[FALSE, on] = way
                    paths.depth[TRUE, on] = length + 1
                    paths.queue[tail] = 2 * on + TRUE
                    tail += 1


@helper
def is_behind(paths: Paths, one: Index, off: Index) -> bool:
    """Return whether a candidate is false on the way to a true one."""
    while paths.parent[TRUE, one] != one:
        if paths.parent[TRUE, one] == off:
            return True
        one = np.int64(paths.parent[FALSE, one])
    return False


@helper
def close(
    net: Net,
    outer: Layer,
    paths: Paths,
    hints: Hints,
    one: Index,
    off: Index,
    way: Index,
    strong_way: Index,
    mode: Index,
    length: Index,
) -> None:
    """Keep a cycle for the candidates that it eliminates, if it is their easiest."""
    key = key_of(CYCLE_BASE[mode] + length_rating(length), length, ORDER[mode])
    if not note_seen(net, outer, paths, one, off):
        return
    hints.found[0] += 1
    is_noted = False
    for word in range(net.sizes[WORDS]):
        rest = paths.seen[0, word] & paths.seen[1, word]
        while rest != 0:
            other = 64 * word + lowest(rest)
            rest &= rest - np.uint64(1)
            if improves(hints, other, key):
                if not is_noted:
                    note_cycle(net, outer, paths, one, off, way, strong_way)
                    is_noted = True
                keep_path(net, paths, hints, other, key, length)


@helper
def note_seen(net: Net, outer: Layer, paths: Paths, one: Index, off: Index) -> bool:
    """Note what sees candidates of a cycle outside its cells; return whether something goes."""
    for word in range(net.sizes[WORDS]):
        paths.seen[0, word] = 0
        paths.seen[1, word] = 0
    last_one, last_off = one, off
    while True:
        see(net, outer, paths, off, FALSE)
        see(net, outer, paths, one, TRUE)
        if paths.parent[TRUE, one] == one:
            break
        off, one = np.int64(paths.parent[TRUE, one]), np.int64(paths.parent[FALSE, one])
    one, off = last_one, last_off
    while True:
        hide(net, paths, net.cell[off])
        hide(net, paths, net.cell[one])
        if paths.parent[TRUE, one] == one:
            break
        off, one = np.int64(paths.parent[TRUE, one]), np.int64(paths.parent[FALSE, one])
    both = np.uint64(0)
    for word in range(net.sizes[WORDS]):
        both |= paths.seen[0, word] & paths.seen[1, word]
    return bool(both != 0)


@helper
def see(net: Net, outer: Layer, paths: Paths, one: Index, truth: Index) -> None:
    """Note what sees a candidate."""
    for way in range(1, N_WAYS):
        for word in range(net.sizes[WORDS]):
            paths.seen[truth, word] |= net.members[net.units[one, way], word] & outer.live[word]


@helper
def hide(net: Net, paths: Paths, cell: Index) -> None:
    """Forget what is in a cell of the cycle."""
    for word in range(net.sizes[WORDS]):
        paths.seen[0, word] &= ~net.members[cell, word]


@helper
def note_cycle(
    net: Net, outer: Layer, paths: Paths, one: Index, off: Index, way: Index, strong_way: Index
) -> None:
    """Note the candidates of a cycle, and what it follows from, in both directions."""
    forget_chain(net, paths)
    # The link that closes the cycle leads to its first candidate, which has another one's unit.
    need(net, outer, paths, net.units[off, strong_way])
    while True:
        add(paths.chain[N_WORDS:], off)
        add(paths.chain, one)
        # In the other direction the false candidates are true; the explainer then takes the unit
        # in which they were ruled out.
        need(net, outer, paths, net.units[off, way])
        if paths.parent[TRUE, one] == one:
            return
        need(net, outer, paths, net.units[one, paths.way[TRUE, one]])
        way = np.int64(paths.way[FALSE, one])
        off, one = np.int64(paths.parent[TRUE, one]), np.int64(paths.parent[FALSE, one])
