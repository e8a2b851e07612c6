"""The candidates of a position, numbered from 0, and the units that they form."""

from __future__ import annotations

from typing import Any

import numpy as np

from exactcover.runtime.kernels.bits import popcount64, trailing_zeros64
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import U64
from sudoku.ratings.explainer.board import N_CELLS, N_DIGITS, N_HOUSES, N_WEAK, N_WEAK_IN_CELL
from sudoku.ratings.explainer.nested.arrays import (
    COUNT,
    N_UNITS,
    N_WAYS,
    N_WORDS,
    NOBODY,
    WORDS,
    Index,
    Net,
)
from sudoku.ratings.explainer.workspace import State


@helper
def has(members: U64, candidate: Index) -> bool:
    """Return whether a set has a candidate."""
    return bool(members[candidate >> 6] >> np.uint64(candidate & 63) & np.uint64(1) != 0)


@helper
def add(members: U64, candidate: Index) -> None:
    """Add a candidate to a set."""
    members[candidate >> 6] |= np.uint64(1) << np.uint64(candidate & 63)


@helper
def drop(members: U64, candidate: Index) -> None:
    """Remove a candidate from a set."""
    members[candidate >> 6] &= ~(np.uint64(1) << np.uint64(candidate & 63))


@helper
def ones(word: Any) -> Index:
    """Return the number of ones in a word."""
    return np.int64(popcount64(word))


@helper
def lowest(word: Any) -> Index:
    """Return the index of the lowest one in a word."""
    return np.int64(trailing_zeros64(word))


@helper
def n_left(net: Net, live: U64, unit: Index) -> Index:
    """Return how many candidates of a unit are left."""
    count = 0
    for word in range(net.sizes[WORDS]):
        count += ones(net.members[unit, word] & live[word])
    return count


@helper
def first_left(net: Net, live: U64, unit: Index) -> Index:
    """Return the first candidate of a unit that is left, or NOBODY."""
    for word in range(net.sizes[WORDS]):
        rest = net.members[unit, word] & live[word]
        if rest != 0:
            return 64 * word + lowest(rest)
    return NOBODY


@helper
def other_left(net: Net, live: U64, unit: Index, candidate: Index) -> Index:
    """Return the candidate of a unit that is left beside another, or NOBODY if it is not one."""
    found = NOBODY
    for word in range(net.sizes[WORDS]):
        rest = net.members[unit, word] & live[word]
        if candidate >> 6 == word:
            rest &= ~(np.uint64(1) << np.uint64(candidate & 63))
        if rest != 0:
            if found != NOBODY or rest & (rest - np.uint64(1)) != 0:
                return NOBODY
            found = 64 * word + lowest(rest)
    return found


@helper
def note_candidates(state: State, net: Net) -> None:
    """Give the candidates of a position numbers; note their units and what they rule out."""
    for unit in range(N_UNITS):
        for word in range(N_WORDS):
            net.members[unit, word] = 0
    count = 0
    for cell in range(N_CELLS):
        for digit in range(N_DIGITS):
            net.number[N_DIGITS * cell + digit] = NOBODY
            if state.tables.cand[cell] >> np.uint64(digit) & np.uint64(1) != 0:
                net.number[N_DIGITS * cell + digit] = count
                net.cell[count] = cell
                net.digit[count] = digit
                count += 1
    net.sizes[COUNT] = count
    net.sizes[WORDS] = (count + 63) >> 6
    for one in range(count):
        net.units[one, 0] = net.cell[one]
        for kind in range(3):
            house = np.int64(state.board.house_of[net.cell[one], kind])
            net.units[one, kind + 1] = N_CELLS + N_DIGITS * house + net.digit[one]
        for way in range(N_WAYS):
            add(net.members[net.units[one, way]], one)
    for one in range(count):
        note_weak(state, net, one)
    for rank in range(N_HOUSES):
        net.houses[rank] = state.board.order[rank]
        net.n_blank[rank] = ones(state.tables.left[state.board.order[rank]])


@helper
def note_weak(state: State, net: Net, one: Index) -> None:
    """Note what a candidate rules out if it is true, and in which way."""
    found = 0
    for k in range(N_WEAK):
        source = N_DIGITS * net.cell[one] + net.digit[one]
        other = net.number[np.int64(state.board.weak[source, k])]
        if other == NOBODY:
            continue
        way = 0
        if k >= N_WEAK_IN_CELL:
            way = 1
            while net.units[one, way] != net.units[other, way]:
                way += 1
        net.weak[one, found] = other
        net.weak_way[one, found] = way
        found += 1
    net.n_weak[one] = found
