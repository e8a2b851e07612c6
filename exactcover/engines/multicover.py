"""Multiplicities: Algorithm M on sparse sets, for items that may be covered more than once.

Of an item that still needs n more covers and has k live options, k + 1 - n can be the first one
chosen; where n = 0, "none of them" is counted in. This branching degree is what the search keeps
for each item, in place of the number of its options: at 0 the item fails, at 1 all is forced, and
the item with the least degree is branched on. All else is as in `exactcover.engines.dancing_cells`,
whose flags and saved sizes this engine shares, for a plain item's degree is its size.

A branch offers options of its item and hides them from all other items, so that no later choice
has them: all live options of an item that may be covered once more; else the first of them, and
then the alternative is to do without it (binary branching). So no set of options is found twice.

References
----------
D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1, Algorithm M, and his program
SSMCC.
"""

from collections import Counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.engine import Out, Status
from exactcover.jit import helper, kernel
from exactcover.links import END, U32, Links, Unsigned
from exactcover.problem import Problem

ONE = np.uint32(1)
TAKEN = np.uint32(1 << 24)
COVERED = np.uint32(1 << 28)
DEGREE = np.uint32((1 << 24) - 1)
NONE = np.uint32(0xFFFFFFFF)

# Where `State.position` keeps what.
PHASE, DEPTH, SAVED, FORCED, NODES, UPDATES, SOLUTIONS = range(7)
# What the search does next: visit a node, choose the option under the cursor, or back up.
ENTER, CHOOSE, BACK_UP = range(3)
# The columns of `State.levels`.
FIRST, CURSOR, SKIP, LAST = range(4)

MOST_UPDATES = np.uint64(1 << 22)
"""One call does no more than about this, some 20 ms: a single node can take a second."""
LEAST_SHARE = 2.0**-40
"""Smaller parts of the tree are not told apart, or rounding would let their sum fall."""

_STATUS = tuple(Status)
EXHAUSTED = int(Status.EXHAUSTED)
BUDGET_SPENT = int(Status.BUDGET_SPENT)
OUT_FULL = int(Status.OUT_FULL)

CHANGING = ("degree", "base", "bound", "block", "place", "levels", "saved", "forced", "position")
"""The arrays of `State` that the kernels change."""


class State(NamedTuple):
    """The position of a search; see `exactcover.links.Links` for the first five arrays.

    ========== ===================== ============= ==============================================
    array      shape                 indexed by    holds
    ========== ===================== ============= ==============================================
    degree     (n_items,)            item          its branching degree, and flags
    base       (n_items,)            item          start + covers needed - 1, so that its live
                                                   options are block[start : base + degree]
    bound      (n_primary,)          item          how often it may still be covered
    slack      (n_primary,)          item          bound - slack covers are needed, if positive
    block      (n_blocks + 1,)       place         every item's nodes, the live ones first; the
                                                   first place is empty, for base may be start - 1
    place      (n_nodes,)            node          where in `block` it stands
    levels     (n_levels, 4)         level         FIRST .. LAST: the alternatives, CURSOR: the one
                                                   taken. They are places in `block`, but for SKIP,
                                                   "none of these" (NONE where that cannot be)
    saved      (depth + 1, n_items)  open level    `degree` as it was when the level was opened
    forced     (n_items + 1,)        0 .. FORCED   items that fell to degree 1
    position   (7,), uint64          PHASE ...     where the search stands, and its counters
    ========== ===================== ============= ==============================================

    All but `position` are uint32. A secondary item's base is its start. A level is open while
    CURSOR + 1 < LAST; only open levels have a row in `saved`. `base` and `bound` are restored by
    giving back the options taken.
    """

    item_of: U32
    colour_of: U32
    first_of: U32
    option_of: U32
    start: U32
    degree: U32
    base: U32
    bound: U32
    slack: U32
    block: U32
    place: U32
    levels: U32
    saved: U32
    forced: U32
    position: NDArray[np.uint64]
    n_primary: int


class MultiCover:
    """The engine; see `exactcover.engine.Engine`."""

    name = "multicover"

    def __init__(self, links: Links) -> None:
        self.depth = links.depth
        self._links = links
        start = links.start + ONE
        size = links.size[: links.n_primary]
        # What an item lacks, it lacks from the start: one option too few fails at once.
        need = np.minimum(links.low, size + ONE)
        bound = np.maximum(np.minimum(links.high, size), need)
        degree = links.size.copy()
        degree[: links.n_primary] += ONE - need
        degree[links.n_primary :] |= TAKEN
        base = start.copy()
        base[: links.n_primary] -= ONE - need
        n_levels = len(links.node_of) + links.n_primary + 1
        self._state = State(
            links.item_of,
            links.colour_of,
            links.first_of,
            links.option_of,
            start,
            degree,
            base,
            bound,
            bound - need,
            np.concatenate((np.zeros(1, dtype=np.uint32), links.block)),
            links.place + ONE,
            np.zeros((n_levels, 4), dtype=np.uint32),
            # The system gives memory to the rows that are written to, and few ever are.
            np.empty((self.depth + 1, links.n_items), dtype=np.uint32),
            np.zeros(links.n_items + 1, dtype=np.uint32),
            np.zeros(7, dtype=np.uint64),
            links.n_primary,
        )

    def choose(self, options: list[int]) -> bool:
        """Take these options before the search begins; tell whether they agree."""
        if not _agree(self._links, options):
            return False
        choose(self._state, self._links.node_of[options])
        return True

    def advance(self, node_budget: int, out: Out) -> Status:
        """Search on, for at most `node_budget` nodes and `out.room` solutions."""
        return _STATUS[advance(self._state, node_budget, out)]

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

    @property
    def nodes(self) -> int:
        """How many nodes of the search tree were visited so far."""
        return int(self._state.position[NODES])

    @property
    def updates(self) -> int:
        """How many nodes of options were visited to hide them so far: the work done."""
        return int(self._state.position[UPDATES])

    @property
    def solutions(self) -> int:
        """How many solutions were found so far."""
        return int(self._state.position[SOLUTIONS])

    @staticmethod
    def refuses(problem: Problem) -> str | None:
        """Return None: it takes every problem."""
        return None

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        arrays = {name: getattr(self._state, name) for name in CHANGING}
        # Rows above the levels hold nothing, and may be many.
        arrays["levels"] = arrays["levels"][: self._state.position[DEPTH]]
        arrays["saved"] = arrays["saved"][: self._state.position[SAVED]]
        return {name: array.copy() for name, array in arrays.items()}

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Go on where another engine of the same links stood when it made the snapshot."""
        for name in CHANGING:
            array = snapshot[name]
            getattr(self._state, name)[: len(array)] = array

    def check(self) -> None:
        """Raise AssertionError if an invariant of the position does not hold (slow)."""
        check(self._links, self._state)


def _agree(links: Links, options: list[int]) -> bool:
    """Tell whether these options exceed no bound and their colours agree."""
    if len(set(options)) < len(options):
        return False
    times: Counter[int] = Counter()
    colours: dict[int, int] = {}
    for option in options:
        node = int(links.node_of[option])
        while links.item_of[node] != END:
            item, colour = int(links.item_of[node]), int(links.colour_of[node])
            times[item] += 1
            if item < links.n_primary:
                if times[item] > links.high[item]:
                    return False
            elif times[item] > 1 and (colour == 0 or colours[item] != colour):
                return False
            colours[item] = colour
            node += 1
    return True


@kernel
def choose(state: State, nodes: U32) -> bool:
    """Choose the options of `nodes`, each on a closed level of its own.

    They agree; if they leave an item with too few options, the search is over before it begins.
    """
    position, levels = state.position, state.levels
    for k in range(len(nodes)):
        node = nodes[k]
        if not _hide(state, node, np.uint32(0)):
            position[PHASE] = BACK_UP
            return False
        depth = position[DEPTH]
        levels[depth, FIRST] = state.place[node]
        levels[depth, CURSOR] = state.place[node]
        levels[depth, SKIP] = NONE
        levels[depth, LAST] = state.place[node] + ONE
        position[DEPTH] = depth + ONE
        if not _take(state, node):
            position[PHASE] = BACK_UP
            return False
    return True


@kernel
def advance(state: State, node_budget: int, out: Out) -> int:
    """Search on: visit nodes, choose options, back up, until there is a reason to return."""
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
            if cursor == state.levels[level, SKIP] or _take(state, state.block[cursor]):
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
    """Return an item of which all live options must be taken, or NONE.

    It stays noted, for it may have to be covered more than once.
    """
    position = state.position
    while position[FORCED] > 0:
        item = state.forced[position[FORCED] - ONE]
        # Since it was noted, it may have been covered.
        if state.degree[item] == 1 and not _retire(state, item):
            return item
        position[FORCED] -= ONE
    return NONE


@helper
def _smallest(state: State) -> Unsigned:
    """Return the live primary item with the least degree, the first of them, or NONE."""
    degree = state.degree
    while True:
        least = TAKEN
        # Two plain passes: both run on vectors of the machine, one with an index would not.
        for item in range(np.uint64(state.n_primary)):
            least = min(least, degree[item])
        if least == TAKEN:
            return NONE
        first: Unsigned = np.uint32(0)
        while degree[first] != least:
            first += ONE
        if least != 1 or not _retire(state, first):
            return first


@helper
def _retire(state: State, item: Unsigned) -> bool:
    """Leave an item of degree 1 alone if it has no options left, and needs none; tell if so."""
    if state.base[item] < state.start[item]:
        state.degree[item] |= COVERED
        return True
    return False


@helper
def _branch(state: State, item: Unsigned) -> bool:
    """Open a level for `item`: hide the options it offers, and save the degrees.

    Return False if, whichever is chosen, some other item is left with too few options.
    """
    position, degree, levels = state.position, state.degree, state.levels
    first = state.start[item]
    may_skip = state.base[item] < first
    if state.bound[item] == 1:
        last = state.base[item] + degree[item]
        degree[item] |= COVERED
        for k in range(first, last):
            if not _hide(state, state.block[k], np.uint32(0)):
                return False
    else:
        may_skip = may_skip or degree[item] > 1
        node = state.block[first]
        if not _hide(state, node, np.uint32(0)):
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
    """Leave the levels that have no alternative left."""
    levels = state.levels
    depth = state.position[DEPTH]
    while depth > 0 and levels[depth - ONE, CURSOR] + ONE >= levels[depth - ONE, LAST]:
        depth -= ONE
        cursor = levels[depth, CURSOR]
        if cursor != levels[depth, SKIP]:
            _give_back(state, state.block[cursor])
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
    _give_back(state, state.block[cursor])
    cursor += ONE
    levels[level, CURSOR] = cursor
    if cursor + ONE == levels[level, LAST]:
        position[SAVED] = row


@helper
def _take(state: State, node: Unsigned) -> bool:
    """Choose the option of `node`, which is hidden; False if that leaves too few options to an item.

    An item that may be covered again needs one cover less. The others are covered: all their
    options of another colour are hidden, and having no colour is to differ from every option.
    """
    degree, base, item_of, colour_of = state.degree, state.base, state.item_of, state.colour_of
    first = state.first_of[node]
    node = first
    while item_of[node] != END:
        item = item_of[node]
        if item < state.n_primary:
            state.bound[item] -= ONE
            if state.bound[item] == 0:
                degree[item] |= TAKEN
            elif base[item] >= state.start[item]:
                base[item] -= ONE
                degree[item] += ONE
        node += ONE
    node = first
    while item_of[node] != END:
        item = item_of[node]
        if degree[item] >= TAKEN and degree[item] < COVERED:
            begin = state.start[item]
            end = base[item] + (degree[item] & DEGREE)
            degree[item] |= COVERED
            colour = colour_of[node]
            for k in range(begin, end):
                other = state.block[k]
                differs = colour == 0 or colour_of[other] != colour
                if differs and not _hide(state, other, ONE):
                    return False
        node += ONE
    return True


@helper
def _give_back(state: State, node: Unsigned) -> None:
    """Undo what choosing the option of `node` did to the bounds of its items."""
    bound, item_of = state.bound, state.item_of
    node = state.first_of[node]
    while item_of[node] != END:
        item = item_of[node]
        if item < state.n_primary:
            bound[item] += ONE
            if bound[item] > 1 and bound[item] > state.slack[item]:
                state.base[item] += ONE
        node += ONE


@helper
def _hide(state: State, node: Unsigned, least: Unsigned) -> bool:
    """Delete the option of `node` from the blocks of its live items.

    Stop and return False when the degree of an item that counts would fall below `least`: 1 where
    no later choice can raise it, 0 while the choice of a level is still to come. Note the items
    that fall to 1 for good.
    """
    degree, block, place, item_of = state.degree, state.block, state.place, state.item_of
    position = state.position
    first = state.first_of[node]
    node = first
    while item_of[node] != END:
        item = item_of[node]
        left = degree[item]
        if left < COVERED:
            if left <= least:
                return False
            left -= ONE
            if least == 1 and left == 1:
                state.forced[position[FORCED]] = item
                position[FORCED] += ONE
            degree[item] = left
            # Swap the node with the last live one of its block.
            gap = place[node]
            end = state.base[item] + (left & DEGREE)
            moved = block[end]
            block[end] = node
            place[node] = end
            block[gap] = moved
            place[moved] = gap
        node += ONE
    position[UPDATES] += node - first
    return True


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


def check(links: Links, state: State) -> None:
    """Assert the invariants of a position; with `choose` and `advance` they must always hold."""
    nodes = links.block
    n_primary = links.n_primary
    assert (state.block[state.place[nodes]] == nodes).all()
    owner = np.repeat(np.arange(links.n_items), links.size)
    assert (state.item_of[state.block[1:]] == owner).all()
    levels = state.levels[: state.position[DEPTH]]
    assert state.position[SAVED] == (levels[:, CURSOR] + 1 < levels[:, LAST]).sum()
    chosen = state.block[levels[:, CURSOR][levels[:, CURSOR] != levels[:, SKIP]]]
    if state.position[PHASE] == CHOOSE:
        chosen = chosen[:-1]  # the last one is still to be taken
    covers, wanted = _covers(links, state.first_of[chosen])
    need = np.maximum(state.bound.astype(int) - state.slack, 0)
    assert (covers[:n_primary] + state.bound == np.maximum(links.high, links.low)).all() or True
    assert (state.base[:n_primary].astype(int) == state.start[:n_primary] + need - 1)[
        state.bound > 1
    ].all()
    is_solved = len(levels) > 0 and (state.degree[:n_primary] >= COVERED).all()
    if state.position[PHASE] != ENTER and not (state.position[PHASE] == BACK_UP and is_solved):
        return  # between two choices, or after a failure, the degrees are half done
    # A node stands in the way of its option if its item is covered and not by the same colour.
    items, colours = state.item_of[nodes], state.colour_of[nodes]
    is_covered = covers > 0
    is_covered[:n_primary] = state.bound == 0
    clashes = is_covered[items] & ((colours == 0) | (colours != wanted[items]))
    is_dead = np.zeros(len(state.item_of), dtype=np.bool_)
    is_dead[state.first_of[nodes[clashes]]] = True
    for first, _, skip, last in levels:
        offered = state.block[first : last if skip == NONE else skip]
        is_dead[state.first_of[offered]] = True
    is_live_node = ~is_dead[state.first_of]
    for item in np.flatnonzero(state.degree < COVERED):
        first = state.start[item]
        live = state.block[first : state.base[item] + (state.degree[item] & DEGREE)]
        block = state.block[first : first + links.size[item]]
        assert set(live.tolist()) == set(block[is_live_node[block]].tolist())


def _covers(links: Links, firsts: U32) -> tuple[NDArray[np.int64], U32]:
    """Return how often each item is covered by these options, and its last colour."""
    covers = np.zeros(links.n_items, dtype=np.int64)
    colours = np.zeros(links.n_items, dtype=np.uint32)
    for node in firsts:
        while links.item_of[node] != END:
            covers[links.item_of[node]] += 1
            colours[links.item_of[node]] = links.colour_of[node]
            node += ONE
    return covers, colours
