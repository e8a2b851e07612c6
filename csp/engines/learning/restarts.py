"""When the search restarts: by the LBD of new clauses, and in turns after runs of Luby's lengths.

While the last clauses have a greater LBD than usual, the search is where it learns little, and a
restart is due. Long runs without such restarts find solutions more often; so the two ways take
turns, each longer than the last one.

References
----------
G. Audemard and L. Simon, Refining restarts strategies for SAT and UNSAT, CP 2012. C. Oh, Between
SAT and UNSAT: the fundamental difference in CDCL SAT, SAT 2015. A. Biere and A. Fröhlich,
Evaluating CDCL restart schemes, POS 2015 (moving averages).
"""

from typing import Any

import numpy as np

from csp.engines.learning.state import (
    CONFLICTS,
    FAST,
    MODE,
    MODE_END,
    NEXT_RESTART,
    PACE,
    RUN,
    SLOW,
    Learner,
)
from csp.kernels.restarts import geometric, luby
from exactcover.runtime.kernels.jit import helper

Number = Any
SCALE = 20
"""The averages are whole numbers of 2^-20."""
FAST_SPAN, SLOW_SPAN = 32, 4096
"""About so many clauses count in each average."""
FEWEST = 10
"""The conflicts of the shortest run that ends by the LBD."""
ONE_WAY = 1000
"""The conflicts of the first turn of each way; later ones are longer by as many."""


@helper
def is_by_lbd(own: Learner) -> bool:
    """Return whether it is the turn of restarts by the LBD."""
    return bool(own.numbers[PACE] > 0 and own.numbers[MODE] & 1 == 1)


@helper
def is_restart_due(own: Learner) -> bool:
    """Return whether a restart is due; with 0 as NEXT_RESTART, one is asked for."""
    numbers = own.numbers
    if numbers[CONFLICTS] < numbers[NEXT_RESTART]:
        return False
    if not is_by_lbd(own) or numbers[NEXT_RESTART] == 0 or is_turn_over(own):
        return True
    return bool(10 * numbers[FAST] > 11 * numbers[SLOW])


@helper
def is_turn_over(own: Learner) -> bool:
    """Return whether it is the other way's turn, from the next restart on."""
    return bool(own.numbers[CONFLICTS] >= own.numbers[MODE_END])


@helper
def plan_restart(own: Learner) -> None:
    """Plan the next restart, or from when on the LBD may ask for one."""
    numbers = own.numbers
    if is_turn_over(own):
        numbers[MODE] += 1
        numbers[MODE_END] = numbers[CONFLICTS] + ONE_WAY * numbers[MODE]
    if is_by_lbd(own):
        numbers[FAST] = numbers[SLOW]
        numbers[NEXT_RESTART] = numbers[CONFLICTS] + FEWEST
        return
    numbers[RUN] += 1
    unit, run = np.uint64(abs(numbers[PACE])), np.uint64(numbers[RUN])
    length = unit * luby(run) if numbers[PACE] > 0 else geometric(unit, run)
    numbers[NEXT_RESTART] = numbers[CONFLICTS] + np.int64(length)


@helper
def note_lbd(own: Learner, lbd: Number) -> None:
    """Note the LBD of a new clause in both averages."""
    numbers, scaled = own.numbers, lbd << SCALE
    n = numbers[CONFLICTS]
    numbers[FAST] += (scaled - numbers[FAST]) // max(1, min(n, FAST_SPAN))
    numbers[SLOW] += (scaled - numbers[SLOW]) // max(1, min(n, SLOW_SPAN))
