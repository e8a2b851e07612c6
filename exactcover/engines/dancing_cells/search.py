"""The search of dancing cells: one loop, for all that visits its tree.

What differs between listing, counting with a memo, diagrams, costs and random probes is a `Policy`:
functions that the loop calls where they decide something. A policy is a constant for the compiler,
which inlines its functions, so it costs nothing.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from exactcover.engines.dancing_cells.branching import (
    branch,
    close_levels,
    is_skipping,
    next_option,
    select,
)
from exactcover.engines.dancing_cells.cells import (
    BACK_UP,
    CHOOSE,
    CURSOR,
    DEPTH,
    ENTER,
    FORCED,
    NODES,
    NONE,
    ONE,
    PHASE,
    SOLUTIONS,
    UPDATES,
    State,
    put,
    take,
)
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned
from exactcover.runtime.search.protocol import (
    BUDGET_SPENT,
    EXHAUSTED,
    MOST_UPDATES,
    OUT_FULL,
    UNLIMITED,
    Out,
)


class Policy(NamedTuple):
    """What a search does with its nodes. Each function also gets the arrays that the policy needs.

    Attributes
    ----------
    must_pause
        Return whether the search must stop before the next node.
    enter
        Visit a node: open a level for an item, or take note of a solution or a failure. It gets the
        number of solutions found in this call, and how many there may be. Return whether a level
        was opened, and the number of solutions.
    choose
        Make the choice under the cursor of the last level; return False if an item fails.
    back_up
        Close the levels that have no alternative left; if one is open, restore what the policy
        keeps for it.
    """

    must_pause: Callable[[State, Any], bool]
    enter: Callable[[State, Any, Unsigned, Unsigned], tuple[bool, Unsigned]]
    choose: Callable[[State, Any], bool]
    back_up: Callable[[State, Any], None]


@helper
def search(
    state: State,
    policy: Policy,
    arrays: Any,
    node_budget: int,
    room: int,
    most_updates: int = UNLIMITED,
) -> int:
    """Continue a search: visit nodes, choose options and back up, up to a limit or the end.

    Parameters
    ----------
    state
        The position.
    policy, arrays
        What is done with the nodes, and the arrays for it.
    node_budget, room, most_updates
        The most nodes to visit, solutions to find, and updates before the search pauses; it pauses
        earlier after `MOST_UPDATES`.
    """
    position = state.position
    phase = position[PHASE]
    last_node = position[NODES] + np.uint64(node_budget)
    last_update = position[UPDATES] + min(MOST_UPDATES, np.uint64(most_updates))
    found, most = np.uint64(0), np.uint64(room)
    status = BUDGET_SPENT
    while position[UPDATES] < last_update:
        if phase == ENTER:
            if position[NODES] >= last_node or policy.must_pause(state, arrays):
                break
            position[NODES] += ONE
            is_open, found = policy.enter(state, arrays, found, most)
            if is_open:
                phase = np.uint64(CHOOSE)
            else:
                position[FORCED] = 0
                phase = np.uint64(BACK_UP)
                if found >= most:
                    status = OUT_FULL
                    break
        elif phase == CHOOSE:
            if policy.choose(state, arrays):
                phase = np.uint64(ENTER)
            else:
                position[FORCED] = 0
                phase = np.uint64(BACK_UP)
        else:
            policy.back_up(state, arrays)
            if position[DEPTH] == 0:
                status = EXHAUSTED
                break
            next_option(state)
            phase = np.uint64(CHOOSE)
    position[PHASE] = phase
    return status


@helper
def never(state: State, arrays: Any) -> bool:
    """Do not pause."""
    return False


@helper
def open_or_put(state: State, out: Out, found: Unsigned, most: Unsigned) -> tuple[bool, Unsigned]:
    """Branch on an item with the fewest options, or write a solution."""
    item = select(state)
    if item == NONE:
        put(state, out, found)
        state.position[SOLUTIONS] += ONE
        return False, found + ONE
    return bool(state.size[item] > 0) and branch(state, item), found


@helper
def follow(state: State, arrays: Any) -> bool:
    """Take the option under the cursor of the last level, or none; return False on failure."""
    level = state.position[DEPTH] - ONE
    if is_skipping(state, level):
        return True
    return take(state, state.block[state.levels[level, CURSOR]], True)


@helper
def close(state: State, arrays: Any) -> None:
    """Close the levels that have no alternative left."""
    close_levels(state)


LISTING = Policy(never, open_or_put, follow, close)
"""Find all solutions; the arrays are the `Out` that they are written into."""
