"""The relaxation at a node, solved for the domains of now: it bounds the objective, removes values.

The engine `linear` (`csp.engines.linear.engine`) searches with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from csp.engines.linear.columns import Columns, followers
from csp.engines.linear.cuts import rounded, subtours
from csp.engines.linear.program import INFEASIBLE, OPTIMAL, Bound, Program
from csp.engines.propagation.engine import values_left
from csp.engines.tree_engine import TreeEngine
from csp.errors import ModelError
from csp.kernels.levels import bounds_of, close_level, open_level, read_bounds, require
from csp.kernels.state import N_TRAIL, State
from csp.kernels.tree import AT_LEAST, AT_MOST, IS, IS_NOT, Tree
from csp.model.expressions import MOST_WHOLE
from csp.model.layout import with_longer_trail
from csp.presolve.machines import Machine
from csp.presolve.probing import MOST_IN_SCOPES
from csp.propagators.raised import check_raised
from exactcover.runtime.kernels.pointers import handle

if TYPE_CHECKING:
    from csp.model.builder import Builder

MOST_ENTRIES, MOST_ROWS = 1 << 20, 1 << 14
"""The most entries and rows of a relaxation."""
MOST_ROUNDS, MOST_STALLED = 30, 4
"""The most rounds of cuts at the root, and of those that raise the bound by little."""
MOST_ROUNDS_BELOW = 2
"""The same below the root."""
LITTLE = 1e-3
"""Cuts raise the bound by little if by less than this part of it."""
WHOLE = 1e-6
"""A value is whole if it is as near as this to a whole number."""
MOST_SPAN = 4096
"""Of variables that span more values, only the bounds are used."""
MOST_FIXING = 3
"""How often the relaxation of a node is solved again after its bound removed values."""


class Bounding(TreeEngine):
    """A search tree with a linear relaxation; see `engine.Relaxed` for the parameters.

    Attributes
    ----------
    program
        The relaxation; there is none if the search is over before it begins.
    """

    def __init__(
        self,
        state: State,
        tree: Tree,
        depth: int,
        builder: Builder,
        goal: int,
        machines: Sequence[Machine] = (),
    ) -> None:
        super().__init__(state, tree, depth)
        self._goal = builder.place_of(goal)
        self._is_over = builder.is_infeasible or not self._require([])
        state.position[N_TRAIL] = 0
        self._is_root = True
        self._n_rounds = self._n_stalled = self._n_solved = 0
        self._n_parts = 1
        self._before = -np.inf
        self._branched: tuple[int, int, float, float] | None = None
        self._least = self._root_bound = self._bounds(self._goal)[0]
        if self._is_over:
            return
        if sum(len(each.scope) for each in builder.propagators) > MOST_IN_SCOPES:
            raise ModelError("the model is too large for a linear relaxation: use propagation")
        lows, highs = (each.tolist() for each in bounds_of(state, np.arange(len(state.variables))))

        @cache
        def values(v: int) -> Sequence[int]:
            """Return the values of a variable; all between its bounds, if it has many."""
            place = builder.place_of(v)
            least, greatest = int(lows[place]), int(highs[place])
            if greatest - least >= MOST_SPAN or greatest - least < 2:
                return range(least, greatest + 1)
            return values_left(state, place)

        columns = Columns(builder, values, goal, machines)
        n, m = len(columns.unknowns), len(columns.lines)
        n_entries = sum(len(line.terms) for line in columns.lines)
        if not n:
            raise ModelError("the linear relaxation has no columns: use propagation")
        if m > MOST_ROWS or n_entries > MOST_ENTRIES:
            raise ModelError(f"the linear relaxation has {m} rows of {n} columns: use propagation")
        self._circuits = columns.circuits()
        self._energies = columns.energies()
        columns.check(builder.name_of)
        n = len(columns.unknowns)
        costs = np.zeros(n, dtype=np.int64)
        for k, c in columns.objective.terms.items():
            costs[k] = c
        self._constant, self._costs = columns.objective.constant, costs
        self._columns = np.array(
            [
                (builder.place_of(u[0]), 1, u[1])
                if isinstance(u, tuple)
                else (builder.place_of(u), 0, columns.origin(u))
                for u in columns.unknowns
            ],
            dtype=np.int64,
        )
        lower, upper = np.empty(n), np.empty(n)
        read_bounds(handle(state), self._columns, lower, upper)
        self.program = Program(columns.lines, costs, lower, upper)
        self._gains = np.zeros((2, n))
        self._n_gains = np.zeros((2, n))
        self._n_first = len(columns.lines)
        self._follows = followers(columns.lines, self._columns[:, 1] == 1)

    def _open(self, literals: list[tuple[int, int, int]]) -> bool:
        """Open a level with literals."""
        state = self._state
        if int(state.position[N_TRAIL]) + 2 * len(state.cells) > len(state.trail):
            self._state = with_longer_trail(state)
        open_level(handle(self._state), self._tree)
        return self._require(literals)

    def _close(self) -> None:
        close_level(handle(self._state), self._tree)

    def _bounds(self, v: int) -> tuple[int, int]:
        """Return the bounds of a variable."""
        lower, upper = bounds_of(self._state, np.array([v]))
        return int(lower[0]), int(upper[0])

    def _require(self, literals: list[tuple[int, int, int]]) -> bool:
        """Make literals true, and propagate."""
        own = np.array(literals, dtype=np.int64).reshape(-1, 3)
        found = bool(require(handle(self._state), self._tree, own))
        check_raised(self._state)
        return found

    def _relax(self) -> int | None:
        """Solve the relaxation of a node; return its status, or None if it is refuted."""
        for _ in range(MOST_FIXING):
            status, bound = self._solved()
            if status is None or bound is None:
                return status
            self._learn_gain(status)
            has_changed = self._use(bound)
            if has_changed is None:
                return None
            if not has_changed:
                break
        return status

    def _solved(self) -> tuple[int | None, Bound | None]:
        """Solve the relaxation; return its status, and the exact bound of the solution.

        The tableau is computed anew and solved again if the bound is much lower than the solution.
        """
        program = self.program
        for is_new in (False, True):
            status = self._solve()
            bound = None if status is None else program.bound()
            if bound is None or status != OPTIMAL or is_new:
                break
            objective = program.objective
            if objective - bound.number / bound.scale < LITTLE * (1.0 + abs(objective)):
                break
            program.refactor()
        return status, bound

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
        self._read_bounds()
        most = self._most()
        limit = most - self._constant + 1e-2 if most < MOST_WHOLE else np.inf
        n_parts = self._n_parts if self._is_root else 1
        status = program.solve(limit, n_parts)
        if status == INFEASIBLE:
            if program.is_refuted():
                return None
            program.refactor()
            status = program.solve(limit, n_parts)
            if status == INFEASIBLE and program.is_refuted():
                return None
        return status

    def _use(self, bound: Bound) -> bool | None:
        """Use an exact bound: of the objective, and of columns by their reduced costs.

        Returns
        -------
        Whether domains changed; None if there is no better solution.
        """
        least = -(-bound.number // bound.scale) + self._constant
        most = self._most()
        if least > most:
            return None
        literals = [(self._goal, AT_LEAST, least)]
        if most < MOST_WHOLE:
            literals += self._implied(bound, bound.scale * (most - self._constant) - bound.number)
        if not self._require(literals):
            return None
        return len(literals) > 1

    def _most(self) -> int:
        """Return the greatest value of the objective that is accepted here."""
        return min(self.bound, self._bounds(self._goal)[1])

    def _implied(self, bound: Bound, room: int) -> list[tuple[int, int, int]]:
        """Return literals of columns that follow from a bound which may only rise by `room`.

        The reduced cost of a column is what each step away from its best value adds to the bound.
        """
        lower, upper = self.program.lower, self.program.upper
        span, costs = (upper - lower).astype(np.int64), bound.costs
        literals = []
        for k in np.flatnonzero(np.abs(costs) * span.astype(float) > room).tolist():
            cost = int(costs[k])
            steps = room // abs(cost)
            v, is_literal, own = self._columns[k].tolist()
            if is_literal:
                literals.append((v, IS_NOT if cost > 0 else IS, own))
            elif cost > 0:
                literals.append((v, AT_MOST, own + int(lower[k]) + steps))
            else:
                literals.append((v, AT_LEAST, own + int(upper[k]) - steps))
        return literals

    def _read_bounds(self) -> None:
        """Give the bounds of the domains to the columns."""
        read_bounds(handle(self._state), self._columns, self.program.lower, self.program.upper)

    def _add_cuts(self) -> bool:
        """Add cuts that the last solution violates; return whether there are some."""
        program = self.program
        if len(program.lines) > 2 * self._n_first + 200:
            program.drop_loose(self._n_first)
            program.solve()
        solution = program.solution()
        cuts = [cut for circuit in self._circuits for cut in subtours(circuit, solution)]
        cuts += [cut for each in self._energies if (cut := each.cut(solution)) is not None]
        if self._is_root:
            cuts += rounded(program)
        if not cuts or len(program.lines) + len(cuts) > MOST_ROWS:
            return False
        program.add(cuts)
        return True

    def _begin_rounds(self) -> None:
        """Begin to count rounds of cuts for another node."""
        self._n_rounds = self._n_stalled = 0
        self._before = -np.inf
