"""Nested cycles and forcing chains of single implications.

The search is that of `sudoku.ratings.explainer.chains`, which explains cycles, chains and modes. It
keeps not the easiest chain alone, but the easiest for each candidate.
"""

from __future__ import annotations

import numpy as np

from exactcover.runtime.kernels.jit import helper, subroutine
from sudoku.ratings.explainer.chains import CHAIN_BASE, ORDER, X, Y, length_rating
from sudoku.ratings.explainer.nested.cycles import look_for_cycles
from sudoku.ratings.explainer.nested.findings import Records
from sudoku.ratings.explainer.nested.hints import (
    Hints,
    emit_hints,
    forget_hints,
    improves,
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
from sudoku.ratings.explainer.nested.paths import (
    Paths,
    forget_chain,
    keep_path,
    need,
    reach,
    start,
)

__all__ = ["find_simple"]


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
