"""A propagator: the variables of a rectangle with some values are connected by their sides.

A cell is outside if it has none of the values, inside if it has no others, and else open. From an
inside cell, the shortest ways through cells that are not outside are found, where the length of a
way is the number of its open cells:

1. An inside cell without a way to it is a failure; an open cell without one is outside.
2. If the number of cells is given, an open cell is outside if its way from some inside cell has too
   many open cells; and the cells that have ways must be enough.
3. An open cell is inside if without it some inside cell has no way, or too few cells have one.

While no cell is inside, the open cells of a part with too few cells are outside. If one part is
left, a cell without which each of its pieces has too few cells is inside.

What a cell cuts off is found for all cells by one depth-first search: a subtree is cut off if no
way leads from it past the cell above it (J. Hopcroft and R. Tarjan, Algorithm 447: efficient
algorithms for graph manipulation, 1973).
"""

from typing import Any

import numpy as np

from csp.kernels.domains import ONE, ZERO, restrict, window
from csp.kernels.propagate import DONE, FAILED, arity, constants, variable
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned

N_ROWS = 11
"""The rows of `scratch`, each with a word for each cell.

======== =========================================================================================
KIND     OUTSIDE, OPEN or INSIDE
DISTANCE the open cells on the way to it, plus 1; 0 if there is no way
NOW      a queue; in `explore` the cells on the branch
LATER    a queue; in `explore` the sides of the cells on the branch that were looked at
ORDER    when the depth-first search came to it, from 1; 0 before
LOW      the least order of a cell beside its subtree
BELOW    the cells of its subtree
LOST     the cells of the subtrees that it cuts off
PIECE    the most cells of such a subtree
INNER    whether a cell of its subtree is inside
CUTS     whether a cell of a subtree that it cuts off is inside
======== =========================================================================================
"""
KIND, DISTANCE, NOW, LATER, ORDER, LOW, BELOW, LOST, PIECE, INNER, CUTS = (
    np.uint64(row) for row in range(N_ROWS)
)
OUTSIDE, OPEN, INSIDE = np.uint64(0), np.uint64(1), np.uint64(2)
SIDES = np.uint64(4)


def connected(handle: Any, p: Any) -> int:
    """Remove values that cannot be connected, and keep those that connect others."""
    state = state_of(handle)
    n, at = arity(state, p), constants(state, p)
    width, size = np.uint64(state.data[at]), np.uint64(state.data[at + ONE])
    mask = np.uint64(state.data[at + ONE + ONE])
    n_inside = classify(state, p, n, mask)
    if size != ZERO and n_inside > size:
        return FAILED
    seed, n_left = n, ZERO
    for k in range(n):
        cell = np.uint64(k)
        # Cells that are connected already have the same distances.
        is_new = seed == n or state.scratch[n * DISTANCE + cell] != ONE
        if state.scratch[cell] == INSIDE and is_new:
            seed = cell
            walk(state, n, width, seed)
            n_left = cut_off(state, p, n, mask, n_inside, size)
            if n_left == ZERO:
                return FAILED
    has_seed = seed != n
    if not has_seed:
        n_parts, seed, n_left = leave_large_parts(state, p, n, width, mask, size)
        if n_parts != ONE:
            return DONE if n_parts != ZERO else FAILED
    is_possible = explore(state, p, n, width, mask, seed, n_left, size, has_seed)
    return DONE if is_possible else FAILED


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
def neighbour(cell: Unsigned, way: int | Unsigned, n: Unsigned, width: Unsigned) -> Unsigned:
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
    distance, now, later = n * DISTANCE, n * NOW, n * LATER
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
) -> Unsigned:
    """Remove the values from cells that are too far; return how many are not, or 0 for a failure.

    It is a failure if an inside cell is too far, or if too few cells are left.
    """
    n_left = ZERO
    for k in range(n):
        cell = np.uint64(k)
        kind, far = state.scratch[cell], state.scratch[n * DISTANCE + cell]
        if kind == OUTSIDE:
            continue
        if far == ZERO or (size != ZERO and n_inside + far - ONE > size):
            if kind == INSIDE or not restrict(state, variable(state, p, cell), np.int64(1), ~mask):
                return ZERO
            state.scratch[cell] = OUTSIDE
        else:
            n_left += ONE
    return n_left if n_left >= size else ZERO


@helper
def leave_large_parts(
    state: State, p: Unsigned, n: Unsigned, width: Unsigned, mask: Unsigned, size: Unsigned
) -> tuple[Unsigned, Unsigned, Unsigned]:
    """Remove the values from the open cells of parts with too few cells.

    Return the number of other parts, and of the last one a cell and the number of cells.
    """
    n_parts, last, n_last = ZERO, n, ZERO
    for k in range(n):
        state.scratch[n * ORDER + np.uint64(k)] = ZERO
    for k in range(n):
        cell = np.uint64(k)
        if state.scratch[cell] != OPEN or state.scratch[n * ORDER + cell] != ZERO:
            continue
        n_cells = walk(state, n, width, cell)
        if n_cells >= size:
            n_parts, last, n_last = n_parts + ONE, cell, n_cells
        for j in range(n):
            other = np.uint64(j)
            if state.scratch[n * DISTANCE + other] == ZERO:
                continue
            state.scratch[n * ORDER + other] = ONE
            if n_cells < size:
                if not restrict(state, variable(state, p, other), np.int64(1), ~mask):
                    return ZERO, n, ZERO
                state.scratch[other] = OUTSIDE
    return n_parts, last, n_last


@helper
def explore(
    state: State,
    p: Unsigned,
    n: Unsigned,
    width: Unsigned,
    mask: Unsigned,
    root: Unsigned,
    n_left: Unsigned,
    size: Unsigned,
    has_seed: bool,
) -> bool:
    """Keep only the values in the open cells without which the others are not connected.

    `n_left` cells are connected with the root, which is inside if `has_seed`.
    """
    for k in range(n):
        state.scratch[n * ORDER + np.uint64(k)] = ZERO
    visit(state, n, root, ONE, ZERO)
    depth, n_visited = ONE, ONE
    while depth != ZERO:
        top = depth - ONE
        cell, side = state.scratch[n * NOW + top], state.scratch[n * LATER + top]
        if side != SIDES:
            state.scratch[n * LATER + top] = side + ONE
            other = neighbour(cell, side, n, width)
            if other == n or state.scratch[other] == OUTSIDE:
                continue
            order = state.scratch[n * ORDER + other]
            if order == ZERO:
                n_visited += ONE
                visit(state, n, other, n_visited, depth)
                depth += ONE
            elif order < state.scratch[n * LOW + cell]:
                state.scratch[n * LOW + cell] = order
            continue
        depth = top
        rest = n_left - ONE - state.scratch[n * LOST + cell]
        is_cut = state.scratch[n * CUTS + cell] != ZERO
        if not has_seed:
            rest, is_cut = max(rest, state.scratch[n * PIECE + cell]), False
        if state.scratch[cell] == OPEN and (is_cut or rest < size):
            if not restrict(state, variable(state, p, cell), np.int64(1), mask):
                return False
            state.scratch[cell] = INSIDE
            state.scratch[n * INNER + cell] = ONE
        if depth != ZERO:
            add_subtree(state, n, state.scratch[n * NOW + depth - ONE], cell)
    return True


@helper
def visit(state: State, n: Unsigned, cell: Unsigned, order: Unsigned, depth: Unsigned) -> None:
    """Put a cell on the branch of the depth-first search."""
    scratch = state.scratch
    scratch[n * NOW + depth], scratch[n * LATER + depth] = cell, ZERO
    scratch[n * ORDER + cell] = scratch[n * LOW + cell] = order
    scratch[n * BELOW + cell] = ONE
    scratch[n * LOST + cell] = scratch[n * PIECE + cell] = scratch[n * CUTS + cell] = ZERO
    scratch[n * INNER + cell] = ONE if scratch[cell] == INSIDE else ZERO


@helper
def add_subtree(state: State, n: Unsigned, above: Unsigned, cell: Unsigned) -> None:
    """Add the subtree of a cell that was explored to that of the cell above it."""
    scratch = state.scratch
    n_cells = scratch[n * BELOW + cell]
    scratch[n * BELOW + above] += n_cells
    scratch[n * INNER + above] |= scratch[n * INNER + cell]
    if scratch[n * LOW + cell] < scratch[n * ORDER + above]:
        scratch[n * LOW + above] = min(scratch[n * LOW + above], scratch[n * LOW + cell])
    else:
        scratch[n * LOST + above] += n_cells
        scratch[n * PIECE + above] = max(scratch[n * PIECE + above], n_cells)
        scratch[n * CUTS + above] |= scratch[n * INNER + cell]
