"""The propagation of sums; a part of a sum is cells that differ and hold a set with a weight."""

import numpy as np

from exactcover.runtime.kernels.bits import highest_one64, trailing_zeros64
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import U64, Unsigned
from sudoku.solvers.bitmask.restriction import restrict
from sudoku.solvers.bitmask.state import State, constraints_of
from sudoku.solvers.bitmask.sum_parts import END_CELL, FIRST_CELL, look, members_of, weights_of

ZERO = np.uint64(0)
ONE = np.uint64(1)
WORD = np.uint64(64)
# The columns of `ConstraintArrays.sums`.
FIRST_PART, END_PART, GOAL, IS_WIDE = range(4)
# The columns of `State.ways`.
OWN, BEFORE, ALLOWED = range(3)


@helper
def propagate_sum(state: State, grid: U64, number: Unsigned) -> bool:
    """Restrict the cells of each part to sets of digits whose weights can add up to the goal."""
    sums, ways = constraints_of(state).sums, state.ways
    first, end = np.uint64(sums[number, FIRST_PART]), np.uint64(sums[number, END_PART])
    goal = sums[number, GOAL]
    n_parts = end - first
    if n_parts > ONE or sums[number, IS_WIDE] != 0:
        for k in range(n_parts):
            ways[k, OWN] = weights_of(state, grid, first + k)
    if sums[number, IS_WIDE] != 0:
        is_kept = _allow_within_bounds(state, first, n_parts, goal)
    else:
        is_kept = _allow(state, n_parts, ONE << np.uint64(goal))
    j: Unsigned = ZERO
    while is_kept and j < n_parts:
        # With several parts, all sets are allowed if all weights are.
        if n_parts == ONE or ways[j, ALLOWED] != ways[j, OWN]:
            is_kept = _leave_sets(state, grid, first + j, ways[j, ALLOWED])
        j += ONE
    return is_kept


@helper
def _allow(state: State, n_parts: Unsigned, goal: Unsigned) -> bool:
    """Find the weights of each part that can add up to the goal; return False if none can."""
    ways = state.ways
    if n_parts == ONE:
        ways[0, ALLOWED] = goal
        return True
    # The entry BEFORE of a part has the possible sums of the parts before it.
    within = goal | (goal - ONE)
    so_far: Unsigned = ways[0, OWN] & within
    for k in range(ONE, n_parts):
        ways[k, BEFORE] = so_far
        if k + ONE < n_parts:
            own = ways[k, OWN]
            following: Unsigned = ZERO
            while own != 0:
                following |= so_far << trailing_zeros64(own)
                own &= own - ONE
            so_far = following & within
    after: Unsigned = goal
    for back in range(n_parts - ONE):
        j = n_parts - ONE - back
        own, before = ways[j, OWN], ways[j, BEFORE]
        allowed: Unsigned = ZERO
        reached: Unsigned = ZERO
        while own != 0:
            weight = trailing_zeros64(own)
            if (before << weight) & after != 0:
                allowed |= ONE << weight
                reached |= after >> weight
            own &= own - ONE
        ways[j, ALLOWED] = allowed
        after = reached
    ways[0, ALLOWED] = ways[0, OWN] & after
    return bool(ways[0, ALLOWED] != 0)


@helper
def _allow_within_bounds(state: State, first: Unsigned, n_parts: Unsigned, goal: np.int64) -> bool:
    """Find the weights of each part that fit the least and greatest weights of the others."""
    ways, factors = state.ways, constraints_of(state).factors
    below = above = goal
    for k in range(n_parts):
        if ways[k, OWN] == 0:
            return False
        low, high = _scaled(factors[first + k], ways[k, OWN])
        below, above = below - low, above - high
    if below < 0 or above > 0:
        return False
    for k in range(n_parts):
        ways[k, ALLOWED] = _within(factors[first + k], ways[k, OWN], below, above)
    return True


@helper
def _scaled(factor: np.int64, weights: Unsigned) -> tuple[np.int64, np.int64]:
    """Return the least and the greatest of some weights times a factor."""
    least = factor * np.int64(trailing_zeros64(weights))
    most = factor * np.int64(highest_one64(weights))
    return (least, most) if factor > 0 else (most, least)


@helper
def _within(factor: np.int64, weights: Unsigned, below: np.int64, above: np.int64) -> Unsigned:
    """Return the weights that, times a factor, are not too far from the least and the greatest.

    By `below` the goal is more than the sum of the least, by `above` less than that of the greatest
    (which is 0 or negative).
    """
    low, high = _scaled(factor, weights)
    allowed: Unsigned = ZERO
    left: Unsigned = weights
    while left != 0:
        rest = left & (left - ONE)
        scaled = factor * np.int64(trailing_zeros64(left))
        if scaled - low <= below and scaled - high >= above:
            allowed |= left ^ rest
        left = rest
    return allowed


@helper
def _leave_sets(state: State, grid: U64, part: Unsigned, allowed: Unsigned) -> bool:
    """Restrict the cells of a part to the sets of some weights, and place hidden singles."""
    constraints = constraints_of(state)
    seen = look(state, grid, part)
    union, fixed, _ = seen
    some, every = members_of(state, part, allowed, seen)
    if some == union and every & ~fixed == 0:
        return True
    if some == 0:
        return False
    first, end = constraints.parts[part, FIRST_CELL], constraints.parts[part, END_CELL]
    once, twice = ZERO, ZERO
    for k in range(first, end):
        digits = grid[constraints.cells[k]]
        twice |= once & digits
        once |= digits
    hidden = once & ~twice & every & ~fixed
    for k in range(first, end):
        cell = constraints.cells[k]
        digits = grid[cell] & some
        if digits & hidden != 0:
            digits &= hidden
            if digits & (digits - ONE) != 0:
                return False
        if digits == 0:
            return False
        if digits != grid[cell]:
            restrict(state, grid, np.uint64(cell), digits)
    return _point(state, grid, part, every & twice & some & ~fixed)


@helper
def _point(state: State, grid: U64, part: Unsigned, digits: Unsigned) -> bool:
    """Remove digits that a part must hold from the cells that all of their places see."""
    constraints = constraints_of(state)
    peers = constraints.peers
    first, end = constraints.parts[part, FIRST_CELL], constraints.parts[part, END_CELL]
    union: Unsigned = ZERO
    for k in range(first, end):
        union |= grid[constraints.cells[k]]
    if digits & ~union != 0:
        return False  # the placements before have removed all places of one
    left: Unsigned = digits
    while left != 0:
        digit = left ^ (left & (left - ONE))
        left ^= digit
        for word in range(np.uint64(peers.shape[1])):
            seen: Unsigned = ~ZERO
            for k in range(first, end):
                cell = constraints.cells[k]
                if grid[cell] & digit != 0:
                    seen &= peers[cell, word]
            while seen != 0:
                other = WORD * word + trailing_zeros64(seen)
                seen &= seen - ONE
                if grid[other] & digit != 0:
                    if grid[other] == digit:
                        return False
                    restrict(state, grid, other, grid[other] ^ digit)
    return True
