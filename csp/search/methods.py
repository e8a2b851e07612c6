"""The choice of the engine that searches a model, by the method or solver of a request."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from csp.errors import ModelError
from csp.model.expressions import Linear
from csp.model.resources import CUMULATIVE, NO_OVERLAP
from csp.relaxation.rows import STATING
from csp.search.building import built, goal_of, laid_out
from csp.search.cliques import post_cliques
from csp.search.request import Branching, ModelRequest
from csp.search.strategy import NOGOOD_WORDS, described, tree_for
from exactcover.runtime.kernels.garbage import rarely_collected
from exactcover.runtime.portfolio.slices import TimeSlice
from exactcover.runtime.registry import Registry
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.limits import stop_if_due
from exactcover.runtime.search.protocol import Engine

if TYPE_CHECKING:
    from csp.bridges.cover_engine import Covering
    from csp.kernels.state import State
    from csp.learning.engine import Learning
    from csp.model.builder import Builder
    from csp.model.model import Model
    from csp.search.breaking import Broken
    from csp.search.engine import Propagation
    from csp.search.portfolio import BestPortfolio, ModelPortfolio

SOLVERS: Registry[Callable[..., Any]] = Registry(
    "solver",
    "csp.solvers",
    {"cpsat": "csp.solvers.cpsat:CpSat", "sat": "csp.solvers.sat:sat"},
    ModelError,
)
"""Name -> a function that returns a `Solver` for a model, an objective, a seed, and whether only
one solution is wanted."""

LINEAR = {"equal:equal", "less:less", "linear:equals", "linear:less_equal", "sums:sums"}
"""The propagators of linear constraints, which a linear relaxation states completely."""

STATED = {
    *LINEAR,
    *STATING,
    "circuit:circuit",
    "subcircuit:subcircuit",
    "hidden_singles:hidden_singles",
}
"""The propagators that a linear relaxation knows, or that follow from groups, which it knows."""
SEARCHES = ("learning", "cores", "linear", "neighbourhoods")
"""The methods that search a model and take no controls but a start."""
TURN_UPDATES = 1 << 14
"""The updates of the first turn of clause learning with assumptions, and of the one without; it
doubles after each turn with assumptions that does not raise the bound."""
MOST_PER_COST = 2
"""An objective is a sum of costs if it has a term for each two variables of the model."""


class Solver(Engine, Protocol):
    """An engine that searches a model."""

    @property
    def origins(self) -> list[int]:
        """The integers to add to the numbers of a solution, to get the values of the variables."""


def engine_for(model: Model, request: ModelRequest, *, learns: bool = True) -> tuple[Solver, str]:
    """Return the engine that searches a model, and why it was chosen.

    Parameters
    ----------
    model, request
        The model and the request.
    learns
        Whether lazy clause generation has time slices where engines take turns.

    Raises
    ------
    ModelError
        If the solver is unknown, or the method cannot fulfil the request.
    """
    search, solver, objective = request.search, request.solver, request.objective
    method = search.method
    if solver is not None:
        _check_no_branching(request, solver)
        is_for_one = objective is None and search.limits.limit == 1
        return SOLVERS.load(solver)(model, objective, search.seed, is_for_one), "asked for"
    few = search.is_for_few
    if method == "exact_cover":
        _check_no_branching(request, method)
        if objective is not None:
            raise ModelError("exact_cover cannot minimise: use propagation, or solver='cpsat'")
        goal = Goal.FEW if few else Goal.LIST
        return _covering(model, "auto", goal, search.seed), "asked for"
    if method in SEARCHES:
        _check_no_branching(request, method)
        return searching(method, model, request), "asked for"
    best = objective is not None and method == "auto" and not request.branching.controls
    few = few and objective is None and method != "propagation" and not request.branching.given
    if few:
        request = replace(request, is_for_one=True)
    with rarely_collected():
        propagation, why = propagating(model, request)
    generate = partial(searching, "learning", model, request) if learns else _left_out
    if _is_count(request):
        from csp.search.counting import CountPortfolio, for_count

        counted: TimeSlice[Solver] = TimeSlice(propagation.name, why, lambda: propagation)
        return CountPortfolio(propagation, partial(for_count, counted, generate)), why
    if best:
        if learns:
            generate = partial(_learning_in_turns, model, request)
        return _for_best(model, request, propagation, why, generate), why
    if few:
        return _for_few(model, request, propagation, why, generate), why
    return propagation, why


def _for_best(
    model: Model,
    request: ModelRequest,
    propagation: Propagation,
    why: str,
    generate: Callable[[], Any],
) -> BestPortfolio:
    """Return the portfolio for the best solution."""
    from csp.search.breaking import broken
    from csp.search.portfolio import BestPortfolio

    return BestPortfolio(
        propagation,
        _variants(model, request, propagation.n_variables),
        generate,
        partial(searching, "linear", model, request),
        partial(searching, "neighbourhoods", model, request),
        why,
        is_early=partial(_is_for_relaxations, model, request),
        breaker=partial(broken, _less_symmetric, model, request),
        has_tasks=_has_tasks(model),
    )


def _for_few(
    model: Model,
    request: ModelRequest,
    propagation: Propagation,
    why: str,
    generate: Callable[[], Any],
) -> ModelPortfolio:
    """Return the portfolio for few solutions."""
    from csp.search.breaking import broken
    from csp.search.portfolio import ModelPortfolio
    from csp.search.schedules import first_slice, for_few

    search = request.search
    learn = partial(_covering, model, "learning", Goal.FEW, search.seed, propagation.origins)
    has_conditions = any(str(f).startswith("reified:") for f in model.builder.functions())
    # Another solution may be symmetric to the first one.
    is_for_one = search.limits.limit == 1
    schedule = partial(
        for_few,
        first_slice(propagation, why),
        _variants(model, request, propagation.n_variables),
        partial(_with_cliques, model, request),
        None if has_conditions else learn,
        generate,
        partial(broken, _less_symmetric, model, request) if is_for_one else lambda patience: None,
        len(model.builder.groups),
        _has_tasks(model),
    )
    return ModelPortfolio(propagation, schedule)


def _has_tasks(model: Model) -> bool:
    """Return whether tasks share machines or resources."""
    return not {NO_OVERLAP, CUMULATIVE}.isdisjoint(model.builder.functions())


def _is_count(request: ModelRequest) -> bool:
    """Return whether all solutions are to be counted, by any method."""
    search = request.search
    return (
        search.engine_goal is Goal.COUNT
        and search.method == "auto"
        and not request.branching.given
        and request.objective is None
    )


def _is_for_relaxations(model: Model, request: ModelRequest) -> bool:
    """Return whether a linear relaxation may well bound the objective, so that it comes early."""
    if not model.builder.groups and LINEAR.issuperset(model.builder.functions()):
        return True
    objective = request.objective
    n_costs = len(objective.terms) if isinstance(objective, Linear) else 1
    if MOST_PER_COST * n_costs < len(model.unknowns) or not STATED.issuperset(
        model.builder.functions()
    ):
        return False
    builder = built(model)
    goal_of(builder, request)
    return STATED.issuperset(builder.functions())


def _variants(
    model: Model, request: ModelRequest, n_variables: int
) -> dict[str, Callable[[], Propagation]]:
    """Return engines of propagation that branch in other ways, which may be much better or worse.

    One decides the variables of the model before those of expressions; one is for packing, and
    begins with the least values.
    """
    builder, decide = model.builder, tuple(model.unknowns)
    found = {}
    # The objective alone is no other variable: whatever decides the others fixes it.
    if n_variables > len(decide) + (request.objective is not None):
        found["variables first"] = Branching(decide, values=request.branching.values)
    if request.objective is None and CUMULATIVE in builder.functions():
        found["least values first"] = Branching(decide, "least value", "least", 0)

    def varied(branching: Branching) -> Propagation:
        return propagating(model, replace(request, branching=branching))[0]

    return {name: partial(varied, each) for name, each in found.items()}


def _less_symmetric(model: Model, request: ModelRequest) -> Broken:
    """Return the engines that search a model without its symmetries, for a portfolio."""
    from csp.search.breaking import Broken

    def propagation() -> Propagation:
        return propagating(model, request)[0]

    n_variables = len(built(model).numbers)
    variants = {"propagation": propagation, **_variants(model, request, n_variables)}
    return Broken(variants, partial(searching, "learning", model, request))


def searching(method: str, model: Model, request: ModelRequest) -> Any:
    """Return the engine that learns clauses, or the one that searches neighbourhoods."""
    from csp.search.learning import core_guided, learning
    from csp.search.neighbourhoods import neighbourhoods
    from csp.search.relaxed import relaxed

    if method == "learning":
        return learning(model, request)
    if request.objective is None:
        raise ModelError(f"{method} needs an objective: use minimize or maximize")
    if method == "cores":
        return core_guided(model, request)
    if method == "linear":
        return relaxed(model, request)
    return neighbourhoods(model, request)


def _left_out() -> Any:
    """Raise ModelError, because another worker learns clauses."""
    raise ModelError("another worker learns clauses")


def _learning_in_turns(model: Model, request: ModelRequest) -> Learning:
    """Return the engine that learns clauses, in turns with and without assumptions."""
    from csp.search.learning import core_guided

    return core_guided(model, request, TURN_UPDATES)


def _with_cliques(model: Model, request: ModelRequest) -> Propagation:
    """Return an engine of propagation that knows cliques of comparisons `!=`.

    Raises
    ------
    ModelError
        If there are none that bind their values.
    """
    builder = built(model)
    if not post_cliques(builder):
        raise ModelError("no comparisons make cliques that bind their values")
    return propagating(model, request, builder)[0]


def propagating(
    model: Model, request: ModelRequest, builder: Builder | None = None
) -> tuple[Propagation, str]:
    """Return the engine of propagation, of what is posted, and how it branches."""
    from csp.model.layout import lay_out
    from csp.search.engine import Propagation

    stop_if_due()
    builder = built(model) if builder is None else builder
    objective: int | None = None
    cheapest: dict[int, int] = {}
    if request.objective is not None:
        objective, cheapest = goal_of(builder, request)
    state = laid_out(model, builder)
    for place, value in cheapest.items():
        state.memory[place] = value
    tree = tree_for(state, model, request, objective)

    def with_nogoods() -> State:
        builder.nogoods(NOGOOD_WORDS)
        return lay_out(builder)

    n, is_infeasible = len(model.unknowns), builder.is_infeasible
    engine = Propagation(state, tree, n, with_nogoods, is_infeasible=is_infeasible)
    return engine, described(tree)


def _covering(
    model: Model, method: str, goal: Goal, seed: Any, origins: list[int] | None = None
) -> Covering:
    from csp.bridges.cover_engine import covering
    from csp.bridges.to_cover import to_exact_cover

    return covering(to_exact_cover(model), method, goal, seed, origins)


def _check_no_branching(request: ModelRequest, method: str) -> None:
    """Raise ModelError if the request has a control that the method does not support."""
    takes_start = method in SEARCHES
    for name in request.branching.controls if takes_start else request.branching.given:
        raise ModelError(f"{name} is a control of propagation: {method} does not support it")
