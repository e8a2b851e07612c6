"""The search loop of conflict-driven clause learning."""

import numpy as np

from exactcover.engines.learning.analysis import analyse
from exactcover.engines.learning.clauses import add_learned, forbid, is_crowded, learn, reduce
from exactcover.engines.learning.order import pop
from exactcover.engines.learning.propagation import assign, backtrack, exclude_others, propagate
from exactcover.engines.learning.root import begin, simplify
from exactcover.engines.learning.state import (
    BEGIN,
    CONFLICTS,
    DEPTH,
    DONE,
    FREE,
    LEARNED,
    LEARNED_LBD,
    LITERALS,
    MODE,
    N_TRAIL,
    NEXT_RESTART,
    NODES,
    NONE,
    ONE,
    ONE64,
    PHASE,
    RUN,
    RUN_LENGTH,
    SEARCH,
    SIMPLIFIED,
    SOLUTIONS,
    STARTS,
    TOP,
    TRAIL,
    TRUE,
    TWO,
    UPDATES,
    ZERO64,
    State,
)
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U32
from exactcover.runtime.search.protocol import (
    BUDGET_SPENT,
    EXHAUSTED,
    MOST_UPDATES,
    OUT_FULL,
    Out,
    Status,
)

PACE = np.uint64(50)
"""The conflicts of the shortest run between two restarts.

25 and 100 were tried on eight kinds of problems: each was better on some and worse on others, 1.6
and 1.3 times the time on quasigroups with balanced holes. Neither was clearly better.
"""


NEED_SPACE = len(Status)
"""The kernel returned because there may be no space for the next clause."""


@kernel
def choose(state: State, options: U32) -> int:
    """Choose options until one clashes with those before; return how many were chosen."""
    for k in range(len(options)):
        literal = TWO * options[k]
        if state.value[literal] != FREE:
            return k
        assign(state, literal, NONE)
        exclude_others(state, options[k])
    return len(options)


@kernel
def exclude(state: State, options: U32) -> None:
    """Learn that these options are not chosen together, by a clause of any length."""
    position, lists = state.position, state.lists
    if position[DEPTH] > 0:
        backtrack(state, ZERO64)
    size = ZERO64
    for k in range(len(options)):
        literal = TWO * options[k] + ONE
        if state.value[literal] == TRUE:
            return
        if state.value[literal] == FREE:
            lists[LEARNED, size] = literal
            size += ONE64
    position[LEARNED_LBD] = 0
    if size == 0:
        position[MODE] = DONE
    elif size == 1:
        assign(state, lists[LEARNED, 0], NONE)
    else:
        add_learned(state, size)


@kernel
def advance(state: State, node_budget: int, out: Out) -> int:
    """Continue the search: propagate, then learn or decide, up to a limit or the end."""
    position = state.position
    last_node = position[NODES] + np.uint64(node_budget)
    last_update = position[UPDATES] + MOST_UPDATES
    found = ZERO64
    if position[MODE] == BEGIN:
        position[NEXT_RESTART] = PACE
        position[MODE] = SEARCH if begin(state) else DONE
    while True:
        if found >= np.uint64(out.room):
            return OUT_FULL
        if position[MODE] == DONE:
            return EXHAUSTED
        if position[NODES] >= last_node or position[UPDATES] >= last_update:
            return BUDGET_SPENT
        n_options = np.uint64(len(state.option_of))
        if position[TOP] + n_options + LITERALS > len(state.clauses):
            return NEED_SPACE
        reason = propagate(state)
        size = ZERO64
        if reason != NONE:
            position[NODES] += ONE
            position[CONFLICTS] += ONE
            if position[DEPTH] > 0:
                size = analyse(state, reason)
        elif position[N_TRAIL] == n_options:
            _put(state, out, found)
            found += ONE64
            position[SOLUTIONS] += ONE
            size = forbid(state)
        elif position[DEPTH] == 0 and position[SIMPLIFIED] < position[N_TRAIL]:
            simplify(state)
            continue
        elif is_crowded(state):
            reduce(state)
            continue
        elif position[CONFLICTS] >= position[NEXT_RESTART]:
            _restart(state)
            continue
        else:
            position[NODES] += ONE
            _decide(state)
            continue
        if size > 0:
            learn(state, size)
        else:
            position[MODE] = DONE


@helper
def _decide(state: State) -> None:
    """Open a level: decide the most active option that is free, as it was decided before.

    The first time it is not chosen: to choose it took 1.1 to 2.1 times as long on six kinds of
    problems (288 runs), though it was faster on a problem of paths with few items.
    """
    position = state.position
    option = pop(state)
    while state.value[TWO * option] != FREE:
        option = pop(state)
    state.lists[STARTS, position[DEPTH]] = position[N_TRAIL]
    position[DEPTH] += ONE
    assign(state, TWO * option + ONE - state.options[option, PHASE], NONE)


@helper
def _restart(state: State) -> None:
    """Restart at the root; the length of the next run is given by Luby's sequence."""
    position = state.position
    if position[DEPTH] > 0:
        backtrack(state, ZERO64)
    run, length = position[RUN], position[RUN_LENGTH]
    # Knuth's (u, v): v doubles up to the lowest bit of u; then u increases.
    if run & (~run + ONE64) == length:
        run += ONE64
        length = ONE64
    else:
        length += length
    position[RUN], position[RUN_LENGTH] = run, length
    position[NEXT_RESTART] = position[CONFLICTS] + PACE * length


@helper
def _put(state: State, out: Out, found: np.uint64) -> None:
    """Write the options chosen as row `found` of `out`, if it has rows."""
    if len(out.rows) == 0:
        return
    n = ZERO64
    for k in range(state.position[N_TRAIL]):
        literal = state.lists[TRAIL, k]
        if literal & ONE == 0:
            out.rows[found, n] = state.option_of[literal >> ONE]
            n += ONE64
    out.lengths[found] = n
