"""The search for chains with nested techniques, one assumption at a time."""

from __future__ import annotations

import numpy as np

from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.search.limits import stop_if_due
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
from sudoku.ratings.explainer.nested.arrays import (
    CANDIDATE,
    CAUSE,
    COUNT,
    END,
    FALSE,
    FIRST,
    FOUND,
    LENGTH,
    MOST_NESTED,
    N_WAYS,
    N_WORDS,
    TRUE,
    TRUTH,
    WORDS,
    Index,
    NestedSearch,
)
from sudoku.ratings.explainer.nested.basic import find_basic
from sudoku.ratings.explainer.nested.implications import ADVANCED, SOURCE, begin, settle, trace
from sudoku.ratings.explainer.nested.net import add, first_left, lowest, n_left, note_candidates
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

BASE = 85
"""The rating of the shortest chain without nested techniques, in tenths."""
A_LEVEL = 5
"""What each level of nesting adds."""
SIMPLE, MULTIPLE, DYNAMIC = 2, 3, 4
"""The levels from which on chains of these kinds are nested."""


@kernel
def begin_nested(state: State, search: NestedSearch) -> Count:
    """Begin a search of a level at a position, and return the number of assumptions."""
    note_candidates(state, search.net)
    net, implied = search.net, search.implied
    for word in range(net.sizes[WORDS]):
        implied.base[word] = 0
    for one in range(net.sizes[COUNT]):
        add(implied.base, one)
    search.eliminations.ends[END] = 0
    return 2 * net.sizes[COUNT]


@kernel
def follow_nested(search: NestedSearch, assumption: Count, level: Count) -> bool:
    """Find what follows from an assumption; return whether there was room for all of it."""
    net, implied, eliminations = search.net, search.implied, search.eliminations
    eliminations.first[assumption] = eliminations.ends[END]
    eliminations.ends[FIRST] = eliminations.ends[END]
    begin(net, implied, assumption)
    while not settle(net, implied, assumption, True):
        count = find_basic(search, assumption)
        if count == 0 and SIMPLE <= level <= MULTIPLE:
            count = find_simple(search, assumption)
        if count == 0 and level >= MULTIPLE:
            count = find_alternatives(search, assumption, level >= DYNAMIC)
        if count == 0:
            break
    return bool(eliminations.ends[END] < len(eliminations.length))


@kernel
def conclude_nested(state: State, search: NestedSearch, level: Count) -> Count:
    """Keep the easiest conclusion from what was found, and return its rating, or 0."""
    forget(state)
    net, implied = search.net, search.implied
    for cell in range(N_CELLS):
        size = n_left(net, implied.base, cell)
        if size > 0:
            look_at_cell(state, search, level, cell, size)
    return state.workspace.found[RATING]


@helper
def look_at_cell(
    state: State, search: NestedSearch, level: Index, cell: Index, size: Index
) -> None:
    """Look for chains that begin with a cell, or a digit in a house whose first place it is."""
    net, implied = search.net, search.implied
    for word in range(net.sizes[WORDS]):
        rest = net.members[cell, word]
        while rest != 0:
            one = 64 * word + lowest(rest)
            rest &= rest - np.uint64(1)
            contradict(state, search, level, 2 * one + 1)
            contradict(state, search, level, 2 * one)
            if size > 2:
                agree(state, search, level, one)
            for way in range(1, N_WAYS):
                unit = np.int64(net.units[one, way])
                if (
                    first_left(net, implied.base, unit) == one
                    and n_left(net, implied.base, unit) > 1
                ):
                    look_at_unit(state, search, level, unit, REGION)
    look_at_unit(state, search, level, cell, CELL)


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
    state: State, search: NestedSearch, level: Index, goal: Index, length: Index, kind: Index
) -> None:
    """Keep the conclusion that a node is so, if it is the easiest."""
    net = search.net
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
def contradict(state: State, search: NestedSearch, level: Index, assumption: Index) -> None:
    """Conclude the opposite of an assumption that leads to a contradiction."""
    conflict, cause = search.implied.conflict[assumption], search.implied.cause[assumption]
    if not conflict[FOUND]:
        return
    length = conflict[LENGTH]
    if not is_easier(state, rating_of(level, length), order_of(length, CONTRADICTION)):
        return
    node = 2 * conflict[CANDIDATE] + conflict[TRUTH]
    cause[node] = np.uint16(conflict[CAUSE])
    count, more = count_nested(search, assumption, node ^ 1, 0)
    length += more
    count, more = count_nested(search, assumption, node, count)
    conclude(state, search, level, assumption ^ 1, length + more, CONTRADICTION)


@helper
def agree(state: State, search: NestedSearch, level: Index, one: Index) -> None:
    """Conclude what follows from a candidate being true and from its being false."""
    implied, yes, no = search.implied, 2 * one + 1, 2 * one
    for truth in range(1, -1, -1):
        for word in range(search.net.sizes[WORDS]):
            both = (
                implied.on[yes, word] & implied.on[no, word]
                if truth
                else implied.off[yes, word] & implied.off[no, word]
            )
            while both != 0:
                goal = 2 * (64 * word + lowest(both)) + truth
                both &= both - np.uint64(1)
                length = np.int64(implied.size[yes, goal]) + np.int64(implied.size[no, goal])
                if is_easier(state, rating_of(level, length), order_of(length, DOUBLE)):
                    count, more = count_nested(search, yes, goal, 0)
                    length += more
                    count, more = count_nested(search, no, goal, count)
                    conclude(state, search, level, goal, length + more, DOUBLE)


@helper
def look_at_unit(
    state: State, search: NestedSearch, level: Index, unit: Index, kind: Index
) -> None:
    """Conclude what follows from all candidates of a unit."""
    net, implied = search.net, search.implied
    for truth in range(1, -1, -1):
        for word in range(net.sizes[WORDS]):
            common = common_word(net, implied, unit, word, truth)
            while common != 0:
                goal = 2 * (64 * word + lowest(common)) + truth
                common &= common - np.uint64(1)
                length = length_of(net, implied, unit, goal)
                if is_easier(state, rating_of(level, length), order_of(length, kind)):
                    length += nested_in_unit(search, unit, goal)
                    conclude(state, search, level, goal, length, kind)


@helper
def nested_in_unit(search: NestedSearch, unit: Index, goal: Index) -> Index:
    """Return the length of the nested chains from all alternatives of a unit to a node."""
    net = search.net
    count, length = 0, 0
    for word in range(net.sizes[WORDS]):
        rest = net.members[unit, word]
        while rest != 0:
            source = 2 * (64 * word + lowest(rest)) + TRUE
            rest &= rest - np.uint64(1)
            count, more = count_nested(search, source, goal, count)
            length += more
    return length


@helper
def count_nested(
    search: NestedSearch, assumption: Index, goal: Index, count: Index
) -> tuple[Index, Index]:
    """Return the number of nested chains that were counted, and the length of the new ones."""
    net, implied, eliminations = search.net, search.implied, search.eliminations
    first, length = eliminations.first[assumption], 0
    trace(net, implied, eliminations.parents[first:], assumption, goal)
    for word in range(net.sizes[WORDS]):
        rest = implied.traced[N_WORDS + word]
        while rest != 0:
            node = 2 * (64 * word + lowest(rest)) + FALSE
            rest &= rest - np.uint64(1)
            cause = np.int64(implied.cause[assumption, node])
            if cause < ADVANCED or cause == SOURCE:
                continue
            record = first + cause - ADVANCED
            if eliminations.length[record] == 0 or is_counted(
                search, count, eliminations.name[record]
            ):
                continue
            if count < MOST_NESTED:
                search.counted[count] = eliminations.name[record]
                count += 1
            length += eliminations.length[record]
    return count, length


@helper
def is_counted(search: NestedSearch, count: Index, name: Index) -> bool:
    """Return whether a nested chain was counted."""
    k = 0
    while k < count and search.counted[k] != name:
        k += 1
    return bool(k < count)


assert N_DIGITS < 16


def find_nested(state: State, search: NestedSearch, level: int) -> int:
    """Look for the easiest chain with nested techniques, and return its rating in tenths, or 0.

    The limits of the verb are checked after each assumption, which takes about a millisecond.
    """
    for assumption in range(begin_nested(state, search)):
        stop_if_due()
        if not follow_nested(search, assumption, level):
            return 0
    return int(conclude_nested(state, search, level))
