"""Bin packing: the loads of bins into which items are put."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from csp.constraints.conjunction import Conjunction
from csp.constraints.table import table
from csp.errors import ModelError
from csp.model.constraint import Constraint
from csp.model.expressions import Expression, expression_list, listed, sum_of, whole


def bin_packing(bins: Iterable[Any], weights: Iterable[int], loads: Iterable[Any]) -> Conjunction:
    """Return the constraint that each bin has the load of the items that are put into it.

    Where bins have capacities, let the loads be variables that are at most these. Consistency:
    bounds of the sum of each load, and of the sum of all loads.

    Parameters
    ----------
    bins
        The bin of each item, counted from 0: variables or expressions.
    weights
        The weight of each item.
    loads
        The load of each bin: numbers, variables or expressions.

    Returns
    -------
    Conjunction
        A constraint, to be posted to a model or combined with others.

    Raises
    ------
    ModelError
        If the numbers of items and weights differ, or a weight is not a whole number.

    References
    ----------
    P. Shaw, A constraint for bin packing, CP 2004.

    Examples
    --------
    >>> from csp import Model, bin_packing
    >>> model = Model()
    >>> bins, loads = model.variables(4, range(2)), model.variables(2, range(8))
    >>> model.post(bin_packing(bins, [5, 4, 3, 2], loads))
    >>> [s[bins].tolist() for s in model.solutions()]
    [[0, 1, 1, 0], [1, 0, 0, 1]]
    """
    own, full = expression_list(bins, "the bins"), expression_list(loads, "the loads")
    sizes = [whole(weight, "a weight") for weight in listed(weights, "the weights")]
    if len(own) != len(sizes):
        raise ModelError(f"there are {len(own)} items, but {len(sizes)} weights")
    places = [(k,) for k in range(len(full))]
    parts: list[Constraint] = [table([each], places) for each in own]
    for k, load in enumerate(full):
        parts.append(load_of(own, sizes, k) == load)
    parts.append(sum_of(full) == sum(sizes))
    return Conjunction(parts, f"bin_packing({own!r}, {sizes!r}, {full!r})")


def load_of(bins: list[Expression], weights: list[int], number: int) -> Expression:
    """Return the sum of the weights of the items in a bin."""
    pairs = zip(bins, weights, strict=True)
    return sum_of(weight * (each == number) for each, weight in pairs)
