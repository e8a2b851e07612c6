"""The engine that searches one classic 9x9 puzzle on the bitboard; it can be stopped and resumed.

It searches the problem of `sudoku.encodings.exact_cover.placements`, where option ``cell * 9 +
digit - 1`` is a digit in a cell.
"""

from functools import cache, lru_cache
from itertools import accumulate, pairwise

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.errors import ProblemError
from exactcover.runtime.kernels.bits import trailing_zeros64
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U32, Unsigned
from exactcover.runtime.kernels.vectors import aligned_empty
from exactcover.runtime.kernels.xorshift import first_state, random_bits
from exactcover.runtime.search.base import Counters
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.protocol import (
    BUDGET_SPENT,
    EXHAUSTED,
    OUT_FULL,
    STATUSES,
    Out,
    Status,
    counting,
)
from sudoku.batches.kernel import N_LEVELS, OPEN, SOLVED
from sudoku.geometry.shape import Shape
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import Rule
from sudoku.rules.classic import Classic
from sudoku.solvers.base import BaseSolver, names_of
from sudoku.solvers.bitboard.branch import placed, without
from sudoku.solvers.bitboard.lanes import IS_DIGIT, N_LANES, N_WORDS, ROW, lane
from sudoku.solvers.bitboard.pairs import (
    NINE,
    NO_PLACE,
    ONE,
    TEN,
    THREE,
    ZERO,
    Pair,
    choose,
    next_in_cell,
)
from sudoku.solvers.bitboard.stack import read, write
from sudoku.solvers.bitboard.state import CHANGING, RANDOM, State
from sudoku.solvers.bitboard.step import Rows, propagate
from sudoku.solvers.bitboard.vectors import Vector, lane_bits
from sudoku.solvers.grid_stack import NODES, SOLUTIONS, WAITING, WHOLE, GridStack
from sudoku.statement.statement import statement

U = np.uint64

SHAPE = Shape(3, 3)
NODE_UPDATES = 16
"""A node takes as long as this many updates of the bit masks."""

_GRIDS = N_LEVELS * N_WORDS // 4
_STARTS = tuple(accumulate((N_LEVELS, 81, 9, 9, 27, 81, 6, 4), initial=_GRIDS))
_PARTS = tuple(slice(*ends) for ends in pairwise(_STARTS))
"""Where the arrays of a state are in one block of words, but for the grids, which come first."""


@lru_cache(maxsize=32)
def knows(shape: Shape, rules: tuple[Rule, ...]) -> bool:
    """Return whether rules say nothing but the houses of classic 9x9, and which digits cells hold.

    Examples
    --------
    >>> from sudoku import Diagonal, rule
    >>> knows(Shape(3, 3), (Classic(), rule("even_odd", [(0, 0)])))
    True
    >>> knows(Shape(3, 3), (Classic(), Diagonal()))
    False
    """
    if shape != SHAPE:
        return False
    stated, classic = statement(shape, rules), statement(SHAPE, (Classic(),))
    if stated.groups or stated.relations or stated.links or stated.constraints:
        return False
    houses, classic_houses = (
        {frozenset(house.cells) for house in each.houses} for each in (stated, classic)
    )
    return houses == classic_houses


class Bitboard(BaseSolver, GridStack):
    """The solver; see `sudoku.solvers.base.Solver`. The goal makes no difference.

    Examples
    --------
    >>> from exactcover.runtime.search.request import Request
    >>> from exactcover.verbs.cover_search import CoverSearch
    >>> from sudoku.encodings.exact_cover import chosen_options, placements
    >>> line = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    >>> puzzle = Puzzle.from_text(line)
    >>> clues = Request(chosen=chosen_options(puzzle))
    >>> CoverSearch(placements(Shape(3, 3)), clues, lambda _: Bitboard(puzzle)).count()
    1
    """

    name = "bitboard"
    compiles_itself = True
    knows_all_rules = True
    uses_placements = True
    takes_seed = True
    counters = Counters(NODES, updates=NODES, solutions=SOLUTIONS)
    changing = CHANGING
    knows = staticmethod(knows)
    _state: State

    def __init__(self, puzzle: Puzzle, goal: Goal = Goal.LIST, seed: int | None = None) -> None:
        if not knows(puzzle.shape, puzzle.rules):
            raise ProblemError(
                "the method bitboard knows classic 9x9 grids with candidates barred, and no "
                f"{puzzle.shape} grid of these rules: {names_of(puzzle)}"
            )
        _warm_up()
        self.depth = 81
        self._state = new_state()
        self._state.grids[:N_WORDS] = first_grid(puzzle.shape, puzzle.rules)
        self._state.weights[0] = WHOLE
        self._state.position[WAITING] = 1
        self._state.position[RANDOM] = 0 if seed is None else first_state(seed)

    def choose(self, options: list[int]) -> bool:
        """Place the clues before the search begins; return whether they agree."""
        return place_clues(self._state, np.array(options, dtype=np.uint32)) == len(options)

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` nodes and `out.room` solutions."""
        with np.errstate(over="ignore"):  # words wrap around where kernels are not compiled
            return STATUSES[advance(self._state, node_budget, out)]

    @property
    def updates(self) -> int:
        """The work done so far, in updates of the engine on bit masks."""
        return NODE_UPDATES * self.nodes

    def _rows_in_use(self) -> dict[str, int]:
        n_waiting = int(self._state.position[WAITING])
        return {"grids": n_waiting * N_WORDS, "weights": n_waiting}

    def check(self) -> None:
        """Raise AssertionError if an invariant of the position does not hold (slow)."""
        check(self._state)


@cache
def _warm_up() -> None:
    """Let Numba compile or load the kernels, before any search is timed."""
    state = new_state()
    place_clues(state, np.zeros(0, dtype=np.uint32))
    advance(state, 1, counting(1))


@lru_cache(maxsize=32)
def first_grid(shape: Shape, rules: tuple[Rule, ...]) -> NDArray[np.uint16]:
    """Return the grid of the candidates that rules allow; only read.

    Most puzzles have the same, so it is kept.
    """
    grid = np.zeros(N_WORDS, dtype=np.uint16)
    for cell, digits in enumerate(statement(shape, rules).domains(shape)):
        row, column = divmod(cell, 9)
        for digit in range(9):
            if digits >> digit & 1:
                grid[row % 3 * N_LANES + lane(row // 3, digit + 1)] |= 1 << column
    return grid


def new_state() -> State:
    """Return arrays for a search, with an empty stack.

    They share one block of memory: to make each alone would be felt in a short search.
    """
    words = aligned_empty((_STARTS[-1],), np.uint64)
    state = State._make([words[:_GRIDS].view(np.uint16), *map(words.__getitem__, _PARTS)])
    state.position[:] = 0
    return state


@kernel
def place_clues(state: State, options: U32) -> int:
    """Place digits in the first grid until one clashes; return how many were placed."""
    for k in range(U(len(options))):
        cell, digit = U(options[k]) // NINE, U(options[k]) % NINE
        row, column = cell // NINE, cell % NINE
        if not U(state.grids[word_of(row, digit)]) >> column & ONE:
            return k
        bit, box = ONE << column, U(0b111) << column // THREE * THREE
        for other in range(NINE):
            state.grids[word_of(row, other)] &= np.uint16(U(ROW) & ~bit)
            same_box = box if other // THREE == row // THREE else ZERO
            state.grids[word_of(other, digit)] &= np.uint16(U(ROW) & ~(bit | same_box))
        state.grids[word_of(row, digit)] = np.uint16(bit)
    return len(options)


@helper
def word_of(row: Unsigned, digit: Unsigned) -> Unsigned:
    """Return the index of the word with a digit's places in a row; digits count from 0."""
    return row % THREE * U(N_LANES) + row // THREE * TEN + digit + ONE


@kernel
def advance(state: State, node_budget: int, out: Out) -> int:
    """Continue the search, write the solutions to `out`, and return the status."""
    position = state.position
    last_node, found = position[NODES] + U(node_budget), ZERO
    while position[WAITING] > 0 and found < U(out.room):
        if position[NODES] >= last_node:
            position[SOLUTIONS] += found
            return BUDGET_SPENT
        position[NODES] += ONE
        top = position[WAITING] - ONE
        position[WAITING] = top
        rows, status = propagate(read(state.grids, top))
        if status == OPEN:
            write(state.grids, top, rows)
            branch(state, rows)
        elif status == SOLVED:
            write(state.grids, top, rows)
            put(state, out, found)
            found += ONE
    position[SOLUTIONS] += found
    return OUT_FULL if found == U(out.room) else EXHAUSTED


@helper
def branch(state: State, rows: Rows) -> None:
    """Put two grids on the stack: that with the first candidate of a branch above the other."""
    ways, one, other = choose_in_order(state)
    divide(state, rows, ways, one, other)


@helper
def choose_in_order(state: State) -> Pair:
    """Choose a branch, as `choose` does; in a search with a random order any part comes first."""
    ways, one, other = choose(state, state.position[WAITING])
    if state.position[RANDOM] != ZERO:
        bits = random_bits(state.position, RANDOM)
        if other == NO_PLACE:
            for _ in range(bits % ways):
                one = next_in_cell(state, one)
        elif bits & ONE:
            one, other = other, one
    return ways, one, other


@helper
def divide(state: State, rows: Rows, ways: Unsigned, one: Unsigned, other: Unsigned) -> None:
    """Put two grids on the stack, that with the candidate `one` above the other."""
    top = state.position[WAITING]
    rest = without(rows, vector_of(one), bits_of(one))
    if other == NO_PLACE:
        first = placed(rows, vector_of(one), bits_of(one))
    else:
        first = with_one(rows, one, other)
        rest = placed(rest, vector_of(other), bits_of(other))
    write(state.grids, top, rest)
    write(state.grids, top + ONE, first)
    share = state.weights[top] // ways
    state.weights[top] -= share
    state.weights[top + ONE] = share
    state.position[WAITING] = top + U(2)


@helper
def with_one(rows: Rows, one: Unsigned, other: Unsigned) -> Rows:
    """Place one candidate and remove the other."""
    return placed(without(rows, vector_of(other), bits_of(other)), vector_of(one), bits_of(one))


@helper
def vector_of(candidate: Unsigned) -> int:
    """Return the index of the vector that holds a candidate."""
    return int(candidate // U(81) % THREE)


@helper
def bits_of(candidate: Unsigned) -> Vector:
    """Return the vector that has only the bit of a candidate."""
    lane = candidate // U(243) * TEN + candidate % NINE + ONE
    return lane_bits(lane, ONE << candidate // NINE % NINE)


@helper
def put(state: State, out: Out, found: Unsigned) -> None:
    """Write the solved grid above the stack to row `found` of `out`, if it has rows."""
    if len(out.rows) == 0:
        return
    base = state.position[WAITING] * U(N_WORDS)
    for row in range(NINE):
        for digit in range(NINE):
            cell = row * NINE + trailing_zeros64(U(state.grids[base + word_of(row, digit)]))
            out.rows[found, cell] = np.uint32(cell * NINE + digit)
    out.lengths[found] = 81


def check(state: State) -> None:
    """Assert that no two grids on the stack share a solution, and that the weights are right."""
    waiting = int(state.position[WAITING])
    assert waiting <= N_LEVELS
    assert int(state.weights[:waiting].sum()) <= int(WHOLE)
    grids = state.grids[: waiting * N_WORDS].reshape(waiting, 3, N_LANES)
    assert not (grids & ~np.where(IS_DIGIT, ROW, 0).astype(np.uint16)).any()
    for lower in range(waiting - 1):
        for above in grids[lower + 1 :]:
            common = np.bitwise_or.reduce(grids[lower] & above, axis=0)[np.array(IS_DIGIT)]
            # Some digit has no place in a box that both grids allow.
            assert any((common & 0b111 << column == 0).any() for column in (0, 3, 6))
