"""Fixed orders of the items, for engines that do not choose an item at every node.

A good order keeps the frontier narrow: few items may be both covered by an option that was taken
already and open for one that comes later. Items that meet nearly all others in options, such as
the pieces of a tiling, are open all the way wherever they stand, and so they come last.
"""

import math

import numpy as np
from numpy.typing import NDArray

from exactcover.errors import ProblemError
from exactcover.limits import stop_if_due
from exactcover.orders.fixed_order import Bits, Numbers
from exactcover.orders.order_graph import ORDERS, by_component, hubs, meetings

Reals = NDArray[np.float64]

TOLERANCE = 0.5
"""Estimates of states that differ by no more bits than this do not tell which order is better."""
MOST_MOMENTS, MOST_ENTRIES = 32, 1 << 22
"""States are estimated at so many turns, evenly spread; at fewer where so many times the bits would
be more entries than that."""
TINY = 2.0**-40


def item_order(bits: Bits, name: str = "best") -> Numbers:
    """Return the primary items in one of the orders, or in the best of them and their reverses.

    Parameters
    ----------
    name
        "given": as the problem has them. "spectral": by the Fiedler vector of the graph of the
        items that meet in options. "cuthill_mckee": breadth first in that graph, reversed. "best":
        the one with the fewest states by `log_states`; of several, that with the least `width`.

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
    if name == "best":
        orders = candidates(bits)
        chances = chances_of(bits)
        states = np.array([log_states(bits, order, chances) for order in orders])
        good = np.flatnonzero(states <= states.min() + TOLERANCE)
        return min((orders[k] for k in good), key=lambda order: width(bits, order))
    if name == "given":
        return np.arange(bits.n_primary)
    if name not in ORDERS:
        raise ProblemError(
            f"unknown order {name!r}; the orders are best, given, {', '.join(ORDERS)}"
        )
    graph = meetings(bits)
    is_hub = hubs(graph)
    return np.concatenate((by_component(graph, is_hub, ORDERS[name]), np.flatnonzero(is_hub)))


def candidates(bits: Bits) -> list[Numbers]:
    """Return all orders, hubs last, and the same ones with what is not a hub reversed."""
    graph = meetings(bits)
    is_hub = hubs(graph)
    rest, last = np.flatnonzero(~is_hub), np.flatnonzero(is_hub)
    found = [rest, *(by_component(graph, is_hub, order) for order in ORDERS.values())]
    orders = [np.concatenate((one, last)) for order in found for one in (order, order[::-1])]
    return list({order.tobytes(): order for order in orders}.values())


def log_states(bits: Bits, order: Numbers, chances: Reals) -> float:
    """Estimate how many states there are on the frontier in all turns, as a logarithm to base 2.

    As if items were independent of each other, a bit is worth the entropy of whether it is set by
    options of these chances. That is far too much: items depend on each other. But
    the order of which it is least is mostly the one with the fewest states, or nearly so.
    """
    stop_if_due()
    n_primary = bits.n_primary
    n_moments = max(1, min(n_primary, MOST_MOMENTS, MOST_ENTRIES // bits.n_bits))
    turn_of = bits.turn_of(order)
    moment = bits.lowest(turn_of) * n_moments // n_primary
    keys = bits.sets.bit * n_moments + moment[bits.sets.option]
    newly = np.bincount(keys, chances[bits.sets.option], bits.n_bits * n_moments)
    chance: Reals = np.cumsum(newly.reshape(-1, n_moments), axis=1, dtype=np.float64)
    chance[:n_primary] /= np.maximum(chance[:n_primary, -1:], TINY)
    if bits.n_bits > n_primary:
        # Behind the last option that clashes with it a bit does not matter.
        _, death = bits.lifetimes(order)
        is_dead = np.arange(n_moments) >= death[n_primary:, None] * n_moments // n_primary
        chance[n_primary:][is_dead] = 0
    chance = np.clip(chance, TINY, 1 - TINY)
    entropy = -(chance * np.log2(chance) + (1 - chance) * np.log2(1 - chance)).sum(axis=0)
    return float(np.logaddexp2.reduce(entropy)) + math.log2(n_primary / n_moments)


def chances_of(bits: Bits) -> Reals:
    """Return how probable each option is: the mean, over its primary items, of one in so many."""
    is_primary = bits.sets.bit < bits.n_primary
    n_options_of = np.bincount(bits.sets.bit, minlength=bits.n_bits)
    share = np.where(is_primary, 1 / n_options_of[bits.sets.bit], 0)
    return np.add.reduceat(share, bits.first) / np.add.reduceat(is_primary, bits.first, dtype=float)


def width(bits: Bits, order: Numbers) -> float:
    """Return how wide the frontier is, in bits: a mean over all turns, the widest above all.

    It is the logarithm to base 8 of the sum of 8 to the power of each width. States number at most
    2 to that power; but the base that tells best which of two orders has fewer is larger than 2.
    """
    return float(np.logaddexp2.reduce(3.0 * widths(bits, order))) / 3


def widths(bits: Bits, order: Numbers) -> Numbers:
    """Return for every turn how many bits matter that earlier turns can have set."""
    stop_if_due()
    birth, death = bits.lifetimes(order)
    matters = birth <= death
    turns = bits.n_primary + 1
    change = np.bincount(birth[matters], minlength=turns)
    change -= np.bincount(death[matters] + 1, minlength=turns)
    return np.cumsum(change)[:-1]
