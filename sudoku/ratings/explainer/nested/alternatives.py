"""Nested chains from several alternatives: multiple and dynamic forcing chains."""

from __future__ import annotations

import numpy as np

from exactcover.runtime.kernels.jit import helper, subroutine
from sudoku.ratings.explainer.board import N_CELLS
from sudoku.ratings.explainer.nested.findings import Records
from sudoku.ratings.explainer.nested.hints import (
    KIND,
    NODE,
    UNIT,
    Hints,
    emit_hints,
    forget_hints,
    improves,
    keep,
    key_of,
    sort_hints,
)
from sudoku.ratings.explainer.nested.layer import (
    ADVANCED,
    CANDIDATE,
    CAUSE,
    FOUND,
    LENGTH,
    SOURCE,
    TRUE,
    TRUTH,
    Layer,
    begin,
    settle,
    trace,
)
from sudoku.ratings.explainer.nested.net import (
    COUNT,
    N_WAYS,
    N_WORDS,
    WORDS,
    Index,
    Net,
    first_left,
    has,
    lowest,
    n_left,
)

__all__ = ["find_alternatives"]

DOUBLE, CELL, REGION, CONTRADICTION = 1, 5, 6, 7
"""The kinds of chains, in the order that decides among those of one length."""
MIX = np.uint64(0x9E3779B97F4A7C15)


@subroutine
def find_alternatives(
    net: Net,
    outer: Layer,
    inner: Layer,
    records: Records,
    hints: Hints,
    assumption: Index,
    is_dynamic: bool,
) -> Index:
    """Look for multiple or dynamic chains among the candidates left; return how many go."""
    for word in range(net.sizes[WORDS]):
        inner.base[word] = outer.live[word]
    for node in range(2 * net.sizes[COUNT]):
        if (is_dynamic or node & 1 == TRUE) and has(inner.base, node >> 1):
            begin(net, inner, node)
            settle(net, inner, node, is_dynamic)
    forget_hints(net, hints)
    for cell in range(N_CELLS):
        size = n_left(net, inner.base, cell)
        if size > 2 or (is_dynamic and size == 2):
            look_at_cell(net, inner, hints, cell, size, is_dynamic)
    count = sort_hints(net, hints)
    for rank in range(count):
        explain(net, outer, inner, records, hints, hints.order[rank])
    return emit_hints(net, outer, records, hints, assumption, count)


@helper
def look_at_cell(
    net: Net, inner: Layer, hints: Hints, cell: Index, size: Index, is_dynamic: bool
) -> None:
    """Look for chains that begin with a cell, or a digit in a house whose first place it is."""
    for word in range(net.sizes[WORDS]):
        rest = net.members[cell, word] & inner.base[word]
        while rest != 0:
            one = 64 * word + lowest(rest)
            rest &= rest - np.uint64(1)
            if is_dynamic:
                contradict(net, inner, hints, 2 * one + 1)
                contradict(net, inner, hints, 2 * one)
                if size > 2:
                    agree(net, inner, hints, one)
            for way in range(1, N_WAYS):
                unit = np.int64(net.units[one, way])
                if first_left(net, inner.base, unit) == one and n_left(net, inner.base, unit) > 1:
                    look_at_unit(net, inner, hints, unit, REGION)
    look_at_unit(net, inner, hints, cell, CELL)


@helper
def conclude(
    net: Net, inner: Layer, hints: Hints, goal: Index, length: Index, kind: Index, unit: Index
) -> None:
    """Keep a chain for the candidates that it eliminates, if it is their easiest.

    The goal is a node. A true one eliminates the others of its cell.
    """
    one, key = goal >> 1, key_of(0, length, kind)
    hints.found[0] += 1
    if goal & 1 == 0:
        if improves(hints, one, key):
            keep(hints, one, key, length, kind, unit, goal)
        return
    cell = net.cell[one]
    for word in range(net.sizes[WORDS]):
        rest = net.members[cell, word] & inner.base[word]
        while rest != 0:
            other = 64 * word + lowest(rest)
            rest &= rest - np.uint64(1)
            if other != one and improves(hints, other, key):
                keep(hints, other, key, length, kind, unit, goal)


@helper
def contradict(net: Net, inner: Layer, hints: Hints, assumption: Index) -> None:
    """Conclude the opposite of an assumption that leads to a contradiction."""
    if inner.conflict[assumption, FOUND]:
        length = inner.conflict[assumption, LENGTH]
        conclude(net, inner, hints, assumption ^ 1, length, CONTRADICTION, assumption)


@helper
def agree(net: Net, inner: Layer, hints: Hints, one: Index) -> None:
    """Conclude what follows from a candidate being true and from its being false."""
    yes, no = 2 * one + 1, 2 * one
    for truth in range(1, -1, -1):
        for word in range(net.sizes[WORDS]):
            both = (
                inner.on[yes, word] & inner.on[no, word]
                if truth
                else inner.off[yes, word] & inner.off[no, word]
            )
            while both != 0:
                goal = 2 * (64 * word + lowest(both)) + truth
                both &= both - np.uint64(1)
                length = np.int64(inner.size[yes, goal]) + np.int64(inner.size[no, goal])
                conclude(net, inner, hints, goal, length, DOUBLE, one)


@helper
def look_at_unit(net: Net, inner: Layer, hints: Hints, unit: Index, kind: Index) -> None:
    """Conclude what follows from all candidates of a unit."""
    for truth in range(1, -1, -1):
        for word in range(net.sizes[WORDS]):
            common = common_word(net, inner, unit, word, truth)
            while common != 0:
                goal = 2 * (64 * word + lowest(common)) + truth
                common &= common - np.uint64(1)
                length = length_of(net, inner, unit, goal)
                conclude(net, inner, hints, goal, length, kind, unit)


@helper
def common_word(net: Net, layer: Layer, unit: Index, word: Index, truth: Index) -> Index:
    """Return a word of the set of candidates that all alternatives make true, or false."""
    common = ~np.uint64(0)
    for k in range(net.sizes[WORDS]):
        rest = net.members[unit, k] & layer.base[k]
        while rest != 0 and common != 0:
            node = 2 * (64 * k + lowest(rest)) + TRUE
            rest &= rest - np.uint64(1)
            common &= layer.on[node, word] if truth else layer.off[node, word]
    return common


@helper
def length_of(net: Net, layer: Layer, unit: Index, goal: Index) -> Index:
    """Return the length of the chains from all alternatives of a unit to a node."""
    length: Index = 0
    for word in range(net.sizes[WORDS]):
        rest = net.members[unit, word] & layer.base[word]
        while rest != 0:
            node = 2 * (64 * word + lowest(rest)) + TRUE
            rest &= rest - np.uint64(1)
            length += np.int64(layer.size[node, goal])
    return length


@helper
def explain(
    net: Net, outer: Layer, inner: Layer, records: Records, hints: Hints, one: Index
) -> None:
    """Note what the easiest chain for a candidate follows from, and its name."""
    kind, unit, goal = hints.facts[one, KIND], hints.facts[one, UNIT], hints.facts[one, NODE]
    for word in range(net.sizes[WORDS]):
        hints.parents[one, word] = 0
    hints.name[one] = np.uint64(kind)
    if kind == CONTRADICTION:
        candidate, truth = inner.conflict[unit, CANDIDATE], inner.conflict[unit, TRUTH]
        node = 2 * candidate + truth
        add_chain(net, outer, inner, records, hints, one, unit, node ^ 1)
        # The other way to it is noted only to be traced.
        inner.cause[unit, node] = np.uint16(inner.conflict[unit, CAUSE])
        add_chain(net, outer, inner, records, hints, one, unit, node)
        return
    if kind == DOUBLE:
        add_chain(net, outer, inner, records, hints, one, 2 * unit + 1, goal)
        add_chain(net, outer, inner, records, hints, one, 2 * unit, goal)
        return
    for word in range(net.sizes[WORDS]):
        rest = net.members[unit, word] & inner.base[word]
        # The unit has no other candidates only because of the assumption.
        hints.parents[one, word] |= gone(net, outer, inner, unit, word)
        while rest != 0:
            source = 2 * (64 * word + lowest(rest)) + TRUE
            rest &= rest - np.uint64(1)
            add_chain(net, outer, inner, records, hints, one, source, goal)


@helper
def gone(net: Net, outer: Layer, inner: Layer, unit: Index, word: Index) -> Index:
    """Return a word of the set of a unit's candidates that the assumption eliminated."""
    return net.members[unit, word] & outer.base[word] & ~inner.base[word]


@helper
def add_chain(
    net: Net,
    outer: Layer,
    inner: Layer,
    records: Records,
    hints: Hints,
    one: Index,
    source: Index,
    goal: Index,
) -> None:
    """Add what a chain follows from, and its part of the name."""
    trace(net, inner, records.parents, source, goal)
    name = (hints.name[one] ^ np.uint64(goal)) * MIX
    for word in range(net.sizes[WORDS]):
        name = (name ^ inner.traced[word]) * MIX
        name = (name ^ name >> np.uint64(29) ^ inner.traced[N_WORDS + word]) * MIX
        rest = inner.traced[word]
        while rest != 0:
            true = 64 * word + lowest(rest)
            rest &= rest - np.uint64(1)
            cause = np.int64(inner.cause[source, 2 * true + TRUE])
            if cause != SOURCE:
                for k in range(net.sizes[WORDS]):
                    lost = gone(net, outer, inner, net.units[true, cause], k)
                    hints.parents[one, k] |= lost
    hints.name[one] = name ^ name >> np.uint64(31)


assert N_WAYS < ADVANCED
