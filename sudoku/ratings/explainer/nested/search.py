"""The search for chains with nested techniques, one assumption at a time."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.jit import helper, kernel
from sudoku.ratings.explainer.board import N_CELLS, N_DIGITS, Count
from sudoku.ratings.explainer.chains import length_rating
from sudoku.ratings.explainer.nested.alternatives import (
    CELL,
    CONTRADICTION,
    DOUBLE,
    REGION,
    common_word,
    find_alternatives,
    length_of,
)
from sudoku.ratings.explainer.nested.basic import find_basic
from sudoku.ratings.explainer.nested.findings import END, FIRST, Records, records9
from sudoku.ratings.explainer.nested.hints import Hints, hints9
from sudoku.ratings.explainer.nested.layer import (
    ADVANCED,
    CANDIDATE,
    CAUSE,
    FALSE,
    FOUND,
    LENGTH,
    SOURCE,
    TRUE,
    TRUTH,
    Layer,
    begin,
    layer9,
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
    add,
    first_left,
    lowest,
    n_left,
    net9,
    note_candidates,
)
from sudoku.ratings.explainer.nested.paths import Paths, paths9
from sudoku.ratings.explainer.nested.simple import find_simple
from sudoku.ratings.explainer.workspace import (
    RATING,
    State,
    clear,
    forget,
    is_easier,
    offer,
    offer_placement,
)

__all__ = ["Nested", "begin_nested", "conclude_nested", "follow_nested", "nested9"]

BASE = 85
"""The rating of the shortest chain without nested techniques, in tenths."""
A_LEVEL = 5
"""What each level of nesting adds."""
SIMPLE, MULTIPLE, DYNAMIC = 2, 3, 4
"""The levels from which on chains of these kinds are nested."""
MOST_NESTED = 4096


class Nested(NamedTuple):
    """The arrays of the search.

    ======== ================== ===============================================================
    array    shape, dtype       holds
    ======== ================== ===============================================================
    net      -                  the candidates of the position
    outer    -                  what follows from assumptions about them
    inner    -                  what follows from assumptions within an assumption
    paths    -                  chains of single implications within an assumption
    hints    -                  the easiest nested chains
    records  -                  the nested chains that were used
    counted  (4096,), uint64    the names of the nested chains within a chain
    ======== ================== ===============================================================
    """

    net: Net
    outer: Layer
    inner: Layer
    paths: Paths
    hints: Hints
    records: Records
    counted: NDArray[np.uint64]


def nested9() -> Nested:
    """Return empty arrays for the search."""
    return Nested(
        net9(),
        layer9(),
        layer9(),
        paths9(),
        hints9(),
        records9(),
        np.zeros(MOST_NESTED, np.uint64),
    )


@kernel
def begin_nested(state: State, nested: Nested) -> Count:
    """Begin a search of a level at a position, and return the number of assumptions."""
    note_candidates(state, nested.net)
    net, outer = nested.net, nested.outer
    for word in range(net.sizes[WORDS]):
        outer.base[word] = 0
    for one in range(net.sizes[COUNT]):
        add(outer.base, one)
    nested.records.ends[END] = 0
    return 2 * net.sizes[COUNT]


@kernel
def follow_nested(nested: Nested, assumption: Count, level: Count) -> bool:
    """Find what follows from an assumption; return whether there was room for all of it."""
    net, outer, records = nested.net, nested.outer, nested.records
    records.first[assumption] = records.ends[END]
    records.ends[FIRST] = records.ends[END]
    begin(net, outer, assumption)
    while not settle(net, outer, assumption, True):
        count = find_basic(net, outer, records, assumption)
        if count == 0 and SIMPLE <= level <= MULTIPLE:
            count = find_simple(net, outer, nested.paths, records, nested.hints, assumption)
        if count == 0 and level >= MULTIPLE:
            count = find_alternatives(
                net,
                outer,
                nested.inner,
                records,
                nested.hints,
                assumption,
                level >= DYNAMIC,
            )
        if count == 0:
            break
    return bool(records.ends[END] < len(records.length))


@kernel
def conclude_nested(state: State, nested: Nested, level: Count) -> Count:
    """Keep the easiest conclusion from what was found, and return its rating, or 0."""
    forget(state)
    net, outer = nested.net, nested.outer
    for cell in range(N_CELLS):
        size = n_left(net, outer.base, cell)
        if size > 0:
            look_at_cell(state, nested, level, cell, size)
    return state.workspace.found[RATING]


@helper
def look_at_cell(state: State, nested: Nested, level: Index, cell: Index, size: Index) -> None:
    """Look for chains that begin with a cell, or a digit in a house whose first place it is."""
    net, outer = nested.net, nested.outer
    for word in range(net.sizes[WORDS]):
        rest = net.members[cell, word]
        while rest != 0:
            one = 64 * word + lowest(rest)
            rest &= rest - np.uint64(1)
            contradict(state, nested, level, 2 * one + 1)
            contradict(state, nested, level, 2 * one)
            if size > 2:
                agree(state, nested, level, one)
            for way in range(1, N_WAYS):
                unit = np.int64(net.units[one, way])
                if first_left(net, outer.base, unit) == one and n_left(net, outer.base, unit) > 1:
                    look_at_unit(state, nested, level, unit, REGION)
    look_at_unit(state, nested, level, cell, CELL)


@helper
def rating_of(level: Index, length: Index) -> Index:
    """Return the rating of a chain."""
    return BASE + A_LEVEL * level + length_rating(length)


@helper
def order_of(length: Index, kind: Index) -> Index:
    """Return the number that decides among chains of one rating."""
    return 8 * length + kind


@helper
def conclude(
    state: State, nested: Nested, level: Index, goal: Index, length: Index, kind: Index
) -> None:
    """Keep the conclusion that a node is so, if it is the easiest."""
    net = nested.net
    rating, key = rating_of(level, length), order_of(length, kind)
    if not is_easier(state, rating, key):
        return
    one = goal >> 1
    cell, digit = net.cell[one], net.digit[one]
    if goal & 1 == TRUE:
        offer_placement(state, rating, key, cell, digit)
    else:
        clear(state)
        state.workspace.trial[cell] = np.uint64(1) << np.uint64(digit)
        offer(state, rating, key)


@helper
def contradict(state: State, nested: Nested, level: Index, assumption: Index) -> None:
    """Conclude the opposite of an assumption that leads to a contradiction."""
    conflict, cause = nested.outer.conflict[assumption], nested.outer.cause[assumption]
    if not conflict[FOUND]:
        return
    length = conflict[LENGTH]
    if not is_easier(state, rating_of(level, length), order_of(length, CONTRADICTION)):
        return
    node = 2 * conflict[CANDIDATE] + conflict[TRUTH]
    cause[node] = np.uint16(conflict[CAUSE])
    count, more = count_nested(nested, assumption, node ^ 1, 0)
    length += more
    count, more = count_nested(nested, assumption, node, count)
    conclude(state, nested, level, assumption ^ 1, length + more, CONTRADICTION)


@helper
def agree(state: State, nested: Nested, level: Index, one: Index) -> None:
    """Conclude what follows from a candidate being true and from its being false."""
    outer, yes, no = nested.outer, 2 * one + 1, 2 * one
    for truth in range(1, -1, -1):
        for word in range(nested.net.sizes[WORDS]):
            both = (
                outer.on[yes, word] & outer.on[no, word]
                if truth
                else outer.off[yes, word] & outer.off[no, word]
            )
            while both != 0:
                goal = 2 * (64 * word + lowest(both)) + truth
                both &= both - np.uint64(1)
                length = np.int64(outer.size[yes, goal]) + np.int64(outer.size[no, goal])
                if is_easier(state, rating_of(level, length), order_of(length, DOUBLE)):
                    count, more = count_nested(nested, yes, goal, 0)
                    length += more
                    count, more = count_nested(nested, no, goal, count)
                    conclude(state, nested, level, goal, length + more, DOUBLE)


@helper
def look_at_unit(state: State, nested: Nested, level: Index, unit: Index, kind: Index) -> None:
    """Conclude what follows from all candidates of a unit."""
    net, outer = nested.net, nested.outer
    for truth in range(1, -1, -1):
        for word in range(net.sizes[WORDS]):
            common = common_word(net, outer, unit, word, truth)
            while common != 0:
                goal = 2 * (64 * word + lowest(common)) + truth
                common &= common - np.uint64(1)
                length = length_of(net, outer, unit, goal)
                if is_easier(state, rating_of(level, length), order_of(length, kind)):
                    length += nested_in_unit(nested, unit, goal)
                    conclude(state, nested, level, goal, length, kind)


@helper
def nested_in_unit(nested: Nested, unit: Index, goal: Index) -> Index:
    """Return the length of the nested chains from all alternatives of a unit to a node."""
    net = nested.net
    count, length = 0, 0
    for word in range(net.sizes[WORDS]):
        rest = net.members[unit, word]
        while rest != 0:
            source = 2 * (64 * word + lowest(rest)) + TRUE
            rest &= rest - np.uint64(1)
            count, more = count_nested(nested, source, goal, count)
            length += more
    return length


@helper
def count_nested(
    nested: Nested, assumption: Index, goal: Index, count: Index
) -> tuple[Index, Index]:
    """Return the number of nested chains that were counted, and the length of the new ones."""
    net, outer, records = nested.net, nested.outer, nested.records
    first, length = records.first[assumption], 0
    trace(net, outer, records.parents[first:], assumption, goal)
    for word in range(net.sizes[WORDS]):
        rest = outer.traced[N_WORDS + word]
        while rest != 0:
            node = 2 * (64 * word + lowest(rest)) + FALSE
            rest &= rest - np.uint64(1)
            cause = np.int64(outer.cause[assumption, node])
            if cause < ADVANCED or cause == SOURCE:
                continue
            record = first + cause - ADVANCED
            if records.length[record] == 0 or is_counted(nested, count, records.name[record]):
                continue
            if count < MOST_NESTED:
                nested.counted[count] = records.name[record]
                count += 1
            length += records.length[record]
    return count, length


@helper
def is_counted(nested: Nested, count: Index, name: Index) -> bool:
    """Return whether a nested chain was counted."""
    k = 0
    while k < count and nested.counted[k] != name:
        k += 1
    return bool(k < count)


assert N_DIGITS < 16
