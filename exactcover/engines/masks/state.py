"""The position of a search of the engine `masks`, and its invariants."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.engines.masks.table import NONE, MaskTable
from exactcover.problem.links import END, Links
from exactcover.runtime.kernels.types import U32
from exactcover.runtime.kernels.vectors import Words

# The indices of `State.position`.
OPENED, CHOSEN, NODES, UPDATES, SOLUTIONS = range(5)
# The columns of `State.levels`.
WORD, LEFT, MARK, WAYS = range(4)

MANY = np.uint64((1 << 40) + 1)
"""With this many branches, each is too small a part of the tree to count."""


CHANGING = ("rows", "levels", "chosen", "position")
"""The arrays of `State` that a search changes, except `counts`, which is computed for each row."""


class State(NamedTuple):
    """The position of a search.

    ========== ===================== ============ =================================================
    array      shape, dtype          indexed by   holds
    ========== ===================== ============ =================================================
    rows       (depth + 1, row)      open level   the options left; of the item branched on, those
                                                  not tried yet. Words
    counts     (n_groups * lanes,)   lane         options, of each item, in the row that was looked
                                                  at last; -1 if it is covered. Words
    levels     (depth + 1, 4)        open level   WORD: the first word of the item branched on that
                                                  may have bits; LEFT: its options not tried yet;
                                                  MARK: where in `chosen` the one tried stands;
                                                  WAYS: how many such parts the tree has,
                                                  estimated from the path, or MANY; uint64
    chosen     (depth + 1,)          1 .. depth   the options chosen; uint32
    position   (5,)                  OPENED ...   where the search stands, and its counters; uint64
    ========== ===================== ============ =================================================

    Levels 0 to OPENED - 1 are open: all have options left. There is one row more than open levels
    while a node is visited. Before the first node row 0 is what the CHOSEN options leave that were
    taken before the search.
    """

    table: MaskTable
    rows: Words
    counts: Words
    levels: NDArray[np.uint64]
    chosen: U32
    position: NDArray[np.uint64]


def check(links: Links, state: State) -> None:
    """Assert that the rows hold what the options chosen before leave; slow."""
    opened, n_chosen, nodes = state.position[[OPENED, CHOSEN, NODES]].tolist()
    if not nodes:
        assert opened == 0
        row = _bits_left(links, state.table, state.chosen[1 : n_chosen + 1].tolist())
        assert (_bits(state, 0) == row).all()
    for level, (word, left, mark, ways) in enumerate(state.levels[:opened].tolist()):
        assert left > 0
        assert 0 < mark <= links.depth
        assert 0 < ways <= MANY
        row = _bits_left(links, state.table, state.chosen[1:mark].tolist())
        places = _places(links, state.table, _item_of(state.table, word))
        # The last one of these says "not covered yet"; of the options only the last are left.
        own = places[row[places]]
        assert word * state.table.option_at.shape[1] <= own[-left - 1]
        row[own[: -left - 1]] = False
        assert (_bits(state, level) == row).all()


def _bits(state: State, level: int) -> NDArray[np.bool_]:
    bits = np.unpackbits(state.rows[level].view(np.uint8), bitorder="little")
    return bits.astype(np.bool_)


def _bits_left(links: Links, table: MaskTable, chosen: list[int]) -> NDArray[np.bool_]:
    """Return the row that these options leave, after asserting that they agree."""
    wanted = np.full(links.n_items, -1)
    for option in chosen:
        node = int(links.node_of[option])
        while links.item_of[node] != END:
            item, colour = links.item_of[node], int(links.colour_of[node])
            assert wanted[item] == -1 or wanted[item] == colour > 0
            wanted[item] = colour
            node += 1
    nodes = np.flatnonzero(links.item_of != END)
    taken = wanted[links.item_of[nodes]]
    clashes = (taken == 0) | ((taken > 0) & (links.colour_of[nodes] != taken))
    is_left = np.ones(len(links.node_of), dtype=np.bool_)
    is_left[links.option_of[nodes[clashes]]] = False

    option_at = table.option_at.ravel()
    bits = np.not_equal(option_at, NONE)
    bits[bits] = is_left[option_at[bits]]
    for item in np.flatnonzero(wanted[: links.n_primary] == -1).tolist():
        bits[_places(links, table, item)[-1]] = True
    return bits


def _item_of(table: MaskTable, word: int) -> int:
    """Return the item that has this word."""
    vector, lane = divmod(word, int(table.lanes))
    group = int(np.searchsorted(table.group, vector, side="right")) - 1
    return int(table.item_at[group * int(table.lanes) + lane])


def _places(links: Links, table: MaskTable, item: int) -> NDArray[np.int64]:
    """Return the bits of an item in a row: those of its options, then "not covered yet"."""
    n_bits, size = table.option_at.shape[1], int(links.size[item])
    words = int(table.first_word[item]) + np.arange(size // n_bits + 1) * int(table.lanes)
    places = (words[:, np.newaxis] * n_bits + np.arange(n_bits)).ravel()
    return np.append(places[:size], places[-1])
