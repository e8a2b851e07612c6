"""The position of a steered search: that of dancing cells, and what steers it.

Items may have bounds. Then `size` still has the number of live options of an item, and `need` how
many of these must be chosen: an item with fewer fails, and one with as many is forced. `bound` has
how many may be chosen; an item is TAKEN when that is 0. An item that needs no option and has none
is COVERED at once. Without bounds, `need` is 1 for each primary item and never changes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.engines.dancing_cells.cells import COVERED, NONE
from exactcover.engines.dancing_cells.cells import State as Cells
from exactcover.engines.dancing_cells.engine import initial_state as initial_cells
from exactcover.engines.multicover.bounds import need_and_bound
from exactcover.problem.links import Links
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.kernels.types import F64, I64, U32, U64

N_POSITION = 7
"""The places of `position` that dancing cells have."""
# Further places: the item that lost its last option; how many options wait in `gone`; one more
# than the item of the last conflict; whether a hook raised an error; how many levels chose none of
# their options.
CULPRIT, GONE, CONFLICT, HAS_RAISED, SKIPPED = range(N_POSITION, N_POSITION + 5)
SKIP = 3
"""A column of `levels` after those of dancing cells: the alternative "none of these options"."""
# The places of `settings`: the order of items, how many come first; the addresses of the hooks,
# or NO_HOOK; whether domain consistency is kept; whether the order is the plain one of dancing
# cells; whether items have bounds.
ORDER, N_FIRST, CHOOSER, PRUNER, IS_CONSISTENT, IS_PLAIN, HAS_BOUNDS = range(7)
NO_HOOK = -1
# The orders, as in `exactcover.runtime.search.steering.ORDERS`.
SMALLEST, INPUT, WEIGHTED, LAST_CONFLICT, FAILURE_RATE = range(5)
# The columns of `rates` and of `profile`.
TRIES, FAILURES = range(2)
PROFILE_NODES, PROFILE_UPDATES, PROFILE_SOLUTIONS = range(3)

MOST_PAIRS = 1 << 28
"""The most pairs of an option and an item, a word each, for which consistency is kept."""

CHANGING = (
    "need", "bound", "weights", "rates", "own", "kept", "memory", "profile", "heads", "nexts"
)  # fmt: skip
"""The arrays of `State` that the kernels change, beside those of dancing cells."""


class State(NamedTuple):
    """The position of dancing cells, `cells`, and more arrays.

    The arrays `position` and `levels` of `cells` are longer.

    ========== ================== ============== ===============================================
    array      shape              indexed by     holds
    ========== ================== ============== ===============================================
    settings   (7,), int64        ORDER ...      how the search is steered
    need       (n_items,)         item           how many of its live options must be chosen
    bound      (n_primary,)       item           how many of them may be chosen
    slack      (n_primary,)       item           bound - slack is `need`, or below 0
    order      (n_primary,)       rank           the primary items, those to be decided first
    weights    (n_primary,) float item           its weight, which failures increase
    rates      (n_primary, 2)     item           how often an option of it was chosen, and failed
    own        (n_own,), int64                   the cells of the hooks
    kept       (depth + 1, n_own) open level     `own` when the level was opened
    memory     (n,), int64                       the memory of the hooks
    profile    (n_levels + 1, 3)  level          nodes, updates and solutions
    gone       (n,)               0 .. GONE      options that were deleted, not yet looked at
    heads      (n_options,)       option         the first pair that it supports
    nexts      (n_pairs,)         pair           the next pair with the same support
    mark       (n_items,)         item           one more than the option that has it
    hue        (n_items,)         item           the colour that this option gives it
    node_of    (n_options,)       option         its first node
    inner      (n_items,)         item           of the problem: its number in the search
    ========== ================== ============== ===============================================

    A pair of an option and an item it does not have is ``option * n_primary + item``; see
    `exactcover.engines.steered.consistency`. The five arrays from `gone` to `hue` are empty without
    consistency.
    """

    cells: Cells
    settings: I64
    need: U32
    bound: U32
    slack: U32
    order: U32
    weights: F64
    rates: U64
    own: I64
    kept: I64
    memory: I64
    profile: U64
    gone: U32
    heads: U32
    nexts: U32
    mark: U32
    hue: U32
    node_of: U32
    inner: U32


class Plan(NamedTuple):
    """How a search is steered, in numbers of `Links`.

    Attributes
    ----------
    order
        A place in `exactcover.runtime.search.steering.ORDERS`.
    first
        The items that are branched on first.
    weights
        The weights of the primary items.
    keeps_consistency
        Whether domain consistency is kept.
    shows_profile
        Whether the statistics have a profile.
    """

    order: int
    first: NDArray[np.int64]
    weights: F64
    keeps_consistency: bool
    shows_profile: bool

    @classmethod
    def plain(cls, links: Links) -> Plan:
        """Return the plan of a search that is not steered."""
        return cls(SMALLEST, np.zeros(0, dtype=np.int64), np.ones(links.n_primary), False, False)


def initial_state(links: Links, plan: Plan, own: I64, memory: I64, inner: U32) -> State:
    """Return the position before a search; `inner` has the numbers of items in it.

    Raises
    ------
    ProblemError
        If consistency would need too much memory.
    """
    plain = initial_cells(links)
    others = np.setdiff1d(np.arange(links.n_primary), plan.first)
    is_plain = plan.order == SMALLEST and not len(plan.first) and (plan.weights == 1).all()
    has_bounds = bool((links.low != 1).any() or (links.high != 1).any())
    settings = np.zeros(7, dtype=np.int64)
    settings[[ORDER, N_FIRST, CHOOSER, PRUNER, IS_CONSISTENT, IS_PLAIN, HAS_BOUNDS]] = (
        plan.order,
        len(plan.first),
        NO_HOOK,
        NO_HOOK,
        plan.keeps_consistency,
        is_plain,
        has_bounds,
    )
    need, bound = need_and_bound(links)
    if has_bounds:
        plain.size[: links.n_primary][bound == 0] |= COVERED
    n_levels = len(links.node_of) + links.n_primary + 1 if has_bounds else links.depth + 1
    levels = np.zeros((n_levels, 4), dtype=np.uint32)
    levels[:, SKIP] = NONE
    n_options = len(links.node_of) if plan.keeps_consistency else 0
    n_pairs = n_options * links.n_primary
    if n_pairs >= MOST_PAIRS:
        raise ProblemError(
            f"consistency='domain' cannot be kept: {n_options:,} options and {links.n_primary:,} "
            f"primary items make more than {MOST_PAIRS:,} pairs"
        )
    n_marks = links.n_items if plan.keeps_consistency else 0
    position = np.zeros(N_POSITION + 5, dtype=np.uint64)
    return State(
        plain._replace(position=position, levels=levels),
        settings,
        np.concatenate([need, np.zeros(links.n_items - links.n_primary, dtype=np.uint32)]),
        bound,
        bound - need,
        np.concatenate([plan.first, others]).astype(np.uint32),
        plan.weights.astype(np.float64),
        np.zeros((links.n_primary, 2), dtype=np.uint64),
        own,
        np.empty((links.depth + 1, len(own)), dtype=np.int64),
        memory,
        np.zeros((n_levels + 1, 3), dtype=np.uint64),
        # Between two runs of the propagation an option is deleted at most once, and its item is
        # branched on at most once.
        np.zeros(2 * n_options + 1 if n_options else 0, dtype=np.uint32),
        np.full(n_options, NONE, dtype=np.uint32),
        np.full(n_pairs, NONE, dtype=np.uint32),
        np.zeros(n_marks, dtype=np.uint32),
        np.zeros(n_marks, dtype=np.uint32),
        links.node_of,
        inner,
    )
