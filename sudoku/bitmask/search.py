"""The search on bit masks: take the last grid that waits, draw conclusions, branch."""

import numpy as np

from exactcover.bits import popcount64
from exactcover.engine import Status
from exactcover.jit import helper
from exactcover.links import Unsigned
from sudoku.bitmask.propagation import propagate
from sudoku.bitmask.state import EVERYWHERE, NODES, WAITING, WHOLE, State
from sudoku.bitmask.tables import U64

ZERO = np.uint64(0)
ONE = np.uint64(1)
TWO = np.uint64(2)
NO_CELL = np.uint64(0xFFFFFFFF)

EXHAUSTED = int(Status.EXHAUSTED)
BUDGET_SPENT = int(Status.BUDGET_SPENT)
FOUND = int(Status.OUT_FULL)


@helper
def begin(state: State) -> None:
    """Let one grid wait: `State.grids[0]`, all of whose candidates may be new."""
    state.changed[0] = EVERYWHERE
    state.weights[0] = WHOLE
    state.position[WAITING] = 1


@helper
def search_on(state: State, last_node: Unsigned) -> int:
    """Search for the next solution: then it is the grid after the last one that waits."""
    position = state.position
    while position[WAITING] > 0:
        if position[NODES] >= last_node:
            return BUDGET_SPENT
        position[NODES] += ONE
        top = position[WAITING] - ONE
        grid = state.grids[top]
        if propagate(state, grid, state.changed[top]):
            cell, digit, ways = _choose(state, grid)
            if cell == NO_CELL:
                position[WAITING] = top
                return FOUND
            _branch(state, top, cell, digit, ways)
        else:
            position[WAITING] = top
    return EXHAUSTED


@helper
def _branch(state: State, top: Unsigned, cell: Unsigned, digit: Unsigned, ways: Unsigned) -> None:
    """Put a grid with the digit in the cell on top of the one without."""
    grid, child = state.grids[top], state.grids[top + ONE]
    for k in range(np.uint64(len(grid))):
        child[k] = grid[k]
    child[cell] = digit
    grid[cell] ^= digit
    state.changed[top] = cell
    state.changed[top + ONE] = cell
    share = state.weights[top] // ways
    state.weights[top] -= share
    state.weights[top + ONE] = share
    state.position[WAITING] = top + TWO


@helper
def _choose(state: State, grid: U64) -> tuple[Unsigned, Unsigned, Unsigned]:
    """Choose a cell and a digit to try in it; return them and how many ways there are.

    A cell with two digits, else a digit with two places in a house, else a cell with the fewest
    digits; NO_CELL if all are placed.
    """
    cell, fewest = NO_CELL, np.uint64(65)
    best = ZERO
    for k in range(np.uint64(len(grid))):
        digits = grid[k]
        rest = digits & (digits - ONE)
        if rest != 0:
            if rest & (rest - ONE) == 0:
                score = ONE + _score(state, grid, k)
                if score > best:
                    best = score
                    cell = k
                    fewest = TWO
                continue
            n_digits = popcount64(digits)
            if n_digits < fewest:
                cell, fewest = k, n_digits
    if cell == NO_CELL:
        return NO_CELL, ZERO, ZERO
    if best > 0:
        return cell, grid[cell] & (grid[cell] - ONE), TWO
    place, digit = _find_pair(state, grid)
    if place != NO_CELL:
        return place, digit, TWO
    return cell, grid[cell] & (~grid[cell] + ONE), fewest


@helper
def _find_pair(state: State, grid: U64) -> tuple[Unsigned, Unsigned]:
    """Find a digit with two places in a house; return one of them and the digit, or NO_CELL."""
    houses = state.tables.houses
    for house in range(np.uint64(len(houses))):
        once, twice, thrice = ZERO, ZERO, ZERO
        for k in range(np.uint64(houses.shape[1])):
            digits = grid[houses[house, k]]
            thrice |= twice & digits
            twice |= once & digits
            once |= digits
        pairs = twice & ~thrice
        if pairs != 0:
            digit = pairs & (~pairs + ONE)
            k = ZERO
            while grid[houses[house, k]] & digit == 0:
                k += ONE
            return np.uint64(houses[house, k]), digit
    return NO_CELL, ZERO


@helper
def _score(state: State, grid: U64, cell: Unsigned) -> Unsigned:
    tables = state.tables
    digits = grid[cell]
    score = ZERO
    for k in range(tables.first_peer[cell], tables.first_peer[cell + ONE]):
        other = grid[tables.peers[k]]
        rest = other & (other - ONE)
        if rest != 0 and other & digits:
            if rest & (rest - ONE) == 0:
                score += np.uint64(8)
            else:
                score += ONE
    return score
