"""The position of a search that learns clauses: its arrays."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.problem.links import END, Links
from exactcover.runtime.kernels.types import U32

ONE = np.uint32(1)
TWO = np.uint32(2)
ZERO64 = np.uint64(0)
ONE64 = np.uint64(1)
NONE = np.uint32(0xFFFFFFFF)

# The values of a literal in `State.value`.
FREE, TRUE, FALSE = np.uint8(0), np.uint8(1), np.uint8(2)

# The reason of a literal: its kind, and its number in the bits below. NONE for a decision.
CLAUSE = np.uint32(0)
ITEM = np.uint32(1 << 30)
OPTION = np.uint32(2 << 30)
KIND = np.uint32(3 << 30)
NUMBER = np.uint32((1 << 30) - 1)

# The offsets in `State.clauses` from the place of a clause; NEXT takes two words.
SIZE, LBD, NEXT, LITERALS = np.uint32(0), np.uint32(1), np.uint32(2), np.uint32(4)

# The columns of `State.items`; WATCH takes two.
START, LENGTH, WATCH = 0, 1, np.uint32(2)
# The columns of `State.options`.
FIRST, LEVEL, REASON, PLACE, SEEN, PHASE = range(6)
# The rows of `State.lists`.
TRAIL, STARTS, HEAP, LEARNED, MARKED, STAMP, WORDS = range(7)

# The indices of `State.position`.
(
    MODE,
    DEPTH,
    N_TRAIL,
    HEAD,
    N_HEAP,
    N_MARKED,
    TOP,
    MOST_WORDS,
    N_NEW,
    REDUCTIONS,
    RUN,
    RUN_LENGTH,
    NEXT_RESTART,
    SIMPLIFIED,
    CLASH,
    LEARNED_LBD,
    CONFLICTS,
    NODES,
    UPDATES,
    SOLUTIONS,
) = range(20)
# Its modes.
BEGIN, SEARCH, DONE = range(3)

CHANGING = (
    "item_of",
    "colour_of",
    "block",
    "block_colour",
    "items",
    "options",
    "value",
    "activity",
    "lists",
    "clauses",
    "watched",
    "position",
)
"""The arrays of `State` that the kernels change."""


class State(NamedTuple):
    """The position of a search.

    Here options are numbered in the order of the links. Literal 2k says that option k is chosen,
    and literal 2k + 1 that it is not; so `literal ^ 1` is the opposite.

    ============ ================== =========== ==================================================
    array        shape              indexed by  holds
    ============ ================== =========== ==================================================
    item_of      (n_nodes,)         node        see `Links`; once an item is
    colour_of    (n_nodes,)         node        decided for good it leaves the options' nodes
    block        (n_blocks,)        place       the options of all items
    block_colour (n_blocks,)        place       the colours that they have there
    items        (n_items, 4)       item        START: where its block begins; LENGTH: how many
                                                options it has that are not decided for good;
                                                WATCH: two of them; see `propagate`
    options      (n_options, 8)     option      FIRST: its first node; LEVEL, REASON: when and why
                                                it was decided; PLACE: where in the heap it is, or
                                                NONE; SEEN: 1 while it is MARKED; PHASE: 1 if it
                                                was chosen when last decided
    value        (2 n_options,)     literal     FREE, TRUE or FALSE; uint8
    activity     (n_options + 1,)   option      how much it was in conflicts lately; at the end,
                                                what the next conflict adds; float64
    lists        (7, n_options + 2) 0, 1, ...   TRAIL: the literals that hold, in order; STARTS:
                                                where in it each level begins; HEAP: the options,
                                                the most active first; LEARNED: literals of the
                                                clause that is being learned; MARKED: the
                                                options in the conflict; STAMP: by level, the last
                                                conflict that it was in; WORDS: by LBD, the
                                                words of such clauses
    clauses      (capacity,)        place       clauses, one after the other: SIZE, LBD (number
                                                of its levels; 0 if it must be kept),
                                                NEXT, LITERALS. It watches the first two literals;
                                                NEXT holds, for each, the next watch of the same
    watched      (2 n_options,)     literal     its first watch: twice the place of the clause, plus
                                                which of the two it is; or NONE
    position     (20,)              MODE ...    where the search stands, and its counters; uint64
    option_of    (n_options,)       option      its index in the problem
    ============ ================== =========== ==================================================

    All but `value`, `activity` and `position` are uint32.
    """

    item_of: U32
    colour_of: U32
    block: U32
    block_colour: U32
    items: U32
    options: U32
    value: NDArray[np.uint8]
    activity: NDArray[np.float64]
    lists: U32
    clauses: U32
    watched: U32
    position: NDArray[np.uint64]
    option_of: U32
    n_primary: int


def build_state(links: Links) -> State:
    """Return the position before the search, without clauses or space for any."""
    is_end = links.item_of == END
    number = (np.cumsum(is_end) - is_end).astype(np.uint32)
    first = np.sort(links.node_of)
    n = len(first)
    items = np.zeros((links.n_items, 4), dtype=np.uint32)
    items[:, START] = links.start
    items[:, LENGTH] = links.size
    options = np.zeros((n, 8), dtype=np.uint32)
    options[:, FIRST] = first
    options[:, PLACE] = NONE
    activity = np.zeros(n + 1)
    activity[n] = 1.0
    position = np.zeros(20, dtype=np.uint64)
    position[[RUN, RUN_LENGTH]] = 1
    return State(
        links.item_of.copy(),
        links.colour_of.copy(),
        number[links.block],
        links.colour_of[links.block],
        items,
        options,
        np.zeros(2 * n, dtype=np.uint8),
        activity,
        np.zeros((7, n + 2), dtype=np.uint32),
        np.zeros(0, dtype=np.uint32),
        np.full(2 * n, NONE, dtype=np.uint32),
        position,
        links.option_of[first],
        links.n_primary,
    )


def with_capacity(state: State, n_words: int) -> State:
    """Return the same position with space for at least `n_words` in `clauses`."""
    if n_words <= len(state.clauses):
        return state
    clauses = np.zeros(n_words, dtype=np.uint32)
    clauses[: len(state.clauses)] = state.clauses
    return state._replace(clauses=clauses)
