"""Unit propagation, and the trail of assigned literals.

The problem itself is not written as clauses. A chosen option excludes all options that clash with
it, and is the reason for their exclusion. An item with only one option that is not excluded is the
reason for choosing that option. To detect this, every item watches two of its options: while
neither is excluded, nothing follows, and backtracking does not change the watches. Learned clauses
watch two of their literals in the same way.
"""

from exactcover.engines.learning.order import push
from exactcover.engines.learning.state import (
    CLASH,
    CLAUSE,
    DEPTH,
    FALSE,
    FIRST,
    FREE,
    HEAD,
    ITEM,
    LENGTH,
    LEVEL,
    LITERALS,
    N_TRAIL,
    NEXT,
    NONE,
    ONE,
    OPTION,
    PHASE,
    PLACE,
    REASON,
    SIZE,
    START,
    STARTS,
    TRAIL,
    TRUE,
    TWO,
    UPDATES,
    WATCH,
    State,
)
from exactcover.problem.links import END
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned


@helper
def assign(state: State, literal: Unsigned, reason: Unsigned) -> None:
    """Assign a literal on the current level."""
    position, options = state.position, state.options
    option = literal >> ONE
    state.value[literal] = TRUE
    state.value[literal ^ ONE] = FALSE
    options[option, LEVEL] = position[DEPTH]
    options[option, REASON] = reason
    state.lists[TRAIL, position[N_TRAIL]] = literal
    position[N_TRAIL] += ONE


@helper
def backtrack(state: State, depth: Unsigned) -> None:
    """Undo all levels above `depth`, which must be below the current level."""
    position, options, value = state.position, state.options, state.value
    start = state.lists[STARTS, depth]
    for k in range(start, position[N_TRAIL]):
        literal = state.lists[TRAIL, k]
        option = literal >> ONE
        value[literal] = FREE
        value[literal ^ ONE] = FREE
        options[option, PHASE] = ONE - (literal & ONE)
        if options[option, PLACE] == NONE:
            push(state, option)
    position[N_TRAIL] = start
    position[HEAD] = start
    position[DEPTH] = depth


@helper
def propagate(state: State) -> Unsigned:
    """Propagate until nothing follows; return the reason that is violated, or NONE.

    Where two chosen options clash the reason is one of them, and CLASH the other.
    """
    position = state.position
    reason = NONE
    while reason == NONE and position[HEAD] < position[N_TRAIL]:
        literal = state.lists[TRAIL, position[HEAD]]
        position[HEAD] += ONE
        option = literal >> ONE
        if literal & ONE == 0:
            reason = exclude_others(state, option)
        else:
            reason = _watch_items(state, option)
        if reason == NONE:
            reason = _watch_clauses(state, literal ^ ONE)
    return reason


@helper
def exclude_others(state: State, option: Unsigned) -> Unsigned:
    """Exclude all options that clash with a chosen one."""
    value, block, block_colour = state.value, state.block, state.block_colour
    reason = OPTION | option
    node = state.options[option, FIRST]
    while state.item_of[node] != END:
        item = state.item_of[node]
        colour = state.colour_of[node]
        start = state.items[item, START]
        length = state.items[item, LENGTH]
        for k in range(start, start + length):
            other = block[k]
            if value[TWO * other] == FALSE or (colour != 0 and block_colour[k] == colour):
                continue
            if value[TWO * other] == FREE:
                assign(state, TWO * other + ONE, reason)
            elif other != option:
                state.position[CLASH] = other
                return reason
        state.position[UPDATES] += length
        node += ONE
    return NONE


@helper
def _watch_items(state: State, option: Unsigned) -> Unsigned:
    """Let the items that watch an excluded option watch another one, or choose their last one."""
    items, value = state.items, state.value
    node = state.options[option, FIRST]
    while state.item_of[node] != END:
        item = state.item_of[node]
        node += ONE
        if item >= state.n_primary:
            continue
        slot = WATCH
        if items[item, slot] != option:
            slot += ONE
            if items[item, slot] != option:
                continue
        other = items[item, slot ^ ONE]
        if value[TWO * other] == TRUE:
            continue
        start = items[item, START]
        for k in range(start, start + items[item, LENGTH]):
            new = state.block[k]
            if value[TWO * new] != FALSE and new != other:
                items[item, slot] = new
                break
        else:
            if value[TWO * other] == FALSE:
                return ITEM | item
            assign(state, TWO * other, ITEM | item)
    return NONE


@helper
def _watch_clauses(state: State, literal: Unsigned) -> Unsigned:
    """Let the clauses that watch a false literal watch another one, or assign their last one."""
    clauses, watched, value = state.clauses, state.watched, state.value
    position = state.position
    before: Unsigned = NONE
    watch = watched[literal]
    while watch != NONE:
        clause = watch >> ONE
        side = watch & ONE
        link = clause + NEXT + side
        following = clauses[link]
        position[UPDATES] += ONE
        other = clauses[clause + LITERALS + (side ^ ONE)]
        moved = False
        if value[other] != TRUE:
            for k in range(clause + LITERALS + TWO, clause + LITERALS + clauses[clause + SIZE]):
                new = clauses[k]
                if value[new] != FALSE:
                    clauses[k] = literal
                    clauses[clause + LITERALS + side] = new
                    clauses[link] = watched[new]
                    watched[new] = watch
                    moved = True
                    break
            if not moved:
                if value[other] == FALSE:
                    return CLAUSE | clause
                assign(state, other, CLAUSE | clause)
        if not moved:
            before = link
        elif before == NONE:
            watched[literal] = following
        else:
            clauses[before] = following
        watch = following
    return NONE
