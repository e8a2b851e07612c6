"""The order of decisions: the heap of `exactcover.runtime.kernels.activity`, with options.

Decided options stay in the heap until they reach the top.
"""

import numpy as np

from exactcover.engines.learning.state import HEAP, N_HEAP, NONE, ONE64, PLACE, State
from exactcover.runtime.kernels.activity import append, grow, rise, take_first
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned


@helper
def push(state: State, option: Unsigned) -> None:
    """Put an option into the heap."""
    n = state.position[N_HEAP]
    state.position[N_HEAP] = n + ONE64
    append(state.lists[HEAP], state.options[:, PLACE], state.activity, n, option)


@helper
def pop(state: State) -> Unsigned:
    """Take the most active option out of the heap."""
    n = state.position[N_HEAP] - ONE64
    state.position[N_HEAP] = n
    return take_first(state.lists[HEAP], state.options[:, PLACE], state.activity, n, NONE)


@helper
def bump(state: State, option: Unsigned) -> None:
    """Bump the activity of an option that was in the conflict."""
    state.activity[option] += state.activity[len(state.option_of)]
    place = state.options[option, PLACE]
    if place != NONE:
        rise(state.lists[HEAP], state.options[:, PLACE], state.activity, np.uint64(place))


@helper
def age(state: State) -> None:
    """Let the activities of earlier conflicts decay."""
    grow(state.activity, np.uint64(len(state.option_of)))
