"""Nested cycles and forcing chains of single implications.

The search is that of `sudoku.ratings.explainer.chains`, which explains cycles, chains and modes. It
keeps not the easiest chain alone, but the easiest for each candidate.
"""

from __future__ import annotations

import numpy as np

from exactcover.runtime.kernels.jit import helper, subroutine
from sudoku.ratings.explainer.chains import CHAIN_BASE, ORDER, X, Y, length_rating
from sudoku.ratings.explainer.nested.arrays import (
    COUNT,
    FALSE,
    N_WAYS,
    N_WORDS,
    NOBODY,
    TRUE,
    WORDS,
    Index,
    NestedSearch,
)
from sudoku.ratings.explainer.nested.cycles import look_for_cycles
from sudoku.ratings.explainer.nested.easiest_chains import (
    eliminate_in_order,
    forget_chains,
    improves,
    key_of,
    sort_chains,
)
from sudoku.ratings.explainer.nested.net import add, has, lowest, n_left, other_left
from sudoku.ratings.explainer.nested.single_chains import (
    forget_chain,
    keep_path,
    need,
    reach,
    start,
)


@subroutine
def find_simple(search: NestedSearch, assumption: Index) -> Index:
    """Look for cycles and chains among the candidates left; return how many go."""
    net, implied, singles = search.net, search.implied, search.singles
    forget_chains(search)
    for one in range(net.sizes[COUNT]):
        singles.two[one] = n_left(net, implied.live, net.cell[one]) == 2
        for way in range(N_WAYS):
            singles.strong[one, way] = other_left(net, implied.live, net.units[one, way], one)
    for mode in range(3):
        for one in range(net.sizes[COUNT]):
            if not has(implied.live, one) or n_left(net, implied.live, net.cell[one]) < 2:
                continue
            if mode == Y and singles.two[one] == 0:
                continue
            look_for_cycles(search, one, mode)
            if mode != Y:
                look_for_chain(search, one, mode, TRUE)
                look_for_chain(search, one, mode, FALSE)
    count = sort_chains(search)
    return eliminate_in_order(search, assumption, count)


@helper
def look_for_chain(search: NestedSearch, source: Index, mode: Index, truth: Index) -> None:
    """Look for the shortest chain from a candidate being true, or false, to its opposite."""
    net, implied, singles = search.net, search.implied, search.singles
    first = 1 if mode == X else 0
    goal = 1 - truth
    start(search, source, truth)
    head, tail = 0, 1
    while head < tail:
        node = np.int64(singles.queue[head])
        head += 1
        one = node >> 1
        if node & 1 == TRUE:
            for k in range(net.n_weak[one]):
                other = np.int64(net.weak[one, k])
                if net.weak_way[one, k] >= first and has(implied.live, other):
                    tail = reach(search, other, one, FALSE, net.weak_way[one, k], tail)
        else:
            for way in range(first, N_WAYS):
                other = np.int64(singles.strong[one, way])
                if other != NOBODY:
                    tail = reach(search, other, one, TRUE, way, tail)
        if singles.parent[goal, source] != NOBODY:
            end_chain(search, source, mode, goal)
            return


@helper
def end_chain(search: NestedSearch, source: Index, mode: Index, goal: Index) -> None:
    """Keep a chain for the candidates that it eliminates, if it is their easiest."""
    net, implied, singles, easiest = (search.net, search.implied, search.singles, search.easiest)
    length = np.int64(singles.depth[goal, source])
    key = key_of(CHAIN_BASE[mode] + length_rating(length), length, ORDER[mode])
    easiest.found[0] += 1
    if goal == FALSE:
        if improves(search, source, key):
            note_chain(search, source, goal)
            keep_path(search, source, key, length)
        return
    is_noted = False
    cell = net.cell[source]
    for word in range(net.sizes[WORDS]):
        rest = net.members[cell, word] & implied.live[word]
        while rest != 0:
            other = 64 * word + lowest(rest)
            rest &= rest - np.uint64(1)
            if other != source and improves(search, other, key):
                if not is_noted:
                    note_chain(search, source, goal)
                    is_noted = True
                keep_path(search, other, key, length)


@helper
def note_chain(search: NestedSearch, source: Index, goal: Index) -> None:
    """Note the candidates of a forcing chain, and what it follows from."""
    net, singles = search.net, search.singles
    forget_chain(search)
    one, truth = source, goal
    while True:
        add(singles.chain[N_WORDS * (1 - truth) :], one)
        if one == source and truth != goal:
            return
        if truth == TRUE:
            need(search, net.units[one, singles.way[TRUE, one]])
        one, truth = np.int64(singles.parent[truth, one]), 1 - truth
