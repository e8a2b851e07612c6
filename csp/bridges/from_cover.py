"""Translation of exact cover problems to models: the inverse of `csp.bridges.to_cover`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from csp.model.expressions import Variable, sum_of
from exactcover import Problem

if TYPE_CHECKING:
    from csp.model.model import Model


def from_exact_cover(problem: Problem) -> Model:
    """Translate an exact cover problem to a model: the inverse of `to_exact_cover`.

    Parameters
    ----------
    problem
        The exact cover problem; it may have colours, bounds and multiplicities.

    Returns
    -------
    A model whose first variables are the options, in order: 1 if it is chosen, else 0. Their names
    are o0, o1 and so on. Each further variable is 1 if a colour that several options share is used,
    and is determined by the first variables. If too few options cover an item, neither the problem
    nor the model has a solution.

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
        units = option.multiplicities or (1,) * len(option.items)
        for item, colour, times in zip(option.items, option.colours, units, strict=True):
            if colour is None:
                users[item].append(x if times == 1 else times * x)
            else:
                coloured.setdefault((item, colour), []).append(x)
    for (item, _), some in coloured.items():
        users[item].append(_any_of(model, some))
    for item in problem.primary:
        low, high = problem.bounds.get(item, (1, 1))
        total = sum_of(users[item])
        model.post([total == low] if low == high else [total >= low, total <= high])
    model.post(sum(users[item]) <= 1 for item in problem.secondary if len(users[item]) > 1)
    return model


def _any_of(model: Model, chosen: list[Variable]) -> Variable:
    """Return a 0/1 variable that is 1 if and only if one of several 0/1 variables is."""
    if len(chosen) == 1:
        return chosen[0]
    used = model.variable(range(2))
    model.post([used >= x for x in chosen], used <= sum(chosen))
    return used
