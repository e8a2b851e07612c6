"""Fixed orders of the items, for engines that do not choose an item at every node.

A good order keeps the frontier narrow: few items can be both covered by an earlier option and open
for a later one. Items that share options with nearly all others (hubs), such as the pieces of a
tiling, are on the frontier in any order, and therefore come last.
"""

import math
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.orders.fixed_order import Bits, Numbers, bits_of
from exactcover.orders.registry import ORDERS
from exactcover.orders.structure import Structure
from exactcover.problem.links import Links, cached_per_links
from exactcover.runtime.search.limits import stop_if_due

Reals = NDArray[np.float64]

BEST = "best"
"""The name of the order that is chosen automatically."""
FIRST_ORDERS = ("given", "spectral", "cuthill_mckee")
"""The orders from which the best one is chosen before a search begins: they take a millisecond."""
MOST_WORK = 1 << 28
"""Orders that take more nanoseconds are not tried: a quarter of a second."""

TOLERANCE = 0.5
"""Orders whose estimates (in bits) differ by at most this are considered equally good."""
MOST_MOMENTS, MOST_ENTRIES = 32, 1 << 22
"""The number of stages at which states are estimated, evenly distributed, and the maximum size of
the arrays, which reduces it for problems with many bits."""
TINY = 2.0**-40


class Ordered(NamedTuple):
    """An order of the items, and an estimate of its number of frontier states.

    Attributes
    ----------
    items
        The order.
    log_states
        `log_states` of it: the logarithm to base 2 was 0.4 to 0.92 of this.
    """

    items: Numbers
    log_states: float


@cached_per_links
def best_order(links: Links) -> Ordered:
    """Return the order "best" of the items, which is found once for the same links.

    >>> from exactcover import Problem
    >>> best_order(Problem([[1, 2], [2, 3], [3, 4]]).links).items.tolist()
    [0, 1, 2, 3]
    """
    bits = bits_of(links)
    items = item_order(bits)
    return Ordered(items, log_states(bits, items, chances_of(bits)))


def item_order(bits: Bits, name: str = BEST) -> Numbers:
    """Return the primary items in the order of this name.

    Parameters
    ----------
    name
        One of `exactcover.orders.registry.ORDERS`; or "best": of `FIRST_ORDERS` and their reverses,
        the order with the fewest states by `log_states`, and among equally good ones that with the
        smallest `width`.

    Raises
    ------
    ProblemError
        If there is no order of this name.

    Examples
    --------
    A path of items that the problem lists in disorder:

    >>> from exactcover import Problem
    >>> from exactcover.orders.fixed_order import bits_of
    >>> problem = Problem([[2, 5], [5, 1], [1, 4], [4, 3]], primary=[1, 2, 3, 4, 5])
    >>> bits = bits_of(problem.links)
    >>> [(item_order(bits, name) + 1).tolist() for name in ("given", "cuthill_mckee")]
    [[1, 2, 3, 4, 5], [2, 5, 1, 4, 3]]
    """
    name = ORDERS.find(name, [BEST])
    if name != BEST:
        return ORDERS[name].order(Structure(bits))
    orders = candidates(bits, FIRST_ORDERS)
    chances = chances_of(bits)
    states = np.array([log_states(bits, order, chances) for order in orders])
    good = np.flatnonzero(states <= states.min() + TOLERANCE)
    return min((orders[k] for k in good), key=lambda order: width(bits, order))


def candidates(bits: Bits, names: Iterable[str]) -> list[Numbers]:
    """Return the orders of these names that are quick to find, and their reverses, hubs last."""
    structure = Structure(bits)
    orders = [
        direction
        for order in map(ORDERS.__getitem__, names)
        if order.work(structure) <= MOST_WORK
        for direction in structure.directions(order.order(structure))
    ]
    return list({order.tobytes(): order for order in orders}.values())


def log_states(bits: Bits, order: Numbers, chances: Reals) -> float:
    """Return an estimate of log2 of the number of frontier states in all stages.

    Each bit contributes its entropy, given the probabilities `chances` of the options, as if bits
    were independent. This is far too large, because they are not; but the order with the smallest
    estimate usually has the fewest states, or nearly so.
    """
    stop_if_due()
    n_primary = bits.n_primary
    n_moments = max(1, min(n_primary, MOST_MOMENTS, MOST_ENTRIES // bits.n_bits))
    stage_of = bits.stage_of(order)
    moment = bits.lowest(stage_of) * n_moments // n_primary
    keys = bits.sets.bit * n_moments + moment[bits.sets.option]
    newly = np.bincount(keys, chances[bits.sets.option], bits.n_bits * n_moments)
    chance: Reals = np.cumsum(newly.reshape(-1, n_moments), axis=1, dtype=np.float64)
    chance[:n_primary] /= np.maximum(chance[:n_primary, -1:], TINY)
    if bits.n_bits > n_primary:
        # After the last option that clashes with it, a bit does not matter.
        _, death = bits.lifetimes(order)
        is_dead = np.arange(n_moments) >= death[n_primary:, None] * n_moments // n_primary
        chance[n_primary:][is_dead] = 0
    chance = np.clip(chance, TINY, 1 - TINY)
    entropy = -(chance * np.log2(chance) + (1 - chance) * np.log2(1 - chance)).sum(axis=0)
    return float(np.logaddexp2.reduce(entropy)) + math.log2(n_primary / n_moments)


def chances_of(bits: Bits) -> Reals:
    """Return a probability for each option: the mean of 1 / n_options over its primary items."""
    is_primary = bits.sets.bit < bits.n_primary
    n_options_of = np.bincount(bits.sets.bit, minlength=bits.n_bits)
    share = np.where(is_primary, 1 / n_options_of[bits.sets.bit], 0)
    return np.add.reduceat(share, bits.first) / np.add.reduceat(is_primary, bits.first, dtype=float)


def width(bits: Bits, order: Numbers) -> float:
    """Return the width of the frontier in bits: a mean over all stages, dominated by the widest.

    It is the logarithm to base 8 of the sum of 8 to the power of each width. The number of states
    is at most 2 to the power of the width, but a larger base predicts better which order has fewer.
    """
    return float(np.logaddexp2.reduce(3.0 * widths(bits, order))) / 3


def widths(bits: Bits, order: Numbers) -> Numbers:
    """Return for every stage the number of bits that matter and that earlier stages can set."""
    stop_if_due()
    birth, death = bits.lifetimes(order)
    matters = birth <= death
    stages = bits.n_primary + 1
    change = np.bincount(birth[matters], minlength=stages)
    change -= np.bincount(death[matters] + 1, minlength=stages)
    return np.cumsum(change)[:-1]
