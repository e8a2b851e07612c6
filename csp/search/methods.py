"""What `method=` and `solver=` say: which machine searches a model."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from csp.errors import ModelError, depth_refused
from csp.model.builder import Builder
from csp.model.expressions import Expression
from csp.search.strategy import ROOM_FOR_NOGOODS, Controls, described, plant
from exactcover.arguments import check_whole
from exactcover.compiled.garbage import rarely_collected
from exactcover.limits import stop_if_due
from exactcover.names import find_name
from exactcover.registry import Registry
from exactcover.search.goal import Goal
from exactcover.search.protocol import Machine

if TYPE_CHECKING:
    from csp.bridges.cover_engine import Covering
    from csp.kernels.state import State
    from csp.model.model import Model
    from csp.search.engine import Propagation

METHODS = ("auto", "propagation", "exact_cover")
SOLVERS: Registry[Callable[..., Any]] = Registry(
    "solver",
    "csp.solvers",
    {"cpsat": "csp.solvers.cpsat:CpSat", "sat": "csp.solvers.sat:sat"},
    ModelError,
)
"""Name -> what is called with a model, an objective and a seed, and returns a `Solver`."""
FEW = 2
"""A search with a limit as low as this is for a solution, or for the proof of its uniqueness."""
LONG = "the search is long: clauses on the exact cover problem may cut it short"
OWN = ("decide", "order", "values", "restart", "sequence")
"""The controls that only propagation understands."""


class Solver(Machine, Protocol):
    """A machine that searches a model.

    `origins` is what is to be added to the numbers of a solution, to get the variables' values.
    """

    @property
    def origins(self) -> list[int]:
        """What is to be added, for each variable."""


def engine_for(
    model: Model, controls: Controls, *, is_for_one: bool, objective: Any = None
) -> tuple[Solver, str]:
    """Return what searches a model, and why; take the controls that are not limits.

    Raises
    ------
    ModelError
        If the method or solver is unknown, or cannot do what it is asked to.
    """
    solver, method = controls.pop("solver", None), controls.pop("method", None)
    if solver is not None:
        if method is not None:
            raise ModelError(f"method is {method!r} and solver is {solver!r}: give one of them")
        return SOLVERS.load(solver)(model, objective, _only_seed(controls, solver)), "asked for"
    if method is not None:
        method = find_name("method", method, METHODS, ModelError)
    few = check_whole("limit", controls.get("limit")) <= FEW
    if method == "exact_cover":
        if objective is not None:
            raise ModelError("exact_cover cannot minimise: use propagation, or solver='cpsat'")
        goal = Goal.FEW if few else Goal.LIST
        return _covering(model, "auto", goal, _only_seed(controls, method)), "asked for"
    few = few and objective is None and method != "propagation" and not _has_own(controls)
    seed = controls.get("seed")
    with rarely_collected():
        propagation, why = _propagation(model, controls, is_for_one or few, objective)
    if not few:
        return propagation, why
    from csp.search.portfolio import Turns

    return Turns(propagation, lambda: _covering(model, "learning", Goal.FEW, seed, LONG), why), why


def built(model: Model) -> Builder:
    """Return what a model says, in propagators."""
    builder = Builder(model.unknowns)
    if not model.unknowns:  # one solution, which is empty, or none
        builder.constant(0)
    for constraint in model.constraints:
        stop_if_due()
        constraint.build(builder)
    return builder


def goal_of(builder: Builder, objective: Expression) -> int:
    """Return the variable that is to be least."""
    with depth_refused():
        return builder.variable_of(objective)


def _propagation(
    model: Model, controls: Controls, is_for_one: bool, objective: Any
) -> tuple[Propagation, str]:
    from csp.model.layout import lay_out
    from csp.search.engine import Propagation

    builder = built(model)
    goal = None if objective is None else goal_of(builder, objective)
    state = lay_out(builder)
    tree = plant(state, model, controls, is_for_one=is_for_one, objective=goal)

    def with_nogoods() -> State:
        builder.nogoods(ROOM_FOR_NOGOODS)
        return lay_out(builder)

    n, is_infeasible = len(model.unknowns), builder.is_infeasible
    machine = Propagation(state, tree, n, with_nogoods, is_infeasible=is_infeasible)
    return machine, described(tree)


def _covering(model: Model, method: str, goal: Goal, seed: Any, why: str = "asked for") -> Covering:
    from csp.bridges.cover_engine import covering
    from csp.bridges.to_cover import to_exact_cover

    return covering(to_exact_cover(model), method, goal, why, seed)


def _has_own(controls: Controls) -> bool:
    return any(name in controls for name in OWN)


def _only_seed(controls: Controls, method: str) -> Any:
    """Take the seed; refuse what only propagation understands."""
    for name in OWN:
        if name in controls:
            raise ModelError(f"{name} is a control of propagation: {method} does not know it")
    return controls.pop("seed", None)
