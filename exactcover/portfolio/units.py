"""The schedule of problems whose options cover several units of an item."""

import math
from functools import partial

from exactcover.portfolio import lengths
from exactcover.portfolio.schedule import UNITS, CoverSchedule, Task
from exactcover.portfolio.smaller import independent, refuted
from exactcover.problem.problem import Problem
from exactcover.refutation.refute import LONG
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.portfolio.schedule import one_round, rounds
from exactcover.runtime.search.goal import Goal

MOST_ENCODED = 1 << 18
"""The most nodes of an equivalent problem of which clauses are learned."""


def with_units(task: Task) -> CoverSchedule:
    """Alternate the engine that counts units with the frontier method, or with clause learning.

    Where solutions are counted, the first is the frontier method, option by option. Clauses are
    learned from the equivalent problem without bounds, if that is not too large.
    """
    units = task.slice(UNITS, "options cover several units", updates=lengths.SLICE_UPDATES)
    if task.has_won():
        yield units.unbounded(units.why)
        return
    slices = [units]
    if task.goal is Goal.COUNT:
        why = "sums that come again are counted once"
        slices.append(task.slice("multicover_frontier", why, updates=lengths.SLICE_UPDATES))
    else:
        n_nodes = yield partial(nodes_encoded, task.problem)
        if n_nodes <= MOST_ENCODED:
            why = f"clauses may help; the equivalent problem has {n_nodes} nodes"
            slices.append(task.slice("learning", why, updates=lengths.SLICE_UPDATES))
    left = yield from one_round(slices, task.gave_up, task.has_won)
    yield from refuted(task, LONG)
    if task.is_whole:
        yield from independent(task)
    yield from rounds(left, task.gave_up, task.has_won)


def nodes_encoded(problem: Problem) -> float:
    """Return the nodes of the equivalent problem without bounds; infinite if it is too large."""
    try:
        return problem.encoded.n_nodes
    except ProblemError:
        return math.inf
