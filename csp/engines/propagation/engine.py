"""The engine `propagation`, which searches a model by propagation and branching."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from csp.engines.propagation.strategy import NOGOOD_WORDS, described, tree_for
from csp.engines.tree_engine import TreeEngine
from csp.kernels.check import check
from csp.kernels.decisions import apply_decisions, parts_left
from csp.kernels.search import LEVELS_FULL, REFUTED_FULL, RESTARTED, TRAIL_FULL, advance
from csp.kernels.state import (
    DEPTH,
    FIRST,
    HIGH,
    LOW,
    MODE,
    N_TRAIL,
    ORIGIN,
    SAVED_CELL,
    SAVED_VALUE,
    WIDTH,
    State,
)
from csp.kernels.tree import (
    BACKTRACK,
    MARK,
    MOST,
    NO_PHASES,
    OBJECTIVE,
    Tree,
    with_more_levels,
    with_more_refuted,
)
from csp.model.layout import lay_out, with_longer_trail
from csp.presolve.search_parts import built, goal_of, laid_out
from csp.propagators.raised import check_raised
from exactcover.runtime.kernels.pointers import handle
from exactcover.runtime.search.limits import loading, stop_if_due
from exactcover.runtime.search.protocol import STATUSES, Out, Part, Status, counting

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.model import Model
    from csp.request import ModelRequest

LOADING = counting(1)
"""The output of the call that loads the kernel; it visits no node."""


def values_left(state: State, v: int) -> Sequence[int]:
    """Return the values in the domain of a variable, in order; a range if it is wide."""
    first, width, origin = state.variables[v, [FIRST, WIDTH, ORIGIN]].tolist()
    if width == 0:
        low, high = state.cells[[first + int(LOW), first + int(HIGH)]].tolist()
        return range(origin + low, origin + high + 1)
    words = state.cells[first : first + width].astype("<u8")
    bits = np.unpackbits(words.view(np.uint8), bitorder="little")
    places: list[int] = np.flatnonzero(bits).tolist()
    return [origin + place for place in places] if origin else places


class Propagation(TreeEngine):
    """Propagation and search; see `exactcover.runtime.search.protocol.Engine`.

    Parameters
    ----------
    state, tree
        The state that is searched, and the search tree.
    depth
        The number of variables of the model.
    builder
        What the state was laid out from; a search that restarts posts nogoods to it.
    """

    name = "propagation"
    is_splittable = True

    def __init__(
        self,
        state: State,
        tree: Tree,
        depth: int,
        builder: Builder | None = None,
    ) -> None:
        super().__init__(state, tree, depth)
        self._builder = builder
        self._n_propagators = len(state.propagators)
        self._part = 0.0
        self._decided: tuple[int, ...] = ()
        # Compiled or loaded here, where no search is timed or interrupted.
        advance(handle(state), tree, 0, LOADING)

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` nodes and `out.room` solutions."""
        last = self.nodes + node_budget
        while True:
            before = self.solutions
            status = advance(handle(self._state), self._tree, last - self.nodes, out)
            check_raised(self._state)
            if status == TRAIL_FULL:
                self._state = with_longer_trail(self._state)
            elif status == RESTARTED:
                self._record_nogoods()
            elif status == REFUTED_FULL:
                self._tree = with_more_refuted(self._tree)
            elif status == LEVELS_FULL:
                self._tree = with_more_levels(self._tree)
            else:
                return STATUSES[status]
            found = self.solutions - before
            out = Out(out.rows[found:], out.lengths[found:], out.room - found)

    @property
    def description(self) -> str:
        """How it branches, and which presolve rules applied, for `statistics.choice`."""
        rules = () if self._builder is None else self._builder.presolved
        return "; presolve: ".join([described(self._tree), *filter(None, [", ".join(rules)])])

    @property
    def n_variables(self) -> int:
        """The number of variables, with those of expressions."""
        return len(self._state.variables)

    def least_goal(self) -> int | None:
        """Return the least value that propagation at the root leaves to the objective, if any.

        No better solution than those that were found has a lower value.
        """
        v, state = int(self._tree.settings[OBJECTIVE]), self._state
        if v < 0:
            return None
        first, width, origin = state.variables[v, [FIRST, WIDTH, ORIGIN]].tolist()
        cell = first + width + int(LOW) if width != 1 else first
        number = int(state.cells[cell])
        if state.position[DEPTH]:
            # The first value that was saved below the root is that at the root.
            mark, end = int(self._tree.levels[0, MARK]), int(state.position[N_TRAIL])
            saved = np.flatnonzero(state.trail[mark:end, SAVED_CELL] == cell)
            number = int(state.trail[mark + saved[0], SAVED_VALUE]) if len(saved) else number
        place = number if width != 1 else (number & -number).bit_length() - 1
        return int(origin + place)

    def choose(self, decisions: Sequence[int], bound: int | None = None) -> None:
        """Make decisions before the search, and require a value of the objective below a bound.

        See `csp.kernels.decisions`.
        """
        self._decided = tuple(decisions)
        if bound is not None:
            self.restrict(bound - 1)
        if not apply_decisions(self._state, decisions):
            self._state.position[MODE] = BACKTRACK

    def preferred(self) -> list[int]:
        """Return the values of the variables that would be tried first."""
        values: list[int] = self._state.memory[: self.depth].tolist()
        return values

    def remaining(self) -> list[Part]:
        """Return the parts of the tree that are still to be searched; see `Splittable`.

        The tree must keep all decisions that are refuted on a branch.
        """
        return parts_left(self._state, self._tree, self._decided)

    def _record_nogoods(self) -> None:
        """Record nogoods of the decisions that were refuted before this restart."""
        from csp.engines.propagation.nogoods import record_nogoods

        self._add_nogoods()
        if not record_nogoods(handle(self._state), self._tree, self._n_propagators):
            self._state.position[MODE] = BACKTRACK

    def _add_nogoods(self) -> None:
        """Add the propagator of nogoods, if it is not there."""
        from csp.engines.propagation.nogoods import moved

        if len(self._state.propagators) == self._n_propagators:
            assert self._builder is not None, "a search in tasks does not restart"
            with loading():  # a limit must not stop this halfway
                self._builder.nogoods(NOGOOD_WORDS)
                self._state = moved(self._state, lay_out(self._builder))

    def outlook(self) -> float:
        """Return the greatest part of the tree that a run closed.

        It depends on the position alone, and not on when it was asked for before.
        """
        depth = int(self._state.position[DEPTH])
        part = 1.0 - float(self._tree.shares[: depth + 1].sum())
        return max(float(self._tree.trial[MOST]), part)

    def part_done(self) -> float:
        """Return the part of the tree that is not below an open level; it never decreases."""
        self._part = max(self._part, self.outlook())
        return self._part

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Continue from a snapshot of another engine with the same arguments."""
        if len(snapshot["cells"]) > len(self._state.cells):
            self._add_nogoods()
        super().restore(snapshot)

    def check(self) -> None:
        """Raise AssertionError if an invariant of the position does not hold (slow)."""
        check(self._state)


def propagation(model: Model, request: ModelRequest, builder: Builder | None = None) -> Propagation:
    """Return the engine of propagation for a model and a request.

    Parameters
    ----------
    model, request
        The model and the request.
    builder
        What is posted, if it is more than the model says.
    """
    stop_if_due()
    builder = built(model) if builder is None else builder
    objective: int | None = None
    cheapest: dict[int, int] = {}
    if request.objective is not None:
        objective, cheapest = goal_of(builder, request)
    phases = NO_PHASES
    if request.branching.steps:
        from csp.engines.propagation.phases import phases_for

        phases = phases_for(builder, model, request.branching.steps)
    state = laid_out(model, builder)
    for place, value in cheapest.items():
        state.memory[place] = value
    tree = tree_for(state, model, request, objective, phases)
    return Propagation(state, tree, len(model.unknowns), builder)
