"""Writing a class of stacks of the canonical form, which are in no order yet."""

import numpy as np

from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import U64, Unsigned
from sudoku.isomorphs.canonical.columns import (
    FAR,
    blanks_first,
    cell_end,
    class_end,
    cut_class,
    exchange_stacks,
    least_label,
    write_blanks,
    write_new,
)
from sudoku.isomorphs.canonical.state import AT, CELL, COLUMN, NONE, SEEN_COLUMN, SEEN_ROW, State
from sudoku.isomorphs.canonical.words import ONE, ZERO, Bytes


@helper
def stack_choices(
    state: State, position: Bytes, numbers: U64, source: Bytes, choices: U64
) -> Unsigned:
    """Write stacks of the next class, or return how many of them can come first.

    Their stack places are listed in `choices`. After stacks were written, 0 is returned.
    """
    at, p = numbers[AT], state.sizes[1]
    first = state.slot_of[at]
    end = class_end(state, position, first)
    is_pure, most, n_full = True, ZERO, first
    for slot in range(first, end):
        blanks = leading_blanks(state, position, source, slot)
        most = max(most, blanks)
        if blanks == p:
            exchange_stacks(position, n_full, slot, p)
            n_full += ONE
        is_pure &= has_no_seen(position, source, slot * p, p)
    if most == p and n_full < end:
        cut_class(position, first, n_full)
        cut_class(position, n_full, end)
        end = n_full
    if most == p:
        write_blanks(state, numbers, at, end * p)
        numbers[AT] = end * p
        return ZERO
    if is_pure:
        write_pure(state, position, numbers, source, first, end)
        return ZERO
    least, n_choices = FAR, ZERO
    for slot in range(first, end):
        if leading_blanks(state, position, source, slot) == most:
            label = first_label(state, position, source, first, slot, most)
            if label < least:
                least, n_choices = label, ZERO
            if label == least:
                choices[n_choices] = slot
                n_choices += ONE
    return n_choices


@helper
def leading_blanks(state: State, position: Bytes, source: Bytes, slot: Unsigned) -> Unsigned:
    """Return the most blanks with which a stack can begin."""
    p = state.sizes[1]
    at, found = slot * p, ZERO
    stack_end = at + p
    while at < stack_end:
        end = cell_end(state, position, at)
        size = end - at
        blanks = ZERO
        for place in range(at, end):
            if source[position[COLUMN, place]] == 0:
                blanks += ONE
        found += blanks
        if blanks < size:
            break
        at = end
    return found


@helper
def has_no_seen(position: Bytes, source: Bytes, at: Unsigned, p: Unsigned) -> bool:
    """Return whether no digit of a stack was seen in a row before."""
    for place in range(at, at + p):
        digit = np.uint64(source[position[COLUMN, place]])
        if digit != ZERO and position[SEEN_ROW, digit - ONE] != NONE:
            return False
    return True


@helper
def first_label(
    state: State, position: Bytes, source: Bytes, first: Unsigned, slot: Unsigned, blanks: Unsigned
) -> Unsigned:
    """Return the least label that a stack can have after its leading blanks."""
    at = slot * state.sizes[1] + blanks
    cell = np.uint64(position[CELL, at])
    least = FAR
    for place in range(cell, cell_end(state, position, cell)):
        digit = np.uint64(source[position[COLUMN, place]])
        if digit != ZERO:
            # A column of the cell that is blank in this row comes to its first place.
            is_blank = source[position[SEEN_COLUMN, digit - ONE]] == 0
            later = cell if is_blank else at + ONE
            label = least_label(state, position, digit, cell, later, first, slot)
            least = min(least, label)
    return least


@helper
def write_pure(
    state: State, position: Bytes, numbers: U64, source: Bytes, first: Unsigned, end: Unsigned
) -> None:
    """Write a class of stacks in which no digit was seen before, the least patterns first.

    A pattern says which places are blank. Stacks with equal patterns remain a class.
    """
    p = state.sizes[1]
    for slot in range(first, end):
        at = slot * p
        while at < slot * p + p:
            after = cell_end(state, position, at)
            blanks_first(state, position, source, at, after)
            at = after
    for slot in range(first, end):
        least = slot
        for other in range(slot + ONE, end):
            if compare_patterns(position, source, other * p, least * p, p) < 0:
                least = other
        swap_uneven_stacks(position, slot, least, p)
    start = first
    for slot in range(first, end):
        if slot > first and compare_patterns(position, source, slot * p, slot * p - p, p) != 0:
            cut_class(position, start, slot)
            start = slot
        for place in range(slot * p, slot * p + p):
            digit = np.uint64(source[position[COLUMN, place]])
            if digit == ZERO:
                write_blanks(state, numbers, place, place + ONE)
            else:
                write_new(state, position, numbers, place, digit)
    cut_class(position, start, end)
    numbers[AT] = end * p


@helper
def compare_patterns(position: Bytes, source: Bytes, a: Unsigned, b: Unsigned, p: Unsigned) -> int:
    """Return -1, 0 or 1 if the blanks from one place on come earlier than, as or after others."""
    for k in range(p):
        one = source[position[COLUMN, a + k]] != 0
        other = source[position[COLUMN, b + k]] != 0
        if one != other:
            return 1 if one else -1
    return 0


@helper
def swap_uneven_stacks(position: Bytes, a: Unsigned, b: Unsigned, p: Unsigned) -> None:
    """Exchange the stacks at two stack places, and their cells, which may differ."""
    if a == b:
        return
    exchange_stacks(position, a, b, p)
    for k in range(p):
        one, other = position[CELL, a * p + k], position[CELL, b * p + k]
        position[CELL, a * p + k] = np.uint8(np.uint64(other) + a * p - b * p)
        position[CELL, b * p + k] = np.uint8(np.uint64(one) + b * p - a * p)
