"""The kernels of a steered search: its steps, one by one or until a limit."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.engines.dancing_cells.cells import (
    BACK_UP,
    CHOOSE,
    CURSOR,
    DEPTH,
    ENTER,
    FIRST,
    FORCED,
    LAST,
    NODES,
    NONE,
    ONE,
    PHASE,
    SOLUTIONS,
    UPDATES,
    is_live,
)
from exactcover.engines.steered.choosing import WRONG_ITEM, learn, select
from exactcover.engines.steered.consistency import restore_supports
from exactcover.engines.steered.moves import (
    branch,
    close_levels,
    hide,
    is_skipping,
    next_option,
    note_siblings,
    put_chosen,
    take,
)
from exactcover.engines.steered.state import (
    GONE,
    HAS_BOUNDS,
    HAS_RAISED,
    IS_CONSISTENT,
    NO_HOOK,
    PROFILE_NODES,
    PROFILE_SOLUTIONS,
    PROFILE_UPDATES,
    PRUNER,
    SKIP,
    SKIPPED,
    State,
)
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.pointers import call
from exactcover.runtime.kernels.types import U32
from exactcover.runtime.search.protocol import BUDGET_SPENT, EXHAUSTED, MOST_UPDATES, OUT_FULL, Out

# What one step of the search did.
BRANCHED, SOLVED, DEAD_END, TOOK, LEFT_OUT, FAILED, PRUNED, BACKED_UP, ENDED, RAISED = range(10)


@kernel
def propagate(state: State) -> bool:
    """Find other supports for what the options that were deleted supported."""
    return restore_supports(state)


@kernel
def choose(
    state: State, chooser: Any, pruner: Any, nodes: U32, is_left_out: NDArray[np.bool_]
) -> bool:
    """Choose the options of `nodes`, or leave them out, each on a closed level of its own.

    The options must agree. An option that is left out may be deleted already. Return False if one
    is in no solution, or a hook prunes it.
    """
    position, levels = state.cells.position, state.cells.levels
    for k in range(len(nodes)):
        node = nodes[k]
        if not is_live(state.cells, node):
            if is_left_out[k]:
                continue
            return False
        if state.settings[HAS_BOUNDS]:
            hide(state, node, False)
        depth, place = position[DEPTH], state.cells.place[node]
        levels[depth, FIRST] = place
        levels[depth, SKIP] = NONE
        if is_left_out[k]:
            place += ONE
            levels[depth, SKIP] = place
        levels[depth, CURSOR] = place
        levels[depth, LAST] = place + ONE
        position[DEPTH] = depth + ONE
        if take_or_skip(state, pruner) > LEFT_OUT:
            return False
    return True


@helper
def take_or_skip(state: State, pruner: Any) -> int:
    """Follow the alternative under the cursor of the last level."""
    level = state.cells.position[DEPTH] - ONE
    if not is_skipping(state, level):
        return take_option(state, pruner, state.cells.block[state.cells.levels[level, CURSOR]])
    state.cells.position[SKIPPED] += ONE
    if state.settings[IS_CONSISTENT] and not restore_supports(state):
        return FAILED
    return LEFT_OUT


@helper
def take_option(state: State, pruner: Any, node: Any) -> int:
    """Take the option of a node, restore consistency, and ask the hook that prunes."""
    if not take(state, node):
        return FAILED
    if state.settings[IS_CONSISTENT] and not restore_supports(state):
        return FAILED
    return PRUNED if is_pruned(state, pruner) else TOOK


@helper
def is_pruned(state: State, pruner: Any) -> bool:
    """Return whether the hook that prunes, if there is one, cuts this branch."""
    if state.settings[PRUNER] == NO_HOOK:
        return False
    level = state.cells.position[DEPTH] - ONE
    option = state.cells.option_of[state.cells.block[state.cells.levels[level, CURSOR]]]
    answer = call(state.settings[PRUNER], pruner, np.uint64(option))
    if answer < 0:
        state.cells.position[HAS_RAISED] = 1
    return bool(answer != 0)


@kernel
def advance(state: State, chooser: Any, pruner: Any, node_budget: int, out: Out) -> int:
    """Continue the search, step by step, up to a limit or the end."""
    position = state.cells.position
    last_node = position[NODES] + np.uint64(node_budget)
    last_update = position[UPDATES] + MOST_UPDATES
    found = np.uint64(0)
    room = np.uint64(out.room)
    status = BUDGET_SPENT
    while position[UPDATES] < last_update:
        if position[PHASE] == ENTER and position[NODES] >= last_node:
            break
        event = do_step(state, chooser, pruner, out, found)
        if event == SOLVED:
            found += ONE
            if found >= room:
                status = OUT_FULL
                break
        elif event == ENDED:
            status = EXHAUSTED
            break
        elif event == RAISED:
            break
    return status


@kernel
def one_step(state: State, chooser: Any, pruner: Any, out: Out) -> int:
    """Do one step of the search, and write a solution as row 0 of `out`."""
    return do_step(state, chooser, pruner, out, np.uint64(0))


@helper
def do_step(state: State, chooser: Any, pruner: Any, out: Out, found: Any) -> int:
    """Do one step of the search; return which it was. A solution is written as row `found`."""
    position, profile = state.cells.position, state.profile
    depth, updates = position[DEPTH], position[UPDATES]
    if position[PHASE] == ENTER:
        position[NODES] += ONE
        profile[depth, PROFILE_NODES] += ONE
        event = enter(state, chooser)
        if event == SOLVED:
            put_chosen(state, out, found)
            position[SOLUTIONS] += ONE
            profile[depth, PROFILE_SOLUTIONS] += ONE
    elif position[PHASE] == CHOOSE:
        event = try_option(state, pruner)
    else:
        event = back_up(state)
    profile[depth, PROFILE_UPDATES] += position[UPDATES] - updates
    return event


@helper
def enter(state: State, chooser: Any) -> int:
    """Visit a node: choose an item and open a level for it."""
    item = select(state, chooser)
    state.cells.position[PHASE] = BACK_UP
    if item == NONE:
        return SOLVED
    if item == WRONG_ITEM:
        state.cells.position[HAS_RAISED] = 1
        return RAISED
    if state.cells.size[item] < state.need[item]:
        return DEAD_END
    branch(state, item)
    state.cells.position[PHASE] = CHOOSE
    return BRANCHED


@helper
def try_option(state: State, pruner: Any) -> int:
    """Choose the option under the cursor, or none."""
    position = state.cells.position
    if state.settings[IS_CONSISTENT]:
        note_siblings(state)
    event = take_or_skip(state, pruner)
    if not is_skipping(state, position[DEPTH] - ONE):
        learn(state, event != TOOK, event == FAILED)
    position[PHASE] = ENTER
    if event > LEFT_OUT:
        position[FORCED] = 0
        position[GONE] = 0
        position[PHASE] = BACK_UP
    return RAISED if position[HAS_RAISED] > 0 else event


@helper
def back_up(state: State) -> int:
    """Close the levels without alternatives left, and go to the next one of the last level."""
    close_levels(state)
    if state.cells.position[DEPTH] == 0:
        return ENDED
    next_option(state)
    state.cells.position[PHASE] = CHOOSE
    return BACKED_UP
