"""The bit-mask search as an engine that can be stopped, watched and resumed.

It searches the problem of `sudoku.encodings.exact_cover.placements`, where option ``cell * n +
digit - 1`` is a digit in a cell.
"""

import numpy as np

from exactcover.runtime.kernels.bits import trailing_zeros64
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U32, Unsigned
from exactcover.runtime.kernels.xorshift import first_state
from exactcover.runtime.search.base import Counters
from exactcover.runtime.search.protocol import STATUSES, Out, Status
from sudoku.solvers.bitmask.board_arrays import Tables
from sudoku.solvers.bitmask.branching import Choose, choose_by_conflicts, choose_pair
from sudoku.solvers.bitmask.constraint_propagation import propagate_constraint
from sudoku.solvers.bitmask.propagation import Propagator, propagate_nothing
from sudoku.solvers.bitmask.search import FOUND, begin, search_on
from sudoku.solvers.bitmask.state import (
    CHANGING,
    NODES,
    RANDOM,
    SOLUTIONS,
    UPDATES,
    WAITING,
    WHOLE,
    State,
    state_of,
)
from sudoku.solvers.grid_stack import GridStack

ONE = np.uint64(1)


class Bitmask(GridStack):
    """The engine; see `exactcover.engines.protocol.CoverEngine`.

    An update is a look at a cell.

    Parameters
    ----------
    tables
        The shape and rules.
    seed
        A number for a random order of the search; None for the fixed one.

    Examples
    --------
    >>> from exactcover.runtime.search.request import Request
    >>> from exactcover.verbs.cover_search import CoverSearch
    >>> from sudoku import Puzzle
    >>> from sudoku.solvers.bitmask import tables
    >>> from sudoku.encodings.exact_cover import chosen_options, grid_placed, placements
    >>> puzzle = Puzzle.from_text("1......2.3.....4")
    >>> engine = Bitmask(tables(puzzle.shape, puzzle.rules))
    >>> problem = placements(puzzle.shape)
    >>> request = Request(chosen=chosen_options(puzzle))
    >>> search = CoverSearch(problem, request, lambda _: engine)
    >>> [grid_placed(puzzle.shape, options) for options in search.collect()]
    [Grid('1243341243212134', 2x2)]
    """

    name = "bitmask"
    counters = Counters(NODES, UPDATES, SOLUTIONS)
    changing = CHANGING
    _state: State

    def __init__(self, tables: Tables, seed: int | None = None) -> None:
        self.depth = len(tables.watched_by)
        self._state = state_of(tables)
        self._advance = advance_with_constraints if tables.constraints else advance
        self._state.grids[0] = tables.domains
        self._state.position[RANDOM] = 0 if seed is None else first_state(seed)
        start(self._state)

    def choose(self, options: list[int]) -> bool:
        """Place the clues before the search begins; return whether they agree."""
        return choose(self._state, np.array(options, dtype=np.uint32)) == len(options)

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` nodes and `out.room` solutions."""
        with np.errstate(over="ignore"):  # words wrap around where kernels are not compiled
            return STATUSES[self._advance(self._state, node_budget, out)]

    def _rows_in_use(self) -> dict[str, int]:
        return dict.fromkeys(("grids", "changed", "weights"), int(self._state.position[WAITING]))

    def check(self) -> None:
        """Raise AssertionError if an invariant of the position does not hold (slow)."""
        check(self._state)


@kernel
def start(state: State) -> None:
    """Begin a search with the first grid as it is."""
    begin(state)


@kernel
def choose(state: State, options: U32) -> int:
    """Place digits in the first grid until one clashes; return how many were placed."""
    grid, tables = state.grids[0], state.tables
    n = np.uint64(tables.houses.shape[1])
    for k in range(np.uint64(len(options))):
        cell = options[k] // n
        digit = ONE << (options[k] % n)
        if grid[cell] & digit == 0:
            return k
        grid[cell] = digit
        for at in range(tables.first_peer[cell], tables.first_peer[cell + ONE]):
            grid[tables.peers[at]] &= ~digit
    return len(options)


@kernel
def advance(state: State, node_budget: int, out: Out) -> int:
    """Continue a search without constraints; see `search_and_put`."""
    return search_and_put(state, node_budget, out, propagate_nothing, choose_pair)


@kernel
def advance_with_constraints(state: State, node_budget: int, out: Out) -> int:
    """Continue a search with constraints; see `search_and_put`."""
    return search_and_put(state, node_budget, out, propagate_constraint, choose_by_conflicts)


@helper
def search_and_put(
    state: State, node_budget: int, out: Out, propagator: Propagator, choose: Choose
) -> int:
    """Continue the search, write the solutions to `out`, and return the status."""
    position = state.position
    last_node = position[NODES] + np.uint64(node_budget)
    found, room = np.uint64(0), np.uint64(out.room)
    status = FOUND
    while found < room:
        status = search_on(state, last_node, propagator, choose)
        if status != FOUND:
            break
        put(state, out, found)
        found += ONE
    position[SOLUTIONS] += found
    return status


@helper
def put(state: State, out: Out, found: Unsigned) -> None:
    """Write the placements of the grid above the stack to row `found`, if there are rows."""
    if len(out.rows) == 0:
        return
    grid = state.grids[state.position[WAITING]]
    n = np.uint64(state.tables.houses.shape[1])
    for cell in range(np.uint64(len(grid))):
        out.rows[found, cell] = cell * n + trailing_zeros64(grid[cell])
    out.lengths[found] = len(grid)


def check(state: State) -> None:
    """Assert that no two grids on the stack share a solution, and that the weights are right."""
    waiting = int(state.position[WAITING])
    assert waiting <= state.grids.shape[1] + 1
    assert int(state.weights[:waiting].sum()) <= int(WHOLE)
    assert not (state.grids[:waiting] & ~state.tables.full).any()
    for lower in range(waiting - 1):
        cell = state.changed[lower]
        above = state.grids[lower + 1 : waiting, cell]
        assert not (above & state.grids[lower, cell]).any()
