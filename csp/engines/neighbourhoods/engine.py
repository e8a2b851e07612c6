"""The engine `neighbourhoods`: large-neighbourhood search for better and better solutions.

Most variables get the values that they have in the best solution; the others, a neighbourhood, are
searched for a better one, for some nodes. Then comes another neighbourhood. How large those of a
kind are, and how often each kind is chosen, depends on what they led to.

References
----------
P. Shaw, Using constraint programming and local search methods to solve vehicle routing problems,
CP 1998.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from csp.engines.neighbourhoods.choice import Choice, Pace
from csp.engines.propagation.engine import values_left
from csp.engines.tree_engine import TreeEngine
from csp.kernels.fixing import FAILED, fix_values
from csp.kernels.search import TRAIL_FULL, advance
from csp.kernels.state import (
    CONFLICT,
    DEPTH,
    LAST_STAMP,
    MODE,
    N_FIXED,
    N_REFUTED,
    N_TRAIL,
    STAMP,
    State,
)
from csp.kernels.tree import BACKTRACK, ENTER, Tree
from csp.model.layout import with_longer_trail
from csp.phases import Neighbourhood, Step
from csp.propagators.raised import check_raised
from exactcover.runtime.kernels.pointers import handle
from exactcover.runtime.kernels.types import I64
from exactcover.runtime.search.protocol import STATUSES, Out, Status, counting

if TYPE_CHECKING:
    from csp.model.model import Model
    from csp.request import ModelRequest

NODES_OF_ONE = 300
"""The nodes after which the search of a neighbourhood is given up."""
PACE = Pace(first_part=8, larger=1.1, smaller=0.95, forget=0.95, least_score=0.05)


class Neighbourhoods(TreeEngine):
    """Large-neighbourhood search; see `exactcover.runtime.search.protocol.Engine`.

    Until a solution is known, it searches with all variables free, and restarts.

    Parameters
    ----------
    state, tree
        The state that is searched, and the search tree, which has an objective.
    depth
        The number of variables of the model.
    random
        Chooses the neighbourhoods.
    """

    name = "neighbourhoods"

    def __init__(
        self,
        state: State,
        tree: Tree,
        depth: int,
        random: np.random.Generator,
    ) -> None:
        super().__init__(state, tree, depth)
        self._best: I64 | None = None
        is_refuted = state.position[MODE] == BACKTRACK  # then no propagator may run
        none = np.zeros(0, dtype=np.int64)
        # Compiled or loaded here, where no search is timed or interrupted.
        advance(handle(state), tree, 0, counting(1))
        self._is_over = is_refuted or fix_values(handle(state), tree, none, none) == FAILED
        self._root = state.cells.copy()
        free = [v for v in range(depth) if len(values_left(state, v)) > 1]
        self._choice = Choice(state, free, random, PACE)
        self._random = random
        self._given = np.zeros((2, 0), dtype=np.int64)
        self._n_fixed = self._n_begun = self._last_node = 0
        self._has_begun = False

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` nodes and `out.room` solutions."""
        if not len(out.rows):  # the values of a solution are needed here
            rows = np.empty((1, self.depth), dtype=np.uint32)
            out = Out(rows, np.empty(1, dtype=np.uint32), min(1, out.room))
        last = self.nodes + node_budget
        while self.nodes < last:
            if not self._has_begun:
                self._begin()
            if self._is_over:
                return Status.EXHAUSTED
            n_nodes = min(last, self._last_node) - self.nodes
            before = self.solutions
            status = advance(handle(self._state), self._tree, n_nodes, out)
            check_raised(self._state)
            found = self.solutions - before
            if found:
                self._best = out.rows[found - 1].astype(np.int64) + self.origins
                self._choice.note_solution()
            if status == TRAIL_FULL:
                self._state = with_longer_trail(self._state)
            elif STATUSES[status] == Status.EXHAUSTED:
                self._end(is_searched=True)
            elif self.nodes >= self._last_node:
                self._end(is_searched=False)
            if found:
                return Status.OUT_FULL if found == out.room else Status.BUDGET_SPENT
        return Status.BUDGET_SPENT

    def _begin(self) -> None:
        """Begin to search a neighbourhood of the best solution; without one, the whole space."""
        state, position = self._state, self._state.position
        state.cells[:] = self._root
        state.queue[:] = 0
        position[[N_TRAIL, N_FIXED, DEPTH, CONFLICT, N_REFUTED]] = 0
        position[MODE] = ENTER
        position[LAST_STAMP] += np.uint64(1)
        position[STAMP] = position[LAST_STAMP]
        self._tree.shares[0] = 1.0
        kept = values = np.zeros(0, dtype=np.int64)
        self._n_begun += 1
        if self._best is not None:
            kept = self._kept(self._best)
            values = self._best[kept]
            # What was tried last in another neighbourhood is no guide for this one.
            state.memory[: self.depth] = self._best
        self._n_fixed = fix_values(handle(state), self._tree, kept, values)
        check_raised(state)
        self._is_over |= self._n_fixed == FAILED
        # Where all are free, each search is longer than the one before: so it ends with a proof.
        n_nodes = NODES_OF_ONE * (self._n_begun if self._n_fixed == 0 else 1)
        self._last_node = self.nodes + n_nodes
        self._has_begun = True

    def _kept(self, best: I64) -> I64:
        """Return the variables that keep their values: as was asked for, else of our own choice."""
        if not self._given.size:
            return self._choice.kept(best, *self._choice.draw())
        variables, percent = self._random.permutation(self._given, axis=1)
        kept: I64 = variables[100 * self._random.random(len(variables)) < percent]
        return kept

    def follow(self, steps: Sequence[Step]) -> None:
        """Search the neighbourhoods that are among steps, if there are any."""
        asked = [each for each in steps if isinstance(each, Neighbourhood)]
        given = {v.index: each.percent for each in asked for v in each.variables}
        self._given = np.array([[*given], [*given.values()]], dtype=np.int64)

    def _end(self, *, is_searched: bool) -> None:
        """End the search of a neighbourhood."""
        self._has_begun = False
        if is_searched and self._n_fixed == 0:
            self._is_over = True
        if self._best is not None:
            self._choice.note_end(is_searched=is_searched)

    def improve(self, values: Sequence[int], bound: int) -> None:
        """Search neighbourhoods of a solution, if it is better than the best one known here."""
        if bound < self.bound or self._best is None:
            self._best = np.array(values, dtype=np.int64)
            self.restrict(bound)
            self._has_begun = False

    def part_done(self) -> float:
        """Return 0 until the search ends: neighbourhoods are no parts of a tree."""
        return float(self._is_over)

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        own = [self._n_fixed, self._n_begun, self._last_node]
        return (
            super().snapshot()
            | self._choice.snapshot()
            | {
                "own": np.array([*own, self._has_begun, self._is_over], dtype=np.int64),
                "best": np.array([] if self._best is None else self._best, dtype=np.int64),
            }
        )

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Continue from a snapshot of another engine with the same arguments."""
        super().restore(snapshot)
        self._choice.restore(snapshot)
        self._n_fixed, self._n_begun, self._last_node, *flags = snapshot["own"].tolist()
        self._has_begun, self._is_over = map(bool, flags)
        best = snapshot["best"]
        self._best = best.copy() if len(best) else None


def neighbourhoods(model: Model, request: ModelRequest) -> Neighbourhoods:
    """Return the engine for a model and a request that has an objective."""
    from csp.engines.propagation.strategy import tree_for
    from csp.presolve.search_parts import built, goal_of, laid_out
    from csp.request import Branching

    builder = built(model)
    objective, _ = goal_of(builder, request)
    state = laid_out(model, builder)
    given = request.branching.values
    values = "saved" if given is None or isinstance(given, str) else given
    branching = Branching(order="dom/wdeg", values=values, restart=0)
    tree = tree_for(state, model, replace(request, branching=branching), objective)
    random = request.search.generator() or np.random.default_rng(0)
    return Neighbourhoods(state, tree, len(model.unknowns), random)
