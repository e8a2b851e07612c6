"""The base of the engines that propagate and branch: propagation, and search of neighbourhoods."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from csp.engines.model_engine import ModelEngine
from csp.kernels.state import (
    BOUND,
    CHANGING,
    FAILURES,
    NODES,
    ORIGIN,
    SOLUTIONS,
    UPDATES,
    State,
)
from csp.kernels.tree import CHANGING_TREE, Tree
from csp.model.layout import with_table
from exactcover.runtime.search.base import ArrayEngine, Counters


class TreeEngine(ArrayEngine, ModelEngine):
    """An engine whose position is a state and a search tree.

    An update is a run of a propagator; one that takes long counts for several.

    Parameters
    ----------
    state, tree
        The state that is searched, and the search tree.
    depth
        The number of variables of the model.

    Attributes
    ----------
    origins
        The integers to add to the numbers of a solution, to get the values of the variables.
    """

    counters = Counters(NODES, UPDATES, SOLUTIONS)
    _state: State

    def __init__(self, state: State, tree: Tree, depth: int) -> None:
        self.depth = depth
        self.origins: list[int] = state.variables[:depth, ORIGIN].tolist()
        self._state = state
        self._tree = tree

    @property
    def failures(self) -> int:
        """The number of nodes where propagation failed."""
        return int(self._state.position[FAILURES])

    @property
    def bound(self) -> int:
        """The greatest value of the objective that is still accepted."""
        return int(self._state.position[BOUND].view(np.int64))

    def restrict(self, bound: int) -> None:
        """Accept only values of the objective up to a bound."""
        self._state.position[BOUND] = np.int64(bound).view(np.uint64)

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        arrays = {name: getattr(self._state, name).copy() for name in CHANGING}
        return arrays | {name: getattr(self._tree, name).copy() for name in CHANGING_TREE}

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Continue from a snapshot of another engine with the same arguments."""
        own = {name: snapshot[name].copy() for name in CHANGING}
        self._state = with_table(self._state._replace(**own))
        self._tree = self._tree._replace(**{n: snapshot[n].copy() for n in CHANGING_TREE})
