"""Dancing cells: Algorithms X and C on sparse sets, the default engine.

The live options of an item are the first `size[item]` entries of its block. An option is deleted by
swapping it behind the live ones. To undo deletions, only the sizes are restored, because the order
of the entries does not matter. So a branch saves all sizes at once, or in a
large problem those that have changed, and nothing is relinked.

A size has flags in its high bits, so that one comparison decides which steps an item allows:

- TAKEN: a secondary item, or one that the option being chosen covers. It may lose options, but
  never fails, and the search does not branch on it.
- COVERED: a primary item that is covered, or a secondary one that is covered or has its colour.
  Its block does not change any more.

References
----------
D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1, "dancing cells", and his program
SSXCC. The flags and the saving of whole arrays are our own: they take 0.64 to 0.97 of the time of
the book's layout, in which a permutation of the items marks the live ones.
"""

import numpy as np

from exactcover.engines.dancing_cells.branching import (
    branch,
    close_levels,
    next_forced,
    next_option,
    smallest,
)
from exactcover.engines.dancing_cells.cells import (
    BACK_UP,
    CHANGING,
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
    SOLUTIONS,
    UPDATES,
    State,
    check,
    initial_state,
    is_live,
    put,
    take,
)
from exactcover.problem.links import Links
from exactcover.problem.problem import Problem
from exactcover.runtime.kernels.jit import kernel
from exactcover.runtime.kernels.types import U32
from exactcover.runtime.search.base import ArrayEngine, Counters
from exactcover.runtime.search.protocol import (
    BUDGET_SPENT,
    EXHAUSTED,
    LEAST_SHARE,
    MOST_UPDATES,
    OUT_FULL,
    STATUSES,
    Out,
    Part,
    Status,
)


class DancingCells(ArrayEngine):
    """The engine; see `exactcover.engines.protocol.CoverEngine`.

    An update is a node of an option that is visited to hide it.
    """

    name = "dancing_cells"
    is_splittable = True
    counters = Counters(NODES, UPDATES, SOLUTIONS)
    changing = CHANGING
    _state: State

    def __init__(self, links: Links) -> None:
        self.depth = links.depth
        self._links = links
        self._state = initial_state(links)

    def choose(self, options: list[int]) -> bool:
        """Choose these options before the search begins; return whether they agree."""
        return choose(self._state, self._links.node_of[options]) == len(options)

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` nodes and `out.room` solutions."""
        return STATUSES[advance(self._state, node_budget, out)]

    def _rows_in_use(self) -> dict[str, int]:
        n_saved = int(self._state.position[SAVED])
        if not len(self._state.changes):
            return {"saved": n_saved}
        return {"changes": int(self._state.change_start[n_saved]), "change_start": n_saved + 1}

    def part_done(self) -> float:
        """Sum, over the levels, the part of the tree that lies left of the cursor."""
        part, share = 0.0, 1.0
        if self._state.position[PHASE] == BACK_UP and not self._state.position[DEPTH]:
            return 1.0
        for first, cursor, last in self._state.levels[: self._state.position[DEPTH]].tolist():
            share /= last - first
            if share < LEAST_SHARE:
                break
            part += (cursor - first) * share
        return part

    def remaining(self) -> list[Part]:
        """Return the parts of the tree that are still to be searched; see `Splittable`."""
        state = self._state
        phase, depth = state.position[[PHASE, DEPTH]].tolist()
        path = state.option_of[state.block[state.levels[:depth, CURSOR]]].tolist()
        share, parts = 1.0, list[list[Part]]()
        for level, (first, cursor, last) in enumerate(state.levels[:depth].tolist()):
            share /= last - first
            others = state.option_of[state.block[cursor + 1 : last]].tolist()
            parts.append([Part(share, [*path[:level], option]) for option in others])
        if phase in (ENTER, CHOOSE):
            parts.append([Part(share, path)])
        return [part for level in reversed(parts) for part in level]

    @staticmethod
    def refuses(problem: Problem) -> str | None:
        """Refuse items with bounds."""
        return "it has items with bounds" if problem.has_bounds else None

    def check(self) -> None:
        """Raise AssertionError if an invariant of the position does not hold (slow)."""
        check(self._links, self._state)


@kernel
def choose(state: State, nodes: U32) -> int:
    """Choose the options of `nodes`, each on a closed level of its own, until one clashes.

    Return how many were chosen. An item that this leaves without options is found at the first
    node of the search.
    """
    position, levels = state.position, state.levels
    for k in range(len(nodes)):
        node = nodes[k]
        if not is_live(state, node):
            return k
        take(state, node, False)
        depth = position[DEPTH]
        levels[depth, FIRST] = state.place[node]
        levels[depth, CURSOR] = state.place[node]
        levels[depth, LAST] = state.place[node] + ONE
        position[DEPTH] = depth + ONE
    return len(nodes)


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
                put(state, out, found)
                found += ONE
                phase = np.uint64(BACK_UP)
                if found >= room:
                    status = OUT_FULL
                    break
            elif state.size[item] == 0:
                phase = np.uint64(BACK_UP)
            else:
                branch(state, item)
                phase = np.uint64(CHOOSE)
        elif phase == CHOOSE:
            cursor = state.levels[position[DEPTH] - ONE, CURSOR]
            if take(state, state.block[cursor], True):
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
