"""The adaptive order: a long enumeration takes the order of variables that finishes more of it.

A search for all solutions begins with the smallest domain. After some nodes, trial windows of
nodes alternate between that order and the one by weights, `PAIRS` windows for each. In each pair
the order wins that closes the greater part of the tree; a part is what `Tree.shares` says. The
order that wins most pairs searches the next windows, of which there are more each time. So a wrong
order costs a small part of the search. If there is no solution yet at the first trial, the search
begins again at the root with the weights that it has learnt: decisions near the root matter most.
"""

import numpy as np

from csp.kernels.domains import ZERO, Value
from csp.kernels.state import DEPTH, NODES, SOLUTIONS, State
from csp.kernels.tree import (
    ADAPTIVE,
    BASE,
    BEFORE,
    CURRENT,
    PROGRESS,
    ROUND,
    SCORE,
    SMALLEST,
    UNTIL,
    USUAL,
    VARIABLE_ORDER,
    WEIGHTED,
    WINDOW,
    Tree,
)
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned

LENGTH, PAIRS, CLEAR = 250.0, 5.0, 3.0
"""The nodes of a trial window, the pairs of windows of a trial, and by how many wins the weights
must lead after them to be taken."""
LEAST_RUN, MOST_ROUNDS = 8.0, 10.0
"""The order that won a trial searches `LEAST_RUN` times its nodes, after the next trial twice as
many, and so on; after `MOST_ROUNDS` trials that number stays the same."""


@helper
def is_window_over(state: State, tree: Tree) -> bool:
    """Return whether the order of variables is adaptive, and may change now."""
    if tree.settings[VARIABLE_ORDER] != ADAPTIVE:
        return False
    return bool(np.float64(state.position[NODES]) >= tree.trial[UNTIL])


@helper
def begin_window(state: State, tree: Tree, found: Unsigned) -> bool:
    """Choose the order of the next window of nodes; return whether to begin again at the root."""
    trial = tree.trial
    n, length = trial[WINDOW], LENGTH
    is_first = n == 0.0 and trial[ROUND] == 0.0
    if n % 2.0 == 1.0:
        trial[BEFORE] = trial[PROGRESS]
    elif n > 0.0:
        trial[SCORE] += np.sign(trial[BEFORE] - trial[PROGRESS])
    if n < 2.0 * PAIRS:
        trial[CURRENT] = SMALLEST if n % 2.0 == 1.0 else WEIGHTED
        trial[WINDOW] += 1.0
    else:
        trial[CURRENT] = WEIGHTED if trial[SCORE] >= CLEAR else SMALLEST
        trial[USUAL] = trial[CURRENT]
        length *= n * LEAST_RUN * np.float64(np.int64(1) << np.int64(trial[ROUND]))
        trial[ROUND] = min(trial[ROUND] + 1.0, MOST_ROUNDS)
        trial[WINDOW] = trial[SCORE] = 0.0
    trial[PROGRESS] = 0.0
    trial[UNTIL] = np.float64(state.position[NODES]) + length
    begins_again = is_first and state.position[SOLUTIONS] + found == ZERO
    trial[BASE] = np.float64(state.position[DEPTH])
    if begins_again:
        trial[USUAL], trial[BASE] = WEIGHTED, 0.0
    return bool(begins_again)


@helper
def current_order(state: State, tree: Tree) -> Value:
    """Return the order that chooses the next variable.

    A trial chooses no variable above the level where it began: that decision would outlast it.
    """
    trial = tree.trial
    is_above = np.float64(state.position[DEPTH]) < trial[BASE]
    return np.int64(trial[USUAL] if is_above else trial[CURRENT])
