"""The order of decisions (VSIDS): a heap of options by their activity in recent conflicts.

An option that is in a conflict gains `activity`, later conflicts weighing more than earlier ones.
Decided options stay in the heap until they come to the top.

References
----------
M. Moskewicz, C. Madigan, Y. Zhao, L. Zhang, S. Malik, "Chaff: engineering an efficient SAT solver"
(DAC 2001); N. Eén, N. Sörensson, "An extensible SAT-solver" (SAT 2003), for the growing increment.
"""

from exactcover.compiled.jit import helper
from exactcover.compiled.types import Unsigned
from exactcover.engines.learning.state import (
    HEAP,
    N_HEAP,
    NONE,
    ONE,
    ONE64,
    PLACE,
    ZERO64,
    State,
)

GROWTH = 1.0 / 0.95
"""How much more each conflict weighs than the one before.

0.90 and 0.975 were tried on eight kinds of problems. With 0.975 quasigroups with balanced holes
took 1.9 times as long, and 25x25 sudoku half; 0.90 was better on some and worse on others.
"""
MOST_ACTIVITY = 1e100
"""The activity at which all activities are scaled down, long before they overflow."""


@helper
def push(state: State, option: Unsigned) -> None:
    """Put an option into the heap."""
    n = state.position[N_HEAP]
    state.lists[HEAP, n] = option
    state.position[N_HEAP] = n + ONE64
    rise(state, n)


@helper
def pop(state: State) -> Unsigned:
    """Take the most active option out of the heap."""
    lists, options, activity = state.lists, state.options, state.activity
    best = lists[HEAP, 0]
    options[best, PLACE] = NONE
    n = state.position[N_HEAP] - ONE64
    state.position[N_HEAP] = n
    if n == 0:
        return best
    option = lists[HEAP, n]
    mine = activity[option]
    place = ZERO64
    while True:
        child = place + place + ONE64
        if child >= n:
            break
        right = child + ONE64
        if right < n and activity[lists[HEAP, right]] > activity[lists[HEAP, child]]:
            child = right
        below = lists[HEAP, child]
        if activity[below] <= mine:
            break
        lists[HEAP, place] = below
        options[below, PLACE] = place
        place = child
    lists[HEAP, place] = option
    options[option, PLACE] = place
    return best


@helper
def rise(state: State, place: Unsigned) -> None:
    """Move the option at `place` of the heap up to where it belongs."""
    lists, options, activity = state.lists, state.options, state.activity
    option = lists[HEAP, place]
    mine = activity[option]
    while place > 0:
        parent = (place - ONE) >> ONE
        above = lists[HEAP, parent]
        if activity[above] >= mine:
            break
        lists[HEAP, place] = above
        options[above, PLACE] = place
        place = parent
    lists[HEAP, place] = option
    options[option, PLACE] = place


@helper
def bump(state: State, option: Unsigned) -> None:
    """Bump the activity of an option that was in the conflict."""
    state.activity[option] += state.activity[len(state.option_of)]
    place = state.options[option, PLACE]
    if place != NONE:
        rise(state, place)


@helper
def age(state: State) -> None:
    """Increase the weight of the next conflict, so that activities of earlier ones decay."""
    activity = state.activity
    last = len(state.option_of)
    activity[last] *= GROWTH
    if activity[last] > MOST_ACTIVITY:
        for k in range(len(activity)):
            activity[k] /= MOST_ACTIVITY
