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
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from csp.errors import ModelError
from csp.kernels.branching import (
    AT_LEAST,
    AT_MOST,
    IS,
    IS_NOT,
    close_level,
    first_open,
    open_level,
    read_bounds,
    require,
)
from csp.kernels.state import N_TRAIL, NODES, ORIGIN, SOLUTIONS, UPDATES, WIDTH, State
from csp.kernels.tree import Tree
from csp.model.expressions import MOST_WHOLE
from csp.model.layout import with_longer_trail
from csp.propagators.raised import check_raised
from csp.relaxation.columns import Columns
from csp.relaxation.cuts import rounded, subtours
from csp.relaxation.program import INFEASIBLE, OPTIMAL, Bound, Program
from csp.search.engine import values_left
from csp.search.tree_engine import TreeEngine
from exactcover.compiled.pointers import handle
from exactcover.compiled.types import F64, I64
from exactcover.search.protocol import Out, Status

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.model import Model
    from csp.search.request import ModelRequest

MOST_ENTRIES = 1 << 21
"""The most entries of a tableau: 16 MB."""
MOST_ROUNDS, MOST_STALLED = 30, 4
"""The most rounds of cuts at the root, and of those that raise the bound by little."""
MOST_ROUNDS_BELOW = 2
"""The same below the root."""
LITTLE = 1e-3
"""Cuts raise the bound by little if by less than this part of it."""
WHOLE = 1e-6
"""A value is whole if it is as near as this to a whole number."""
USEFUL, NEAR = 0.3, 0.25
"""The relaxation is useful if it closes this part of the gap that propagation leaves; its bound is
near to the best value if it differs by no more than this part of it."""
UPDATES_OF_NODE = 2000
"""The updates that a node counts for, without pivots: it takes about as long as these."""
MOST_SPAN = 4096
"""Of variables that span more values, only the bounds are used."""
MOST_FIXING = 3
"""How often the relaxation of a node is solved again after its bound removed values."""


class Decision(NamedTuple):
    """A literal of a level: variable, kind, value; and its opposite."""

    literal: tuple[int, int, int]
    opposite: tuple[int, int, int]


class Relaxed(TreeEngine):
    """Branch and bound by linear relaxations; see `exactcover.search.protocol.Engine`.

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

    Raises
    ------
    ModelError
        If the relaxation is empty, or too large.
    """

    name = "linear"

    def __init__(self, state: State, tree: Tree, depth: int, builder: Builder, goal: int) -> None:
        super().__init__(state, tree, depth)
        self._goal = builder.place_of(goal)
        self._is_over = builder.is_infeasible or not self._require([])
        state.position[N_TRAIL] = 0
        self._decisions: list[Decision] = []
        self._is_entering = True
        self._is_root = True
        self._begin_rounds()
        self._least = self._root_bound = self._bounds(self._goal)[0]
        if self._is_over:
            return

        columns = Columns(builder, cache(lambda v: self._values(builder.place_of(v))), goal)
        n, m = len(columns.unknowns), len(columns.lines)
        if not n or (n + 1) * (m + 1) > MOST_ENTRIES:
            raise ModelError(f"the linear relaxation has {m} rows of {n} columns: use propagation")
        self._circuits = columns.circuits()
        n = len(columns.unknowns)
        costs = np.zeros(n, dtype=np.int64)
        for k, c in columns.objective.terms.items():
            costs[k] = c
        self._constant = columns.objective.constant
        self._columns = np.array(
            [
                (builder.place_of(u[0]), 1, u[1])
                if isinstance(u, tuple)
                else (builder.place_of(u), 0, 0)
                for u in columns.unknowns
            ],
            dtype=np.int64,
        )
        lower, upper = np.empty(n), np.empty(n)
        read_bounds(handle(state), self._columns, lower, upper)
        self.program = Program(columns.lines, costs, lower, upper)
        self._gains = np.zeros((2, n))
        self._n_gains = np.zeros((2, n))
        self._branched: tuple[int, int, float, float] | None = None
        self._n_first = len(columns.lines)

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` nodes and `out.room` solutions."""
        found = 0
        last = self.nodes + node_budget
        while self.nodes < last and found < out.room:
            if self._is_over:
                return Status.EXHAUSTED
            if self._is_entering:
                before = self.program.work
                found += self._enter(out, found)
                spent = self.program.work - before + UPDATES_OF_NODE
                self._state.position[[NODES, UPDATES]] += np.array([1, spent], dtype=np.uint64)
            else:
                self._leave()
        return Status.OUT_FULL if found == out.room else Status.BUDGET_SPENT

    def _bounds(self, v: int) -> tuple[int, int]:
        """Return the bounds of a variable."""
        own, lower, upper = np.array([[v, 0, 0]]), np.empty(1), np.empty(1)
        read_bounds(handle(self._state), own, lower, upper)
        return int(lower[0]), int(upper[0])

    def _values(self, v: int) -> Sequence[int]:
        """Return the values of a variable; all between its bounds, if it has many."""
        least, greatest = self._bounds(v)
        if greatest - least >= MOST_SPAN:
            return range(least, greatest + 1)
        return values_left(self._state, v)

    def _require(self, literals: list[tuple[int, int, int]]) -> bool:
        """Make literals true, and propagate."""
        own = np.array(literals, dtype=np.int64).reshape(-1, 3)
        found = bool(require(handle(self._state), self._tree, own))
        check_raised(self._state)
        return found

    def _open(self, literals: list[tuple[int, int, int]]) -> bool:
        """Open a level with literals."""
        state = self._state
        if int(state.position[N_TRAIL]) + 2 * len(state.cells) > len(state.trail):
            self._state = with_longer_trail(state)
        open_level(handle(self._state), self._tree)
        return self._require(literals)

    def _close(self) -> None:
        close_level(handle(self._state), self._tree)

    def _leave(self) -> None:
        """Close the last level, and require the opposite of its decision above it."""
        if not self._decisions:
            self._is_over = True
            return
        self._close()
        decision = self._decisions.pop()
        self._branched = None
        self._begin_rounds()
        self._is_entering = self._require([decision.opposite])

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
            self._branch_on(first_open(handle(self._state), self.depth))
            return self._finish(out, found)
        lower, upper = self.program.lower, self.program.upper
        is_open = lower < upper
        away = np.abs(solution - np.rint(solution))
        fractional = np.flatnonzero(is_open & (away > WHOLE))
        if len(fractional):
            self._branch_at(
                int(fractional[self._choose(solution[fractional], fractional)]), solution
            )
            return 0
        whole = np.rint(solution).astype(np.int64)
        open_columns = np.flatnonzero(is_open)
        if self._is_solution([self._literal(k, int(whole[k])) for k in open_columns.tolist()]):
            self._write(out, found)
            self._close()
            self._is_entering = True
            return 1
        self._close()
        if len(open_columns):
            at_top = open_columns[whole[open_columns] > 0]
            self._branch_at(int((at_top if len(at_top) else open_columns)[0]), solution)
            return 0
        self._branch_on(first_open(handle(self._state), self.depth))
        return self._finish(out, found)

    def _is_solution(self, literals: list[tuple[int, int, int]]) -> bool:
        """Open a level with literals; return whether they fix all variables."""
        return self._open(literals) and first_open(handle(self._state), self.depth) < 0

    def _finish(self, out: Out, found: int) -> int:
        """Write the solution if all variables are fixed."""
        if first_open(handle(self._state), self.depth) >= 0 or self._is_entering:
            return 0
        self._write(out, found)
        return 1

    def _begin_rounds(self) -> None:
        """Begin to count rounds of cuts for another node."""
        self._n_rounds = self._n_stalled = 0
        self._before = -np.inf

    def _literal(self, column: int, value: int) -> tuple[int, int, int]:
        """Return the literal that a column has a value."""
        v, is_literal, own = self._columns[column].tolist()
        if is_literal:
            return v, (IS if value else IS_NOT), own
        return v, IS, value

    def _branch_at(self, column: int, solution: F64) -> None:
        """Open a level with a literal of a column: the nearest value, or half of the values."""
        v, is_literal, own = self._columns[column].tolist()
        x = float(solution[column])
        if is_literal:
            decision = Decision((v, IS, own), (v, IS_NOT, own))
            up = 1
        else:
            below = min(int(np.floor(x + WHOLE)), int(self.program.upper[column]) - 1)
            low_half, high_half = (v, AT_MOST, below), (v, AT_LEAST, below + 1)
            up = int(x - below >= 0.5)
            decision = Decision(high_half, low_half) if up else Decision(low_half, high_half)
        self._descend(decision)
        part = x - np.floor(x)
        self._branched = column, up, self.program.objective, (1.0 - part if up else part)

    def _branch_on(self, v: int) -> None:
        """Open a level where a variable has its least value, if there is one."""
        if v >= 0:
            value = self._bounds(v)[0]
            self._descend(Decision((v, IS, value), (v, IS_NOT, value)))

    def _descend(self, decision: Decision) -> None:
        is_possible = self._open([decision.literal])
        self._decisions.append(decision)
        self._is_entering = is_possible

    def _choose(self, values: F64, columns: I64) -> int:
        """Return the place of the column to branch on: the best product of expected gains."""
        part = values - np.floor(values)
        sums, counts = self._gains.sum(axis=1), self._n_gains.sum(axis=1)
        usual = np.where(counts > 0, sums / np.maximum(counts, 1.0), 1.0)[:, None]
        own = self._n_gains[:, columns]
        gains = np.where(own > 0, self._gains[:, columns] / np.maximum(own, 1.0), usual)
        down = np.maximum(gains[0] * part, WHOLE)
        up = np.maximum(gains[1] * (1.0 - part), WHOLE)
        return int(np.argmax(down * up))

    def _relax(self) -> int | None:
        """Solve the relaxation of a node; return its status, or None if it is refuted."""
        for _ in range(MOST_FIXING):
            status = self._solve()
            bound = None if status is None else self._bound(status)
            if status is None or bound is None:
                return status
            self._learn_gain(status)
            has_changed = self._use(bound)
            if has_changed is None:
                return None
            if not has_changed:
                break
        return status

    def _bound(self, status: int) -> Bound | None:
        """Return the exact bound of the solution; compute the tableau anew if it is much lower."""
        program = self.program
        for is_new in (False, True):
            bound = program.bound()
            if bound is None or status != OPTIMAL or is_new:
                break
            objective = program.objective
            if objective - bound.number / bound.scale < LITTLE * (1.0 + abs(objective)):
                break
            program.refactor()
            self._solve()
        return bound

    def _learn_gain(self, status: int) -> None:
        """Record by how much the last decision raised the objective."""
        if self._branched is not None and status == OPTIMAL:
            column, side, parent, distance = self._branched
            gain = max(0.0, self.program.objective - parent) / max(distance, WHOLE)
            self._gains[side, column] += gain
            self._n_gains[side, column] += 1.0
        self._branched = None

    def _is_cut(self) -> bool:
        """Add cuts, if there are some and they may raise the bound; return whether they do."""
        program = self.program
        objective = program.objective
        self._n_stalled += objective - self._before < LITTLE * (1.0 + abs(self._before))
        self._before = objective
        most = MOST_ROUNDS if self._is_root else MOST_ROUNDS_BELOW
        self._n_rounds += 1
        return self._n_rounds <= most and self._n_stalled <= MOST_STALLED and self._add_cuts()

    def _solve(self) -> int | None:
        """Solve for the domains of now; return the status, or None if there is no solution."""
        program = self.program
        read_bounds(handle(self._state), self._columns, program.lower, program.upper)
        limit = self.bound - self._constant + 1e-2 if self.bound < MOST_WHOLE else np.inf
        status = program.solve(limit)
        if status == INFEASIBLE:
            if program.is_refuted():
                return None
            program.refactor()
            status = program.solve(limit)
            if status == INFEASIBLE and program.is_refuted():
                return None
        return status

    def _use(self, bound: Bound) -> bool | None:
        """Use an exact bound: of the objective, and of columns by their reduced costs.

        Returns
        -------
        Whether domains changed; None if there is no better solution.
        """
        program = self.program
        least = -(-bound.number // bound.scale) + self._constant
        if least > self.bound:
            return None
        literals = [(self._goal, AT_LEAST, least)]
        n_fixed = 0
        if self.bound < MOST_WHOLE:
            room = bound.scale * (self.bound - self._constant) - bound.number
            lower, upper = program.lower, program.upper
            costs = bound.costs
            span = (upper - lower).astype(np.int64)
            for k in np.flatnonzero(
                (span > 0) & (np.abs(costs) * span.astype(float) > room)
            ).tolist():
                cost = int(costs[k])
                steps = room // abs(cost)
                v, is_literal, own = self._columns[k].tolist()
                if is_literal:
                    literals.append((v, IS_NOT if cost > 0 else IS, own))
                elif cost > 0:
                    literals.append((v, AT_MOST, int(lower[k]) + steps))
                else:
                    literals.append((v, AT_LEAST, int(upper[k]) - steps))
                n_fixed += 1
        if not self._require(literals):
            return None
        return n_fixed > 0

    def _add_cuts(self) -> bool:
        """Add cuts that the last solution violates; return whether there are some."""
        program = self.program
        if len(program.lines) > 2 * self._n_first + 200:
            program.drop_loose(self._n_first)
            program.solve()
        solution = program.solution()
        cuts = [cut for circuit in self._circuits for cut in subtours(circuit, solution)]
        if self._is_root:
            cuts += rounded(program)
        if not cuts or (len(program.lines) + len(cuts)) * program.n > MOST_ENTRIES:
            return False
        program.add(cuts)
        return True

    def _write(self, out: Out, found: int) -> None:
        """Write the solution, and require a better one."""
        state = self._state
        self.bound = self._bounds(self._goal)[0] - 1
        state.position[SOLUTIONS] += np.uint64(1)
        if len(out.rows):
            for v in range(self.depth):
                out.rows[found, v] = self._bounds(v)[0] - int(state.variables[v, ORIGIN])
            out.lengths[found] = self.depth

    def least_goal(self) -> int | None:
        """Return a lower bound of the objective, from the root."""
        return None if self._decisions else self._bounds(self._goal)[0]

    def is_useful(self) -> bool:
        """Return whether the relaxation at the root, if it is solved, bounds the objective well."""
        if self._is_root or self._is_over:
            return True
        gap = min(self.bound + 1, MOST_WHOLE) - self._least
        return self._root_bound - self._least > USEFUL * gap

    def is_near(self) -> bool:
        """Return whether the bound of the root is near to the best value that is known."""
        best = self.bound + 1
        return self._is_root or best - self._root_bound <= NEAR * max(1, abs(best))

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        flags = [self._is_over, self._is_entering, self._is_root, self._n_rounds, self._n_stalled]
        found = super().snapshot() | {
            "flags": np.array([*flags, self._root_bound], dtype=np.int64),
            "before": np.array(self._before),
            "decisions": np.array(self._decisions, dtype=np.int64).reshape(-1, 2, 3),
        }
        if not hasattr(self, "program"):
            return found
        program = {f"program.{name}": each for name, each in self.program.snapshot().items()}
        gains = {"gains": self._gains.copy(), "n_gains": self._n_gains.copy()}
        return found | program | gains

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Continue from a snapshot of another engine with the same arguments."""
        super().restore(snapshot)
        *flags, self._n_rounds, self._n_stalled, self._root_bound = snapshot["flags"].tolist()
        self._is_over, self._is_entering, self._is_root = map(bool, flags)
        self._before = float(snapshot["before"])
        self._decisions = [
            Decision(tuple(one), tuple(other)) for one, other in snapshot["decisions"].tolist()
        ]
        self._branched = None
        if "gains" in snapshot:
            own = {name: snapshot[f"program.{name}"] for name in self.program.snapshot()}
            self.program.restore(own)
            self._gains, self._n_gains = snapshot["gains"].copy(), snapshot["n_gains"].copy()

    def part_done(self) -> float:
        """Return 0 until the search ends."""
        return float(self._is_over)


def relaxed(model: Model, request: ModelRequest) -> Relaxed:
    """Return the engine for a model and a request that has an objective."""
    from csp.search.building import built, goal_of, laid_out
    from csp.search.request import Branching
    from csp.search.strategy import tree_for

    builder = built(model)
    goal = builder.variable_of(request.objective)
    objective, _ = goal_of(builder, request)
    state = laid_out(model, builder)
    branching = Branching(order="input", restart=0)
    tree = tree_for(state, model, replace(request, branching=branching), objective)
    spans = sum(int(n).bit_length() for n in state.variables[:, WIDTH]) + 8 * len(state.variables)
    tree = tree._replace(
        levels=np.zeros((spans, tree.levels.shape[1]), dtype=np.int64), shares=np.zeros(spans)
    )
    return Relaxed(state, tree, len(model.unknowns), builder, goal)
