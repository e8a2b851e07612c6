"""The layers at which states are merged up to symmetry."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from exactcover.layered.budget import Budget
from exactcover.layered.images import Images
from exactcover.layered.residues import Residues
from exactcover.layered.store import Store
from exactcover.orders.fixed_order import Arrangement
from exactcover.runtime.kernels.types import U64
from exactcover.runtime.search.limits import stop_if_due
from exactcover.symmetry.symmetries import Symmetries

MOST_ELEMENTS = 64
"""For a group that is not larger, all images of a state are compared."""


class Names(Protocol):
    """Names of states that are equal only for states with equal numbers of completions."""

    piece: int
    """How many states should be named at once, in some milliseconds."""
    most: int
    """More states are not merged: that would take longer than it saves."""

    def orders(self, n_layers: int) -> list[int]:
        """Return for each layer how many symmetries keep the items before it."""

    def names(self, keys: U64, layer: int, cut: int) -> tuple[U64, NDArray[np.bool_]]:
        """Return a name of each state of a layer, and whether it may have solutions."""


class Plan:
    """The layers before which states are merged, and their names.

    Parameters
    ----------
    names
        The names of states.
    n_layers
        The number of layers.
    has_costs
        Whether the last word of a key is the cost of a state, which the names do not have.

    Attributes
    ----------
    layers
        The layers: those whose items before them more symmetries keep than those of the layers
        beside them, as at the end of a row of a board.
    """

    def __init__(self, names: Names, n_layers: int, *, has_costs: bool = False) -> None:
        self.names, self.has_costs = names, has_costs
        orders = names.orders(n_layers)
        self.layers = {
            layer
            for layer in range(1, n_layers)
            if orders[layer] > 1
            and orders[layer] > orders[layer - 1]
            and (layer + 1 == n_layers or orders[layer] >= orders[layer + 1])
        }

    def merges_at(self, layer: int, store: Store) -> bool:
        """Return whether the states are merged before this layer."""
        return layer in self.layers and 2 <= store.n_rows() <= self.names.most


class Stations:
    """The symmetries up to which states are merged.

    Parameters
    ----------
    symmetries
        The symmetries of the problem.
    """

    def __init__(self, symmetries: Symmetries) -> None:
        self._symmetries = symmetries

    def plan(self, arrangement: Arrangement, budget: Budget | None = None) -> Plan | None:
        """Return where and how states are merged; None if the group has one element only."""
        stop_if_due()
        order = self._symmetries.options.order
        if order == 1:
            return None
        if order <= MOST_ELEMENTS:
            elements = [one for one in self._symmetries.options if _moves(one)]
            names: Names = Images(arrangement, elements)
        else:
            costs = None if budget is None else budget.costs[arrangement.option_of]
            names = Residues(arrangement, costs)
        return Plan(names, arrangement.n_primary, has_costs=budget is not None)


def _moves(permutation: NDArray[np.intp]) -> bool:
    return bool((permutation != np.arange(len(permutation))).any())
