"""The solver of CPMpy that searches with this package."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from time import monotonic
from typing import Any

from cpmpy.expressions.utils import flatlist
from cpmpy.expressions.variables import NegBoolView, _BoolVarImpl, _NumVarImpl
from cpmpy.solvers.solver_interface import ExitStatus, SolverInterface, SolverStatus
from cpmpy.solvers.utils import SolverLookup
from cpmpy.transformations.decompose_global import decompose_in_tree, decompose_objective
from cpmpy.transformations.get_variables import get_variables
from cpmpy.transformations.normalize import toplevel_list
from cpmpy.transformations.safening import no_partial_functions, safen_objective

from csp.cpmpy.functions import FUNCTIONS
from csp.cpmpy.globals import GLOBALS
from csp.cpmpy.terms import Terms, whole
from csp.errors import ModelError
from csp.model.constraint import Constraint
from csp.model.expressions import Expression, Variable, expression
from csp.model.model import Model
from csp.model.solution import Assignment
from csp.verbs.incremental import Incremental
from csp.verbs.model_result import ModelResult
from exactcover.runtime.version import __version__

NAME = "exactcover_csp"


class ExactCoverCsp(SolverInterface):
    """The solver; made by `cpmpy.SolverLookup.get("exactcover_csp")`.

    Constraints are added to one model, which grows. Calls with assumptions, without objective and
    without other arguments than limits keep what was learned (`csp.Incremental`). Others do not.

    Parameters
    ----------
    cpm_model
        A model of CPMpy, or None.
    subsolver
        Nothing: there are none.
    """

    supported_global_constraints = frozenset({*GLOBALS, *FUNCTIONS})
    supported_reified_global_constraints = frozenset(GLOBALS)

    def __init__(self, cpm_model: Any = None, subsolver: str | None = None) -> None:
        if subsolver is not None:
            raise ValueError(f"{NAME} has no subsolvers, such as {subsolver!r}")
        self._model = Model()
        self._terms = Terms(self.solver_var, self)
        self._goal: tuple[Expression, bool] | None = None
        self._hints: dict[Variable, int] = {}
        self._assumed: dict[int, Any] = {}
        self._conditions: list[Constraint] = []
        self._conditions_by_name: dict[str, Constraint] = {}
        self._incremental = Incremental(self._model)
        self._core: tuple[Any, ...] | None = None
        self.objective_value_: int | None = None
        super().__init__(name=NAME, cpm_model=cpm_model)

    @staticmethod
    def supported() -> bool:
        """Return True: this package is here."""
        return True

    @classmethod
    def version(cls) -> str:
        """Return the version of this package."""
        return __version__

    @property
    def native_model(self) -> Model:
        """The `csp.Model` that is searched."""
        return self._model

    def solver_var(self, cpm_var: Any) -> Any:
        """Return the variable for one of CPMpy, an expression for a negated one, or a number."""
        if isinstance(cpm_var, NegBoolView):
            return 1 - self.solver_var(cpm_var._bv)
        if not isinstance(cpm_var, _NumVarImpl):
            return whole(cpm_var)
        found = self._varmap.get(cpm_var.name)
        if found is None:
            values = range(2) if cpm_var.is_bool() else range(int(cpm_var.lb), int(cpm_var.ub) + 1)
            found = self._varmap[cpm_var.name] = self._model.variable(values, cpm_var.name)
        return found

    def transform(self, cpm_expr: Any) -> list[Any]:
        """Return constraints without functions that may have no value, and with known globals."""
        return list(
            decompose_in_tree(
                no_partial_functions(toplevel_list(cpm_expr)),
                supported=self.supported_global_constraints,
                supported_reified=self.supported_reified_global_constraints,
                csemap=self._csemap,
            )
        )

    def add(self, cpm_expr: Any) -> ExactCoverCsp:
        """Add constraints, which hold in all further calls; return the solver."""
        get_variables(cpm_expr, collect=self.user_vars)
        for each in self.transform(cpm_expr):
            self._model.post(self._terms.condition(each))
        return self

    __add__ = add

    def objective(self, expr: Any, minimize: bool = True) -> None:
        """Set what is to be least, or greatest; what defines its terms is added for good."""
        get_variables(expr, collect=self.user_vars)
        safe, parts = safen_objective(expr)
        goal, definitions = decompose_objective(
            safe,
            supported=self.supported_global_constraints,
            supported_reified=self.supported_reified_global_constraints,
            csemap=self._csemap,
        )
        for each in self.transform([*parts, *definitions]):
            self._model.post(self._terms.condition(each))
        self._goal = expression(self._terms.number(goal)), minimize

    def has_objective(self) -> bool:
        """Return whether there is something to be least or greatest."""
        return self._goal is not None

    def solution_hint(self, cpm_vars: Any, vals: Any) -> None:
        """Set values that are tried first, in place of earlier ones; none by empty lists."""
        self._hints = {}
        for each, value in zip(flatlist(cpm_vars), flatlist(vals), strict=True):
            if isinstance(each, NegBoolView):
                self._hints[self.solver_var(each._bv)] = 1 - int(value)
            else:
                self._hints[self.solver_var(each)] = int(value)

    def solve(
        self,
        time_limit: float | None = None,
        assumptions: Iterable[Any] | None = None,
        display: Any = None,
        **kwargs: Any,
    ) -> bool:
        """Find a solution, or the best one; return whether there is one.

        Parameters
        ----------
        time_limit
            The limit in seconds.
        assumptions
            Boolean variables, or their negations, that are to be true in this call only.
        display
            What is printed, or called, at each solution.
        kwargs
            Further arguments of `csp.solve` or `csp.minimize`, such as `workers=4`.
        """
        _check(time_limit)
        began = monotonic()
        self.solver_vars(list(self.user_vars))
        self._core, model, assumed = None, self._model, None
        if assumptions is not None:
            given = [*flatlist(assumptions)]
            assumed = [self._condition(each) for each in given]
            self._assumed = {id(one): each for one, each in zip(assumed, given, strict=True)}
            self._conditions = assumed
        options = {"time_limit": time_limit, **kwargs}
        if self._hints:
            options.setdefault("values", self._hints)
        if self._goal is None:
            result = self._assuming(assumed, options)
            found, complete, self._core = result.solution, result.complete, result.core
            if found is not None and display is not None:
                self._assign(found)
                self.print_display(display)
        else:
            if assumed is not None:
                model = model.with_constraints(assumed)
            found, complete = self._best(model, display, options)
        self._end(began, found is not None, complete and (found is None or self._goal is not None))
        if found is not None:
            self._assign(found)
            if self._goal is not None:
                self.objective_value_ = int(found[self._goal[0]])
        return found is not None

    def _condition(self, assumption: Any) -> Constraint:
        """Return an assumption as a constraint; the same one each time."""
        found = self._conditions_by_name.get(str(assumption))
        if found is None:
            found = self._terms.condition(assumption)
            self._conditions_by_name[str(assumption)] = found
        return found

    def _assuming(
        self, assumed: list[Constraint] | None, options: Mapping[str, Any]
    ) -> ModelResult:
        """Return a solution, under assumptions if there are some.

        With no other arguments than limits, the engine of the call before goes on.
        """
        own = {name: value for name, value in options.items() if value is not None}
        if assumed is not None and own.keys() <= {"time_limit", "max_nodes"}:
            with suppress(ModelError):  # clauses cannot be learned, or an argument is wrong
                return self._incremental.solve(assumed, **own)
        return self._model.solve(assumptions=assumed, **options)

    def _best(
        self, model: Model, display: Any, options: Mapping[str, Any]
    ) -> tuple[Assignment | None, bool]:
        """Return the best solution of a model, and whether it is proved."""
        assert self._goal is not None
        goal, is_least = self._goal
        if display is None:
            best = (model.minimize if is_least else model.maximize)(goal, **options)
            return best.solution, best.complete
        improving = model.improving_solutions(goal, greatest=not is_least, **options)
        found = None
        for found in improving:
            self._assign(found)
            self.print_display(display)
        return found, improving.complete

    def solveAll(  # noqa: N802
        self,
        display: Any = None,
        time_limit: float | None = None,
        solution_limit: int | None = None,
        call_from_model: bool = False,
        **kwargs: Any,
    ) -> int:
        """Find all solutions, of an objective all best ones; return how many there are.

        Parameters
        ----------
        display
            What is printed, or called, at each solution.
        time_limit, solution_limit
            The limits in seconds and in solutions.
        call_from_model
            Nothing: the solver can be used after it in any case.
        kwargs
            Further arguments of `csp.solutions`.
        """
        _check(time_limit)
        began = monotonic()
        self.solver_vars(list(self.user_vars))
        model = self._model
        if self._goal is not None:
            best, is_proved = self._best(model, None, {"time_limit": time_limit})
            if best is None or not is_proved:
                self._end(began, False, best is None and is_proved)
                return 0
            self.objective_value_ = int(best[self._goal[0]])
            model = model.with_constraints(self._goal[0] == self.objective_value_)
        value, n, complete = self.objective_value_, 0, solution_limit != 0
        if time_limit is not None:
            kwargs["time_limit"] = max(0.0, time_limit - (monotonic() - began))
        search = model.solutions(**kwargs)
        for found in self._distinct(search) if complete else ():
            n += 1
            self._assign(found)
            self.print_display(display)
            is_late = time_limit is not None and monotonic() - began > time_limit
            if n == solution_limit or is_late:
                break
        self._end(began, n > 0, search.complete and complete)
        if n and self._goal is not None:
            self.objective_value_ = value
        return n

    def _distinct(self, solutions: Iterable[Assignment]) -> Iterator[Assignment]:
        """Yield solutions that differ in the variables of the user."""
        own = [self.solver_var(each) for each in self.user_vars if isinstance(each, _NumVarImpl)]
        if len(own) == len(self._model.unknowns):
            yield from solutions
            return
        seen: set[tuple[int, ...]] = set()
        for found in solutions:
            values = tuple(found[each] for each in own)
            if values not in seen:
                seen.add(values)
                yield found

    def get_core(self) -> list[Any]:
        """Return assumptions of the last `solve` that cannot all be true.

        Raises
        ------
        ValueError
            If the last call had no assumptions, or has not shown that there is no solution.
        """
        if self.cpm_status.exitstatus != ExitStatus.UNSATISFIABLE or not self._assumed:
            raise ValueError("there is a core after a solve with assumptions and without solution")
        if self._core is None:  # with an objective, or the core of another call
            self._core = self._model.solve(assumptions=self._conditions).core or ()
        return [self._assumed[id(each)] for each in self._core]

    def _assign(self, found: Assignment) -> None:
        """Give the variables of the user their values."""
        for each in self.user_vars:
            value = found[self.solver_var(each)]
            each._value = bool(value) if isinstance(each, _BoolVarImpl) else int(value)

    def _end(self, began: float, has_solution: bool, is_proved: bool) -> None:
        """Set the status: feasible or none, each proved to be the last word or not."""
        self.cpm_status = SolverStatus(self.name)
        self.cpm_status.solve_time = monotonic() - began
        if has_solution:
            status = ExitStatus.OPTIMAL if is_proved else ExitStatus.FEASIBLE
        else:
            status = ExitStatus.UNSATISFIABLE if is_proved else ExitStatus.UNKNOWN
            for each in self.user_vars:
                each._value = None
        self.cpm_status.exitstatus = status
        self.objective_value_ = None


def _check(time_limit: float | None) -> None:
    if time_limit is not None and time_limit <= 0:
        raise ValueError(f"the time limit is {time_limit}: it must be positive")


def register() -> None:
    """Add the solver to those that CPMpy looks up; once is enough."""
    known = SolverLookup.base_solvers
    if all(name != NAME for name, _ in known()):
        SolverLookup.base_solvers = lambda: [*known(), (NAME, ExactCoverCsp)]
