"""Multiplicities: Algorithm M on sparse sets, for items that may be covered more than once.

If an item still needs n covers and has k live options, then k + 1 - n of them can be chosen first;
where n = 0, this number includes "none of them". The search stores this branching degree for
each item, in place of the number of its options. An item with degree 0 fails, with degree 1 all its
choices are forced, and the search branches on the item with the least degree. The rest is as in
`exactcover.engines.dancing_cells`: the degree of an item that is covered exactly once is its size.

A branch offers options of its item, and hides them from all other items, so that no later choice
includes them. If the item may be covered only once more, all its live options are offered; else
only the first one, and the alternative is to do without it (binary branching). So no set of options
is found twice.

References
----------
D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1, Algorithm M, and his program
SSMCC.
"""

import numpy as np
from numpy.typing import NDArray

from exactcover.engines.levels import others, part_done
from exactcover.engines.multicover.branching import (
    branch,
    close_levels,
    next_forced,
    next_option,
    smallest,
)
from exactcover.engines.multicover.cells import (
    BACK_UP,
    CHOOSE,
    CURSOR,
    DEPTH,
    ENTER,
    FIRST,
    FORCED,
    LAST,
    NODES,
    NONE,
    ONE,
    PHASE,
    SAVED,
    SKIP,
    SOLUTIONS,
    UPDATES,
    State,
    agree,
    check,
    hide,
    initial_state,
    is_live,
    take,
)
from exactcover.problem.links import Links
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U32, Unsigned
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
)

CHANGING = ("degree", "base", "bound", "block", "place", "levels", "saved", "forced", "position")
"""The arrays of `State` that the kernels change."""


class MultiCover(ArrayEngine):
    """The engine; see `exactcover.engines.protocol.CoverEngine`. It takes every problem.

    An update is a node of an option that is visited to hide it.
    """

    name = "multicover"
    is_splittable = True
    counters = Counters(NODES, UPDATES, SOLUTIONS)
    changing = CHANGING
    _state: State

    def __init__(self, links: Links) -> None:
        self.depth = links.depth
        self._links = links
        self._state = initial_state(links)
        self._n_given = 0

    def choose(self, options: list[int]) -> bool:
        """Choose these options before the search begins, or leave them out.

        See `exactcover.problem.choices` about the numbers. Return whether the options agree.
        """
        n_options = len(self._links.node_of)
        numbers = np.array(options, dtype=np.int64)
        is_left_out = numbers >= n_options
        numbers %= n_options or 1
        chosen = numbers[~is_left_out].tolist()
        if not agree(self._links, chosen) or not set(numbers[is_left_out]).isdisjoint(chosen):
            return False
        choose(self._state, self._links.node_of[numbers], is_left_out)
        self._n_given = int(self._state.position[DEPTH])
        return True

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` nodes and `out.room` solutions."""
        return STATUSES[advance(self._state, node_budget, out)]

    def _rows_in_use(self) -> dict[str, int]:
        depth, n_saved = self._state.position[[DEPTH, SAVED]].tolist()
        return {"levels": depth, "saved": n_saved}

    def part_done(self) -> float:
        """Sum, over the levels, the part of the tree that lies left of the cursor."""
        phase, depth = self._state.position[[PHASE, DEPTH]].tolist()
        if phase == BACK_UP and depth <= self._n_given:
            return 1.0
        return part_done(self._state.levels[self._n_given : depth].tolist())

    def remaining(self) -> list[Part]:
        """Return the parts of the tree that are still to be searched; see `Splittable`.

        A part has numbers for `choose`: an option is chosen in it, or left out.
        """
        state = self._state
        phase, depth = state.position[[PHASE, DEPTH]].tolist()
        levels, n_options = state.levels[:depth].tolist(), len(self._links.node_of)
        parts = others(levels, self._n_given, state.option_of, state.block, n_options)
        return parts if phase in (ENTER, CHOOSE) else parts[1:]

    def check(self) -> None:
        """Raise AssertionError if an invariant of the position does not hold (slow)."""
        check(self._links, self._state)


@kernel
def choose(state: State, nodes: U32, is_left_out: NDArray[np.bool_]) -> bool:
    """Choose the options of `nodes`, or leave them out, each on a closed level of its own.

    The options must agree. If they leave an item with too few options, the search ends at once. An
    option that is left out may be excluded already.
    """
    position, levels = state.position, state.levels
    for k in range(len(nodes)):
        node = nodes[k]
        if is_left_out[k] and not is_live(state, node):
            continue
        if not hide(state, node, False):
            position[PHASE] = BACK_UP
            return False
        depth = position[DEPTH]
        place = state.place[node]
        levels[depth, FIRST] = place
        levels[depth, SKIP] = NONE
        if is_left_out[k]:
            place += ONE
            levels[depth, SKIP] = place
        levels[depth, CURSOR] = place
        levels[depth, LAST] = place + ONE
        position[DEPTH] = depth + ONE
        if not is_left_out[k] and not take(state, node):
            position[PHASE] = BACK_UP
            return False
    return True


@kernel
def advance(state: State, node_budget: int, out: Out) -> int:
    """Continue the search: visit nodes, choose options and back up, up to a limit or the end."""
    position = state.position
    phase = position[PHASE]
    last_node = position[NODES] + np.uint64(node_budget)
    last_update = position[UPDATES] + MOST_UPDATES
    found = np.uint64(0)
    room = np.uint64(out.room)
    status = BUDGET_SPENT
    while position[UPDATES] < last_update:
        if phase == ENTER:
            if position[NODES] >= last_node:
                break
            position[NODES] += ONE
            item = next_forced(state)
            if item == NONE:
                item = smallest(state)
            if item == NONE:
                _put(state, out, found)
                found += ONE
                phase = np.uint64(BACK_UP)
                if found >= room:
                    status = OUT_FULL
                    break
            elif state.degree[item] > 0 and branch(state, item):
                phase = np.uint64(CHOOSE)
            else:
                position[FORCED] = 0
                phase = np.uint64(BACK_UP)
        elif phase == CHOOSE:
            level = position[DEPTH] - ONE
            cursor = state.levels[level, CURSOR]
            if cursor == state.levels[level, SKIP] or take(state, state.block[cursor]):
                phase = np.uint64(ENTER)
            else:
                position[FORCED] = 0
                phase = np.uint64(BACK_UP)
        else:
            close_levels(state)
            if position[DEPTH] == 0:
                status = EXHAUSTED
                break
            next_option(state)
            phase = np.uint64(CHOOSE)
    position[PHASE] = phase
    position[SOLUTIONS] += found
    return status


@helper
def _put(state: State, out: Out, found: Unsigned) -> None:
    """Write the options chosen as row `found` of `out`, if it has rows."""
    if len(out.rows) == 0:
        return
    levels = state.levels
    n_chosen = np.uint32(0)
    for level in range(state.position[DEPTH]):
        cursor = levels[level, CURSOR]
        if cursor != levels[level, SKIP]:
            out.rows[found, n_chosen] = state.option_of[state.block[cursor]]
            n_chosen += ONE
    out.lengths[found] = n_chosen
