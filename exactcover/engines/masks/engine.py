"""Masks: the remaining options are one row of bits, and a choice is an AND of two rows.

A row has some words for every primary item: a bit for each of its options, and one that says "not
covered yet". A table holds, for every option, the row of what goes with it; choosing the option
also clears the words of its own items. So the number of an item's ones, less 1, is -1 if it is
covered (which is the largest number there is without a sign), 0 if it has failed, and 1 if it is
forced. With the item in the bits below, the smallest such key of a row says what to do next, and it
is found in the same pass. Secondary items and colours are in the table only: they cost nothing.

- A pass ends at the first group of items that has a failed one.
- All forced options of a row, and those that they force, are chosen in one node.
- The last option of an item is taken in the row of the item's own level, for nothing will come back
  to it. So every open level has options left, and to back up is to take the next one.

The table costs as many passes over a row as there are nodes, which is some milliseconds; its size
is what limits the engine.

References
----------
D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1, for the choice of the item with
the fewest options (MRV). The key, the bit for "not covered yet" and the ragged rows are ours: 0.05
to 0.2 of the time of his SSXCC where options are many and items few.
"""

import numpy as np

from exactcover.engines.masks.rows import FAILED, propagate
from exactcover.engines.masks.shape import why_not
from exactcover.engines.masks.state import (
    CHANGING,
    CHOSEN,
    LEFT,
    MANY,
    MARK,
    NODES,
    OPENED,
    SOLUTIONS,
    UPDATES,
    WAYS,
    WORD,
    State,
    check,
)
from exactcover.engines.masks.table import choose, options_left, table_of
from exactcover.problem.links import Links
from exactcover.problem.problem import Problem
from exactcover.runtime.kernels.bits import trailing_zeros64
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import Unsigned
from exactcover.runtime.kernels.vectors import aligned_empty
from exactcover.runtime.search.base import ArrayEngine, Counters
from exactcover.runtime.search.protocol import (
    BUDGET_SPENT,
    EXHAUSTED,
    MOST_UPDATES,
    OUT_FULL,
    STATUSES,
    Out,
    Part,
    Status,
    counting,
)

ONE = np.uint64(1)

WHOLE = 1 << 62
"""The weight of the whole tree in `Masks.part_done`."""


_NO_OUT = counting(1)


class Masks(ArrayEngine):
    """The engine; see `exactcover.engines.protocol.CoverEngine`.

    A node is an option that is tried, with all that it forces, or the root; an update is a vector
    of a row that is computed.
    """

    name = "masks"
    is_splittable = True
    compiles_itself = True
    counters = Counters(NODES, UPDATES, SOLUTIONS)
    changing = CHANGING
    _state: State

    def __init__(self, links: Links) -> None:
        self.depth = links.depth
        self._links = links
        table = table_of(links)
        self._state = State(
            table,
            # The operating system provides memory only for rows that are written, which are few.
            aligned_empty((self.depth + 1, table.rows.shape[1]), table.rows.dtype),
            aligned_empty(table.item_at.shape, table.rows.dtype),
            np.zeros((self.depth + 1, 4), dtype=np.uint64),
            np.zeros(self.depth + 1, dtype=np.uint32),
            np.zeros(5, dtype=np.uint64),
        )
        self._state.rows[0] = table.rows[table.nothing]
        # Numba compiles kernels for a new type of words here, before any search is timed.
        self.advance(0, _NO_OUT)

    def choose(self, options: list[int]) -> bool:
        """Choose these options before the search begins; return whether they agree."""
        chosen, position = self._state.chosen, self._state.position
        n_chosen = choose(self._state.table, self._state.rows[0], options)
        first = int(position[CHOSEN]) + 1
        chosen[first : first + n_chosen] = options[:n_chosen]
        position[CHOSEN] += np.uint64(n_chosen)
        return n_chosen == len(options)

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` nodes and `out.room` solutions."""
        return STATUSES[advance(self._state, node_budget, out)]

    def _rows_in_use(self) -> dict[str, int]:
        n_rows = max(1, int(self._state.position[OPENED]))
        return {"rows": n_rows, "levels": n_rows}

    def part_done(self) -> float:
        """Return the part of the tree that is not left on any level.

        In whole numbers, so that it cannot fall: the options of a level have together at most what
        the option above them has.
        """
        position, levels = self._state.position, self._state.levels
        if not position[NODES]:
            return 0.0
        left = 0
        for level in levels[: position[OPENED]].tolist():
            if level[WAYS] < MANY:
                left += level[LEFT] * (WHOLE // level[WAYS])
        return 1.0 - left / WHOLE

    def remaining(self) -> list[Part]:
        """Return the parts of the tree that are still to be searched; see `Splittable`."""
        state = self._state
        opened, n_chosen, nodes = state.position[[OPENED, CHOSEN, NODES]].tolist()
        if not nodes:
            return [Part(1.0, state.chosen[1 : n_chosen + 1].tolist())]
        parts = []
        for level in reversed(range(opened)):
            word, left, mark, ways = state.levels[level].tolist()
            path = state.chosen[1:mark].tolist()
            options = options_left(state.table, state.rows[level], word, left)
            parts += [Part(1.0 / ways, [*path, option]) for option in options]
        return parts

    @staticmethod
    def refuses(problem: Problem) -> str | None:
        """Refuse items that need not be covered exactly once, and tables that are too large."""
        return why_not(problem)

    def check(self) -> None:
        """Raise AssertionError if an invariant of the position does not hold (slow)."""
        check(self._links, self._state)


@kernel
def advance(state: State, node_budget: int, out: Out) -> int:
    """Continue the search: repeatedly try the next option of the last level."""
    table, position = state.table, state.position
    opened, nodes, updates = position[OPENED], position[NODES], position[UPDATES]
    last_node, last_update = nodes + np.uint64(node_budget), updates + MOST_UPDATES
    found, room = np.uint64(0), np.uint64(out.room)
    status = EXHAUSTED
    while opened > 0 or nodes == 0:
        if nodes >= last_node or updates >= last_update:
            status = BUDGET_SPENT
            break
        option, mark, ways, level, opened = begin_node(state, opened, nodes == 0)
        nodes += ONE
        parent, child = state.rows[level], state.rows[opened]
        key, n_chosen = propagate(state, parent, child, option, mark + ONE)
        updates += (n_chosen - mark) * table.n_vectors
        n_left = key >> table.index_bits
        if key == FAILED:
            continue
        if n_left == table.covered:
            put(state, out, found, n_chosen)
            found += ONE
            if found >= room:
                status = OUT_FULL
                break
        else:
            open_level(state, opened, key, n_chosen, ways)
            opened += ONE
    position[OPENED] = opened
    position[NODES] = nodes
    position[UPDATES] = updates
    position[SOLUTIONS] += found
    return status


@helper
def begin_node(
    state: State, opened: Unsigned, is_root: bool
) -> tuple[Unsigned, Unsigned, Unsigned, Unsigned, Unsigned]:
    """Choose the next option of the last level, which is closed after its last option.

    Return the option, where in `chosen` it stands, how many ways there are to it, its level, and
    how many levels are open.
    """
    levels = state.levels
    if is_root:
        return state.table.nothing, state.position[CHOSEN], ONE, opened, opened
    level = opened - ONE
    option = next_option(state, level)
    if levels[level, LEFT] == 0:
        opened = level
    return option, levels[level, MARK], levels[level, WAYS], level, opened


@helper
def open_level(
    state: State, level: Unsigned, key: Unsigned, n_chosen: Unsigned, ways: Unsigned
) -> None:
    """Branch on the item that the key of a row names."""
    table, levels = state.table, state.levels
    n_left = key >> table.index_bits
    levels[level, WORD] = table.first_word[key & ((ONE << table.index_bits) - ONE)]
    levels[level, LEFT] = n_left
    levels[level, MARK] = n_chosen
    levels[level, WAYS] = min(ways * n_left, MANY)


@helper
def next_option(state: State, level: Unsigned) -> Unsigned:
    """Choose the next option of the item of a level, and remove it from the row of the level."""
    table, levels, row = state.table, state.levels, state.rows[level]
    word = levels[level, WORD]
    while row[word] == 0:
        word += table.lanes
    bits = np.uint64(row[word])
    row[word] = bits & (bits - ONE)
    levels[level, WORD] = word
    levels[level, LEFT] -= ONE
    option = table.option_at[word, trailing_zeros64(bits)]
    state.chosen[levels[level, MARK]] = option
    return option


@helper
def put(state: State, out: Out, found: Unsigned, n_chosen: Unsigned) -> None:
    """Write the options chosen as row `found` of `out`, if it has rows."""
    if len(out.rows) == 0:
        return
    for k in range(ONE, n_chosen):
        out.rows[found, k - ONE] = state.chosen[k]
    out.lengths[found] = n_chosen - ONE
