"""The method `learning`: the engine of lazy clause generation for a request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from csp.search.request import ModelRequest

if TYPE_CHECKING:
    from csp.learning.engine import Learning
    from csp.model.model import Model


def learning(model: Model, request: ModelRequest) -> Learning:
    """Return the engine that learns clauses, for a model and a request."""
    from csp.learning.engine import Learning
    from csp.model.layout import lay_out
    from csp.search.methods import built, goal_of

    builder = built(model)
    objective = None if request.objective is None else goal_of(builder, request.objective)
    state = lay_out(builder)
    return Learning(state, builder, len(model.unknowns), objective, request.search.generator())
