"""The search tree: how its open levels and its orders are laid out."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

# The columns of `Tree.levels`.
CHOSEN, VALUE, MARK, LEVEL_STAMP = range(4)
# The columns of `Tree.refuted`.
BELOW, REFUTED, REFUTED_VALUE = range(3)
# What a node does next.
ENTER, BACK_UP = range(2)
# Orders of the variables, and of values: places in `Tree.settings`, and what stands there.
VARIABLE_ORDER, VALUE_ORDER, RESTART, OBJECTIVE, N_FIRST, SEQUENCE = range(6)
SMALLEST, INPUT, WEIGHTED, LAST_CONFLICT = range(4)
LEAST, GREATEST, SAVED, DRAWN = range(4)
LUBY, GEOMETRIC = range(2)


class Tree(NamedTuple):
    """The open levels, and how variables and values are chosen.

    ======== ===================== ============ ==================================================
    array    shape, dtype          indexed by   holds
    ======== ===================== ============ ==================================================
    levels   (room, 4), int64      level        CHOSEN, VALUE: what was decided on it; MARK: how
                                                long the trail was before; LEVEL_STAMP: its stamp
    shares   (room,), float64      level        which part of the tree lies below it, without what
                                                is below the level above
    order    (n_variables,)        place        the variables, from the first to be chosen on; the
                                                first N_FIRST are fixed before all others; uint64
    weights  (n_variables,)        variable     how many failures it was in; float64
    refuted  (room, 3), int64      0 ..         the decisions that were refuted on this branch:
                                   N_REFUTED    BELOW how many levels; REFUTED, REFUTED_VALUE: a
                                                variable and its value; what has no room is left out
    settings (6,), int64           VARIABLE_... the orders; RESTART: after so many failures, times
                                                a number of SEQUENCE, or 0; OBJECTIVE: the variable
                                                to minimise, or -1; N_FIRST
    ======== ===================== ============ ==================================================
    """

    levels: NDArray[np.int64]
    shares: NDArray[np.float64]
    order: NDArray[np.uint64]
    weights: NDArray[np.float64]
    refuted: NDArray[np.int64]
    settings: NDArray[np.int64]


CHANGING_TREE = ("levels", "shares", "weights", "refuted")
"""The arrays that a search changes."""


def planted(order: Sequence[int], settings: Sequence[int], n_refuted: int) -> Tree:
    """Return the tree before the search, with room for so many refuted decisions."""
    n = len(order)
    return Tree(
        np.zeros((n + 2, 4), dtype=np.int64),
        np.concatenate([[1.0], np.zeros(n + 1)]),
        np.array(order, dtype=np.uint64),
        np.ones(n),
        np.zeros((n_refuted, 3), dtype=np.int64),
        np.array(settings, dtype=np.int64),
    )
