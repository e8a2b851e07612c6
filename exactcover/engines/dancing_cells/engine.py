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

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from exactcover.engines.dancing_cells.cells import (
    BACK_UP,
    CHANGING,
    CHOOSE,
    CURSOR,
    DEPTH,
    ENTER,
    FIRST,
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
    check,
    has_bounds,
    hide,
    is_live,
    take,
)
from exactcover.engines.dancing_cells.search import LISTING, search
from exactcover.engines.levels import others, part_done
from exactcover.engines.multicover.bounds import need_and_bound
from exactcover.problem.links import Links
from exactcover.problem.problem import Problem
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U32, Unsigned
from exactcover.runtime.search.base import ArrayEngine, Counters
from exactcover.runtime.search.protocol import STATUSES, Out, Part, Status

MOST_SAVED = 1 << 26
"""The most bytes for which `saved` has a row for each level; else it has one, and `changes`."""


class DancingCells(ArrayEngine):
    """The engine; see `exactcover.engines.protocol.CoverEngine`.

    An update is a node of an option that is visited to hide it.
    """

    name = "dancing_cells"
    is_splittable = True
    counters = Counters(NODES, UPDATES, SOLUTIONS)
    changing: ClassVar[tuple[str, ...]] = CHANGING
    takes_bounds: ClassVar[bool] = False
    """Whether the position has what items with bounds need."""
    _state: State

    def __init__(self, links: Links) -> None:
        self.depth = links.depth
        self._links = links
        self._state = initial_state(links, has_bounds=self.takes_bounds)
        self._n_given = 0

    def choose(self, options: list[int]) -> bool:
        """Choose these options before the search begins; return whether they agree."""
        is_left_out = np.zeros(len(options), dtype=np.bool_)
        return bool(choose(self._state, self._links.node_of[options], is_left_out))

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` nodes and `out.room` solutions."""
        return STATUSES[advance(self._state, node_budget, out)]

    def _rows_in_use(self) -> dict[str, int]:
        depth, n_saved = self._state.position[[DEPTH, SAVED]].tolist()
        if not len(self._state.changes):
            return {"levels": depth, "saved": n_saved}
        n_changes = int(self._state.change_start[n_saved])
        return {"levels": depth, "changes": n_changes, "change_start": n_saved + 1}

    def part_done(self) -> float:
        """Sum, over the levels, the part of the tree that lies left of the cursor."""
        phase, depth = self._state.position[[PHASE, DEPTH]].tolist()
        if phase == BACK_UP and depth <= self._n_given:
            return 1.0
        return part_done(self._state.levels[self._n_given : depth].tolist())

    def remaining(self) -> list[Part]:
        """Return the parts of the tree that are still to be searched; see `Splittable`."""
        state = self._state
        phase, depth = state.position[[PHASE, DEPTH]].tolist()
        levels, n_options = state.levels[:depth].tolist(), len(self._links.node_of)
        parts = others(levels, self._n_given, state.option_of, state.block, n_options)
        return parts if phase in (ENTER, CHOOSE) else parts[1:]

    @staticmethod
    def refuses(problem: Problem) -> str | None:
        """Refuse items with bounds."""
        return "it has items with bounds" if problem.has_bounds else None

    def check(self) -> None:
        """Raise AssertionError if an invariant of the position does not hold (slow)."""
        check(self._links, self._state)


def initial_state(links: Links, *, has_bounds: bool = False) -> State:
    """Return the position before a search; its memory is linear in the size of the problem."""
    size, start, block, place = links.size.copy(), links.start, links.block, links.place
    base, bound, slack = start, *np.zeros((2, 0), dtype=np.uint32)
    n_nodes, n_items, n_levels = len(links.item_of), len(start), links.depth + 1
    if has_bounds:
        need, bound = need_and_bound(links)
        slack = bound - need
        start, place = start + ONE, place + ONE
        block = np.concatenate((np.zeros(1, dtype=np.uint32), block))
        size[: links.n_primary] += ONE - need
        base = start.copy()
        base[: links.n_primary] -= ONE - need
        n_nodes, n_levels = 2 * n_nodes, len(links.node_of) + links.n_primary + 1
    size[links.n_primary :] |= TAKEN
    n_rows, n_changes = links.depth + 1, 0
    if n_rows * n_items * size.itemsize > MOST_SAVED:
        n_rows, n_changes = 1, n_nodes + 2 * n_items
    levels = np.zeros((n_levels, 4), dtype=np.uint32)
    levels[:, SKIP] = NONE
    return State(
        links.item_of,
        links.colour_of,
        links.first_of,
        links.option_of,
        start,
        size,
        base,
        bound,
        slack,
        block.copy(),
        place.copy(),
        levels,
        # The operating system provides memory only for rows that are written, which are few.
        np.empty((n_rows, n_items), dtype=np.uint32),
        np.empty((n_changes, 2), dtype=np.uint32),
        np.zeros(links.depth + 2 if n_changes else 0, dtype=np.uint32),
        np.zeros(n_items + 1, dtype=np.uint32),
        np.zeros(7, dtype=np.uint64),
        links.n_primary,
        (True,) if has_bounds else (),
    )


@kernel
def choose(state: State, nodes: U32, is_left_out: NDArray[np.bool_]) -> bool:
    """Choose the options of `nodes`, or leave them out, before the search begins.

    Return False if they do not agree; under bounds they must. If options that agree leave an item
    with too few, the search ends at its first node, or at once.
    """
    for k in range(len(nodes)):
        if not choose_option(state, nodes[k], is_left_out[k]):
            return False
        if state.position[PHASE] == BACK_UP:
            break
    return True


@helper
def choose_option(state: State, node: Unsigned, is_left_out: bool) -> bool:
    """Choose the option of a node on a closed level of its own; return whether it can be chosen.

    Only under bounds it can be left out; it may be excluded already. If it leaves an item with too
    few options, the search ends.
    """
    position, levels = state.position, state.levels
    if not is_live(state, node):
        return is_left_out
    if has_bounds(state):
        if not hide(state, node, False):
            position[PHASE] = BACK_UP
            return True
    else:
        take(state, node, False)
    depth, place = position[DEPTH], state.place[node]
    levels[depth, FIRST] = place
    if is_left_out:
        place += ONE
        levels[depth, SKIP] = place
    levels[depth, CURSOR] = place
    levels[depth, LAST] = place + ONE
    position[DEPTH] = depth + ONE
    if has_bounds(state) and not is_left_out and not take(state, node, True):
        position[PHASE] = BACK_UP
    return True


@kernel
def advance(state: State, node_budget: int, out: Out) -> int:
    """Continue the search for all solutions, up to a limit or the end."""
    return search(state, LISTING, out, node_budget, out.room)
