"""Core-guided search: clause learning with assumptions, which raises the bound of the objective.

See `csp.engines.learning.cores` for what cores are. The heaviest terms are assumed first (strata).
A core is made smaller by trying whether it is one without a term, within a multiple of the work
that it took. The terms of new cores are counted only when the other assumptions hold in a solution.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from csp.engines.learning.building import (
    FOREVER,
    cells_of_sums,
    give_values,
    rows_of_sums,
    with_more_sums,
    with_own_table,
)
from csp.engines.learning.cores import Clause, Cores, Node, Term
from csp.engines.learning.engine import Learning, begun
from csp.engines.learning.posting import posted
from csp.engines.learning.search import CORE, HELD, NEED_SPACE
from csp.engines.learning.sharing import KEPT
from csp.engines.learning.state import (
    BEST,
    GE,
    IS_ASSUMING,
    LEARNED,
    N_ASSUMED,
    N_LEARNED,
    ROOT_HI,
    ROOT_LO,
    TURN_END,
    literal_of,
)
from csp.kernels.state import FIRST, ORIGIN, WIDTH, State
from csp.model.builder import Builder
from csp.model.expressions import MOST_WHOLE
from csp.presolve.knapsack_bounds import stated_costs

if TYPE_CHECKING:
    from csp.model.model import Model
    from csp.request import ModelRequest

BEGINNING, EXTRACTING, MINIMISING, LINEAR = range(4)
"""The tasks: to propagate the root, to find a core, to make it smaller, to assume nothing."""
LEAST_EFFORT, EFFORT = 500, 2
"""The updates to make a core smaller: so many times those that it took, and some more."""
WORTH = 16
"""A turn with assumptions is worth while if it raises the bound by this part of the way to the best
value."""
LONGEST = 8
"""How many times as long turns without assumptions are, at most, after turns that were not."""
PATIENCE = 1 << 15
"""The updates without a core after which the terms of earlier ones are counted."""
POSITION = (
    *("_n_sums", "_least", "_before", "_task", "_stratum", "_n_kept"),
    *("_begun", "_effort_end", "_turn_end", "_turn", "_ratio"),
)
LISTS = ("terms", "nodes", "waiting", "core", "asked", "position")
"""The numbers and the lists in a snapshot of this engine that one of `Learning` does not have."""
FIRST_SUMS = 64
"""The sums for which there is space at first."""


class CoreGuided(Learning):
    """Core-guided search; see `Learning` for the other parameters.

    Parameters
    ----------
    costs
        The cost of each variable, by its place, for each of its values.
    constant
        What is added to all costs to get the objective.
    turn
        The updates of the first turn with assumptions; turns without take as long, and longer if
        those with assumptions are not worth while. All turns have assumptions if it is 0.
    """

    name = "cores"
    shares = False  # it has variables of its own, the sums of cores

    def __init__(
        self,
        state: State,
        builder: Builder,
        depth: int,
        objective: int | None,
        random: np.random.Generator | None,
        costs: dict[int, int],
        constant: int,
        turn: int = 0,
    ) -> None:
        super().__init__(state, builder, depth, objective, random)
        assert objective is not None
        self._n_first, self._n_cells = len(state.variables), len(state.cells)
        self._n_sums = 0
        self._cores = Cores(self._beyond, self._new_sum)
        self._costs, self._least, self._goal = costs, constant, objective
        self._core: list[int] = []
        self._asked: list[int] = []
        self._task, self._stratum, self._n_kept, self._begun = BEGINNING, FOREVER, 0, 0
        self._effort_end, self._turn_end, self._turn, self._before = 0, FOREVER, turn, constant
        self._ratio = 1
        self._own.numbers[TURN_END] = 0

    def _beyond(self, v: int, place: int, sign: int) -> int | None:
        """Return the next place of a variable that is possible at the root."""
        lo, hi = self._own.variables[v, [ROOT_LO, ROOT_HI]].tolist()
        first, is_wide = int(self._state.variables[v, FIRST]), not self._state.variables[v, WIDTH]
        place = max(place + 1, lo) if sign > 0 else min(place - 1, hi)
        while lo <= place <= hi:
            if is_wide or int(self._own.root[first + (place >> 6)]) >> (place & 63) & 1:
                return place
            place += sign
        return None

    def _new_sum(self, most: int) -> int:
        """Return a new variable with values up to a number."""
        v = self._n_first + self._n_sums
        if v == len(self._state.variables):
            n = max(FIRST_SUMS, self._n_sums)
            self._state, self._own = with_more_sums(self._state, self._own, n)
        self._n_sums += 1
        give_values(self._state, self._own, v, most)
        return v

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        waiting = [k for w, passed in self._cores.waiting for k in (w, len(passed), *passed)]
        lists = {
            "terms": self._cores.terms,
            "nodes": self._cores.nodes,
            "waiting": waiting,
            "core": self._core,
            "asked": self._asked,
            "position": [getattr(self, name) for name in POSITION],
        }
        own = {f"cores.{name}": np.array(each, dtype=np.int64) for name, each in lists.items()}
        return super().snapshot() | own

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Continue from a snapshot of another engine with the same arguments."""
        n = len(snapshot["own.variables"]) - self._n_first
        rows = [self._state.variables[: self._n_first], rows_of_sums(self._n_cells, n)]
        cells = [self._own.cell_variable[: self._n_cells], cells_of_sums(self._n_first, n)]
        self._state = self._state._replace(variables=np.concatenate(rows))
        self._own = self._own._replace(cell_variable=np.concatenate(cells))
        super().restore(snapshot)
        own = {name: snapshot[f"cores.{name}"].tolist() for name in LISTS}
        self._cores.terms = [Term(*each) for each in own["terms"]]
        self._cores.nodes = [Node(*each) for each in own["nodes"]]
        self._cores.waiting = []
        left = own["waiting"]
        while left:
            weight, size, *left = left
            self._cores.waiting.append((weight, left[:size]))
            left = left[size:]
        self._core, self._asked = own["core"], own["asked"]
        for name, value in zip(POSITION, own["position"], strict=True):
            setattr(self, name, value)

    def _react(self, status: int) -> None:
        """Use what the kernel has found, and choose what it does next."""
        if status == NEED_SPACE:
            super()._react(status)
        elif self._task == BEGINNING:
            self._begin()
        elif self._task == MINIMISING:
            self._learn_from_trial(status)
        elif status == CORE:
            found = self._own.lists[LEARNED, : self._own.numbers[N_LEARNED]].tolist()
            self._core = [self._asked[k] for k in found]
            self._task, self._n_kept = MINIMISING, 0
            self._effort_end = self.updates + EFFORT * (self.updates - self._begun) + LEAST_EFFORT
            self._try_without()
        elif status == HELD:
            self._go_further()
            self._extract()
        elif self._task == LINEAR:
            self._begin_turn()
        else:
            self._count_more()
            self._extract()

    def _begin(self) -> None:
        """State the terms of the objective, when the root has been propagated."""
        lows, highs = self._own.variables[:, ROOT_LO], self._own.variables[:, ROOT_HI]
        origins = self._state.variables[:, ORIGIN]
        for v, cost in self._costs.items():
            lo, hi = int(lows[v]), int(highs[v])
            first = lo if cost > 0 else hi
            self._least += cost * (first + int(origins[v]))
            self._cores.add(v, cost, first, hi - lo + 1)
        self._stratum = max((each.weight for each in self._cores.terms), default=0)
        self._begin_turn()

    def _begin_turn(self) -> None:
        """Begin a turn with assumptions."""
        self._turn_end = self.updates + self._turn if self._turn else FOREVER
        self._before = self._least
        self._extract()

    def _extract(self) -> None:
        """Let the kernel find a core, or a solution where all assumptions hold."""
        asked = self._cores.assumed(self._stratum)
        while not asked and self._stratum > 0:
            self._go_further()
            asked = self._cores.assumed(self._stratum)
        if self._stratum == 0 or self.updates >= self._turn_end:
            self._search_without()
            return
        self._task, self._begun = EXTRACTING, self.updates
        end = self.updates + PATIENCE if self._cores.is_waiting else FOREVER
        self._assume(asked, min(end, self._turn_end))

    def _go_further(self) -> None:
        """Assume more: the terms that count those of cores, or else those of the next stratum."""
        if not self._count_more():
            self._stratum = self._cores.next_stratum(self._stratum)

    def _search_without(self) -> None:
        """Let the kernel search without assumptions, in turns or, if no term is left, for good."""
        self._task = LINEAR
        is_over = self._stratum == 0
        self._own.numbers[IS_ASSUMING] = 0
        best = int(self._own.numbers[BEST])
        gap = best - self._before if best < MOST_WHOLE else 0
        if self._least - self._before < max(1, gap // WORTH):
            self._turn *= 2
            self._ratio = min(LONGEST, 2 * self._ratio)
        else:
            self._ratio = 1
        end = self.updates + self._ratio * self._turn
        self._own.numbers[TURN_END] = FOREVER if is_over else end

    def _assume(self, asked: list[int], end: int) -> None:
        """Let the kernel assume terms, until it has spent some updates."""
        self._asked = asked
        literals = np.array([self._cores.terms[k].assumption for k in asked], dtype=np.int64)
        self._own = with_own_table(self._own._replace(assumptions=literals))
        self._own.numbers[[IS_ASSUMING, N_ASSUMED, TURN_END]] = 1, len(asked), end

    def _try_without(self) -> None:
        """Let the kernel try whether the core is one without its next term, or charge it."""
        core, k = self._core, self._n_kept
        if len(core) == 1 or k == len(core) or self.updates >= self._effort_end:
            self._charge()
        else:
            self._assume(core[:k] + core[k + 1 :], self._effort_end)

    def _learn_from_trial(self, status: int) -> None:
        """Make the core smaller if it is still one, or keep the term that was left out."""
        if status == CORE:
            places = self._own.lists[LEARNED, : self._own.numbers[N_LEARNED]].tolist()
            found = {self._asked[k] for k in places}
            kept = self._core[: self._n_kept]
            self._core = [each for each in self._core if each in found]
            self._n_kept = sum(each in found for each in kept)
        else:
            self._n_kept += 1
        self._try_without()

    def _charge(self) -> None:
        """Raise the bound by the weight of the core, and go on."""
        weight, clauses = self._cores.charge(self._core)
        self._least += weight
        self._require(clauses)
        self._extract()

    def _count_more(self) -> bool:
        """Count the terms of cores, if some wait for that; return whether there are some."""
        is_waiting = self._cores.is_waiting
        self._require(self._cores.go_on() if is_waiting else [])
        return is_waiting

    def _require(self, clauses: Iterable[Clause]) -> None:
        """Post clauses at the root, the bound, and what holds in all better solutions."""
        numbers, goal = self._own.numbers, self._goal
        place = self._least - int(self._state.variables[goal, ORIGIN])
        is_over = place > self._own.variables[goal, ROOT_HI]
        bound = [] if is_over else [literal_of(goal, max(place, 0), GE)]
        hardened = self._cores.hardened(int(numbers[BEST]) - self._least)
        self.add([*clauses, bound, *hardened], KEPT)


def core_guided(model: Model, request: ModelRequest, turn: int = 0) -> Learning:
    """Return the engine that learns clauses and raises the bound of the objective by cores."""
    builder, objective = posted(model, request)
    assert objective is not None
    costs, constant = stated_costs(builder.propagators, builder.numbers[objective])
    beginning = begun(model, request, builder, objective)
    if sum(low < high for low, high in map(builder.bounds, costs)) < 2:
        return Learning(*beginning)
    places = {builder.place_of(v): cost for v, cost in costs.items()}
    return CoreGuided(*beginning, places, constant, turn)
