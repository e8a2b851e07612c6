"""Target phases: the search returns to the best values that it has had.

These are the values of the best solution; before there is one, those with which it came furthest
without a conflict. Between two returns, each variable tends to its last value.

References
----------
A. Biere and M. Fleury, Chasing target phases, POS 2020. E. Demirovic, G. Chu and P. Stuckey,
Solution-based phase saving for CP, CP 2018.
"""

from typing import Any

from csp.engines.learning.state import (
    CONFLICTS,
    DEPTH,
    FIRST_EVENT,
    NEXT_REPHASE,
    REPHASES,
    TARGET_LENGTH,
    Learner,
)
from csp.kernels.state import State
from exactcover.runtime.kernels.jit import helper

Number = Any
OF_SOLUTION = 1 << 60
"""The length of a target that is a solution."""
REPHASE = 1000
"""The first return is at the first restart; the second one after so many conflicts, and later ones
are further apart by as many."""


@helper
def keep_target(state: State, own: Learner, length: Number) -> None:
    """Keep the last values of all variables as the target."""
    own.numbers[TARGET_LENGTH] = length
    for v in range(len(own.target)):
        own.target[v] = state.memory[v]


@helper
def note_trail(state: State, own: Learner) -> None:
    """Keep the last values if no search since the last return came as far before a conflict."""
    length = own.levels[own.numbers[DEPTH] - 1, FIRST_EVENT]
    if length > own.numbers[TARGET_LENGTH]:
        keep_target(state, own, length)


@helper
def return_to_target(state: State, own: Learner) -> None:
    """Make the target the last values again, if it is time to."""
    numbers = own.numbers
    if numbers[TARGET_LENGTH] == 0 or numbers[CONFLICTS] < numbers[NEXT_REPHASE]:
        return
    numbers[REPHASES] += 1
    numbers[NEXT_REPHASE] = numbers[CONFLICTS] + REPHASE * numbers[REPHASES]
    for v in range(len(own.target)):
        state.memory[v] = own.target[v]
    if numbers[TARGET_LENGTH] < OF_SOLUTION:
        numbers[TARGET_LENGTH] = 0
