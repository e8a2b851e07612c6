"""What the engine `linear` searches below the root: a dive, neighbourhoods, or the whole tree.

A dive makes the literals true that the relaxation likes most, and rarely goes back: it finds a
first solution. Then neighbourhoods of the best solution are searched in the same way: most
variables have its values, and the relaxation with the others bounds the objective. When some of
them have gained nothing, the tree is searched for a while, and each time for longer. All of this
begins at the root, where each better solution lets reduced costs remove values for good.

References
----------
T. Achterberg, Constraint integer programming, Berlin 2007 (dives). E. Danna, E. Rothberg and C. Le
Pape, Exploring relaxation induced neighborhoods to improve MIP solutions, Mathematical Programming
102 (2005).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from csp.engines.neighbourhoods.choice import Choice, Pace
from csp.kernels.state import State
from exactcover.runtime.kernels.types import I64

DIVE, NEAR, TREE = range(3)
MOST_FAILURES = 20
"""The refuted decisions after which a dive or a neighbourhood is given up."""
MOST_LOST = 500
"""After a solution the search goes on at the root, if it has searched no more nodes since then."""
MOST_USELESS = 30
"""The neighbourhoods without a better solution after which the tree is searched."""
FIRST_TREE = 200
"""The least number of nodes of the tree before neighbourhoods are searched again; it doubles."""
PACE = Pace(first_part=4, larger=1.2, smaller=0.9, forget=0.9, least_score=0.1)


class Dives:
    """Decides what the engine searches next from the root: a dive, a neighbourhood or the tree.

    Parameters
    ----------
    state
        The state that is searched.
    free
        The variables of the model that are not fixed at the root.
    random
        Chooses the neighbourhoods.
    """

    def __init__(self, state: State, free: Sequence[int], random: np.random.Generator) -> None:
        self._choice = Choice(state, free, random, PACE)
        self._n_failures = self._begun = self._n_useless = 0
        self._until, self._n_tree = 0, FIRST_TREE
        self.phase, self._has_best = DIVE, False

    @property
    def is_greedy(self) -> bool:
        """Whether the literals that the relaxation likes most are made true first."""
        return self.phase != TREE

    @property
    def is_promising(self) -> bool:
        """Whether a first solution is sought, or neighbourhoods lead to better ones."""
        return not self._has_best or self._n_useless < MOST_USELESS

    def may_begin_near(self) -> bool:
        """Note another solution; return whether to go back to the root for its neighbourhoods."""
        self._n_useless = 0
        is_first = self.phase != NEAR and not self._has_best
        self._has_best = True
        if is_first:
            self.phase = NEAR
        return is_first

    def kept(self, best: I64 | None, nodes: int) -> I64:
        """Begin below the root; return the variables that keep the values of the best solution."""
        self._n_failures, self._begun = 0, nodes
        if self.phase != NEAR or best is None:
            return np.zeros(0, dtype=np.int64)
        return self._choice.kept(best)

    def has_failed(self, nodes: int) -> bool:
        """Note that a decision was refuted; return whether to go back to the root."""
        self._n_failures += 1
        if self.phase == TREE:
            return nodes >= self._until
        return self._n_failures > MOST_FAILURES

    def has_solution(self, nodes: int) -> bool:
        """Note that a better solution was found; return whether to go back to the root."""
        if self.phase == NEAR:
            self._choice.note_solution()
        self._n_useless, self._has_best = 0, True
        if self.phase == TREE and nodes - self._begun > MOST_LOST:
            return False
        if self.phase == TREE:
            self.phase = NEAR
        return True

    def end(self, nodes: int, *, is_searched: bool) -> None:
        """Note that the search is back at the root, without a better solution.

        Parameters
        ----------
        nodes
            The nodes of the whole search.
        is_searched
            Whether a neighbourhood was searched to its end.
        """
        if self.phase == NEAR:
            self._choice.note_end(is_searched=is_searched)
            self._n_useless += 1
        is_near = self._has_best and (self.phase != NEAR or self._n_useless < MOST_USELESS)
        self.phase = NEAR if is_near else TREE
        if self.phase == TREE:
            self._n_tree *= 2
            self._until, self._n_useless = nodes + self._n_tree, 0

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        numbers = [self._n_failures, self._begun, self._n_useless, self._until]
        numbers += [self._n_tree, self.phase, self._has_best]
        return self._choice.snapshot() | {"position": np.array(numbers, dtype=np.int64)}

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Continue from a snapshot."""
        self._choice.restore(snapshot)
        (self._n_failures, self._begun, self._n_useless, self._until, self._n_tree,
         self.phase, has_best) = snapshot["position"].tolist()  # fmt: skip
        self._has_best = bool(has_best)
