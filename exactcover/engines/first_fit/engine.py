"""First fit: the items in a fixed order, each covered by the first option that fits.

The covered items are a set of bits, in a few words. The lowest bit that is missing determines the
next item, which only the options of its group can cover. The possible ones are looked up, not
tested: the options of a group are in blocks of 64, and for every six neighbouring bits a table
contains the options of the block that these bits leave possible. The intersection of a few words is
the exact set. A node takes about 10 to 25 ns.

The choice of an item does not depend on the remaining options, so the tree can be large. This
engine is for problems whose frontier is narrow in a good order, such as the packing of a long box.

References
----------
To cover the first free cell of a board with every piece that fits is a method of D. S. Scott,
Programming a combinatorial puzzle (1958), and J. G. Fletcher, A program to solve the pentomino
problem by the recursive use of macros, Communications of the ACM 8 (1965). The tables are our own:
they take 0.4 to 1.1 of the time of testing lists of options one by one.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.engines.first_fit.check import check
from exactcover.engines.first_fit.tables import (
    BACK,
    BLOCK,
    CHOSEN,
    CHUNK_SIZE,
    COVERED,
    DONE,
    LIVE,
    NODES,
    NONE,
    PHASE,
    ROW,
    SEARCH,
    SOLUTIONS,
    START,
    State,
    lay_out,
    possible,
    too_large,
)
from exactcover.orders.fixed_order import arrange, bits_of
from exactcover.orders.order import item_order
from exactcover.problem.links import Links
from exactcover.problem.problem import Problem
from exactcover.runtime.kernels.bits import trailing_zeros64
from exactcover.runtime.kernels.bitsets import number_of, pack
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U64, Unsigned
from exactcover.runtime.search.base import ArrayEngine, Counters
from exactcover.runtime.search.protocol import (
    BUDGET_SPENT,
    EXHAUSTED,
    LEAST_SHARE,
    OUT_FULL,
    STATUSES,
    Out,
    Status,
    counting,
)

ZERO, ONE, TWO, SIX = (np.uint64(k) for k in (0, 1, 2, 6))
LOW_SIX = np.uint64(63)
CHUNK = np.uint64(CHUNK_SIZE)
CHUNK_BITS = np.uint64((1 << CHUNK_SIZE) - 1)


_NO_OUT = counting(1)


class FirstFit(ArrayEngine):
    """The engine; see `exactcover.engines.protocol.CoverEngine`.

    A node is an option that is chosen, or the root.

    Parameters
    ----------
    links
        The problem.
    order
        The order of the items: a name for `exactcover.orders.order.item_order`.
    """

    name = "first_fit"
    counters = Counters(NODES, updates=NODES, solutions=SOLUTIONS)  # no updates are counted
    _state: State

    def __init__(self, links: Links, order: str = "best") -> None:
        self.depth = links.depth
        bits = bits_of(links)
        self._arrangement = arrange(bits, item_order(bits, order))
        self._state = lay_out(self._arrangement, links.depth)
        # If the kernel is not compiled yet, that is done here, before the search begins.
        advance(self._state, 0, _NO_OUT)

    def choose(self, options: list[int]) -> bool:
        """Choose these options before the search begins; return whether they agree."""
        options = [*self._state.given.tolist(), *options]
        covered = self._arrangement.cover(options)
        if covered is None:
            return False
        n_words = len(self._state.words)
        self._state.levels[int(COVERED) :][:n_words] = pack(covered, n_words)
        self._state = self._state._replace(given=np.array(options, dtype=np.uint32))
        return True

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` nodes and `out.room` solutions."""
        return STATUSES[advance(self._state, node_budget, out)]

    def part_done(self) -> float:
        """Sum, over the levels, the part of the tree below the options tried so far."""
        phase = self._state.position[PHASE]
        if phase != SEARCH:
            return float(phase == DONE)
        share = 1.0
        counts: list[tuple[int, int]] = []
        for row in self._rows():
            sets, block = self._sets(row)
            n_options = sum(options.bit_count() for options in sets)
            n_left = int(row[LIVE]).bit_count() + sum(s.bit_count() for s in sets[block + 1 :])
            counts.append((n_options - n_left, n_options))
            share /= max(1, n_options)
            if share < LEAST_SHARE:
                break
        # From the last level to the first, so that rounding never decreases the sum.
        n_done, n_options = counts.pop()
        part = n_done / max(1, n_options)
        for n_begun, n_options in reversed(counts):
            part = (n_begun - 1 + part) / n_options
        return part

    def _rows(self) -> U64:
        """Return the rows of the open levels."""
        size = self._state.row_size
        return self._state.levels.reshape(-1, size)[: int(self._state.position[ROW]) // size + 1]

    def _sets(self, row: U64) -> tuple[list[int], int]:
        """Return the sets of options of a row, by block, and the place of its current block."""
        block_of = self._state.block_of
        item = int(np.searchsorted(block_of, row[BLOCK], side="right")) - 1
        covered = number_of(row[int(COVERED) :])
        blocks = range(block_of[item], block_of[item + 1])
        sets = [possible(self._state, block, covered) for block in blocks]
        return sets, int(row[BLOCK]) - blocks[0]

    @property
    def updates(self) -> int:
        """Return 0: no option is ever hidden."""
        return 0

    @staticmethod
    def refuses(problem: Problem) -> str | None:
        """Return why a problem is refused: items with bounds, or tables that are too large."""
        return "it has items with bounds" if problem.has_bounds else too_large(problem)

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        return {
            "given": self._state.given.copy(),
            "levels": self._rows().ravel().copy(),
            "position": self._state.position.copy(),
        }

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Restore a snapshot of an engine that was made with the same arguments."""
        self._state = self._state._replace(given=snapshot["given"].copy())
        self._state.levels[: len(snapshot["levels"])] = snapshot["levels"]
        self._state.position[:] = snapshot["position"]

    def check(self) -> None:
        """Raise AssertionError if an invariant of the position does not hold (slow)."""
        covered = self._arrangement.cover(self._state.given.tolist())
        assert covered is not None
        check(self._state, number_of(pack(covered, len(self._state.words))))


@kernel
def advance(state: State, node_budget: int, out: Out) -> int:
    """Continue the search: choose options and back up, up to a limit or the end."""
    position, levels = state.position, state.levels
    last_node = position[NODES] + np.uint64(node_budget)
    found, room = ZERO, np.uint64(out.room)
    if position[PHASE] == START and node_budget > 0:
        found = _visit_root(state, out)
    row_size = COVERED + np.uint64(len(state.words))
    row = position[ROW]
    live, block, back = levels[row + LIVE], levels[row + BLOCK], levels[row + BACK]
    nodes = position[NODES]
    status = BUDGET_SPENT
    if position[PHASE] == DONE:
        status = EXHAUSTED if found < room else OUT_FULL
        last_node = ZERO
    while nodes < last_node:
        if live == ZERO:
            if state.continues[block]:
                block += ONE
                live = _look_up(state, block, row)
            elif back == NONE:
                position[PHASE] = DONE
                status = EXHAUSTED
                break
            else:
                row = back
                live, block, back = levels[row + LIVE], levels[row + BLOCK], levels[row + BACK]
            continue
        nodes += ONE
        option = (block << SIX) + trailing_zeros64(live)
        live &= live - ONE
        levels[row + CHOSEN] = option
        item = _cover(state, row, option)
        if item == NONE:
            _put(state, out, found, row)
            found += ONE
            if found == room:
                status = OUT_FULL
                break
            continue
        first = np.uint64(state.block_of[item])
        below = _look_up(state, first, row + row_size)
        if below != ZERO or state.continues[first]:
            levels[row + LIVE], levels[row + BLOCK], levels[row + BACK] = live, block, back
            if live != ZERO or state.continues[block]:
                back = row
            row += row_size
            live, block = below, first
    levels[row + LIVE], levels[row + BLOCK], levels[row + BACK] = live, block, back
    position[ROW] = row
    position[NODES] = nodes
    position[SOLUTIONS] += found
    return status


@helper
def _visit_root(state: State, out: Out) -> Unsigned:
    """Open the first level; return 1 if the empty rest is a solution, else 0."""
    position, levels = state.position, state.levels
    position[NODES] += ONE
    item = _lowest_missing(state, ZERO)
    if item == NONE:
        _put(state, out, ZERO, NONE)
        position[PHASE] = DONE
        return ONE
    block = np.uint64(state.block_of[item])
    levels[LIVE], levels[BLOCK], levels[BACK] = _look_up(state, block, ZERO), block, NONE
    position[PHASE] = SEARCH
    return ZERO


@helper
def _cover(state: State, row: Unsigned, option: Unsigned) -> Unsigned:
    """Write the covered bits after choosing an option into the next row; return the next phase."""
    n_words = np.uint64(len(state.words))
    covered, below = row + COVERED, row + COVERED + COVERED + n_words
    for k in range(n_words):
        state.levels[below + k] = state.levels[covered + k] | state.masks[option * n_words + k]
    return _lowest_missing(state, below - COVERED)


@helper
def _lowest_missing(state: State, row: Unsigned) -> Unsigned:
    """Return the lowest item that is not covered, or NONE."""
    for k in range(np.uint64(len(state.words))):
        missing = state.wanted[k] & ~state.levels[row + COVERED + k]
        if missing != ZERO:
            return (k << SIX) + trailing_zeros64(missing)
    return NONE


@helper
def _look_up(state: State, block: Unsigned, row: Unsigned) -> Unsigned:
    """Return the set of the options of a block that are compatible with the covered bits."""
    live = state.options[block]
    chunk, end = np.uint64(state.chunk_of[block]), np.uint64(state.chunk_of[block + ONE])
    # A loop with an early exit is not vectorised; vectors would gather the words slowly. Two words
    # are read at a time, for the set mostly becomes empty at once or late.
    while chunk < end and live != ZERO:
        live &= _chunk(state, chunk, row)
        live &= _chunk(state, chunk + ONE, row)
        chunk += TWO
    return live


@helper
def _chunk(state: State, chunk: Unsigned, row: Unsigned) -> Unsigned:
    """Return the options that are possible with the covered bits of a chunk."""
    shift = np.uint64(state.shift[chunk])
    word = shift >> SIX if len(state.words) > 1 else ZERO
    bits = (state.levels[row + COVERED + word] >> (shift & LOW_SIX)) & CHUNK_BITS
    return state.table[(chunk << CHUNK) + bits]


@helper
def _put(state: State, out: Out, found: Unsigned, last: Unsigned) -> None:
    """Write the options chosen, up to row `last` of levels, as row `found` of `out`."""
    if len(out.rows) == 0:
        return
    n_given = np.uint64(len(state.given))
    for k in range(n_given):
        out.rows[found, k] = state.given[k]
    length = n_given
    if last != NONE:
        # Not a range: its step may be unknown to the compiler, which would look for a step of 0.
        row = ZERO
        while row <= last:
            out.rows[found, length] = state.option_of[state.levels[row + CHOSEN]]
            length += ONE
            row += COVERED + np.uint64(len(state.words))
    out.lengths[found] = length
