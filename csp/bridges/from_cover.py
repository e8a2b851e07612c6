"""The bridge from exact cover problems to models: the inverse of `csp.bridges.to_cover`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from csp.model.expressions import Variable, expression
from exactcover import Problem

if TYPE_CHECKING:
    from csp.model.model import Model


def from_exact_cover(problem: Problem) -> Model:
    """Say an exact cover problem as a model: the inverse of `to_exact_cover`.

    Returns
    -------
    A model whose first variables are the options, in order: 1 for those that are chosen, else 0.
    They are called o0, o1 and so on. Those that follow say which colours are used, where several
    options share one: they follow from the first. Where too few options cover an item, the model
    has no solution, as the problem has none.

    Examples
    --------
    >>> from exactcover import Problem
    >>> model = from_exact_cover(Problem([["p", "q"], ["r"], ["p"], ["q"]]))
    >>> [list(solution.values()) for solution in model.solutions()]
    [[0, 1, 1, 1], [1, 1, 0, 0]]
    """
    from csp.model.model import Model

    model = Model()
    chosen = [model.variable(range(2), f"o{k}") for k in range(problem.n_options)]
    users: dict[Any, list[Any]] = {item: [] for item in problem.items}
    coloured: dict[tuple[Any, Any], list[Variable]] = {}
    for x, option in zip(chosen, problem.options, strict=True):
        for item, colour in zip(option.items, option.colours, strict=True):
            if colour is None:
                users[item].append(x)
            else:
                coloured.setdefault((item, colour), []).append(x)
    for (item, _), some in coloured.items():
        users[item].append(_any_of(model, some))
    for item in problem.primary:
        low, high = problem.bounds.get(item, (1, 1))
        total = sum(users[item], expression(0))
        model.post([total == low] if low == high else [total >= low, total <= high])
    model.post(sum(users[item]) <= 1 for item in problem.secondary if len(users[item]) > 1)
    return model


def _any_of(model: Model, chosen: list[Variable]) -> Variable:
    """Return a variable that is 1 where one of several 0/1 variables is."""
    if len(chosen) == 1:
        return chosen[0]
    used = model.variable(range(2))
    model.post([used >= x for x in chosen], used <= sum(chosen))
    return used
