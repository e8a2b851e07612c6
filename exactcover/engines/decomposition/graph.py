"""The graph of the items: two are neighbours if an option has both."""

from typing import NamedTuple

import numpy as np

from exactcover.engines.decomposition.item_states import ItemStates
from exactcover.runtime.kernels.jit import kernel
from exactcover.runtime.kernels.types import F64, I64, U32
from exactcover.runtime.search.limits import stop_if_due


class Graph(NamedTuple):
    """The neighbours of each item, as compressed sparse rows, and the options of each item.

    ============== =============== =================================================================
    array          shape           holds
    ============== =============== =================================================================
    starts         (n_items + 1,)  the first place of each item in `neighbours`
    neighbours     (n_pairs,)      its neighbours
    option_starts  (n_items + 1,)  the first place of each item in `options`
    options        (n_nodes,)      its options
    weight         (n_items,)      the logarithm of the number of its states
    items          (n_kept,)       the items that have states to remember
    ============== =============== =================================================================
    """

    starts: I64
    neighbours: U32
    option_starts: I64
    options: U32
    weight: F64
    items: U32


def graph_of(states: ItemStates) -> Graph:
    """Return the graph of the items of a problem."""
    n_items = len(states.kind)
    stop_if_due()
    owner = np.repeat(np.arange(len(states.starts) - 1), np.diff(states.starts))
    by_item = np.argsort(states.members, kind="stable")
    options = owner[by_item].astype(np.uint32)
    option_starts = np.zeros(n_items + 1, dtype=np.int64)
    np.cumsum(np.bincount(states.members, minlength=n_items), out=option_starts[1:])
    starts = np.zeros(n_items + 1, dtype=np.int64)
    mark = np.zeros(n_items, dtype=np.uint32)
    members = states.members.astype(np.uint32)
    stop_if_due()
    none = np.empty(0, dtype=np.uint32)
    n_pairs = _join_items(states.starts, members, option_starts, options, starts, mark, none)
    neighbours = np.empty(n_pairs, dtype=np.uint32)
    mark[:] = 0
    stop_if_due()
    _join_items(states.starts, members, option_starts, options, starts, mark, neighbours)
    return Graph(
        starts,
        neighbours,
        option_starts,
        options,
        np.where(states.width > 0, np.log2(np.maximum(states.top, 1) + 1.0), 0.0),
        np.flatnonzero(states.width > 0).astype(np.uint32),
    )


@kernel
def _join_items(
    first_of: I64,
    members: U32,
    option_starts: I64,
    options: U32,
    starts: I64,
    mark: U32,
    neighbours: U32,
) -> int:
    """Write the neighbours of all items, where there is space for them; return their number."""
    n = 0
    for item in range(len(mark)):
        starts[item] = n
        stamp = np.uint32(item + 1)
        mark[item] = stamp
        for place in range(option_starts[item], option_starts[item + 1]):
            option = options[place]
            for k in range(first_of[option], first_of[option + np.uint32(1)]):
                other = members[k]
                if mark[other] != stamp:
                    mark[other] = stamp
                    if n < len(neighbours):
                        neighbours[n] = other
                    n += 1
    starts[len(mark)] = n
    return n
