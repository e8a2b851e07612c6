"""What the engine `linear` searches below the root: a dive, neighbourhoods, or the whole tree.

A dive gives variables the values that the relaxation at the root has for them, in random order and
as far as propagation allows it. Then it makes the literals true that the relaxation likes most, and
rarely goes back: it finds first solutions. When a dive gains nothing, neighbourhoods of the best
solution are searched in the same way: most variables have its values, and the relaxation with the
others bounds the objective. When some of them have gained nothing, the tree is searched for a
while, and each time for longer. All of this begins at the root, where each better solution lets
reduced costs remove values for good.

References
----------
T. Achterberg, Constraint integer programming, Berlin 2007 (dives). T. Berthold, RENS: the optimal
rounding, Mathematical Programming Computation 6 (2014) (values of the relaxation). E. Danna, E.
Rothberg and C. Le Pape, Exploring relaxation induced neighborhoods to improve MIP solutions,
Mathematical Programming 102 (2005).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from csp.engines.neighbourhoods.choice import Choice, Pace
from csp.engines.neighbourhoods.neighbourhoods import KINDS
from csp.kernels.state import State
from exactcover.runtime.kernels.types import I64

DIVE, NEAR, TREE = range(3)
MOST_FAILURES = 20
"""The refuted decisions after which a dive or a neighbourhood is given up."""
MOST_DIVES = 8
"""The dives without any solution after which the tree is searched."""
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
        self._choice = Choice(state, free, random, PACE, len(KINDS) + 1)
        self._random = random
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
        is_first = self.phase == TREE and not self._has_best
        self._has_best = True
        if is_first:
            self.phase = NEAR
        return is_first

    def begin(self, best: I64 | None, relaxed: I64, nodes: int) -> I64:
        """Begin below the root; return variables and values that they get before the search.

        Parameters
        ----------
        best
            The best solution; or None.
        relaxed
            The variables that have a whole value in the relaxation, and these values.
        nodes
            The nodes of the whole search.
        """
        self._n_failures, self._begun = 0, nodes
        if self.phase == DIVE:
            return self._random.permutation(relaxed, axis=1)
        if self.phase == TREE or best is None:
            return relaxed[:, :0]
        kind, size = self._choice.draw()
        if kind == len(KINDS):
            return self._random.permutation(relaxed, axis=1)[:, size:]
        kept = self._choice.kept(best, kind, size)
        return np.array([kept, best[kept]])

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
        if self.phase == TREE or (self.phase == DIVE and self._has_best):
            self.phase, self._n_useless = NEAR if self._has_best else DIVE, 0
        elif self._n_useless >= (MOST_DIVES if self.phase == DIVE else MOST_USELESS):
            self.phase, self._n_useless = TREE, 0
            self._n_tree *= 2
            self._until = nodes + self._n_tree

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
