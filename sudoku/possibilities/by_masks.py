"""The kernels that search the true candidates of a puzzle on bit masks; see `probes`."""

import numpy as np

from exactcover.runtime.kernels.bits import popcount64, trailing_zeros64
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U64, Unsigned
from exactcover.runtime.search.protocol import BUDGET_SPENT, EXHAUSTED, OUT_FULL
from sudoku.possibilities.probes import Probes, probe_each, search_each
from sudoku.possibilities.tally import Tally, note
from sudoku.solvers.bitmask.branching import (
    NO_CELL,
    Choose,
    bump_activity,
    choose_by_conflicts,
    choose_pair,
    pick,
)
from sudoku.solvers.bitmask.constraint_propagation import propagate_constraint
from sudoku.solvers.bitmask.propagation import Propagator, propagate, propagate_nothing
from sudoku.solvers.bitmask.search import begin, branch
from sudoku.solvers.bitmask.state import EVERYWHERE, NODES, WAITING, State

ZERO = np.uint64(0)
ONE = np.uint64(1)


@kernel
def search_tree(state: State, tally: Tally, n_nodes: int, room: int) -> int:
    """Continue a search of the whole tree."""
    return search_each(search_plain, state, state.position, tally, n_nodes, room)


@kernel
def search_tree_with_constraints(state: State, tally: Tally, n_nodes: int, room: int) -> int:
    """Continue a search of the whole tree."""
    return search_each(search_constrained, state, state.position, tally, n_nodes, room)


@kernel
def search_probes(state: State, tally: Tally, probes: Probes, n_nodes: int, room: int) -> int:
    """Continue a search candidate by candidate."""
    position = state.position
    return probe_each(
        search_plain, place, narrow_plain, state, position, tally, probes, n_nodes, room
    )


@kernel
def search_probes_with_constraints(
    state: State, tally: Tally, probes: Probes, n_nodes: int, room: int
) -> int:
    """Continue a search candidate by candidate."""
    position = state.position
    return probe_each(
        search_constrained, place, narrow_constrained, state, position, tally, probes, n_nodes, room
    )


@kernel
def propagate_root(state: State, root: U64) -> bool:
    """Propagate a grid completely; return False if it has no solution."""
    return propagate(state, root, EVERYWHERE, propagate_nothing)


@kernel
def propagate_root_with_constraints(state: State, root: U64) -> bool:
    """Propagate a grid completely; return False if it has no solution."""
    return propagate(state, root, EVERYWHERE, propagate_constraint)


@helper
def search_plain(state: State, tally: Tally, last_node: Unsigned) -> int:
    """Search for the next solution without constraints."""
    return search_wanted(state, tally, last_node, propagate_nothing, choose_pair)


@helper
def search_constrained(state: State, tally: Tally, last_node: Unsigned) -> int:
    """Search for the next solution with constraints."""
    return search_wanted(state, tally, last_node, propagate_constraint, choose_by_conflicts)


@helper
def narrow_plain(state: State, tally: Tally, root: U64, cell: Unsigned) -> bool:
    """Propagate the root without constraints."""
    return propagate(state, root, np.uint32(cell), propagate_nothing)


@helper
def narrow_constrained(state: State, tally: Tally, root: U64, cell: Unsigned) -> bool:
    """Propagate the root with constraints."""
    return propagate(state, root, np.uint32(cell), propagate_constraint)


@helper
def place(state: State, root: U64, cell: Unsigned, digit: Unsigned) -> None:
    """Make the root with one more digit the only grid on the stack."""
    grid = state.grids[0]
    for k in range(np.uint64(len(grid))):
        grid[k] = root[k]
    grid[cell] = ONE << digit
    begin(state)
    state.changed[0] = np.uint32(cell)


@helper
def search_wanted(
    state: State, tally: Tally, last_node: Unsigned, propagator: Propagator, choose: Choose
) -> int:
    """Search until the next solution is found, which is counted."""
    position = state.position
    while position[WAITING] > ZERO:
        if position[NODES] >= last_node:
            return BUDGET_SPENT
        position[NODES] += ONE
        top = position[WAITING] - ONE
        grid = state.grids[top]
        position[WAITING] = top
        if not propagate(state, grid, state.changed[top], propagator):
            bump_activity(state, grid, state.changed[top])
        elif _has_wanted(grid, tally.wanted):
            cell, digit, ways = choose(state, grid)
            if cell == NO_CELL:
                for k in range(np.uint64(len(grid))):
                    tally.latest[k] = trailing_zeros64(grid[k]) + ONE
                note(tally)
                return OUT_FULL
            # Where the branch is by the digits of a cell, one that is wanted comes first.
            wanted = grid[cell] & tally.wanted[cell]
            if ways == popcount64(grid[cell]) and wanted != ZERO:
                digit = pick(state, wanted)
            branch(state, cell, digit, ways)
    return EXHAUSTED


@helper
def _has_wanted(grid: U64, wanted: U64) -> bool:
    """Return whether a grid has a wanted candidate."""
    cell, n_cells = ZERO, np.uint64(len(grid))
    while cell < n_cells and grid[cell] & wanted[cell] == ZERO:
        cell += ONE
    return bool(cell < n_cells)
