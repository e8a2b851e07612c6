"""Nested chains from several alternatives: multiple and dynamic forcing chains."""

from __future__ import annotations

import numpy as np

from exactcover.runtime.kernels.jit import helper, subroutine
from sudoku.ratings.explainer.board import N_CELLS
from sudoku.ratings.explainer.nested.arrays import (
    CANDIDATE,
    CAUSE,
    COUNT,
    FOUND,
    KIND,
    LENGTH,
    N_WAYS,
    N_WORDS,
    NODE,
    TRUE,
    TRUTH,
    UNIT,
    WORDS,
    Implications,
    Index,
    NestedSearch,
    Net,
)
from sudoku.ratings.explainer.nested.easiest_chains import (
    eliminate_in_order,
    forget_chains,
    improves,
    keep,
    key_of,
    sort_chains,
)
from sudoku.ratings.explainer.nested.implications import ADVANCED, SOURCE, begin, settle, trace
from sudoku.ratings.explainer.nested.net import first_left, has, lowest, n_left

DOUBLE, CELL, REGION, CONTRADICTION = 1, 5, 6, 7
"""The kinds of chains, in the order that decides among those of one length."""
MIX = np.uint64(0x9E3779B97F4A7C15)


@subroutine
def find_alternatives(search: NestedSearch, assumption: Index, is_dynamic: bool) -> Index:
    """Look for multiple or dynamic chains among the candidates left; return how many go."""
    net, implied, within, easiest = (search.net, search.implied, search.within, search.easiest)
    for word in range(net.sizes[WORDS]):
        within.base[word] = implied.live[word]
    for node in range(2 * net.sizes[COUNT]):
        if (is_dynamic or node & 1 == TRUE) and has(within.base, node >> 1):
            begin(net, within, node)
            settle(net, within, node, is_dynamic)
    forget_chains(search)
    for cell in range(N_CELLS):
        size = n_left(net, within.base, cell)
        if size > 2 or (is_dynamic and size == 2):
            look_at_cell(search, cell, size, is_dynamic)
    count = sort_chains(search)
    for rank in range(count):
        explain(search, easiest.order[rank])
    return eliminate_in_order(search, assumption, count)


@helper
def look_at_cell(search: NestedSearch, cell: Index, size: Index, is_dynamic: bool) -> None:
    """Look for chains that begin with a cell, or a digit in a house whose first place it is."""
    net, within = search.net, search.within
    for word in range(net.sizes[WORDS]):
        rest = net.members[cell, word] & within.base[word]
        while rest != 0:
            one = 64 * word + lowest(rest)
            rest &= rest - np.uint64(1)
            if is_dynamic:
                contradict(search, 2 * one + 1)
                contradict(search, 2 * one)
                if size > 2:
                    agree(search, one)
            for way in range(1, N_WAYS):
                unit = np.int64(net.units[one, way])
                if first_left(net, within.base, unit) == one and n_left(net, within.base, unit) > 1:
                    look_at_unit(search, unit, REGION)
    look_at_unit(search, cell, CELL)


@helper
def conclude(search: NestedSearch, goal: Index, length: Index, kind: Index, unit: Index) -> None:
    """Keep a chain for the candidates that it eliminates, if it is their easiest.

    The goal is a node. A true one eliminates the others of its cell.
    """
    net, within, easiest = search.net, search.within, search.easiest
    one, key = goal >> 1, key_of(0, length, kind)
    easiest.found[0] += 1
    if goal & 1 == 0:
        if improves(search, one, key):
            keep(search, one, key, length, kind, unit, goal)
        return
    cell = net.cell[one]
    for word in range(net.sizes[WORDS]):
        rest = net.members[cell, word] & within.base[word]
        while rest != 0:
            other = 64 * word + lowest(rest)
            rest &= rest - np.uint64(1)
            if other != one and improves(search, other, key):
                keep(search, other, key, length, kind, unit, goal)


@helper
def contradict(search: NestedSearch, assumption: Index) -> None:
    """Conclude the opposite of an assumption that leads to a contradiction."""
    within = search.within
    if within.conflict[assumption, FOUND]:
        length = within.conflict[assumption, LENGTH]
        conclude(search, assumption ^ 1, length, CONTRADICTION, assumption)


@helper
def agree(search: NestedSearch, one: Index) -> None:
    """Conclude what follows from a candidate being true and from its being false."""
    net, within = search.net, search.within
    yes, no = 2 * one + 1, 2 * one
    for truth in range(1, -1, -1):
        for word in range(net.sizes[WORDS]):
            both = (
                within.on[yes, word] & within.on[no, word]
                if truth
                else within.off[yes, word] & within.off[no, word]
            )
            while both != 0:
                goal = 2 * (64 * word + lowest(both)) + truth
                both &= both - np.uint64(1)
                length = np.int64(within.size[yes, goal]) + np.int64(within.size[no, goal])
                conclude(search, goal, length, DOUBLE, one)


@helper
def look_at_unit(search: NestedSearch, unit: Index, kind: Index) -> None:
    """Conclude what follows from all candidates of a unit."""
    net, within = search.net, search.within
    for truth in range(1, -1, -1):
        for word in range(net.sizes[WORDS]):
            common = common_word(net, within, unit, word, truth)
            while common != 0:
                goal = 2 * (64 * word + lowest(common)) + truth
                common &= common - np.uint64(1)
                length = length_of(net, within, unit, goal)
                conclude(search, goal, length, kind, unit)


@helper
def common_word(net: Net, implied: Implications, unit: Index, word: Index, truth: Index) -> Index:
    """Return a word of the set of candidates that all alternatives make true, or false."""
    common = ~np.uint64(0)
    for k in range(net.sizes[WORDS]):
        rest = net.members[unit, k] & implied.base[k]
        while rest != 0 and common != 0:
            node = 2 * (64 * k + lowest(rest)) + TRUE
            rest &= rest - np.uint64(1)
            common &= implied.on[node, word] if truth else implied.off[node, word]
    return common


@helper
def length_of(net: Net, implied: Implications, unit: Index, goal: Index) -> Index:
    """Return the length of the chains from all alternatives of a unit to a node."""
    length: Index = 0
    for word in range(net.sizes[WORDS]):
        rest = net.members[unit, word] & implied.base[word]
        while rest != 0:
            node = 2 * (64 * word + lowest(rest)) + TRUE
            rest &= rest - np.uint64(1)
            length += np.int64(implied.size[node, goal])
    return length


@helper
def explain(search: NestedSearch, one: Index) -> None:
    """Note what the easiest chain for a candidate follows from, and its name."""
    net, within, easiest = search.net, search.within, search.easiest
    kind, unit, goal = easiest.facts[one, KIND], easiest.facts[one, UNIT], easiest.facts[one, NODE]
    for word in range(net.sizes[WORDS]):
        easiest.parents[one, word] = 0
    easiest.name[one] = np.uint64(kind)
    if kind == CONTRADICTION:
        candidate, truth = within.conflict[unit, CANDIDATE], within.conflict[unit, TRUTH]
        node = 2 * candidate + truth
        add_chain(search, one, unit, node ^ 1)
        # The other way to it is noted only to be traced.
        within.cause[unit, node] = np.uint16(within.conflict[unit, CAUSE])
        add_chain(search, one, unit, node)
        return
    if kind == DOUBLE:
        add_chain(search, one, 2 * unit + 1, goal)
        add_chain(search, one, 2 * unit, goal)
        return
    for word in range(net.sizes[WORDS]):
        rest = net.members[unit, word] & within.base[word]
        # The unit has no other candidates only because of the assumption.
        easiest.parents[one, word] |= gone(search, unit, word)
        while rest != 0:
            source = 2 * (64 * word + lowest(rest)) + TRUE
            rest &= rest - np.uint64(1)
            add_chain(search, one, source, goal)


@helper
def gone(search: NestedSearch, unit: Index, word: Index) -> Index:
    """Return a word of the set of a unit's candidates that the assumption eliminated."""
    net, implied, within = search.net, search.implied, search.within
    return net.members[unit, word] & implied.base[word] & ~within.base[word]


@helper
def add_chain(search: NestedSearch, one: Index, source: Index, goal: Index) -> None:
    """Add what a chain follows from, and its part of the name."""
    net, within, eliminations, easiest = (
        search.net,
        search.within,
        search.eliminations,
        search.easiest,
    )
    trace(net, within, eliminations.parents, source, goal)
    name = (easiest.name[one] ^ np.uint64(goal)) * MIX
    for word in range(net.sizes[WORDS]):
        name = (name ^ within.traced[word]) * MIX
        name = (name ^ name >> np.uint64(29) ^ within.traced[N_WORDS + word]) * MIX
        rest = within.traced[word]
        while rest != 0:
            true = 64 * word + lowest(rest)
            rest &= rest - np.uint64(1)
            cause = np.int64(within.cause[source, 2 * true + TRUE])
            if cause != SOURCE:
                for k in range(net.sizes[WORDS]):
                    lost = gone(search, net.units[true, cause], k)
                    easiest.parents[one, k] |= lost
    easiest.name[one] = name ^ name >> np.uint64(31)


assert N_WAYS < ADVANCED
