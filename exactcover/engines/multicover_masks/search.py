"""The search by masks under bounds: one loop for listing and for counting with a memo.

See `exactcover.engines.masks.search`.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from exactcover.engines.masks.search import NODE_WORK, never, pass_by
from exactcover.engines.multicover_masks.moves import FAILED, ONE, branch, propagate, try_option
from exactcover.engines.multicover_masks.state import (
    MARK,
    NODES,
    OPENED,
    PENDING,
    SOLUTIONS,
    UPDATES,
    WORD,
    State,
)
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned
from exactcover.runtime.search.protocol import BUDGET_SPENT, EXHAUSTED, MOST_UPDATES, OUT_FULL, Out


class Policy(NamedTuple):
    """What a search does with its nodes; see `exactcover.engines.masks.search.Policy`.

    Attributes
    ----------
    must_pause, begin
        As there.
    visit
        Look at the node of a level, which has not failed: branch, or take note of a solution. It
        gets the key of its row, the work done so far, the number of solutions found in this call,
        and how many there may be. Return whether the level stays open, and the number of solutions.
    """

    must_pause: Callable[[Any], bool]
    begin: Callable[[Any, Unsigned, Unsigned], None]
    visit: Callable[
        [State, Any, Unsigned, Unsigned, Unsigned, Unsigned, Unsigned], tuple[bool, Unsigned]
    ]


@helper
def search(state: State, policy: Policy, arrays: Any, node_budget: int, room: int) -> int:
    """Continue a search: look at pending levels, and try options of the others."""
    position, levels = state.position, state.levels
    opened, nodes, updates = position[OPENED], position[NODES], position[UPDATES]
    last_node, last_update = nodes + np.uint64(node_budget), updates + MOST_UPDATES
    found, most = np.uint64(0), np.uint64(room)
    n_vectors = state.table.masks.n_vectors
    status = EXHAUSTED
    while True:
        policy.begin(arrays, opened, updates + nodes * NODE_WORK)
        if opened == 0:
            break
        level = opened - ONE
        if levels[level, WORD] != PENDING:
            opened = try_option(state, level)
            continue
        if nodes >= last_node or updates >= last_update or policy.must_pause(arrays):
            status = BUDGET_SPENT
            break
        nodes += ONE
        mark = levels[level, MARK]
        key = propagate(state, level)
        updates += (levels[level, MARK] - mark + ONE) * n_vectors
        if key == FAILED:
            opened = level
            continue
        work = updates + nodes * NODE_WORK
        is_open, found = policy.visit(state, arrays, level, key, work, found, most)
        if not is_open:
            opened = level
        elif levels[level, WORD] == PENDING:
            opened += ONE
        if found >= most:
            status = OUT_FULL
            break
    position[OPENED] = opened
    position[NODES] = nodes
    position[UPDATES] = updates
    return status


@helper
def branch_or_put(
    state: State,
    out: Out,
    level: Unsigned,
    key: Unsigned,
    work: Unsigned,
    found: Unsigned,
    most: Unsigned,
) -> tuple[bool, Unsigned]:
    """Branch at a node, or write a solution."""
    if branch(state, level, key):
        return True, found
    put(state, out, found, state.levels[level, MARK])
    return False, found + ONE


@helper
def put(state: State, out: Out, found: Unsigned, mark: Unsigned) -> None:
    """Count a solution, and write its options as row `found` of `out`, if it has rows."""
    state.position[SOLUTIONS] += ONE
    if len(out.rows) == 0:
        return
    n_chosen = np.uint64(0)
    for k in range(ONE, mark):
        if state.path[k] < state.n_options:
            out.rows[found, n_chosen] = state.path[k]
            n_chosen += ONE
    out.lengths[found] = n_chosen


LISTING = Policy(never, pass_by, branch_or_put)
"""Find all solutions; the arrays are the `Out` that they are written into."""
