"""The structure behind orders of items: the bits of a problem, its graph and its hubs."""

from collections.abc import Callable
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from exactcover.orders.fixed_order import Bits, Numbers
from exactcover.orders.order_graph import Graph, by_component, hubs, meetings


class Structure:
    """The structure of a problem, as orders of items need it; the graph is made when it is needed.

    Parameters
    ----------
    bits
        The bits of the problem.
    """

    def __init__(self, bits: Bits) -> None:
        self.bits = bits

    @cached_property
    def graph(self) -> Graph:
        """The graph of items with common options."""
        return meetings(self.bits)

    @cached_property
    def is_hub(self) -> NDArray[np.bool_]:
        """Which items share options with nearly all others."""
        return hubs(self.graph)

    def by_component(self, order: Callable[[Graph], Numbers]) -> Numbers:
        """Return an order of all items: the components one after another, and then the hubs."""
        return np.concatenate(
            (by_component(self.graph, self.is_hub, order), np.flatnonzero(self.is_hub))
        )

    def directions(self, order: Numbers) -> list[Numbers]:
        """Return an order and its reverse, both with the hubs last."""
        is_last = self.is_hub[order]
        rest, last = order[~is_last], order[is_last]
        return [np.concatenate((one, last)) for one in (rest, rest[::-1])]


class Order(Protocol):
    """A module that makes an order of items; one line in `exactcover.orders.registry`."""

    def order(self, structure: Structure) -> Numbers:
        """Return all primary items in this order."""

    def work(self, structure: Structure) -> int:
        """Return the nanoseconds that `order` takes, roughly."""
