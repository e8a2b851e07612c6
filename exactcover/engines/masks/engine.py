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

from exactcover.engines.masks.search import LISTING, search
from exactcover.engines.masks.shape import why_not
from exactcover.engines.masks.state import (
    CHANGING,
    CHOSEN,
    LEFT,
    MANY,
    NODES,
    OPENED,
    SOLUTIONS,
    UPDATES,
    WAYS,
    State,
    check,
)
from exactcover.engines.masks.table import choose, options_left, table_of
from exactcover.problem.links import Links
from exactcover.problem.problem import Problem
from exactcover.runtime.kernels.jit import kernel
from exactcover.runtime.kernels.vectors import aligned_empty
from exactcover.runtime.search.base import ArrayEngine, Counters
from exactcover.runtime.search.protocol import STATUSES, Out, Part, Status, counting

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
    """Continue the search for all solutions, up to a limit or the end."""
    return search(state, LISTING, out, node_budget, out.room)
