"""Writing a row of the canonical form: how it divides the cells and classes of columns.

The columns of a cell are in no order yet, nor are the stacks of a class. A digit that was first
written in such a column has no label yet: its label is known when the place of the column is.
"""

import numpy as np

from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import U64, Unsigned
from sudoku.isomorphs.canonical.state import (
    AT,
    CELL,
    CLASS,
    COLUMN,
    N_LABELS,
    NONE,
    PLACE,
    ROW,
    SEEN_COLUMN,
    SEEN_ROW,
    State,
)
from sudoku.isomorphs.canonical.words import ONE, ZERO, Bytes

FAR = np.uint64(1 << 20)
"""More than any label: the value of a digit that was not seen before."""


@helper
def exchange(position: Bytes, a: Unsigned, b: Unsigned) -> None:
    """Exchange the columns at two places."""
    first, second = position[COLUMN, a], position[COLUMN, b]
    position[COLUMN, a], position[COLUMN, b] = second, first
    position[PLACE, second], position[PLACE, first] = np.uint8(a), np.uint8(b)


@helper
def exchange_stacks(position: Bytes, a: Unsigned, b: Unsigned, p: Unsigned) -> None:
    """Exchange the stacks at two stack places, whose cells are alike."""
    if a != b:
        for k in range(p):
            exchange(position, a * p + k, b * p + k)


@helper
def cell_end(state: State, position: Bytes, at: Unsigned) -> Unsigned:
    """Return the place after the cell that begins at a place."""
    end = at + ONE
    stack_end = (state.slot_of[at] + ONE) * state.sizes[1]
    while end < stack_end and position[CELL, end] == at:
        end += ONE
    return end


@helper
def cut(position: Bytes, at: Unsigned, end: Unsigned) -> None:
    """Let a new cell begin at a place, which ends at another one."""
    for k in range(at, end):
        position[CELL, k] = np.uint8(at)


@helper
def class_end(state: State, position: Bytes, slot: Unsigned) -> Unsigned:
    """Return the stack place after the class that begins at a stack place."""
    end = slot + ONE
    n_stacks = state.slot_of[state.sizes[0] - ONE] + ONE
    while end < n_stacks and position[CLASS, end] == slot:
        end += ONE
    return end


@helper
def cut_class(position: Bytes, slot: Unsigned, end: Unsigned) -> None:
    """Let a new class begin at a stack place, which ends at another one."""
    for k in range(slot, end):
        position[CLASS, k] = np.uint8(slot)


@helper
def choose_stack(state: State, position: Bytes, first: Unsigned, slot: Unsigned) -> None:
    """Let a stack of a class that begins at `first` come first in it, as a class of its own."""
    end = class_end(state, position, first)
    exchange_stacks(position, first, slot, state.sizes[1])
    cut_class(position, first + ONE, end)


@helper
def choose_column(state: State, position: Bytes, first: Unsigned, column: Unsigned) -> None:
    """Let a column of a cell that begins at `first` come first in it, as a cell of its own."""
    end = cell_end(state, position, first)
    exchange(position, first, np.uint64(position[PLACE, column]))
    cut(position, first + ONE, end)


@helper
def settled_label(state: State, position: Bytes, digit: Unsigned) -> Unsigned:
    """Return the least label that a digit can still get, and let its column take the place."""
    column = np.uint64(position[SEEN_COLUMN, digit - ONE])
    slot = state.slot_of[position[PLACE, column]]
    first_slot = np.uint64(position[CLASS, slot])
    if first_slot + ONE < class_end(state, position, first_slot):
        choose_stack(state, position, first_slot, slot)
    first = np.uint64(position[CELL, position[PLACE, column]])
    if first + ONE < cell_end(state, position, first):
        choose_column(state, position, first, column)
    row = np.uint64(position[SEEN_ROW, digit - ONE])
    return np.uint64(state.form[row * state.sizes[0] + first])


@helper
def least_label(
    state: State,
    position: Bytes,
    digit: Unsigned,
    beside: Unsigned,
    later: Unsigned,
    first_slot: Unsigned,
    slot: Unsigned,
) -> Unsigned:
    """Return the least label that a digit can get if a stack comes first in its class.

    Parameters
    ----------
    state, position
        The position.
    digit
        The digit; FAR is returned if it was not seen.
    beside, later
        A cell, and the place to which its columns come that hold no blank in this row.
    first_slot, slot
        The class that is written, and the stack place of the stack that comes first in it.
    """
    row = position[SEEN_ROW, digit - ONE]
    if row == NONE:
        return FAR
    first = np.uint64(position[CELL, position[PLACE, position[SEEN_COLUMN, digit - ONE]]])
    own = state.slot_of[first]
    goal = np.uint64(position[CLASS, own])
    if goal == first_slot and own != slot:
        goal += ONE
    if first == beside:
        first = later
    start = np.uint64(row) * state.sizes[0] + goal * state.sizes[1]
    return np.uint64(state.form[start + first - own * state.sizes[1]])


@helper
def write_new(state: State, position: Bytes, numbers: U64, at: Unsigned, digit: Unsigned) -> None:
    """Write the next label for a digit that was not seen before."""
    numbers[N_LABELS] += ONE
    state.form[numbers[ROW] * state.sizes[0] + at] = np.uint8(numbers[N_LABELS])
    position[SEEN_ROW, digit - ONE] = np.uint8(numbers[ROW])
    position[SEEN_COLUMN, digit - ONE] = position[COLUMN, at]


@helper
def blanks_first(
    state: State, position: Bytes, source: Bytes, at: Unsigned, end: Unsigned
) -> Unsigned:
    """Let the blanks of a cell come first, as a cell of their own; return the place after them."""
    middle = at
    for place in range(at, end):
        if source[position[COLUMN, place]] == 0:
            exchange(position, middle, place)
            middle += ONE
    if at < middle < end:
        cut(position, middle, end)
    return middle


@helper
def write_blanks(state: State, numbers: U64, at: Unsigned, end: Unsigned) -> None:
    """Write blanks from a place to another one."""
    start = numbers[ROW] * state.sizes[0]
    for place in range(start + at, start + end):
        state.form[place] = np.uint8(0)


@helper
def column_choices(
    state: State, position: Bytes, numbers: U64, source: Bytes, choices: U64
) -> Unsigned:
    """Write the next cell of columns, or return how many of its columns can come first.

    They are listed in `choices`. After a cell was written, 0 is returned.
    """
    at = numbers[AT]
    end = cell_end(state, position, at)
    if at + ONE == end:
        digit = np.uint64(source[position[COLUMN, at]])
        if digit == ZERO:
            write_blanks(state, numbers, at, end)
        elif position[SEEN_ROW, digit - ONE] == NONE:
            write_new(state, position, numbers, at, digit)
        else:
            label = settled_label(state, position, digit)
            state.form[numbers[ROW] * state.sizes[0] + at] = np.uint8(label)
        numbers[AT] = end
        return ZERO
    middle = blanks_first(state, position, source, at, end)
    if at < middle:
        write_blanks(state, numbers, at, middle)
        numbers[AT] = middle
        return ZERO
    least, n_choices = FAR, ZERO
    slot = state.slot_of[at]
    for place in range(at, end):
        column = position[COLUMN, place]
        digit = np.uint64(source[column])
        label = least_label(state, position, digit, at, at + ONE, slot, slot)
        if label < least:
            least, n_choices = label, ZERO
        if label == least:
            choices[n_choices] = np.uint64(column)
            n_choices += ONE
    if least == FAR:
        for place in range(at, end):
            write_new(state, position, numbers, place, np.uint64(source[position[COLUMN, place]]))
        numbers[AT] = end
        return ZERO
    return n_choices
