"""The external solver CP-SAT of OR-tools: `solver="cpsat"`.

CP-SAT cannot pause a search. So it runs in a thread of its own, which puts its solutions into a
queue of limited length. It waits while the queue is full, and the driver can stop it at any time.
"""

from __future__ import annotations

import threading
import weakref
from queue import Empty, Full, Queue
from typing import TYPE_CHECKING, Any

from csp.errors import ModelError
from csp.solvers.cpsat_model import CpSatModel
from csp.solvers.foreign import Foreign
from csp.solvers.optional import optional
from exactcover.runtime.arguments import generator
from exactcover.runtime.errors import GaveUpError
from exactcover.runtime.search.protocol import Out, Status

if TYPE_CHECKING:
    from csp.model.model import Model

PATIENCE = 0.02
"""The seconds that a call waits for a solution before it returns to the driver."""
AHEAD = 1024
"""The most solutions that wait in the queue."""


class CpSat(Foreign):
    """The search; see `exactcover.runtime.search.protocol.Engine`.

    Parameters
    ----------
    model
        The model.
    objective
        The expression to minimise; or None: then all solutions are found, or one.
    seed
        For CP-SAT's own random choices, or None.
    is_for_one
        Whether only one solution is wanted: then CP-SAT stops at the first, and its presolve may
        leave solutions out.

    Raises
    ------
    CpSatModelError
        If CP-SAT has no such constraint, and it is too large for a table; the message names it.
    ModelError
        If OR-tools is not installed.
    """

    name = "cpsat"

    def __init__(self, model: Model, objective: Any, seed: Any, is_for_one: bool) -> None:
        cp_model = optional("ortools.sat.python.cp_model", "cpsat", "ortools")
        translation = CpSatModel(model, cp_model)
        self.depth = len(model.unknowns)
        self.origins = [variable.origin for variable in model.unknowns]
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        if seed is not None:
            solver.parameters.random_seed = int(generator(seed).integers(1 << 30))
        if objective is None:
            solver.parameters.enumerate_all_solutions = not is_for_one
        else:
            translation.model.minimize(translation.expression(objective))
        invalid = translation.model.validate()
        if invalid:
            raise ModelError(f"CP-SAT rejects the model: {invalid}")
        self._run = _Run(cp_model, solver, translation)
        # The thread refers to the run, not to this engine. It ends when the engine is deleted, and
        # at the latest before the interpreter ends, which must not happen inside CP-SAT.
        weakref.finalize(self, self._run.stop)
        self._calls = 0

    @property
    def nodes(self) -> int:
        """The number of calls and solutions: CP-SAT reports its own counters only at the end."""
        return self._calls + self.solutions

    def advance(self, node_budget: int, out: Out) -> Status:
        """Wait for solutions for a short time; return those that were found."""
        self._calls += 1
        found = 0
        while found < out.room:
            try:
                values = self._run.found.get(timeout=PATIENCE if not found else 0.0)
            except Empty:
                return Status.BUDGET_SPENT
            if values is None:
                return self._run.verdict()
            if len(out.rows):
                out.rows[found] = [v - o for v, o in zip(values, self.origins, strict=True)]
                out.lengths[found] = self.depth
            found += 1
            self.solutions += 1
        return Status.OUT_FULL


class _Run:
    """A thread in which CP-SAT searches; `found` gets the values of each solution, then None."""

    def __init__(self, cp_model: Any, solver: Any, translation: CpSatModel) -> None:
        self.found: Queue[list[int] | None] = Queue(maxsize=AHEAD)
        self._cp_model, self._solver = cp_model, solver
        self._is_over = threading.Event()
        self._status: Any = None
        self._error: Exception | None = None
        model, variables = translation.model, translation.variables
        self._thread = threading.Thread(target=self._search, args=(model, variables), daemon=True)
        self._thread.start()

    def _search(self, model: Any, variables: list[Any]) -> None:
        run = self

        class Callback(self._cp_model.CpSolverSolutionCallback):  # type: ignore[misc, name-defined]
            def on_solution_callback(self) -> None:
                run.put([self.value(variable) for variable in variables])
                if run._is_over.is_set():
                    self.stop_search()

        try:
            self._status = self._solver.solve(model, Callback())
        except Exception as error:  # it is raised again in the thread of the driver
            self._error = error
        self.put(None)

    def put(self, values: list[int] | None) -> None:
        """Put values into the queue when there is space, unless the search is stopped."""
        while not self._is_over.is_set():
            try:
                return self.found.put(values, timeout=PATIENCE)
            except Full:
                continue

    def stop(self) -> None:
        """End the search, and wait until its thread has ended."""
        self._is_over.set()
        if self._thread is threading.current_thread():  # garbage may be collected in any thread
            return
        while self._thread.is_alive():  # a search that has not begun yet ignores the call
            self._solver.stop_search()
            self._thread.join(PATIENCE)

    def verdict(self) -> Status:
        """Return the status at the end of the search."""
        self.found.put(None)  # for further calls
        if self._error is not None:
            raise self._error
        if self._status in (self._cp_model.OPTIMAL, self._cp_model.INFEASIBLE):
            return Status.EXHAUSTED
        raise GaveUpError(f"CP-SAT ended with {self._solver.status_name(self._status)}")
