"""Requests of a search of a model, as the verbs make them of their keywords."""

from typing import Any

from csp.request import Branching, ModelRequest, method_name
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.request import Limits, Request


def request_of(
    *,
    goal: Goal = Goal.LIST,
    limit: int | None = None,
    seed: int | None = None,
    method: str | None = None,
    is_for_one: bool = False,
    **branching: Any,
) -> ModelRequest:
    """Return the request of some keywords."""
    search = Request(goal, Limits(limit), seed, method=method_name(method, None))
    return ModelRequest(search, Branching(**branching), is_for_one=is_for_one)
