"""Which engine searches a problem: on masks, on sparse sets, or one that counts units."""

import numpy as np

from exactcover.engines.masks.shape import roomy_shape, shape_of, why_not, why_not_with_bounds
from exactcover.problem.problem import Problem

LEAST_HIDDEN = 0.05
"""Masks are used where an option hides at least this many nodes for each byte of a row.

Of 36 instances and 60 problems made at random, masks took 0.01 to 0.7 of the time of dancing cells
on those that have a share of 0.05 to 80 (but up to 0.9 on Latin squares and sudokus), and 0.4 to
1.4 on those with a smaller one.
"""
WITH_BOUNDS = "multicover_masks", "multicover"
"""The engines for items with bounds that correspond to masks and dancing cells."""
UNITS = "multicover_units"
"""The engine for options with multiplicities."""


def masks_and_plain(problem: Problem) -> tuple[str, str]:
    """Return the engines that search a problem on masks, if these can, and on sparse sets."""
    if problem.has_multiplicities:
        return UNITS, UNITS
    return WITH_BOUNDS if problem.has_bounds else ("masks", "dancing_cells")


def prefers_masks(problem: Problem) -> tuple[bool, str]:
    """Return whether masks are likely to be faster than dancing cells, and why.

    To choose an option, dancing cells hide all options that share an item with it, and visit the
    other nodes of each; masks go through a whole row of words. The two amounts of work are compared
    for the problem before the search, when both are at their largest.

    Examples
    --------
    >>> queens = [[("row", r), ("column", c)] for r in range(4) for c in range(4)]
    >>> prefers_masks(Problem(queens))
    (True, 'an option hides some 8 nodes, a row of masks has 64 bytes')
    """
    reason = (why_not_with_bounds if problem.has_bounds else why_not)(problem)
    if reason or not problem.n_options:
        return False, f"no masks: {reason or 'there are no options'}"
    hidden, n_bytes = _hidden(problem), row_bytes(problem)
    why = f"an option hides some {hidden:.0f} nodes, a row of masks has {n_bytes} bytes"
    return hidden >= LEAST_HIDDEN * n_bytes, why


def first_branch(problem: Problem) -> int:
    """Return an estimate of the nodes that dancing cells hide to try all options of one item.

    The item is the primary one with the fewest options, on which a search branches first.

    Examples
    --------
    >>> first_branch(Problem([["p", "q"], ["p", "r"], ["q"], ["r"]]))
    4
    """
    return round(int(problem.sizes[: problem.n_primary].min()) * _hidden(problem))


def _hidden(problem: Problem) -> float:
    """Return how many nodes an option hides, on average over all before any is chosen."""
    starts, members, _ = problem.incidence
    met = np.add.reduceat(problem.sizes[members], starts[:-1])
    return float(np.mean(met * (np.diff(starts) - 1)))


def row_bytes(problem: Problem) -> int:
    """Return the length of a row of the table of masks, in bytes."""
    shape = roomy_shape if problem.has_bounds else shape_of
    return shape(problem.sizes[: problem.n_primary]).n_bytes
