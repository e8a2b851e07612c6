"""Multiplicities: Algorithm M on sparse sets, for items that may be covered more than once.

If an item still needs n covers and has k live options, then k + 1 - n of them can be chosen first;
where n = 0, this number includes "none of them". The search stores this branching degree for
each item, in place of the number of its options. An item with degree 0 fails, with degree 1 all its
choices are forced, and the search branches on the item with the least degree. The rest is as in
`exactcover.engines.dancing_cells`: the degree of an item that is covered exactly once is its size.

A branch offers options of its item, and hides them from all other items, so that no later choice
includes them. If the item may be covered once more, all its live options are offered; else only the
first one, and the alternative is to do without it (binary branching). So no set of options is found
twice.

References
----------
D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1, Algorithm M, and his program
SSMCC.
"""

import numpy as np

from exactcover.compiled.jit import helper, kernel
from exactcover.compiled.types import U32, Unsigned
from exactcover.engines.multicover.cells import (
    BACK_UP,
    CHOOSE,
    COVERED,
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
    TAKEN,
    UPDATES,
    State,
    agree,
    check,
    give_back,
    hide,
    initial_state,
    retire,
    take,
)
from exactcover.problem.links import Links
from exactcover.search.base import ArrayEngine, Counters
from exactcover.search.protocol import (
    BUDGET_SPENT,
    EXHAUSTED,
    LEAST_SHARE,
    MOST_UPDATES,
    OUT_FULL,
    STATUSES,
    Out,
    Status,
)

CHANGING = ("degree", "base", "bound", "block", "place", "levels", "saved", "forced", "position")
"""The arrays of `State` that the kernels change."""


class MultiCover(ArrayEngine):
    """The engine; see `exactcover.search.protocol.CoverEngine`. It takes every problem.

    An update is a node of an option that is visited to hide it.
    """

    name = "multicover"
    counters = Counters(NODES, UPDATES, SOLUTIONS)
    changing = CHANGING
    _state: State

    def __init__(self, links: Links) -> None:
        self.depth = links.depth
        self._links = links
        self._state = initial_state(links)

    def choose(self, options: list[int]) -> bool:
        """Choose these options before the search begins; return whether they agree."""
        if not agree(self._links, options):
            return False
        choose(self._state, self._links.node_of[options])
        return True

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` nodes and `out.room` solutions."""
        return STATUSES[advance(self._state, node_budget, out)]

    def _rows_in_use(self) -> dict[str, int]:
        depth, n_saved = self._state.position[[DEPTH, SAVED]].tolist()
        return {"levels": depth, "saved": n_saved}

    def part_done(self) -> float:
        """Sum, over the levels, the part of the tree that lies left of the cursor."""
        part, share = 0.0, 1.0
        if self._state.position[PHASE] == BACK_UP and not self._state.position[DEPTH]:
            return 1.0
        for first, cursor, _, last in self._state.levels[: self._state.position[DEPTH]].tolist():
            share /= last - first
            if share < LEAST_SHARE:
                break
            part += (cursor - first) * share
        return part

    def check(self) -> None:
        """Raise AssertionError if an invariant of the position does not hold (slow)."""
        check(self._links, self._state)


@kernel
def choose(state: State, nodes: U32) -> bool:
    """Choose the options of `nodes`, each on a closed level of its own.

    The options must agree. If they leave an item with too few options, the search ends at once.
    """
    position, levels = state.position, state.levels
    for k in range(len(nodes)):
        node = nodes[k]
        if not hide(state, node, False):
            position[PHASE] = BACK_UP
            return False
        depth = position[DEPTH]
        levels[depth, FIRST] = state.place[node]
        levels[depth, CURSOR] = state.place[node]
        levels[depth, SKIP] = NONE
        levels[depth, LAST] = state.place[node] + ONE
        position[DEPTH] = depth + ONE
        if not take(state, node):
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
            item = _next_forced(state)
            if item == NONE:
                item = _smallest(state)
            if item == NONE:
                _put(state, out, found)
                found += ONE
                phase = np.uint64(BACK_UP)
                if found >= room:
                    status = OUT_FULL
                    break
            elif state.degree[item] > 0 and _branch(state, item):
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
            _close_levels(state)
            if position[DEPTH] == 0:
                status = EXHAUSTED
                break
            _next_option(state)
            phase = np.uint64(CHOOSE)
    position[PHASE] = phase
    position[SOLUTIONS] += found
    return status


@helper
def _next_forced(state: State) -> Unsigned:
    """Return an item of which all live options must be chosen, or NONE.

    The item stays in `forced`, for it may have to be covered more than once.
    """
    position = state.position
    while position[FORCED] > 0:
        item = state.forced[position[FORCED] - ONE]
        # It may have been covered since it was recorded.
        if state.degree[item] == 1 and not retire(state, item):
            return item
        position[FORCED] -= ONE
    return NONE


@helper
def _smallest(state: State) -> Unsigned:
    """Return the live primary item with the least degree, the first of them, or NONE."""
    degree = state.degree
    while True:
        least = TAKEN
        # Two plain passes: both become vector instructions, one with an index would not.
        for item in range(np.uint64(state.n_primary)):
            least = min(least, degree[item])
        if least == TAKEN:
            return NONE
        first: Unsigned = np.uint32(0)
        while degree[first] != least:
            first += ONE
        if least != 1 or not retire(state, first):
            return first


@helper
def _branch(state: State, item: Unsigned) -> bool:
    """Open a level for `item`: hide the options it offers, and save the degrees.

    Return False if each choice would leave some other item with too few options.
    """
    position, degree, levels = state.position, state.degree, state.levels
    first = state.start[item]
    may_skip = state.base[item] < first
    if state.bound[item] == 1:
        last = state.base[item] + degree[item]
        degree[item] |= COVERED
        for k in range(first, last):
            if not hide(state, state.block[k], False):
                return False
    else:
        may_skip = may_skip or degree[item] > 1
        node = state.block[first]
        if not hide(state, node, False):
            return False
        first = state.place[node]
        last = first + ONE
    depth = position[DEPTH]
    levels[depth, FIRST] = first
    levels[depth, CURSOR] = first
    levels[depth, SKIP] = NONE
    if may_skip:
        levels[depth, SKIP] = last
        last += ONE
    levels[depth, LAST] = last
    position[DEPTH] = depth + ONE
    if last - first > 1:
        row = position[SAVED]
        for other in range(np.uint64(len(degree))):
            state.saved[row, other] = degree[other]
        position[SAVED] = row + ONE
    return True


@helper
def _close_levels(state: State) -> None:
    """Close the levels that have no alternative left."""
    levels = state.levels
    depth = state.position[DEPTH]
    while depth > 0 and levels[depth - ONE, CURSOR] + ONE >= levels[depth - ONE, LAST]:
        depth -= ONE
        cursor = levels[depth, CURSOR]
        if cursor != levels[depth, SKIP]:
            give_back(state, state.block[cursor])
    state.position[DEPTH] = depth


@helper
def _next_option(state: State) -> None:
    """Undo the choice made on the last level: restore its degrees, go to its next alternative."""
    position, degree, levels = state.position, state.degree, state.levels
    level = position[DEPTH] - ONE
    row = position[SAVED] - ONE
    for item in range(np.uint64(len(degree))):
        degree[item] = state.saved[row, item]
    cursor = levels[level, CURSOR]
    give_back(state, state.block[cursor])
    cursor += ONE
    levels[level, CURSOR] = cursor
    if cursor + ONE == levels[level, LAST]:
        position[SAVED] = row


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
