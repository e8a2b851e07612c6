"""Nested cycles of single implications."""

from __future__ import annotations

import numpy as np

from exactcover.runtime.kernels.jit import helper
from sudoku.ratings.explainer.chains import CYCLE_BASE, ORDER, SHORTEST_CYCLE, X, Y, length_rating
from sudoku.ratings.explainer.nested.arrays import (
    FALSE,
    N_WAYS,
    N_WORDS,
    NOBODY,
    TRUE,
    WORDS,
    Index,
    NestedSearch,
)
from sudoku.ratings.explainer.nested.easiest_chains import improves, key_of
from sudoku.ratings.explainer.nested.net import add, has, lowest
from sudoku.ratings.explainer.nested.single_chains import forget_chain, keep_path, need, start


@helper
def look_for_cycles(search: NestedSearch, source: Index, mode: Index) -> None:
    """Look for cycles through a candidate being true that eliminate something."""
    net, implied, singles = search.net, search.implied, search.singles
    first = 1 if mode == X else 0
    last = 1 if mode == Y else N_WAYS
    start(search, source, TRUE)
    head, tail = 0, 1
    while head < tail:
        one = np.int64(singles.queue[head]) >> 1
        head += 1
        length = np.int64(singles.depth[TRUE, one]) + 1
        for k in range(net.n_weak[one]):
            off = np.int64(net.weak[one, k])
            way = np.int64(net.weak_way[one, k])
            if way < first or not has(implied.live, off) or is_behind(search, one, off):
                continue
            for strong_way in range(first, last):
                on = np.int64(singles.strong[off, strong_way])
                if on == NOBODY:
                    continue
                if on == source and length >= SHORTEST_CYCLE:
                    close(search, one, off, way, strong_way, mode, length)
                if singles.parent[TRUE, on] == NOBODY:
                    # Between two true candidates the false one is kept as the parent.
                    singles.parent[TRUE, on] = off
                    singles.parent[FALSE, on] = one
                    singles.way[TRUE, on] = strong_way
                    singles.way[FALSE, on] = way
                    singles.depth[TRUE, on] = length + 1
                    singles.queue[tail] = 2 * on + TRUE
                    tail += 1


@helper
def is_behind(search: NestedSearch, one: Index, off: Index) -> bool:
    """Return whether a candidate is false on the way to a true one."""
    singles = search.singles
    while singles.parent[TRUE, one] != one:
        if singles.parent[TRUE, one] == off:
            return True
        one = np.int64(singles.parent[FALSE, one])
    return False


@helper
def close(
    search: NestedSearch,
    one: Index,
    off: Index,
    way: Index,
    strong_way: Index,
    mode: Index,
    length: Index,
) -> None:
    """Keep a cycle for the candidates that it eliminates, if it is their easiest."""
    net, singles, easiest = search.net, search.singles, search.easiest
    key = key_of(CYCLE_BASE[mode] + length_rating(length), length, ORDER[mode])
    if not note_seen(search, one, off):
        return
    easiest.found[0] += 1
    is_noted = False
    for word in range(net.sizes[WORDS]):
        rest = singles.seen[0, word] & singles.seen[1, word]
        while rest != 0:
            other = 64 * word + lowest(rest)
            rest &= rest - np.uint64(1)
            if improves(search, other, key):
                if not is_noted:
                    note_cycle(search, one, off, way, strong_way)
                    is_noted = True
                keep_path(search, other, key, length)


@helper
def note_seen(search: NestedSearch, one: Index, off: Index) -> bool:
    """Note what sees candidates of a cycle outside its cells; return whether something goes."""
    net, singles = search.net, search.singles
    for word in range(net.sizes[WORDS]):
        singles.seen[0, word] = 0
        singles.seen[1, word] = 0
    last_one, last_off = one, off
    while True:
        see(search, off, FALSE)
        see(search, one, TRUE)
        if singles.parent[TRUE, one] == one:
            break
        off, one = np.int64(singles.parent[TRUE, one]), np.int64(singles.parent[FALSE, one])
    one, off = last_one, last_off
    while True:
        hide(search, net.cell[off])
        hide(search, net.cell[one])
        if singles.parent[TRUE, one] == one:
            break
        off, one = np.int64(singles.parent[TRUE, one]), np.int64(singles.parent[FALSE, one])
    both = np.uint64(0)
    for word in range(net.sizes[WORDS]):
        both |= singles.seen[0, word] & singles.seen[1, word]
    return bool(both != 0)


@helper
def see(search: NestedSearch, one: Index, truth: Index) -> None:
    """Note what sees a candidate."""
    net, implied, singles = search.net, search.implied, search.singles
    for way in range(1, N_WAYS):
        for word in range(net.sizes[WORDS]):
            singles.seen[truth, word] |= net.members[net.units[one, way], word] & implied.live[word]


@helper
def hide(search: NestedSearch, cell: Index) -> None:
    """Forget what is in a cell of the cycle."""
    net, singles = search.net, search.singles
    for word in range(net.sizes[WORDS]):
        singles.seen[0, word] &= ~net.members[cell, word]


@helper
def note_cycle(search: NestedSearch, one: Index, off: Index, way: Index, strong_way: Index) -> None:
    """Note the candidates of a cycle, and what it follows from, in both directions."""
    net, singles = search.net, search.singles
    forget_chain(search)
    # The link that closes the cycle leads to its first candidate, which has another one's unit.
    need(search, net.units[off, strong_way])
    while True:
        add(singles.chain[N_WORDS:], off)
        add(singles.chain, one)
        # In the other direction the false candidates are true; the explainer then takes the unit
        # in which they were ruled out.
        need(search, net.units[off, way])
        if singles.parent[TRUE, one] == one:
            return
        need(search, net.units[one, singles.way[TRUE, one]])
        way = np.int64(singles.way[FALSE, one])
        off, one = np.int64(singles.parent[TRUE, one]), np.int64(singles.parent[FALSE, one])
