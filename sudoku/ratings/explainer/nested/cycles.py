"""Nested cycles of single implications."""

from __future__ import annotations

import numpy as np

from exactcover.runtime.kernels.jit import helper
from sudoku.ratings.explainer.chains import (
    CYCLE_BASE,
    ORDER,
    SHORTEST_CYCLE,
    X,
    Y,
    length_rating,
)
from sudoku.ratings.explainer.nested.hints import Hints, improves, key_of
from sudoku.ratings.explainer.nested.layer import FALSE, TRUE, Layer
from sudoku.ratings.explainer.nested.net import (
    N_WAYS,
    N_WORDS,
    NOBODY,
    WORDS,
    Index,
    Net,
    add,
    has,
    lowest,
)
from sudoku.ratings.explainer.nested.paths import Paths, forget_chain, keep_path, need, start

__all__ = ["look_for_cycles"]


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
