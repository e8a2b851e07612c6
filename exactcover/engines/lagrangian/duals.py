"""Dual values of items: lower bounds of the cost of all covers, raised by subgradient steps.

Dual values are *feasible* if those of the primary items of every option add up to at most its
price. Every cover contains every primary item once, so the sum of feasible values is a lower bound
of the cost of every cover; at best it is the optimum of the linear relaxation. The price of an
option minus the values of its items is its *reduced cost*: a cover with this option costs at least
so much more than the bound.

Any values are made feasible by giving every item its least share: its value plus an equal part of
the reduced cost of an option, for the option where that is least. The sum of the least shares is a
concave function of the values. A step moves the values along a supergradient of it.

References
----------
M. Held, P. Wolfe, H. P. Crowder, "Validation of subgradient optimization" (1974).
B. T. Polyak, "Minimization of unsmooth functionals" (1969), for the length of the steps.
"""

from typing import NamedTuple

import numpy as np

from exactcover.runtime.kernels.jit import kernel, subroutine
from exactcover.runtime.kernels.types import F64, U32, Unsigned

ONE = np.uint32(1)

# The direction keeps MOMENTUM of the last one; after PATIENCE steps without a gain of at least
# LEAST_GAIN of the bound, steps are SHORTER times as long.
MOMENTUM, SHORTER, LEAST_GAIN = 0.7, 0.7, 1e-5
LEAST_NORM = 1e-12
"""Directions with at most this norm count as zero."""

# The places of `Relaxation.pace`.
LENGTH, STALE = range(2)


class Relaxation(NamedTuple):
    """Some options and items, with the arrays for the steps.

    ========= =================== ========== =====================================================
    array     shape, dtype        indexed by holds
    ========= =================== ========== =====================================================
    first     (n_options + 1,)    option     the place in `item` of its first primary item; uint32
    item      (n_nodes,)                     the primary items of the options; uint32
    price     (n_options,)        option     its price; float64
    items     (n_primary,)                   the items that are not covered; uint32
    value     (n_primary,)        item       its dual value; the best feasible ones after the
                                             steps; float64
    trial     (n_primary,)        item       the value that the next step tries; float64
    least     (n_primary,)        item       its least share; float64
    way       (n_primary,)        item       the direction of the steps; float64
    slope     (n_primary,)        item       the supergradient; float64
    cheapest  (n_primary,)        item       the option that gives it its least share; uint32
    pace      (2,)                           LENGTH of the steps, and how many in a row were STALE;
                                             float64
    ========= =================== ========== =====================================================

    Only the first options and items are in use.
    """

    first: U32
    item: U32
    price: F64
    items: U32
    value: F64
    trial: F64
    least: F64
    way: F64
    slope: F64
    cheapest: U32
    pace: F64


def empty_relaxation(n_options: int, n_nodes: int, n_primary: int) -> Relaxation:
    """Return arrays for so many options, nodes and items, without their contents."""
    value, trial, least, way, slope = np.zeros((5, n_primary))
    return Relaxation(
        np.zeros(n_options + 1, dtype=np.uint32),
        np.zeros(n_nodes, dtype=np.uint32),
        np.zeros(n_options),
        np.arange(n_primary, dtype=np.uint32),
        value,
        trial,
        least,
        way,
        slope,
        np.zeros(n_primary, dtype=np.uint32),
        np.array([1.0, 0.0]),
    )


@kernel
def climb(
    relaxation: Relaxation, n_options: int, n_items: int, margin: float, patience: float, steps: int
) -> float:
    """Take subgradient steps from `trial` towards `margin` above the best sum; return that sum."""
    return raise_values(
        relaxation, np.uint64(n_options), np.uint64(n_items), np.inf, margin, patience, steps
    )


@subroutine
def raise_values(
    relaxation: Relaxation,
    n_options: Unsigned,
    n_items: Unsigned,
    target: float,
    margin: float,
    patience: float,
    steps: int,
) -> float:
    """Raise the sum of the dual values by subgradient steps; return the best sum.

    The steps begin at `trial`, and aim at `margin` above the best sum or at `target`, whichever is
    lower; they end when the sum reaches `target`.
    """
    r = relaxation
    highest = -np.inf
    length, stale = r.pace[LENGTH], r.pace[STALE]
    for k in range(n_items):
        r.way[r.items[k]] = 0.0
    for _ in range(steps):
        total = find_least_shares(r, n_options, n_items)
        stale += 1.0
        if total > highest:
            if total > highest + LEAST_GAIN * abs(total):
                stale = 0.0
            highest = total
            for k in range(n_items):
                r.value[r.items[k]] = r.least[r.items[k]]
            if total >= target:
                break
        if stale > patience:
            # Go on from the best values, with shorter steps.
            length *= SHORTER
            stale = 0.0
            for k in range(n_items):
                r.trial[r.items[k]] = r.value[r.items[k]]
                r.way[r.items[k]] = 0.0
            continue
        norm = 0.0
        for k in range(n_items):
            item = r.items[k]
            r.way[item] = r.slope[item] + MOMENTUM * r.way[item]
            norm += r.way[item] * r.way[item]
        if norm < LEAST_NORM:
            break
        step = length * (min(target, highest + margin) - total) / norm
        for k in range(n_items):
            r.trial[r.items[k]] += step * r.way[r.items[k]]
    r.pace[LENGTH], r.pace[STALE] = length, stale
    return highest


@subroutine
def find_least_shares(relaxation: Relaxation, n_options: Unsigned, n_items: Unsigned) -> float:
    """Compute the least shares of the trial values, and the supergradient; return their sum."""
    r = relaxation
    for k in range(n_items):
        r.least[r.items[k]] = np.inf
        r.slope[r.items[k]] = 1.0
    for option in range(n_options):
        begin, end = r.first[option], r.first[option + ONE]
        rest = r.price[option]
        for k in range(begin, end):
            rest -= r.trial[r.item[k]]
        rest /= np.float64(end - begin)
        for k in range(begin, end):
            item = r.item[k]
            share = r.trial[item] + rest
            if share < r.least[item]:
                r.least[item] = share
                r.cheapest[item] = option
    total = 0.0
    for k in range(n_items):
        item = r.items[k]
        total += r.least[item]
        option = r.cheapest[item]
        begin, end = r.first[option], r.first[option + ONE]
        part = 1.0 / np.float64(end - begin)
        for place in range(begin, end):
            r.slope[r.item[place]] -= part
    return total
