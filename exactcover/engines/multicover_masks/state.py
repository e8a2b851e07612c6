"""The position of a search of the engine `multicover_masks`, and its invariants."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.engines.masks.table import NONE
from exactcover.engines.multicover_masks.table import BoundedTable, optional
from exactcover.problem.links import Links
from exactcover.runtime.kernels.types import U32
from exactcover.runtime.kernels.vectors import Words, aligned_empty

# The indices of `State.position`.
OPENED, NODES, UPDATES, SOLUTIONS = range(4)
# The columns of `State.levels`.
WORD, LEFT, MARK, WAYS, LAST = range(5)

PENDING = np.uint64((1 << 64) - 1)
"""The WORD of a level whose row was not looked at yet."""
MANY = np.uint64((1 << 40) + 1)
"""With this many branches, each is too small a part of the tree to count."""

CHANGING = ("rows", "offsets", "bounds", "levels", "path", "position")
"""The arrays of `State` that a search changes, except `counts`, which is computed for each row."""


class State(NamedTuple):
    """The position of a search.

    ========== ====================== ========== ==================================================
    array      shape, dtype           indexed by holds
    ========== ====================== ========== ==================================================
    rows       (n_levels, row)        open level the options left; of the item branched on, those
                                                 not tried yet. Words
    offsets    (n_levels, lanes)      open level see `BoundedTable.offset`. Words
    bounds     (n_levels, n_bounded)  open level how often items with bounds may be covered again;
                                                 uint32
    counts     (lanes,)               lane       the degrees of all items in the row that was
                                                 looked at last. Words
    levels     (n_levels, 5)          open level WORD: the first word of the item branched on that
                                                 may have bits, or PENDING; LEFT: its options not
                                                 tried yet, or 1; MARK: where in `path` the next
                                                 option goes; WAYS: how many such parts the tree
                                                 has, estimated from the path, or MANY; LAST: of
                                                 a pending level, the last number of its path, which
                                                 is not in `path` yet; uint64
    path       (n_options + 2,)       1 ...      the options chosen, and those left out as numbers
                                                 that are too high by n_options; uint32
    position   (4,)                   OPENED ... where the search stands, and its counters; uint64
    n_options  int
    optional   uint64                            the degree from which on items need no more covers
    negative   uint64                            the degree from which on, in a lane, it is below 0
    ========== ====================== ========== ==================================================

    Levels 0 to OPENED - 1 are open. A level in which an option was left out is pending again.
    """

    table: BoundedTable
    rows: Words
    offsets: Words
    bounds: U32
    counts: Words
    levels: NDArray[np.uint64]
    path: U32
    position: NDArray[np.uint64]
    n_options: int
    optional: np.uint64
    negative: np.uint64


def initial_state(links: Links, table: BoundedTable) -> State:
    """Return the position at which a search begins: level 0 is pending."""
    masks = table.masks
    n_levels, n_options = links.depth + 2, len(links.node_of)
    word = masks.rows.dtype
    state = State(
        table,
        # The operating system provides memory only for rows that are written, which are few.
        aligned_empty((n_levels, masks.rows.shape[1]), word),
        aligned_empty((n_levels, len(table.offset)), word),
        np.zeros((n_levels, len(table.bound)), dtype=np.uint32),
        aligned_empty(table.offset.shape, word),
        np.zeros((n_levels, 5), dtype=np.uint64),
        np.zeros(n_options + 2, dtype=np.uint32),
        np.array([1, 0, 0, 0], dtype=np.uint64),
        n_options,
        np.uint64(optional(masks)),
        np.uint64(1 << word.itemsize * 8 - 1),
    )
    state.rows[0] = masks.rows[masks.nothing]
    state.offsets[0] = table.offset
    state.bounds[0] = table.bound
    state.levels[0] = PENDING, 1, 1, 1, 0
    return state


def path_of(state: State, level: int) -> list[int]:
    """Return the numbers on the path to a level."""
    word, _, mark, _, last = state.levels[level].tolist()
    path: list[int] = state.path[1:mark].tolist()
    if word == int(PENDING) and path:
        path[-1] = last
    return path


def check(links: Links, state: State) -> None:
    """Assert that the rows hold what the choices on the path leave; slow."""
    table, n = state.table, state.n_options
    option_at = table.masks.option_at.ravel()
    for level in range(int(state.position[OPENED])):
        word, left, _, ways, _ = state.levels[level].tolist()
        assert left > 0
        assert 0 < ways <= MANY
        path = path_of(state, level)
        chosen = [number for number in path if number < n]
        assert len(chosen) <= links.depth
        bound = table.bound.astype(np.int64)
        row = table.masks.rows[table.masks.nothing].copy()
        for option in chosen:
            row &= table.masks.rows[option]
            for k in table.bounded[table.first[option] : table.first[option + 1]].tolist():
                bound[k] -= 1
                assert bound[k] >= 0
                if bound[k] == 0:
                    row &= table.masks.rows[n + 1 + k]
        # Items that need no more covers are closed when they have no options left.
        for k in np.flatnonzero((state.bounds[level] == 0) & (bound > 0)).tolist():
            assert bound[k] <= table.slack[k]
            bound[k] = 0
            row &= table.masks.rows[n + 1 + k]
        assert (state.bounds[level] == bound).all()
        own_row = state.rows[level].copy()
        for k in np.flatnonzero(table.bound == 0):  # no option covers it: it may be closed or not
            row &= table.masks.rows[n + 1 + k]
            own_row &= table.masks.rows[n + 1 + k]
        bits = np.unpackbits(row.view(np.uint8), bitorder="little").astype(np.bool_)
        own = np.unpackbits(own_row.view(np.uint8), bitorder="little").astype(np.bool_)
        gone = {number - n for number in path if number >= n}
        bits &= ~np.isin(option_at, np.array(sorted(gone), dtype=np.uint32))
        if word == int(PENDING):
            assert (own == bits).all()
        else:  # the options tried are gone from the words of their item
            assert not (own & ~bits).any()
            assert NONE not in option_at[bits & ~own]
