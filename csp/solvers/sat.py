"""A SAT solver of python-sat on the exact cover problem: `solver="sat"`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from csp.bridges.to_cover import to_exact_cover
from csp.engines.exact_cover import Covering
from csp.errors import ModelError
from csp.solvers.foreign import Foreign
from csp.solvers.optional import optional
from exactcover.formats.dimacs import clauses
from exactcover.problem.problem import Problem
from exactcover.runtime.search.protocol import Out, Status

if TYPE_CHECKING:
    from csp.model.model import Model

SOLVER = "glucose4"
"""A solver that can be stopped after some conflicts, and continued."""
CONFLICTS = 2000
"""The conflicts of one call, which take about 50 ms."""


def sat(model: Model, objective: Any, seed: Any, is_for_one: bool) -> Covering:
    """Return an engine that searches a model translated to an exact cover problem.

    It finds solutions one by one, so `is_for_one` changes nothing.

    Raises
    ------
    TranslationError
        If the model cannot be translated; the message names the constraint.
    ModelError
        If python-sat is not installed, or an objective or a seed is given.
    """
    if objective is not None:
        raise ModelError(
            "solver='sat' cannot minimise or maximise, because SAT solvers have no objective: "
            "use solver='cpsat'"
        )
    if seed is not None:
        raise ModelError("solver='sat' does not support a seed")
    solvers = optional("pysat.solvers", "sat", "python-sat")
    cover = to_exact_cover(model, decompose=True, language="solver='sat'")
    return Covering(cover, Sat(cover.problem, solvers.Solver(SOLVER)))


class Sat(Foreign):
    """The search of an exact cover problem; see `exactcover.runtime.search.protocol.Engine`."""

    name = "sat"

    def __init__(self, problem: Problem, solver: Any) -> None:
        formula = clauses(problem)
        self._solver = solver
        self._n_options = problem.n_options
        # The solver rejects an empty clause.
        self._is_infeasible = [] in formula.clauses
        solver.append_formula(clause for clause in formula.clauses if clause)
        self.depth = max(1, problem.n_options)
        self._calls = 0

    @property
    def nodes(self) -> int:
        """The number of decisions, and one for each call."""
        return int(self._solver.accum_stats()["decisions"]) + self._calls

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue for some conflicts, or up to a solution, which is then forbidden by a clause."""
        self._calls += 1
        if self._is_infeasible:
            return Status.EXHAUSTED
        self._solver.conf_budget(min(CONFLICTS, node_budget))
        found = self._solver.solve_limited()
        if found is None:
            return Status.BUDGET_SPENT
        if not found:
            return Status.EXHAUSTED
        chosen = [v for v in self._solver.get_model()[: self._n_options] if v > 0]
        self._solver.add_clause([-v for v in chosen])
        if len(out.rows):
            out.rows[0, : len(chosen)] = [v - 1 for v in chosen]
            out.lengths[0] = len(chosen)
        self.solutions += 1
        return Status.OUT_FULL if out.room == 1 else Status.BUDGET_SPENT
