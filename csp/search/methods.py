"""The machine that searches a model, by the method or solver that a request names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from csp.errors import ModelError, depth_refused
from csp.model.builder import Builder
from csp.model.expressions import Expression
from csp.search.request import ModelRequest
from csp.search.strategy import ROOM_FOR_NOGOODS, described, tree_for
from exactcover.compiled.garbage import rarely_collected
from exactcover.limits import stop_if_due
from exactcover.registry import Registry
from exactcover.search.goal import Goal
from exactcover.search.protocol import Machine

if TYPE_CHECKING:
    from csp.bridges.cover_engine import Covering
    from csp.kernels.state import State
    from csp.model.model import Model
    from csp.search.engine import Propagation

SOLVERS: Registry[Callable[..., Any]] = Registry(
    "solver",
    "csp.solvers",
    {"cpsat": "csp.solvers.cpsat:CpSat", "sat": "csp.solvers.sat:sat"},
    ModelError,
)
"""Name -> what is called with a model, an objective and a seed, and returns a `Solver`."""
LONG = "the search is long: clauses on the exact cover problem may cut it short"


class Solver(Machine, Protocol):
    """A machine that searches a model.

    The numbers of its solutions count from `origins`.
    """

    @property
    def origins(self) -> list[int]:
        """The least value of each variable."""


def engine_for(model: Model, request: ModelRequest) -> tuple[Solver, str]:
    """Return the machine that searches a model, and why it was chosen.

    Raises
    ------
    ModelError
        If the solver is unknown, or the method cannot do what it is asked to.
    """
    search, solver, objective = request.search, request.solver, request.objective
    method = search.method
    if solver is not None:
        _check_no_branching(request, solver)
        return SOLVERS.load(solver)(model, objective, search.seed), "asked for"
    few = search.is_for_few
    if method == "exact_cover":
        _check_no_branching(request, method)
        if objective is not None:
            raise ModelError("exact_cover cannot minimise: use propagation, or solver='cpsat'")
        goal = Goal.FEW if few else Goal.LIST
        return _covering(model, "auto", goal, search.seed), "asked for"
    few = few and objective is None and method != "propagation" and not request.branching.given
    if few:
        request = replace(request, is_for_one=True)
    with rarely_collected():
        propagation, why = _propagation(model, request)
    if not few:
        return propagation, why
    from csp.search.portfolio import Turns

    def learning() -> Covering:
        return _covering(model, "learning", Goal.FEW, search.seed, LONG)

    return Turns(propagation, learning, why), why


def built(model: Model) -> Builder:
    """Return the builder with the propagators of all constraints of a model."""
    builder = Builder(model.unknowns)
    if not model.unknowns:  # one solution, which is empty, or none
        builder.constant(0)
    for constraint in model.constraints:
        stop_if_due()
        constraint.build(builder)
    return builder


def goal_of(builder: Builder, objective: Expression) -> int:
    """Return the variable that stands for the objective."""
    with depth_refused():
        return builder.number(objective)


def _propagation(model: Model, request: ModelRequest) -> tuple[Propagation, str]:
    from csp.search.engine import Propagation

    builder = built(model)
    objective = None if request.objective is None else goal_of(builder, request.objective)
    state = builder.state()
    tree = tree_for(state, model, request, objective)

    def with_nogoods() -> State:
        builder.nogoods(ROOM_FOR_NOGOODS)
        return builder.state()

    n, is_infeasible = len(model.unknowns), builder.is_infeasible
    machine = Propagation(state, tree, n, with_nogoods, is_infeasible=is_infeasible)
    return machine, described(tree)


def _covering(model: Model, method: str, goal: Goal, seed: Any, why: str = "asked for") -> Covering:
    from csp.bridges.cover_engine import covering
    from csp.bridges.to_cover import to_exact_cover

    return covering(to_exact_cover(model), method, goal, why, seed)


def _check_no_branching(request: ModelRequest, method: str) -> None:
    """Raise if there is anything in the request that only propagation understands."""
    for name in request.branching.given:
        raise ModelError(f"{name} is a control of propagation: {method} does not know it")
