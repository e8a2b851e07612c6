"""The method `learning`: the engine of lazy clause generation for a request."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from csp.errors import ModelError
from csp.search.request import ModelRequest
from csp.search.strategy import prefer

if TYPE_CHECKING:
    import numpy as np

    from csp.kernels.state import State
    from csp.learning.engine import Learning
    from csp.model.builder import Builder
    from csp.model.model import Model


def learning(model: Model, request: ModelRequest) -> Learning:
    """Return the engine that learns clauses, for a model and a request."""
    from csp.learning.engine import Learning

    builder, objective = posted(model, request)
    return Learning(*_beginning(model, request, builder, objective))


def core_guided(model: Model, request: ModelRequest, turn: int = 0) -> Learning:
    """Return the engine that learns clauses and raises the bound of the objective by cores."""
    from csp.learning.core_guided import CoreGuided
    from csp.learning.engine import Learning
    from csp.search.relaxation import stated_costs

    builder, objective = posted(model, request)
    assert objective is not None
    costs, constant = stated_costs(builder.propagators, builder.numbers[objective])
    beginning = _beginning(model, request, builder, objective)
    if sum(low < high for low, high in map(builder.bounds, costs)) < 2:
        return Learning(*beginning)
    places = {builder.place_of(v): cost for v, cost in costs.items()}
    return CoreGuided(*beginning, places, constant, turn)


def _beginning(
    model: Model, request: ModelRequest, builder: Builder, objective: int | None
) -> tuple[State, Builder, int, int | None, np.random.Generator | None]:
    """Return the arguments that all engines of clause learning have."""
    from csp.model.layout import lay_out

    state = lay_out(builder)
    if isinstance(request.branching.values, Mapping):
        prefer(state, model, request.branching.values)
    return state, builder, len(model.unknowns), objective, request.search.generator()


def posted(model: Model, request: ModelRequest) -> tuple[Builder, int | None]:
    """Return the builder with what clause learning posts, and the place of the objective.

    Raises
    ------
    ModelError
        If clauses cannot say what constraints say about a wide domain.
    """
    from csp.learning.posting import prepare, unsaid
    from csp.search.building import built, goal_of
    from csp.search.cliques import post_cliques
    from csp.search.energy import post_energy

    builder = built(model)
    objective = goal = None
    if request.objective is None:
        post_cliques(builder)
    else:
        objective, _ = goal_of(builder, request)
        goal = builder.numbers[objective]
        post_energy(builder, goal)
    reason = unsaid(builder)
    if reason is not None:
        raise ModelError(f"{reason}: use propagation instead of learning")
    prepare(builder, goal)
    return builder, objective
