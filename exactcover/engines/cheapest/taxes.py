"""Taxes on items: the lower bound of costs by Lagrangian relaxation.

The cost of each option is divided into shares of its primary items. Every cover contains every
primary item once; so the sum over all items of their least shares is a lower bound of the cost of
every cover, for any division. A tax on an item is added to its shares in all options, and deducted
from the other items of these options. Good taxes raise the bound, at best to the optimum of the
linear relaxation. Taxes and costs may be any numbers.

References
----------
D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1, Algorithm X$ (which taxes once).
M. Held, P. Wolfe, H. P. Crowder, "Validation of subgradient optimization" (1974).
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.engines.cheapest.scaling import MOST_VALUES, scaled
from exactcover.problem.links import END, Links, cached_per_links
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import F64, I64, U32, Unsigned

ONE = np.uint32(1)

# The first step raises the sum by about FIRST_STEP of it; the direction keeps MOMENTUM of the last
# one; after PATIENCE steps without a gain, steps are SHORTER times as long, down to LAST_STEP.
FIRST_STEP, MOMENTUM, PATIENCE, SHORTER, LAST_STEP = 0.1, 0.7, 20, 0.5, 1e-6
LEAST_NORM = 1e-100
"""Directions with at most this norm count as zero."""
MOST_STEPS = 1000
MOST_VISITS = 1 << 23
"""The most nodes that all steps may visit, in about 20 ms; it limits the number of steps."""


class Prices(NamedTuple):
    """The costs for the search: scaled to integers, and divided into shares.

    ========= ============= ========== ==============================================
    array     shape, int64  indexed by holds
    ========= ============= ========== ==============================================
    price     (n_options,)  option     its cost, scaled
    share     (n_nodes,)    node       what its item bears of that; 0 for secondary
                                       ones. Together not more than the price
    ========= ============= ========== ==============================================

    `unit` is that of `Scaled`.
    """

    price: I64
    share: I64
    unit: int


@cached_per_links
def prices(links: Links) -> Prices:
    """Scale the costs to integers and divide them into shares."""
    price, unit = scaled(links)[:2]
    share = np.zeros(len(links.item_of), dtype=np.int64)
    share_out(links.item_of, links.node_of, links.n_primary, price, _taxes(links, price), share)
    return Prices(price, share, unit)


def least_cost(links: Links, share: I64) -> int:
    """Return the sum of the least shares: no cover costs less."""
    block = links.block[: int(links.size[: links.n_primary].sum())]
    has_options = links.size[: links.n_primary] > 0
    start = links.start[: links.n_primary][has_options]
    return int(np.minimum.reduceat(share[block], start).sum()) if len(block) else 0


def _taxes(links: Links, price: I64) -> I64:
    """Return a tax for every primary item that makes the bound high."""
    n_primary = links.n_primary
    if not price.any():
        return np.zeros(n_primary, dtype=np.int64)
    steps = min(MOST_STEPS, MOST_VISITS // (len(links.item_of) + 1))
    best, scratch = np.zeros(n_primary), np.zeros((4, n_primary))
    improve(links.item_of, links.node_of, n_primary, price.astype(np.float64), best, scratch, steps)
    # No sum of taxes may overflow.
    most = MOST_VALUES / n_primary
    return np.rint(np.clip(best, -most, most)).astype(np.int64)


@kernel
def improve(
    item_of: U32,
    node_of: U32,
    n_primary: int,
    price: F64,
    best: F64,
    scratch: NDArray[Any],
    steps: int,
) -> float:
    """Raise the sum of the least shares by subgradient steps; leave these shares in `best`.

    A step taxes the items that no option with a price below its taxes covers, and relieves those
    that several do. Return the sum.
    """
    taxes, least, slope, direction = scratch[0], scratch[1], scratch[2], scratch[3]
    for item in range(np.uint64(n_primary)):
        taxes[item] = best[item]
        direction[item] = 0.0
    highest = _least_shares(item_of, node_of, n_primary, price, taxes, best, slope)
    length, stale = FIRST_STEP, 0
    for _ in range(steps):
        if length < LAST_STEP:
            break
        if stale > PATIENCE:
            # Restart from the best taxes, with shorter steps.
            length *= SHORTER
            stale = 0
            for item in range(np.uint64(n_primary)):
                taxes[item] = best[item]
                direction[item] = 0.0
        total = _least_shares(item_of, node_of, n_primary, price, taxes, least, slope)
        stale += 1
        if total > highest:
            if total > highest + 1e-9 * abs(highest):
                stale = 0
            highest = total
            for item in range(np.uint64(n_primary)):
                best[item] = least[item]
        norm = 0.0
        for item in range(np.uint64(n_primary)):
            direction[item] = slope[item] + MOMENTUM * direction[item]
            norm += direction[item] * direction[item]
        if norm < LEAST_NORM:
            break
        for item in range(np.uint64(n_primary)):
            taxes[item] += length * max(abs(highest), 1.0) / norm * direction[item]
    return highest


@helper
def _least_shares(
    item_of: U32, node_of: U32, n_primary: int, price: F64, taxes: F64, least: F64, slope: F64
) -> float:
    """Compute the least share of each item, and the subgradient of their sum."""
    for k in range(np.uint64(n_primary)):
        least[k] = np.inf
        slope[k] = 1.0
    for option in range(np.uint64(len(node_of))):
        rest = price[option]
        length = 0
        node: Unsigned = node_of[option]
        while item_of[node] != END:
            if item_of[node] < n_primary:
                rest -= taxes[item_of[node]]
                length += 1
            node += ONE
        extra = rest / length
        node = node_of[option]
        while item_of[node] != END:
            item = item_of[node]
            if item < n_primary:
                least[item] = min(least[item], taxes[item] + extra)
                if rest <= 0.0:
                    slope[item] -= 1.0
            node += ONE
    total = 0.0
    for k in range(np.uint64(n_primary)):
        if least[k] == np.inf:
            least[k] = 0.0  # it has no options, and so there is no cover
        total += least[k]
    return total


@kernel
def share_out(
    item_of: U32, node_of: U32, n_primary: int, price: I64, taxes: I64, share: I64
) -> None:
    """Divide each cost: the taxes of its primary items, and equal parts of the rest."""
    for option in range(np.uint64(len(node_of))):
        rest = price[option]
        length = 0
        node: Unsigned = node_of[option]
        while item_of[node] != END:
            if item_of[node] < n_primary:
                rest -= taxes[item_of[node]]
                length += 1
            node += ONE
        node = node_of[option]
        while item_of[node] != END:
            if item_of[node] < n_primary:
                # Rounded down: so the shares of an item have the order of its options.
                share[node] = taxes[item_of[node]] + rest // length
            node += ONE
