"""The choice of a branch: the cell and digit to try, when propagation has ended.

The best is a cell with two digits, and of these the one whose digits are in most of its peers.
Against the first such cell that took a half to two thirds of the nodes: 18 instead of 39 for a
puzzle of magictour, 155 instead of 272 for one of hardest1905.
"""

from collections.abc import Callable

import numpy as np

from exactcover.runtime.kernels.bits import popcount64
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import U64, Unsigned
from exactcover.runtime.kernels.xorshift import random_bits
from sudoku.solvers.bitmask.constraint_arrays import DECISIVE, END_CELL, FIRST_CELL
from sudoku.solvers.bitmask.state import CULPRIT, EVERYWHERE, RANDOM, State, constraints_of

ZERO = np.uint64(0)
ONE = np.uint64(1)
TWO = np.uint64(2)
WORD = np.uint64(64)
MOST_CONFLICTS = np.uint64(256)
NO_CELL = np.uint64(0xFFFFFFFF)
DECISIVE_WEIGHT = np.uint64(32)
"""The weight of a decisive digit with k places is this factor times the sum of their conflicts,
divided by k**3."""

PAIR_WEIGHT = np.uint64(8)
"""The weight of a peer with two digits, which becomes a single; others weigh 1."""


Choose = Callable[[State, U64], tuple[Unsigned, Unsigned, Unsigned]]
"""Chooses a cell and a digit to try in it; returns them and the number of ways to branch.

The cell is NO_CELL if all digits are placed.
"""


@helper
def choose_pair(state: State, grid: U64) -> tuple[Unsigned, Unsigned, Unsigned]:
    """Choose a cell with two digits, else a digit with two places in a house; see `Choose`.

    If there are none, a cell with the fewest digits.
    """
    cell: Unsigned = NO_CELL
    small: Unsigned = NO_CELL
    best, fewest = ZERO, np.uint64(65)
    for k in range(np.uint64(len(grid))):
        rest = grid[k] & (grid[k] - ONE)
        if rest == 0:
            continue
        if rest & (rest - ONE) == 0:
            weight = ONE + _weigh(state, grid, k)
            if weight > best:
                cell, best = k, weight
        elif best == 0:
            n_digits = popcount64(grid[k])
            if n_digits < fewest:
                small, fewest = k, n_digits
    if cell != NO_CELL:
        return cell, pick(state, grid[cell]), TWO
    if small == NO_CELL:
        return NO_CELL, ZERO, ZERO
    cell, digit = _find_pair(state, grid)
    if cell != NO_CELL:
        return cell, digit, TWO
    return small, pick(state, grid[small]), fewest


@helper
def choose_by_conflicts(state: State, grid: U64) -> tuple[Unsigned, Unsigned, Unsigned]:
    """Choose the cell with the most conflicts for its digits; see `Choose`.

    Unless it has two, a digit with two places in a house comes first where these have more, or a
    decisive digit of a reading with any number of places.
    """
    cell: Unsigned = NO_CELL
    most, fewest = ZERO, ONE
    for k in range(np.uint64(len(grid))):
        digits = grid[k]
        if digits & (digits - ONE) != 0:
            n_digits, conflicts = popcount64(digits), state.conflicts[k]
            # The greater of two weights, conflicts**2 / n_digits**3, without a division.
            weight = conflicts * conflicts * fewest * fewest * fewest
            least = most * most * n_digits * n_digits * n_digits
            if weight > least or (weight == least and n_digits < fewest):
                cell, most, fewest = k, conflicts, n_digits
    if cell == NO_CELL:
        return NO_CELL, ZERO, ZERO
    if fewest > TWO:
        # A pair of places counts as much as a cell of two digits with the mean of their conflicts.
        squared = np.float64(most * most) / np.float64(fewest * fewest * fewest)
        least = np.uint64(np.sqrt(np.float64(32) * squared))
        place, digit, n_places = _find_decisive(state, grid, least)
        if place != NO_CELL:
            return place, digit, n_places
        place, digit = _find_places(state, grid, least)
        if place != NO_CELL:
            return place, digit, TWO
    return cell, pick(state, grid[cell]), fewest


@helper
def _find_decisive(state: State, grid: U64, least: Unsigned) -> tuple[Unsigned, Unsigned, Unsigned]:
    """Find the decisive digit of a reading whose places have the most conflicts for their number.

    Return the place with the most conflicts, the digit and the number of its places; or NO_CELL if
    no such digit weighs more than `least`; see `DECISIVE_WEIGHT`.
    """
    constraints, best = constraints_of(state), least
    found: Unsigned = NO_CELL
    found_digit, found_ways = ZERO, ZERO
    for r in range(np.uint64(len(constraints.readings))):
        left = np.uint64(constraints.readings[r, DECISIVE])
        first, end = constraints.readings[r, FIRST_CELL], constraints.readings[r, END_CELL]
        while left != 0:
            digit = lowest(left)
            left ^= digit
            weight, n_places, place, most = ZERO, ZERO, NO_CELL, ZERO
            for k in range(first, end):
                cell = np.uint64(constraints.cells[k])
                if grid[cell] & digit != 0:
                    weight += state.conflicts[cell]
                    n_places += ONE
                    if state.conflicts[cell] > most:
                        most, place = state.conflicts[cell], cell
            if n_places > ONE:
                weight = DECISIVE_WEIGHT * weight // (n_places * n_places * n_places)
                if weight > best:
                    best, found, found_digit, found_ways = weight, place, digit, n_places
    return found, found_digit, found_ways


@helper
def _find_places(state: State, grid: U64, least: Unsigned) -> tuple[Unsigned, Unsigned]:
    """Find the digit whose two places in a house have the most conflicts, and more than `least`.

    Return one of the places and the digit, or NO_CELL.
    """
    houses, most = state.tables.houses, least
    found: Unsigned = NO_CELL
    found_digit: Unsigned = ZERO
    for house in range(np.uint64(len(houses))):
        pairs = _with_two_places(state, grid, house)
        while pairs != 0:
            digit = lowest(pairs)
            pairs ^= digit
            weight, place = ZERO, NO_CELL
            for k in range(np.uint64(houses.shape[1])):
                cell = houses[house, k]
                if grid[cell] & digit != 0:
                    weight += state.conflicts[cell]
                    if place == NO_CELL or not is_heads(state):
                        place = np.uint64(cell)
            if weight > most:
                most, found, found_digit = weight, place, digit
    return found, found_digit


@helper
def bump_activity(state: State, grid: U64, cell: Unsigned) -> None:
    """Bump the activity of the cell branched on, and of the cells of what failed after it.

    These are the open cells of a house or constraint; there are none where two peers were to hold
    the same digit. The cell branched on counts twice.
    """
    if len(state.conflicts) == 0:
        return
    culprit = state.position[CULPRIT]
    if culprit != NO_CELL:
        word, bit = culprit // WORD, culprit % WORD
        for k in range(np.uint64(len(state.conflicts))):
            is_open = grid[k] & (grid[k] - ONE) != 0
            if is_open and state.tables.watched_by[k, word] >> bit & ONE != 0:
                _add_conflicts(state, k, ONE)
    if cell != EVERYWHERE:
        _add_conflicts(state, np.uint64(cell), TWO)


@helper
def _add_conflicts(state: State, cell: Unsigned, number: Unsigned) -> None:
    """Count conflicts; where a cell has many, those of all count half."""
    state.conflicts[cell] += number
    if state.conflicts[cell] >= MOST_CONFLICTS:
        for k in range(np.uint64(len(state.conflicts))):
            state.conflicts[k] = (state.conflicts[k] + ONE) >> ONE


@helper
def pick(state: State, digits: Unsigned) -> Unsigned:
    """Return the lowest of some digits; a random one in a search with a random order."""
    if state.position[RANDOM] == ZERO:
        return lowest(digits)
    n_before = random_bits(state.position, RANDOM) % popcount64(digits)
    left: Unsigned = digits
    for _ in range(n_before):
        left &= left - ONE
    return lowest(left)


@helper
def is_heads(state: State) -> bool:
    """Return False, or True in one of two cases in a search with a random order."""
    is_random = state.position[RANDOM] != ZERO
    return bool(is_random and random_bits(state.position, RANDOM) & ONE != ZERO)


@helper
def lowest(digits: Unsigned) -> Unsigned:
    """Return the lowest digit."""
    return digits ^ (digits & (digits - ONE))


@helper
def _weigh(state: State, grid: U64, cell: Unsigned) -> Unsigned:
    """Count the peers that share a candidate with a cell, those with two digits more."""
    tables = state.tables
    weight = ZERO
    for k in range(tables.first_peer[cell], tables.first_peer[cell + ONE]):
        digits = grid[tables.peers[k]]
        rest = digits & (digits - ONE)
        if rest != 0 and digits & grid[cell] != 0:
            weight += PAIR_WEIGHT if rest & (rest - ONE) == 0 else ONE
    return weight


@helper
def _find_pair(state: State, grid: U64) -> tuple[Unsigned, Unsigned]:
    """Find a digit with two places in a house; return one of them and the digit, or NO_CELL."""
    houses = state.tables.houses
    for house in range(np.uint64(len(houses))):
        pairs = _with_two_places(state, grid, house)
        if pairs != 0:
            digit = lowest(pairs)
            place, n_skipped = ZERO, ONE if is_heads(state) else ZERO
            while grid[houses[house, place]] & digit == 0 or n_skipped > 0:
                n_skipped -= ONE if grid[houses[house, place]] & digit != 0 else ZERO
                place += ONE
            return np.uint64(houses[house, place]), digit
    return NO_CELL, ZERO


@helper
def _with_two_places(state: State, grid: U64, house: Unsigned) -> Unsigned:
    """Return the digits with two places in a house."""
    houses = state.tables.houses
    once, twice, thrice = ZERO, ZERO, ZERO
    for k in range(np.uint64(houses.shape[1])):
        digits = grid[houses[house, k]]
        thrice |= twice & digits
        twice |= once & digits
        once |= digits
    return twice & ~thrice
