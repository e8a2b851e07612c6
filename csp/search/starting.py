"""Starts: values to begin with that are a solution already."""

from __future__ import annotations

from collections.abc import Mapping

from csp.model.expressions import Variable, whole
from csp.model.model import Model
from csp.model.solution import Assignment
from csp.search.request import ModelRequest


def solution_to_begin_with(model: Model, request: ModelRequest) -> Assignment | None:
    """Return the values to begin with as a solution, if they are complete and satisfy the model.

    No search has to find it again, so it is not lost where a search stops early.

    Examples
    --------
    >>> from csp import Model
    >>> from csp.search.request import Branching
    >>> model = Model()
    >>> x, y = model.variables(2, range(3), name="v")
    >>> model.post(x < y)
    >>> for start in {x: 1, y: 2}, {x: 2, y: 1}, {x: 1}:
    ...     print(solution_to_begin_with(model, ModelRequest(branching=Branching(values=start))))
    Assignment(v[0]=1, v[1]=2)
    None
    None
    """
    given = request.branching.values
    if not isinstance(given, Mapping):
        return None
    wanted = {
        key.name if isinstance(key, Variable) and model.owns(key) else key: value
        for key, value in given.items()
    }
    if any(variable.name not in wanted for variable in model.unknowns):
        return None
    numbers = [whole(wanted[each.name], f"the value for {each!r}") for each in model.unknowns]
    found = Assignment(model, numbers)
    try:
        truths = [each.holds(found.__getitem__) for each in model.constraints]
        if request.objective is not None:
            found[request.objective]
    except IndexError:  # an array has no such element
        return None
    is_within = all(variable.may_be(found[variable]) for variable in model.unknowns)
    return found if is_within and all(truths) else None
