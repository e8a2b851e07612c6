"""How far a solution is from a given plan, as an expression: to change little, or to differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from csp.errors import ModelError
from csp.model.expressions import Expression, Variable, expression, sum_of, whole
from csp.model.model import Model
from exactcover.runtime.formatting import shown


def changes(model: Model, plan: Mapping[Any, int]) -> Expression:
    """Return an expression: the number of variables that have another value than in a plan.

    It can be an objective, or be bounded by a constraint; `minimize(cost, near=plan)` has it as the
    second objective. Give the plan as `values=` of the search, too, if the variables may have these
    values: then it begins near the plan. It takes no limits: its work is linear in the plan.

    Parameters
    ----------
    model
        The model.
    plan
        Values by variable or by name of one, such as an earlier solution. Variables that are not in
        it do not count.

    Returns
    -------
    Expression
        The number.

    Raises
    ------
    ModelError
        If the plan is no mapping, has a variable that the model has not, or a value that is no
        whole number.

    Examples
    --------
    Of four shifts, as few as possible are moved when the second worker falls ill:

    >>> from csp import Model, all_different
    >>> model = Model()
    >>> worker = model.variables(4, range(5), name="shift")
    >>> model.post(all_different(worker))
    >>> plan = {"shift[0]": 0, "shift[1]": 1, "shift[2]": 2, "shift[3]": 3}
    >>> ill = model.with_constraints(worker != 1)
    >>> best = ill.minimize(ill.changes(plan), values=plan)
    >>> best.value, best.solution[worker]
    (1, array([0, 4, 2, 3]))
    """
    return sum_of(expression(each) != value for each, value in _wanted(model, plan))


def distance(model: Model, plan: Mapping[Any, int]) -> Expression:
    """Return an expression: by how much variables differ from their values in a plan, in total.

    It is the sum of the absolute differences. It takes no limits: its work is linear in the plan.

    Parameters
    ----------
    model, plan
        As for `changes`.

    Returns
    -------
    Expression
        The sum.

    Raises
    ------
    ModelError
        As for `changes`.

    Examples
    --------
    A task is late, and the schedule moves as little as possible among the shortest ones:

    >>> from csp import Model, maximum, no_overlap
    >>> model = Model()
    >>> start = model.variables(3, range(20), name="start")
    >>> model.post(no_overlap(start, [3, 2, 4]), start[0] >= 1)
    >>> plan = dict(zip(start, [0, 3, 5]))
    >>> best = model.minimize([maximum(start + [3, 2, 4]), model.distance(plan)], values=plan)
    >>> best.value, best.solution[start]
    ((9, 5), array([2, 0, 5]))
    """
    return sum_of(abs(each - value) for each, value in _wanted(model, plan))


def start_near(model: Model, plan: Mapping[Any, int]) -> dict[Variable, int]:
    """Return the values of a plan that variables may have, as a start of a search."""
    return {each: value for each, value in _wanted(model, plan) if each.may_be(value)}


def _wanted(model: Model, plan: Mapping[Any, int]) -> Iterator[tuple[Variable, int]]:
    """Yield the variables of a plan, and their values."""
    if not isinstance(plan, Mapping):
        raise ModelError(
            f"the plan is {shown(plan)}: it must be a mapping from variables, or names, to values"
        )
    for key, value in plan.items():
        variable = variable_of(model, key, "the plan")
        yield variable, whole(value, f"the value for {variable!r}")


def variable_of(model: Model, key: Any, what: str) -> Variable:
    """Return the variable of a model that is given, or has a given name.

    Raises
    ------
    ModelError
        If there is none.
    """
    if isinstance(key, str) and key in model.names:
        return model.unknowns[model.names[key]]
    if isinstance(key, Variable) and model.owns(key):
        return key
    raise ModelError(f"{what} has {shown(key)}, which is no variable of the model")


def variables_of(model: Model, among: Iterable[Any] | None) -> list[Variable]:
    """Return the variables that are given, in arrays or one by one; by default all of the model.

    Raises
    ------
    ModelError
        If something is no variable of the model, or there are none.
    """
    if among is None:
        return list(model.unknowns)
    found: dict[Variable, None] = {}
    for each in among:
        own = variables_of(model, each.flat) if hasattr(each, "flat") else None
        found.update(dict.fromkeys(own or [variable_of(model, each, "among")]))
    return list(found)
