"""Domains: the queries and the operations of propagators.

A wide domain has no words, only its bounds: all values between them are in it. From such a domain
only the least and the greatest value can be removed; the removal of another value does nothing, so
a propagator that removes one must run again when the variable is fixed. The bounds of two variables
may also creep towards each other, by a step of one in each run of a propagator, through millions of
values. So once UPDATES are PATIENT_UNTIL, changes of wide domains are not made if they are less
than the size of the domain divided by two to the power SMALL_PART: the domains stay larger than
they could be, and the search halves them.

An operation that makes a domain smaller returns False if the domain would become empty; the
propagator then returns FAILED at once. Values are int64, and may lie outside the domain's words.
"""

from typing import Any

import numpy as np

from csp.kernels.state import (
    ANY,
    BOUNDS,
    END,
    FIRST,
    FIXED,
    HIGH,
    LOW,
    MASK,
    N_FIXED,
    N_SUMMARY,
    N_TRAIL,
    ORIGIN,
    PATIENT_UNTIL,
    SAVED_CELL,
    SAVED_VALUE,
    SIZE,
    SMALL_PART,
    STAMP,
    UPDATES,
    WIDTH,
    WORD,
    State,
    state_of,
)
from exactcover.runtime.kernels.bits import highest_one64, popcount64, trailing_zeros64
from exactcover.runtime.kernels.jit import helper, subroutine
from exactcover.runtime.kernels.pointers import handle_of
from exactcover.runtime.kernels.types import Unsigned

ZERO, ONE, SIX, LAST_BIT = np.uint64(0), np.uint64(1), np.uint64(6), np.uint64(63)
BITS = np.uint64(64)
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
NOUGHT, UNIT, LAST_PLACE = np.int64(0), np.int64(1), np.int64(63)
"""Constants for arguments: Numba compiles a helper once more for each literal argument."""

Value = Any
"""A value of a variable: int64 in compiled code, int in plain Python."""


@helper
def set_cell(state: State, cell: Unsigned, value: Unsigned) -> None:
    """Write a cell of the reversible state; its old value is saved on the trail once a level."""
    position = state.position
    if state.stamps[cell] != position[STAMP]:
        state.stamps[cell] = position[STAMP]
        n = position[N_TRAIL]
        state.trail[n, SAVED_CELL] = cell
        state.trail[n, SAVED_VALUE] = state.cells[cell]
        position[N_TRAIL] = n + ONE
    state.cells[cell] = value


@helper
def first_cell(state: State, v: Unsigned) -> Unsigned:
    """Return the cell of the first word of a domain."""
    return np.uint64(state.variables[v, FIRST])


@helper
def width(state: State, v: Unsigned) -> Unsigned:
    """Return the number of words of a domain."""
    return np.uint64(state.variables[v, WIDTH])


@helper
def size(state: State, v: Unsigned) -> Unsigned:
    """Return the number of values in a domain."""
    first, n = first_cell(state, v), width(state, v)
    if n == ONE:
        return popcount64(state.cells[first])
    return state.cells[first + n + SIZE]


@helper
def is_fixed(state: State, v: Unsigned) -> bool:
    """Return whether a domain has exactly one value."""
    first, n = first_cell(state, v), width(state, v)
    if n == ONE:
        word = state.cells[first]
        # 0b0100 & 0b0011 is 0: one bit. 0b0110 & 0b0101 is 0b0100: more than one.
        return bool(word & (word - ONE) == ZERO)
    return bool(state.cells[first + n + SIZE] == ONE)


@helper
def low(state: State, v: Unsigned) -> Value:
    """Return the least value of a domain."""
    first, n = first_cell(state, v), width(state, v)
    if n == ONE:
        return state.variables[v, ORIGIN] + np.int64(trailing_zeros64(state.cells[first]))
    return state.variables[v, ORIGIN] + np.int64(state.cells[first + n + LOW])


@helper
def high(state: State, v: Unsigned) -> Value:
    """Return the greatest value of a domain."""
    first, n = first_cell(state, v), width(state, v)
    if n == ONE:
        return state.variables[v, ORIGIN] + np.int64(highest_one64(state.cells[first]))
    return state.variables[v, ORIGIN] + np.int64(state.cells[first + n + HIGH])


@helper
def contains(state: State, v: Unsigned, value: Value) -> bool:
    """Return whether a domain contains a value."""
    # The domain {10, 11, 13} with the origin 10 is the word 0b1011: bit k stands for 10 + k.
    place = np.uint64(value - state.variables[v, ORIGIN])
    k = place >> SIX
    if k >= width(state, v):
        return bool(width(state, v) == ZERO and low(state, v) <= value <= high(state, v))
    return bool((state.cells[first_cell(state, v) + k] >> (place & LAST_BIT)) & ONE)


@helper
def window(state: State, v: Unsigned, value: Value) -> Unsigned:
    """Return 64 values of a domain as bits, from any value on: bit k for `value + k`."""
    first, n = first_cell(state, v), width(state, v)
    place = value - state.variables[v, ORIGIN]
    k = place >> np.int64(6)
    shift = np.uint64(place) & LAST_BIT
    word = ZERO
    if n == ZERO:
        return wide_window(state, v, value)
    # From place 70 on: bits 6 to 63 of word 1, and above them bits 0 to 5 of word 2.
    if np.uint64(k) < n:
        word = state.cells[first + np.uint64(k)] >> shift
    if shift != ZERO and np.uint64(k + np.int64(1)) < n:
        word |= state.cells[first + np.uint64(k + np.int64(1))] << (BITS - shift)
    return word


@helper
def wide_window(state: State, v: Unsigned, value: Value) -> Unsigned:
    """Return 64 values of a wide domain as bits."""
    first, last = max(low(state, v) - value, NOUGHT), min(high(state, v) - value, LAST_PLACE)
    if first > last:
        return ZERO
    # Places 3 to 5: (ALL << 3) & (ALL >> 58) is 0b111000.
    return (ALL << np.uint64(first)) & (ALL >> np.uint64(LAST_PLACE - last))


@helper
def next_value(state: State, v: Unsigned, value: Value) -> Value:
    """Return the least value >= `value` in a domain, or one above its greatest if there is none."""
    value, last = max(value, low(state, v)), high(state, v)
    while value <= last:
        word = window(state, v, value)
        if word != ZERO:
            return value + np.int64(trailing_zeros64(word))
        value += np.int64(64)
    return value


@helper
def remove(state: State, v: Unsigned, value: Value) -> bool:
    """Remove a value from a domain; return False if the domain would become empty."""
    place = np.uint64(value - state.variables[v, ORIGIN])
    k = place >> SIX
    if k >= width(state, v):
        return width(state, v) > ZERO or bool(remove_end(handle_of(state), v, value))
    word = state.cells[first_cell(state, v) + k]
    bit = ONE << (place & LAST_BIT)
    if word & bit == ZERO:
        return True
    return bool(replace(handle_of(state), v, k, word ^ bit))


@helper
def restrict(state: State, v: Unsigned, value: Value, mask: Unsigned) -> bool:
    """Remove, of the 64 values from `value` on, those whose bits are not in the mask."""
    if window(state, v, value) & ~mask == ZERO:
        return True
    return bool(restrict_window(handle_of(state), v, value, mask))


@helper
def assign(state: State, v: Unsigned, value: Value) -> bool:
    """Fix a variable to a value; return False if its domain does not have it."""
    if not contains(state, v, value):
        return False
    if width(state, v) != ONE:
        return at_least(state, v, value) and at_most(state, v, value)
    bit = ONE << np.uint64(value - state.variables[v, ORIGIN])
    if state.cells[first_cell(state, v)] != bit:
        replace(handle_of(state), v, ZERO, bit)
    return True


@helper
def at_least(state: State, v: Unsigned, value: Value) -> bool:
    """Remove all values below `value`."""
    if value <= low(state, v):
        return True
    return bool(raise_low(handle_of(state), v, value))


@helper
def at_most(state: State, v: Unsigned, value: Value) -> bool:
    """Remove all values above `value`."""
    if value >= high(state, v):
        return True
    return bool(lower_high(handle_of(state), v, value))


@subroutine
def remove_end(handle: Any, v: Unsigned, value: Value) -> bool:
    """Remove a value from a wide domain if it is the least or the greatest."""
    state = state_of(handle)
    least, greatest = low(state, v), high(state, v)
    if value != least and value != greatest:
        return True
    if least == greatest:
        return False
    if value == least:
        return set_bounds(state, v, least + UNIT, greatest)
    return set_bounds(state, v, least, greatest - UNIT)


@helper
def set_bounds(state: State, v: Unsigned, least: Value, greatest: Value) -> bool:
    """Replace the bounds of a wide domain by tighter ones, unless small steps are too many."""
    first, origin = first_cell(state, v), state.variables[v, ORIGIN]
    n, before = np.uint64(greatest - least + UNIT), state.cells[first + SIZE]
    is_late = state.position[UPDATES] >= state.position[PATIENT_UNTIL]
    if is_late and before - n < before >> state.position[SMALL_PART]:
        return True
    set_cell(state, first + SIZE, n)
    set_cell(state, first + LOW, np.uint64(least - origin))
    set_cell(state, first + HIGH, np.uint64(greatest - origin))
    wake(state, v, True, least == greatest)
    return True


@subroutine
def raise_low(handle: Any, v: Unsigned, value: Value) -> bool:
    """Remove all values below `value`; the domain must have some."""
    state = state_of(handle)
    if value > high(state, v):
        return False
    if width(state, v) == ZERO:
        return set_bounds(state, v, value, high(state, v))
    first = first_cell(state, v)
    origin = state.variables[v, ORIGIN]
    place = np.uint64(value - origin)
    # From place 66 on: word 0 becomes 0, and word 1 loses its bits 0 and 1 (ALL << 2).
    for k in range(np.uint64(low(state, v) - origin) >> SIX, place >> SIX):
        if state.cells[first + k] != ZERO and not replace(handle, v, k, ZERO):
            return False
    end = place >> SIX
    word = state.cells[first + end]
    rest = word & (ALL << (place & LAST_BIT))
    return rest == word or bool(replace(handle, v, end, rest))


@subroutine
def lower_high(handle: Any, v: Unsigned, value: Value) -> bool:
    """Remove all values above `value`; the domain must have some."""
    state = state_of(handle)
    if value < low(state, v):
        return False
    if width(state, v) == ZERO:
        return set_bounds(state, v, low(state, v), value)
    first = first_cell(state, v)
    origin = state.variables[v, ORIGIN]
    place = np.uint64(value - origin)
    # Up to place 66: word 1 keeps its bits 0 to 2 (ALL >> 61), and later words become 0.
    for k in range((place >> SIX) + ONE, (np.uint64(high(state, v) - origin) >> SIX) + ONE):
        if state.cells[first + k] != ZERO and not replace(handle, v, k, ZERO):
            return False
    end = place >> SIX
    word = state.cells[first + end]
    rest = word & (ALL >> (LAST_BIT - (place & LAST_BIT)))
    return rest == word or bool(replace(handle, v, end, rest))


@subroutine
def restrict_window(handle: Any, v: Unsigned, value: Value, mask: Unsigned) -> bool:
    """Remove, of the 64 values from `value` on, those whose bits are not in the mask."""
    state = state_of(handle)
    place = value - state.variables[v, ORIGIN]
    shift = np.uint64(place) & LAST_BIT
    k = place >> np.int64(6)
    # A mask without bit 1, moved by 3, is ~(0b10 << 3): it removes place 4, and no other value.
    if not restrict_word(state, handle, v, np.uint64(k), ~(~mask << shift)):
        return False
    if shift == ZERO:
        return True
    return bool(
        restrict_word(state, handle, v, np.uint64(k + np.int64(1)), ~(~mask >> (BITS - shift)))
    )


@helper
def restrict_word(state: State, handle: Any, v: Unsigned, k: Unsigned, mask: Unsigned) -> bool:
    """Remove the values of word `k` that are not in the mask; it may be outside the domain."""
    if k >= width(state, v):
        return True
    word = state.cells[first_cell(state, v) + k]
    return word & ~mask == ZERO or bool(replace(handle, v, k, word & mask))


@subroutine
def replace(handle: Any, v: Unsigned, k: Unsigned, word: Unsigned) -> bool:
    """Replace word `k` of a domain by a subset; schedule the propagators that watch the domain."""
    state = state_of(handle)
    cell = first_cell(state, v) + k
    old = state.cells[cell]
    if width(state, v) > ONE:
        return replace_wide(state, v, k, word)
    if word == ZERO:
        return False
    set_cell(state, cell, word)
    removed = old ^ word
    # From 0b0110 to 0b0100 the lowest bit was removed. From 0b0110 to 0b0010 the highest one was:
    # what was removed, 0b0100, is then more than what is left.
    is_bound = (old & (~old + ONE)) & removed != ZERO or removed > word
    wake(state, v, is_bound, word & (word - ONE) == ZERO)
    return True


@helper
def replace_wide(state: State, v: Unsigned, k: Unsigned, word: Unsigned) -> bool:
    """Replace a word of a domain of several words; update the stored size and bounds."""
    cells = state.cells
    first, n = first_cell(state, v), width(state, v)
    tail = first + n
    left = cells[tail + SIZE] - popcount64(cells[first + k] ^ word)
    if left == ZERO:
        return False
    set_cell(state, first + k, word)
    set_cell(state, tail + SIZE, left)
    is_bound = False
    place = cells[tail + LOW]
    j = place >> SIX
    if k == j and (word >> (place & LAST_BIT)) & ONE == ZERO:
        while cells[first + j] == ZERO:
            j += ONE
        set_cell(state, tail + LOW, (j << SIX) + trailing_zeros64(cells[first + j]))
        is_bound = True
    place = cells[tail + HIGH]
    j = place >> SIX
    if k == j and (word >> (place & LAST_BIT)) & ONE == ZERO:
        while cells[first + j] == ZERO:
            j -= ONE
        set_cell(state, tail + HIGH, (j << SIX) + highest_one64(cells[first + j]))
        is_bound = True
    wake(state, v, is_bound, left == ONE)
    return True


@helper
def wake(state: State, v: Unsigned, is_bound: bool, is_fixed: bool) -> None:
    """Put the propagators that watch an event of a variable into the queue."""
    variables, position, queue = state.variables, state.position, state.queue
    end = variables[v, BOUNDS]
    if is_fixed:
        end = variables[v, END]
        n = position[N_FIXED]
        state.fixed[n] = v
        position[N_FIXED] = n + ONE
    elif is_bound:
        end = variables[v, FIXED]
    offset = position[N_SUMMARY]
    for k in range(np.uint64(variables[v, ANY]), np.uint64(end)):
        word = state.wakes[k, WORD]
        queue[offset + word] |= state.wakes[k, MASK]
        queue[word >> SIX] |= ONE << (word & LAST_BIT)
