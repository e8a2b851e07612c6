"""A propagator: the variables of a rectangle with some values are connected by their sides.

A cell is outside if it has none of the values, inside if it has no others, and else open. From an
inside cell, the shortest ways through cells that are not outside are found, where the length of a
way is the number of its open cells:

1. An inside cell without a way to it is a failure; an open cell without one is outside.
2. If the number of cells is given, an open cell is outside if its way has too many open cells; and
   the cells that have ways must be enough.
3. An open cell is inside if without it some inside cell has no way, or too few cells have one.
"""

from typing import Any

import numpy as np

from csp.kernels.domains import ONE, ZERO, restrict, window
from csp.kernels.propagate import DONE, FAILED, FIXPOINT, arity, constants, variable
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned

N_ROWS = 4
"""The words of `scratch` for each cell: its kind, its distance plus 1, and two queues."""

OUTSIDE, OPEN, INSIDE = np.uint64(0), np.uint64(1), np.uint64(2)


def connected(handle: Any, p: Any) -> int:
    """Remove values that cannot be connected, and keep those that connect others."""
    state = state_of(handle)
    n, at = arity(state, p), constants(state, p)
    width, size = np.uint64(state.data[at]), np.uint64(state.data[at + ONE])
    mask = np.uint64(state.data[at + ONE + ONE])
    n_inside = classify(state, p, n, mask)
    if n_inside == ZERO:
        return FAILED if count_kind(state, n, OPEN) < max(size, ONE) else FIXPOINT
    if size != ZERO and n_inside > size:
        return FAILED
    seed = ZERO
    while state.scratch[seed] != INSIDE:
        seed += ONE
    walk(state, n, width, seed)
    if not cut_off(state, p, n, mask, n_inside, size):
        return FAILED
    if not connect(state, p, n, width, mask, seed, n_inside, size):
        return FAILED
    return DONE


@helper
def classify(state: State, p: Unsigned, n: Unsigned, mask: Unsigned) -> Unsigned:
    """Store the kind of each cell; return how many are inside."""
    n_inside = ZERO
    for k in range(n):
        cell = np.uint64(k)
        word = window(state, variable(state, p, cell), np.int64(1))
        if word & mask == ZERO:
            state.scratch[cell] = OUTSIDE
        elif word & ~mask == ZERO:
            state.scratch[cell] = INSIDE
            n_inside += ONE
        else:
            state.scratch[cell] = OPEN
    return n_inside


@helper
def count_kind(state: State, n: Unsigned, kind: Unsigned) -> Unsigned:
    """Return how many cells are of a kind."""
    found = ZERO
    for k in range(n):
        if state.scratch[np.uint64(k)] == kind:
            found += ONE
    return found


@helper
def neighbour(cell: Unsigned, way: int, n: Unsigned, width: Unsigned) -> Unsigned:
    """Return the cell at one of the four sides of a cell, or n if there is none."""
    if way == 0:
        return cell - width if cell >= width else n
    if way == 1:
        return cell + width if cell + width < n else n
    column = cell % width
    if way == 2:
        return cell - ONE if column != ZERO else n
    return cell + ONE if column + ONE != width else n


@helper
def walk(state: State, n: Unsigned, width: Unsigned, seed: Unsigned) -> Unsigned:
    """Store the distance of each cell from the seed, plus 1, or 0; return how many have a way.

    Cells of the same distance are visited before farther ones: inside cells, which are as far as
    the cell before them, go to the stack of this round, and open ones to the queue of the next.
    """
    distance, now, later = n, n + n, n + n + n
    for k in range(n):
        state.scratch[distance + np.uint64(k)] = ZERO
    state.scratch[distance + seed], state.scratch[now] = ONE, seed
    n_now, n_later, n_reached, far = ONE, ZERO, ZERO, ONE
    while n_now != ZERO:
        while n_now != ZERO:
            n_now -= ONE
            cell = state.scratch[now + n_now]
            n_reached += ONE
            for way in range(4):
                other = neighbour(cell, way, n, width)
                if other == n or state.scratch[distance + other] != ZERO:
                    continue
                if state.scratch[other] == INSIDE:
                    state.scratch[distance + other] = far
                    state.scratch[now + n_now] = other
                    n_now += ONE
                elif state.scratch[other] == OPEN:
                    state.scratch[distance + other] = far + ONE
                    state.scratch[later + n_later] = other
                    n_later += ONE
        now, later = later, now
        n_now, n_later, far = n_later, ZERO, far + ONE
    return n_reached


@helper
def cut_off(
    state: State, p: Unsigned, n: Unsigned, mask: Unsigned, n_inside: Unsigned, size: Unsigned
) -> bool:
    """Remove the values from cells that are too far; return False if an inside cell is."""
    n_left = ZERO
    for k in range(n):
        cell = np.uint64(k)
        kind, far = state.scratch[cell], state.scratch[n + cell]
        if kind == OUTSIDE:
            continue
        if far == ZERO or (size != ZERO and n_inside + far - ONE > size):
            if kind == INSIDE or not restrict(state, variable(state, p, cell), np.int64(1), ~mask):
                return False
            state.scratch[cell] = OUTSIDE
        else:
            n_left += ONE
    return bool(n_left >= size)


@helper
def connect(
    state: State,
    p: Unsigned,
    n: Unsigned,
    width: Unsigned,
    mask: Unsigned,
    seed: Unsigned,
    n_inside: Unsigned,
    size: Unsigned,
) -> bool:
    """Keep only the values in the open cells without which the others are not connected."""
    for k in range(n):
        cell = np.uint64(k)
        if state.scratch[cell] != OPEN:
            continue
        state.scratch[cell] = OUTSIDE
        n_reached = walk(state, n, width, seed)
        if n_reached < size or not reaches_all(state, n):
            if not restrict(state, variable(state, p, cell), np.int64(1), mask):
                return False
            state.scratch[cell] = INSIDE
        else:
            state.scratch[cell] = OPEN
    return True


@helper
def reaches_all(state: State, n: Unsigned) -> bool:
    """Return whether there is a way to every inside cell."""
    for k in range(n):
        cell = np.uint64(k)
        if state.scratch[cell] == INSIDE and state.scratch[n + cell] == ZERO:
            return False
    return True
