"""The sets of digits that the cells of a part of a sum can hold.

The cells of a part all differ. The sets that they may hold are listed with their weights, or they
are all sets with as many digits as the part has cells, and the weight of a set is its sum. Those
are not listed: their sums are in the tables of `sudoku.solvers.bitmask.sum_tables`. The tables do
not know which cell has which candidates. So if a cell has so few candidates that a set may contain
none of them, the digits of this cell are tried one after the other.
"""

import numpy as np

from exactcover.runtime.kernels.bits import popcount64, trailing_zeros64
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import U64, Unsigned
from sudoku.solvers.bitmask.constraint_arrays import LISTED, TURNED_SUMS
from sudoku.solvers.bitmask.state import CHOSEN, LEVEL, REST, UPDATES, State, constraints_of
from sudoku.solvers.bitmask.sum_tables import EVERY_BITS

ZERO = np.uint64(0)
ONE = np.uint64(1)
TWO = np.uint64(2)
# The columns of `ConstraintArrays.parts`.
FIRST_CELL, END_CELL, FIRST_SET, END_SET, KIND = range(5)
SHIFT, EVERY = np.uint64(EVERY_BITS), np.uint64((1 << EVERY_BITS) - 1)


@helper
def look(state: State, grid: U64, part: Unsigned) -> tuple[Unsigned, Unsigned, Unsigned]:
    """Return the candidates of the cells of a part, and the digits of its cells with one candidate.

    And how many cells may have no digit of a set: their candidates are `lacking`. Those of the
    others are too many for that, or have a digit that every set must have.
    """
    constraints = constraints_of(state)
    first, end = constraints.parts[part, FIRST_CELL], constraints.parts[part, END_CELL]
    state.position[UPDATES] += np.uint64(end - first)
    union, fixed = ZERO, ZERO
    for k in range(first, end):
        digits = grid[constraints.cells[k]]
        union |= digits
        if digits & (digits - ONE) == 0:
            fixed |= digits
    n_lacking: Unsigned = ZERO
    for k in range(first, end):
        digits = grid[constraints.cells[k]]
        if digits & fixed == 0 and popcount64(union ^ digits) >= end - first:
            state.lacking[n_lacking] = digits
            n_lacking += ONE
    return union, fixed, n_lacking


@helper
def weights_of(state: State, grid: U64, part: Unsigned) -> Unsigned:
    """Return the weights of the sets that the cells of a part can hold, a bit each."""
    constraints = constraints_of(state)
    union, fixed, n_lacking = look(state, grid, part)
    found: Unsigned = ZERO
    if constraints.parts[part, KIND] == LISTED:
        for k in range(constraints.parts[part, FIRST_SET], constraints.parts[part, END_SET]):
            digits = constraints.sets[k]
            if digits & ~union == 0 and fixed & ~digits == 0:
                weight = ONE << constraints.weights[k]
                if found & weight == 0 and _fits(state, n_lacking, digits):
                    found |= weight
        return found
    size = _size(state, part)
    n_waiting = _next_choice(state, _first_choice(state, union, fixed), n_lacking, size)
    while n_waiting > 0:
        n_waiting -= ONE
        found |= _sums(state, part, n_waiting)
        n_waiting = _next_choice(state, n_waiting, n_lacking, size)
    return found >> _least(size)


@helper
def members_of(
    state: State, part: Unsigned, allowed: Unsigned, seen: tuple[Unsigned, Unsigned, Unsigned]
) -> tuple[Unsigned, Unsigned]:
    """Return the digits that any, and that every one of the possible sets of some weights has.

    `seen` is what `look` returned. No further sets are looked at if nothing can follow from the
    digits.
    """
    constraints = constraints_of(state)
    union, fixed, n_lacking = seen
    some, every = ZERO, ~ZERO
    if constraints.parts[part, KIND] == LISTED:
        for k in range(constraints.parts[part, FIRST_SET], constraints.parts[part, END_SET]):
            digits = constraints.sets[k]
            if digits & ~union == 0 and fixed & ~digits == 0:
                is_allowed = allowed >> constraints.weights[k] & ONE != 0
                if is_allowed and _fits(state, n_lacking, digits):
                    some |= digits
                    every &= digits
                    if some == union and every & ~fixed == 0:
                        break
        return some, every
    size = _size(state, part)
    wanted = allowed << _least(size)
    n_waiting = _next_choice(state, _first_choice(state, union, fixed), n_lacking, size)
    while n_waiting > 0:
        n_waiting -= ONE
        sums = _sums(state, part, n_waiting) & wanted
        chosen = state.choices[n_waiting, CHOSEN]
        while sums != 0:
            entry = _entry(state, part, n_waiting, trailing_zeros64(sums))
            sums &= sums - ONE
            some |= entry >> SHIFT | chosen
            every &= entry & EVERY | chosen
            if some == union and every & ~fixed == 0:
                return some, every
        n_waiting = _next_choice(state, n_waiting, n_lacking, size)
    return some, every


@helper
def _fits(state: State, n_lacking: Unsigned, digits: Unsigned) -> bool:
    """Return whether each cell examined can hold a digit of a set."""
    k: Unsigned = ZERO
    while k < n_lacking and state.lacking[k] & digits != 0:
        k += ONE
    return bool(k == n_lacking)


@helper
def _size(state: State, part: Unsigned) -> Unsigned:
    parts = constraints_of(state).parts
    return np.uint64(parts[part, END_CELL] - parts[part, FIRST_CELL])


@helper
def _least(size: Unsigned) -> Unsigned:
    """Return the least sum of different digits."""
    return size * (size + ONE) // TWO


@helper
def _first_choice(state: State, union: Unsigned, fixed: Unsigned) -> Unsigned:
    """Begin the choices with the digits that are fixed; return how many are waiting: one."""
    state.choices[0, CHOSEN] = fixed
    state.choices[0, REST] = union ^ fixed
    state.choices[0, LEVEL] = ZERO
    return ONE


@helper
def _next_choice(
    state: State, n_waiting: Unsigned, n_lacking: Unsigned, size: Unsigned
) -> Unsigned:
    """Replace the last choice until it has a digit for each cell examined; return how many wait.

    A choice that has no digit for a cell is replaced by one for each digit of the cell. Each of
    them leaves out the digits that were chosen before, so that no set belongs to two choices.
    """
    choices = state.choices
    while n_waiting > 0:
        last = n_waiting - ONE
        chosen, rest, level = choices[last, CHOSEN], choices[last, REST], choices[last, LEVEL]
        while level < n_lacking and chosen & state.lacking[level] != 0:
            level += ONE
        if level == n_lacking:
            return n_waiting
        n_waiting = last
        if popcount64(chosen) == size:
            continue
        left = rest & state.lacking[level]
        while left != 0:
            digit = left ^ (left & (left - ONE))
            left ^= digit
            rest ^= digit
            choices[n_waiting, CHOSEN] = chosen | digit
            choices[n_waiting, REST] = rest
            choices[n_waiting, LEVEL] = level + ONE
            n_waiting += ONE
    return n_waiting


@helper
def _sums(state: State, part: Unsigned, choice: Unsigned) -> Unsigned:
    """Return the sums of the sets with the chosen digits and others of the rest, a bit each."""
    constraints = constraints_of(state)
    totals = constraints.sum_tables.totals[np.uint64(constraints.parts[part, KIND]) - ONE]
    chosen, rest = state.choices[choice, CHOSEN], state.choices[choice, REST]
    n_chosen, size = popcount64(chosen), _size(state, part)
    if n_chosen > size:
        return ZERO
    return totals[size - n_chosen, rest] << trailing_zeros64(totals[n_chosen, chosen])


@helper
def _entry(state: State, part: Unsigned, choice: Unsigned, total: Unsigned) -> Unsigned:
    """Return the entry of `SumTables.members` for the digits that are not chosen.

    `total` is the sum of all digits, with the chosen ones.
    """
    constraints = constraints_of(state)
    tables = constraints.sum_tables
    kind = np.uint64(constraints.parts[part, KIND])
    chosen, rest = state.choices[choice, CHOSEN], state.choices[choice, REST]
    n_chosen, n = popcount64(chosen), np.uint64(state.tables.houses.shape[1])
    k = _size(state, part) - n_chosen
    total -= trailing_zeros64(tables.totals[kind - ONE, n_chosen, chosen])
    if kind == TURNED_SUMS:
        total = k * (n + ONE) - total
    width = k * (n - k) + ONE
    return np.uint64(tables.members[tables.first[k] + rest * width + total - _least(k)])
