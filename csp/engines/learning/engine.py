"""The engine `learning`, which searches a model by lazy clause generation.

Propagators run as in the search by propagation, but each change of a domain is recorded with its
reason. From a conflict the search learns a clause of literals about bounds and values, which
forbids whatever else would fail for the same reason, and jumps back to where the clause has an
effect. It restarts often; the clauses, the activities of variables and their saved values lead it
back. Each solution is forbidden by a clause, or by a bound of the objective.

The modules are `literals`, `events` (changes of domains), `clauses` (which are watched),
`activity`, `decisions` and `phases` (which values are tried), `gathering`, `explaining`,
`explanations` (reasons of propagators) and `reasons` (all others), `analysis` (of conflicts),
`minimising` and `vivification` (of clauses), `propagation`, `restarts` (when), `root` (what is done
there) and `search` (the main loop). `posting` chooses what is posted. `assumptions`, `cores` and
`core_guided` are those of core-guided search.

References
----------
O. Ohrimenko, P. Stuckey and M. Codish, Propagation via lazy clause generation, Constraints 14
(2009). T. Feydy and P. Stuckey, Lazy clause generation reengineered, CP 2009.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from csp.engines.learning.building import (
    FIRST_PACE,
    build_learner,
    lists_length,
    with_more_space,
    with_own_table,
)
from csp.engines.learning.clauses import MIDDLE_LBD
from csp.engines.learning.phases import OF_SOLUTION
from csp.engines.learning.posting import posted
from csp.engines.learning.root import propagate_root
from csp.engines.learning.search import MOST_UPDATES, NEED_SPACE, advance
from csp.engines.learning.sharing import (
    KEPT,
    Clause,
    Mark,
    add_clauses,
    facts_missing,
    packed,
    short_clauses,
)
from csp.engines.learning.state import (
    BEST,
    CHANGING,
    CONFLICTS,
    DONE,
    GE,
    N_LISTS,
    NEXT_RESTART,
    NONE,
    OBJECTIVE,
    PACE,
    PHASE,
    PROBE_SHIFT,
    ROOT_HI,
    ROOT_LO,
    SEARCH,
    TARGET_LENGTH,
    literal_of,
)
from csp.engines.model_engine import ModelEngine
from csp.engines.propagation.strategy import prefer
from csp.kernels.state import CHANGING as CHANGING_DOMAINS
from csp.kernels.state import NODES, ORIGIN, SOLUTIONS, UPDATES, State
from csp.model.builder import Builder
from csp.model.expressions import MOST_WHOLE, Variable
from csp.model.layout import lay_out, with_table
from csp.phases import Step, leaves_of
from csp.propagators.raised import check_raised
from exactcover.runtime.kernels.pointers import handle
from exactcover.runtime.search.base import ArrayEngine, Counters
from exactcover.runtime.search.protocol import STATUSES, Out, Status, counting

if TYPE_CHECKING:
    from csp.model.model import Model
    from csp.request import ModelRequest

FIRST_ACTIVITY = 1e-3
"""Of the variables that are decided first; a conflict counts for 1, and others have less."""
FROM_ABOVE = ("greatest", "reverse split", "not least")
"""The choices of values of phases that find great values first."""
NO_PROBES = 62
"""The shift of a probe that leaves nothing of any domain above it."""


class Learning(ArrayEngine, ModelEngine):
    """Lazy clause generation; see `exactcover.runtime.search.protocol.Engine`.

    A node is a decision or a conflict. An update is a run of a propagator (several, if that takes
    long), a clause that is looked at, or two literals of a reason in the conflict.

    Parameters
    ----------
    state
        The state that is searched.
    builder
        What it was laid out from.
    depth
        The number of variables of the model.
    objective
        The variable that is to be least, or None.
    random
        For a random order of the variables among equals; or None.

    Attributes
    ----------
    origins
        The integers to add to the numbers of a solution, to get the values of the variables.
    shares
        Whether its clauses and facts are about the same variables as those of other workers.
    """

    name = "learning"
    shares = True
    counters = Counters(NODES, UPDATES, SOLUTIONS)
    _state: State

    def __init__(
        self,
        state: State,
        builder: Builder,
        depth: int,
        objective: int | None = None,
        random: np.random.Generator | None = None,
    ) -> None:
        self.depth = depth
        self._state = state
        self._own = build_learner(state, builder, objective, random)
        self.origins: list[int] = state.variables[:depth, ORIGIN].tolist()
        self._first_least: int | None = None
        self._raised_by_others = 0
        is_possible = not builder.is_infeasible
        is_possible = is_possible and propagate_root(handle(state), handle(self._own))
        # Compiled or loaded here, where no search is timed or interrupted.
        advance(handle(state), handle(self._own), 0, counting(1))
        if not is_possible:
            self._own.numbers[PHASE] = DONE

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` nodes and `out.room` solutions."""
        last, last_update = self.nodes + node_budget, self.updates + int(MOST_UPDATES)
        while True:
            before = self.solutions
            status = advance(handle(self._state), handle(self._own), last - self.nodes, out)
            check_raised(self._state)
            if self._first_least is None:
                self._first_least = self.least_goal()
            if status < NEED_SPACE:
                return STATUSES[status]
            self._react(status)
            if self.updates >= last_update:
                return Status.BUDGET_SPENT
            found = self.solutions - before
            out = Out(out.rows[found:], out.lengths[found:], out.room - found)

    def _react(self, status: int) -> None:
        """Do what the kernel needs to continue: here, give it more space."""
        self._state, self._own = with_more_space(self._state, self._own)

    @property
    def failures(self) -> int:
        """The number of conflicts."""
        return int(self._own.numbers[CONFLICTS])

    @property
    def bound(self) -> int:
        """The greatest value of the objective that is still accepted."""
        return int(self._own.numbers[BEST]) - 1

    def restrict(self, bound: int) -> None:
        """Accept only values of the objective up to a bound."""
        if bound < self.bound:
            self._own.numbers[BEST] = bound + 1
            # The search learns of it at the root.
            self._own.numbers[NEXT_RESTART] = 0

    def improve(self, values: Sequence[int], bound: int) -> None:
        """Search near a solution that another engine found, if it is better than the best one."""
        if bound < self.bound:
            self.prefer(values)
            target = self._own.target
            target[:] = self._state.memory[: len(target)]
            self._own.numbers[TARGET_LENGTH] = OF_SOLUTION
            self.restrict(bound)

    def least_goal(self) -> int | None:
        """Return a lower bound of the objective; None without an objective."""
        goal = int(self._own.numbers[OBJECTIVE])
        if goal == NONE:
            return None
        return int(self._own.variables[goal, ROOT_LO] + self._state.variables[goal, ORIGIN])

    def raise_goal(self, least: int) -> None:
        """Use a lower bound of the objective that another engine has proved, if it is higher."""
        known = self.least_goal()
        if known is None or least <= known or self._own.numbers[PHASE] != SEARCH:
            return
        goal = int(self._own.numbers[OBJECTIVE])
        if self._first_least is not None:
            self._raised_by_others += least - known
        place = least - int(self._state.variables[goal, ORIGIN])
        is_over = place > self._own.variables[goal, ROOT_HI]
        self.add([[] if is_over else [literal_of(goal, place, GE)]], KEPT)

    def vary(self, *, has_probes: bool = True, is_geometric: bool = False) -> None:
        """Search in another way: without probes of the objective, or with ever longer runs."""
        if not has_probes:
            self._own.numbers[PROBE_SHIFT] = NO_PROBES
        if is_geometric:
            self._own.numbers[PACE] = -FIRST_PACE

    def prefer(self, values: Sequence[int]) -> None:
        """Try these values of the first variables before others, as if they were the last ones."""
        self._state.memory[: len(values)] = values

    def follow(self, steps: Sequence[Step]) -> None:
        """Decide the variables of phases first, in their order, until conflicts say otherwise.

        The values are the greatest ones where a phase begins with these, else the least.
        """
        named = (
            (each, phase.values)
            for phase in leaves_of(steps)
            for each in phase.variables
            if type(each) is Variable
        )
        first = {each.index: values for each, values in reversed([*named])}
        for k, (v, values) in enumerate(first.items(), 1):
            self._own.activity[v] = FIRST_ACTIVITY * (1.0 + k / len(first))
            if values in FROM_ABOVE:
                self._state.memory[v] = (
                    self._own.variables[v, ROOT_HI] + self._state.variables[v, ORIGIN]
                )

    def short_clauses(self, most: int, since: Mark) -> tuple[list[Clause], Mark]:
        """Return short clauses that were learned since a mark."""
        return short_clauses(self._own, most, since)

    def facts_missing(self, others: Iterable[Learning]) -> list[Clause]:
        """Return what other searches of this model know at its root, and this one does not."""
        return facts_missing(self._state, self._own, [each._own for each in others])

    def add(self, clauses: Sequence[Sequence[int]], lbd: int = MIDDLE_LBD) -> None:
        """Go back to the root, and add clauses that hold; see `csp.engines.learning.sharing`."""
        literals, ends = packed(clauses)
        first = 0
        while first < len(ends):
            handles = handle(self._state), handle(self._own)
            first = add_clauses(*handles, literals, ends, first, lbd)
            if first < len(ends):
                self._state, self._own = with_more_space(self._state, self._own)

    def outlook(self) -> float:
        """Return by which part of the way this search has brought its bound to the best value.

        The way begins where the lower bound is after the first call.
        """
        best, least, first = int(self._own.numbers[BEST]), self.least_goal(), self._first_least
        if best == MOST_WHOLE or least is None or first is None:
            return 0.0
        return min(1.0, (least - self._raised_by_others - first) / max(1, best - first))

    def part_done(self) -> float:
        """Return 0 until the search ends: there is no tree with parts to count."""
        return float(self._own.numbers[PHASE] == DONE)

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        domains = {name: getattr(self._state, name).copy() for name in CHANGING_DOMAINS}
        own = {f"own.{name}": getattr(self._own, name).copy() for name in CHANGING}
        first = [] if self._first_least is None else [self._first_least, self._raised_by_others]
        return domains | own | {"first least": np.array(first, dtype=np.int64)}

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Continue from a snapshot of another engine with the same arguments."""
        domains = {name: snapshot[name].copy() for name in CHANGING_DOMAINS}
        self._state = with_table(self._state._replace(**domains))
        own = {name: snapshot[f"own.{name}"].copy() for name in CHANGING}
        length = lists_length(len(own["events"]), len(own["variables"]), len(own["levels"]))
        lists = np.zeros((N_LISTS, length), dtype=np.int64)
        self._own = with_own_table(self._own._replace(**own, lists=lists))
        first = snapshot["first least"].tolist()
        self._first_least, self._raised_by_others = first or (None, 0)

    def check(self) -> None:
        """Raise AssertionError if an invariant of the position does not hold (slow)."""
        from csp.engines.learning.check import check

        check(self._state, self._own)


def learning(model: Model, request: ModelRequest) -> Learning:
    """Return the engine that learns clauses, for a model and a request.

    Raises
    ------
    ModelError
        If clauses cannot say what constraints say about a wide domain.
    """
    builder, objective = posted(model, request)
    return Learning(*begun(model, request, builder, objective))


def begun(
    model: Model, request: ModelRequest, builder: Builder, objective: int | None
) -> tuple[State, Builder, int, int | None, np.random.Generator | None]:
    """Return the arguments that all engines of clause learning have."""
    state = lay_out(builder)
    if isinstance(request.branching.values, Mapping):
        prefer(state, model, request.branching.values)
    return state, builder, len(model.unknowns), objective, request.search.generator()
