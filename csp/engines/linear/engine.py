"""The engine `linear`: branch and bound by linear relaxations, and propagation.

At each node propagation comes first; then the relaxation gives a bound of the objective, removes
values by their reduced costs, and says where to branch. The root also gets cuts. It proves what
sums of many small costs hide from propagation: rosters, covers, assignments, round trips.

References
----------
T. Achterberg, T. Koch and A. Martin, Branching rules revisited, Operations Research Letters 33
(2005) (pseudo-costs).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from csp.engines.linear.bounding import WHOLE
from csp.engines.linear.dives import Dives
from csp.engines.linear.program import OPTIMAL, PARTS, UNFINISHED, Basis
from csp.engines.linear.root_bounds import RootBounding
from csp.engines.model_engine import LITTLE, MUCH, USUAL
from csp.kernels.levels import bounds_of, first_open
from csp.kernels.state import N_TRAIL, NODES, ORIGIN, SOLUTIONS, UPDATES, WIDTH, State
from csp.kernels.tree import AT_LEAST, AT_MOST, IS, IS_NOT, Tree
from csp.model.expressions import MOST_WHOLE
from csp.propagators.registry import card_of
from exactcover.runtime.errors import GaveUpError
from exactcover.runtime.kernels.pointers import handle
from exactcover.runtime.kernels.types import F64, I64
from exactcover.runtime.search.protocol import Out, Status

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.model import Model
    from csp.presolve.machines import Machine
    from csp.request import ModelRequest

MOST_UPDATES = 1 << 16
"""A call ends after this many updates, some 20 ms: nodes may take long."""
USEFUL, NEAR, VERY_NEAR = 0.1, 0.25, 0.0625
"""The relaxation is useful if it closes this part of the gap that propagation leaves; its bound is
near to the best value, or very near, if it differs by no more than these parts of it."""
UPDATES_OF_NODE = 2000
"""The updates that a node counts for, without pivots: it takes about as long as these."""


class Decision(NamedTuple):
    """A literal of a level: variable, kind, value; and its opposite.

    The levels that begin a dive or a neighbourhood have none of these: their variable is -1.
    """

    literal: tuple[int, int, int]
    opposite: tuple[int, int, int]


GIVEN = Decision((-1, IS, 0), (-1, IS, 0))


class Relaxed(RootBounding):
    """Branch and bound by linear relaxations; see `exactcover.runtime.search.protocol.Engine`.

    Parameters
    ----------
    state, tree
        The state that is searched, and the search tree, which has an objective.
    depth
        The number of variables of the model.
    builder
        What the state was laid out from.
    goal
        The number of the variable that is to be least.
    machines
        The machines whose tasks are open.
    random
        Chooses neighbourhoods.

    Raises
    ------
    ModelError
        If the relaxation is empty, or too large.
    """

    name = "linear"

    def __init__(
        self,
        state: State,
        tree: Tree,
        depth: int,
        builder: Builder,
        goal: int,
        machines: Sequence[Machine],
        random: np.random.Generator,
    ) -> None:
        super().__init__(state, tree, depth, builder, goal, machines)
        self._decisions: list[Decision] = []
        self._is_entering = True
        # Where rows state the model, whole solutions of the relaxation are those of the model.
        cards = {*map(card_of, builder.kinds)}
        self._leads = not builder.groups and all(
            each.is_stated or each.is_redundant for each in cards
        )
        self._n_parts = 1 if self._leads else PARTS
        self._best: I64 | None = None
        self._basis: Basis = {}
        lower, upper = bounds_of(state, np.arange(depth))
        free = np.flatnonzero(lower < upper).tolist()
        self._dives = Dives(state, free, random)

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` nodes and `out.room` solutions."""
        if self.gives_up and not self.is_useful():
            raise GaveUpError("the relaxation at the root bounds little")
        found = 0
        was_root = self._is_root
        last, last_update = self.nodes + node_budget, self.updates + MOST_UPDATES
        while self.nodes < last and self.updates < last_update and found < out.room:
            if self._is_over:
                return Status.EXHAUSTED
            if was_root and not self._is_root:
                break  # now it can be said whether it is useful
            if self._is_entering:
                before = self.program.work
                found += self._enter(out, found)
                spent = self.program.work - before + UPDATES_OF_NODE
                self._state.position[[NODES, UPDATES]] += np.array([1, spent], dtype=np.uint64)
            else:
                self._leave()
        return Status.OUT_FULL if found == out.room else Status.BUDGET_SPENT

    def _leave(self) -> None:
        """Close the last level, and require the opposite of its decision above it."""
        if not self._decisions:
            self._is_over = True
            return
        is_searched = self._decisions[-1] == GIVEN
        if is_searched or self._dives.has_failed(self.nodes):
            self._dives.end(self.nodes, is_searched=is_searched)
            self._restart()
            return
        self._close()
        decision = self._decisions.pop()
        self._branched = None
        self._begin_rounds()
        self._is_entering = self._require([decision.opposite])

    def _restart(self) -> None:
        """Go back to the root."""
        for _ in self._decisions:
            self._close()
        self.program.return_to(self._basis)
        self._decisions = []
        self._branched = None
        self._begin_rounds()
        self._is_entering = True

    def _enter(self, out: Out, found: int) -> int:
        """Search a node; return the number of solutions that were found."""
        self._is_entering = False
        if not self._require([]):
            return 0
        if not self._decisions:
            self._state.position[N_TRAIL] = 0
        status = self._relax()
        if status is None:
            return 0
        if self._is_root and not self._n_rounds and status == OPTIMAL:
            of_terms = self._bound_terms()
            of_rows = None if of_terms is None else self._bound_rows()
            if of_rows is None:
                return 0
            if of_terms or of_rows:  # the last solution is one for another objective
                status = self._relax()
        if status is None:
            return 0
        if status == UNFINISHED and self._is_root:
            self._n_solved += 1
            if self._n_solved % self._n_parts or self.program.has_risen():
                self._is_entering = True
                return 0
        self._n_solved = 0
        if status == OPTIMAL and self._is_cut():
            self._is_entering = True
            return 0
        self._begin_rounds()
        if self._is_root:
            self._is_root = False
            self._root_bound = self._bounds(self._goal)[0]
            self.program.drop_loose(self._n_first)
            status = self._solve()
        solution = self.program.solution() if status == OPTIMAL else None
        if solution is None:
            return self._branch_or_write(out, found)
        lower, upper = self.program.lower, self.program.upper
        is_open = lower < upper
        away = np.abs(solution - np.rint(solution))
        fractional = np.flatnonzero(is_open & (away > WHOLE))
        if not self._decisions and len(fractional) and self._begin_neighbourhood(solution):
            return 0
        if len(fractional):
            leading = fractional[~self._follows[fractional]]
            among = leading if len(leading) else fractional
            self._branch_at(int(among[self._choose(solution[among], among)]), solution)
            return 0
        whole = np.rint(solution).astype(np.int64)
        open_columns = np.flatnonzero(is_open)
        if self._is_solution([self._literal(k, int(whole[k])) for k in open_columns.tolist()]):
            self._write(out, found)
            self._close()
            self._go_on()
            return 1
        self._close()
        if len(open_columns):
            at_top = open_columns[whole[open_columns] > 0]
            self._branch_at(int((at_top if len(at_top) else open_columns)[0]), solution)
            return 0
        return self._branch_or_write(out, found)

    def _begin_neighbourhood(self, solution: F64) -> bool:
        """Begin a search below the root; return whether it is a dive or a neighbourhood.

        Literals that are not possible together with those before them are left out, and all that
        follow once this takes too long. What is not possible alone is removed at the root.
        """
        self._basis, last_update = self.program.basis(), self.updates + MOST_UPDATES
        kept = self._dives.begin(self._best, self._relaxed(solution), self.nodes)
        pending = [[(v, IS, value) for v, value in kept.T.tolist()]] if kept.size else []
        is_narrowed = False
        while pending and self.updates < last_update:
            literals = pending.pop()
            if self._open(literals):
                self._decisions.append(GIVEN)
                continue
            self._close()
            if len(literals) > 1:
                half = len(literals) // 2
                pending += [literals[half:], literals[:half]]
            elif not self._decisions:
                v, _, value = literals[0]
                is_narrowed = True
                self._is_over = not self._require([(v, IS_NOT, value)])
                if self._is_over:
                    return True
        self._is_entering = is_narrowed or bool(self._decisions)
        return self._is_entering

    def _relaxed(self, solution: F64) -> I64:
        """Return variables that have whole values in a relaxation, and these values."""
        lower, upper = bounds_of(self._state, np.arange(len(self._state.variables)))
        whole = np.rint(solution).astype(np.int64)
        is_whole = np.abs(solution - whole) <= WHOLE
        (v, is_literal, own), whole = self._columns[is_whole].T, whole[is_whole]
        # A literal that is false says which value a variable has, if there are two.
        is_known = (v < self.depth) & ((is_literal == 0) | ((upper - lower)[v] == 1))
        is_known = (lower < upper)[v] & (is_known | (is_literal * whole == 1))
        opposite = np.where(whole == 1, own, (lower + upper)[v] - own)
        values = np.where(is_literal == 0, own + whole, opposite)
        return np.array([v, values])[:, is_known]

    def _go_on(self) -> None:
        """Go on after a solution, with a better bound."""
        self._is_entering = True
        if self._dives.has_solution(self.nodes):
            self._restart()

    def improve(self, values: Sequence[int], bound: int) -> None:
        """Search neighbourhoods of a solution, if it is better than the best one known here."""
        if bound < self.bound or self._best is None:
            self._best = np.array(values, dtype=np.int64)
            self.restrict(bound)
            if self._dives.may_begin_near() and not self._is_root:
                self._restart()

    def _is_solution(self, literals: list[tuple[int, int, int]]) -> bool:
        """Open a level with literals; return whether they fix all variables."""
        return self._open(literals) and first_open(handle(self._state), self.depth) < 0

    def _branch_or_write(self, out: Out, found: int) -> int:
        """Open a level where a variable has its least value; without one, write the solution."""
        v = first_open(handle(self._state), self.depth)
        if v < 0:
            self._write(out, found)
            return 1
        value = self._bounds(v)[0]
        self._descend(Decision((v, IS, value), (v, IS_NOT, value)))
        return 0

    def _literal(self, column: int, value: int) -> tuple[int, int, int]:
        """Return the literal that a column has a value."""
        v, is_literal, own = self._columns[column].tolist()
        if is_literal:
            return v, (IS if value else IS_NOT), own
        return v, IS, own + value

    def _branch_at(self, column: int, solution: F64) -> None:
        """Open a level with a literal of a column: the nearest value, or half of the values."""
        v, is_literal, own = self._columns[column].tolist()
        x = float(solution[column])
        if is_literal:
            decision = Decision((v, IS, own), (v, IS_NOT, own))
            up = 1
        else:
            below = own + min(int(np.floor(x + WHOLE)), int(self.program.upper[column]) - 1)
            low_half, high_half = (v, AT_MOST, below), (v, AT_LEAST, below + 1)
            up = int(x - (below - own) >= 0.5)
            decision = Decision(high_half, low_half) if up else Decision(low_half, high_half)
        self._descend(decision)
        part = x - np.floor(x)
        self._branched = column, up, self.program.objective, (1.0 - part if up else part)

    def _descend(self, decision: Decision) -> None:
        is_possible = self._open([decision.literal])
        self._decisions.append(decision)
        self._is_entering = is_possible

    def _choose(self, values: F64, columns: I64) -> int:
        """Return the place of the column to branch on: the best product of expected gains.

        In a dive it is the literal that is nearest to be true.
        """
        if self._dives.is_greedy:
            nearest = np.where(self._columns[columns, 1] == 1, values, 0.0)
            if nearest.any():
                return int(np.argmax(nearest))
        part = values - np.floor(values)
        sums, counts = self._gains.sum(axis=1), self._n_gains.sum(axis=1)
        usual = np.where(counts > 0, sums / np.maximum(counts, 1.0), 1.0)[:, None]
        own = self._n_gains[:, columns]
        gains = np.where(own > 0, self._gains[:, columns] / np.maximum(own, 1.0), usual)
        down = np.maximum(gains[0] * part, WHOLE)
        up = np.maximum(gains[1] * (1.0 - part), WHOLE)
        return int(np.argmax(down * up))

    def _write(self, out: Out, found: int) -> None:
        """Write the solution, and require a better one."""
        state = self._state
        self.restrict(self._bounds(self._goal)[0] - 1)
        state.position[SOLUTIONS] += np.uint64(1)
        self._best = bounds_of(state, np.arange(self.depth))[0]
        if len(out.rows):
            out.rows[found, : self.depth] = self._best - state.variables[: self.depth, ORIGIN]
            out.lengths[found] = self.depth

    def least_goal(self) -> int | None:
        """Return a lower bound of the objective, from the root."""
        return self._root_bound if self._decisions else self._bounds(self._goal)[0]

    @property
    def _is_bounded(self) -> bool:
        """Whether a solution is known, of this engine or another one."""
        return self.bound + 1 < MOST_WHOLE

    def is_useful(self) -> bool:
        """Return whether the relaxation at the root, if it is solved, bounds the objective well.

        Before there is a solution, it is useful where it leads to one, or bounds anything: how far
        away the best value is, is not known yet.
        """
        if self._is_root or self._is_over:
            return True
        if not self._is_bounded:
            return self._leads or self._root_bound > self._least
        gap = min(self.bound + 1, MOST_WHOLE) - self._least
        return self._root_bound - self._least > USEFUL * gap

    def is_near(self, part: float = NEAR) -> bool:
        """Return whether the bound of the root is near to the best value that is known."""
        best = self.bound + 1
        return self._is_root or best - self._root_bound <= part * max(1, abs(best))

    def outlook(self) -> float:
        """Return what further time slices are worth: LITTLE, USUAL or MUCH."""
        if not self._is_bounded and (self._leads or not self._is_root) and self.is_useful():
            return MUCH
        if not self.is_near():
            return USUAL if self._dives.is_promising and self.is_useful() else LITTLE
        return USUAL if self._is_root or not self.is_near(VERY_NEAR) else MUCH

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        flags = [self._is_over, self._is_entering, self._is_root]
        numbers = [self._n_rounds, self._n_stalled, self._n_solved]
        found = super().snapshot() | {
            "flags": np.array([*flags, *numbers, self._root_bound], dtype=np.int64),
            "before": np.array(self._before),
            "branched": np.array([] if self._branched is None else self._branched),
            "best": np.zeros(0, dtype=np.int64) if self._best is None else self._best.copy(),
            "decisions": np.array(self._decisions, dtype=np.int64).reshape(-1, 2, 3),
        }
        found |= {f"dives.{name}": each for name, each in self._dives.snapshot().items()}
        found |= {f"root.{name}": each for name, each in self._basis.items()}
        if not hasattr(self, "program"):
            return found
        program = {f"program.{name}": each for name, each in self.program.snapshot().items()}
        gains = {"gains": self._gains.copy(), "n_gains": self._n_gains.copy()}
        return found | program | gains

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Continue from a snapshot of another engine with the same arguments."""
        super().restore(snapshot)
        *flags, self._n_rounds, self._n_stalled, self._n_solved, self._root_bound = snapshot[
            "flags"
        ].tolist()
        self._is_over, self._is_entering, self._is_root = map(bool, flags)
        self._best = snapshot["best"].copy() if len(snapshot["best"]) else None
        self._dives.restore({name: snapshot[f"dives.{name}"] for name in self._dives.snapshot()})
        names = [name for name in snapshot if name.startswith("root.")]
        self._basis = {name.removeprefix("root."): snapshot[name] for name in names}
        self._before = float(snapshot["before"])
        self._decisions = [
            Decision(tuple(one), tuple(other)) for one, other in snapshot["decisions"].tolist()
        ]
        branched = snapshot["branched"].tolist()
        self._branched = (int(branched[0]), int(branched[1]), *branched[2:]) if branched else None
        if "gains" in snapshot:
            own = {name: snapshot[f"program.{name}"] for name in self.program.snapshot()}
            self.program.restore(own)
            self._gains, self._n_gains = snapshot["gains"].copy(), snapshot["n_gains"].copy()

    def part_done(self) -> float:
        """Return 0 until the search ends."""
        return float(self._is_over)


def linear(model: Model, request: ModelRequest) -> Relaxed:
    """Return the engine for a model and a request that has an objective."""
    from csp.engines.propagation.strategy import tree_for
    from csp.presolve.machines import post_energy
    from csp.presolve.search_parts import built, goal_of, laid_out
    from csp.request import Branching

    builder = built(model)
    goal = builder.variable_of(request.objective)
    objective, _ = goal_of(builder, request)
    machines = post_energy(builder, goal)
    state = laid_out(model, builder)
    branching = Branching(order="input", restart=0)
    tree = tree_for(state, model, replace(request, branching=branching), objective)
    spans = sum(int(n).bit_length() for n in state.variables[:, WIDTH]) + 8 * len(state.variables)
    tree = tree._replace(
        levels=np.zeros((spans, tree.levels.shape[1]), dtype=np.int64), shares=np.zeros(spans)
    )
    random = request.search.generator() or np.random.default_rng(0)
    return Relaxed(state, tree, len(model.unknowns), builder, goal, machines, random)
