"""Knapsack: the weight and the profit of the things that are taken."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from csp.constraints.conjunction import Conjunction
from csp.errors import ModelError
from csp.model.expressions import expression_list, listed, sum_of, whole


def knapsack(
    amounts: Iterable[Any],
    weights: Iterable[int],
    profits: Iterable[int],
    weight: Any,
    profit: Any,
) -> Conjunction:
    """Return the constraint that things of some amounts have a weight and a profit together.

    Consistency: that of the two equations, at the level "auto" of `linear`.

    Parameters
    ----------
    amounts
        How many of each thing are taken: variables or expressions.
    weights, profits
        The weight and the profit of one of each thing.
    weight, profit
        The sums: numbers, variables or expressions.

    Returns
    -------
    Conjunction
        A constraint, to be posted to a model or combined with others.

    Raises
    ------
    ModelError
        If there are not as many weights and profits as amounts, or one is not a whole number.

    References
    ----------
    M. Trick, A dynamic programming approach for consistency and propagation for knapsack
    constraints, Annals of Operations Research 118 (2003).

    Examples
    --------
    >>> from csp import Model, knapsack
    >>> model = Model()
    >>> taken = model.variables(4, range(2))
    >>> weight, profit = model.variable(range(11)), model.variable(range(131))
    >>> model.post(knapsack(taken, [5, 4, 6, 3], [10, 40, 30, 50], weight, profit))
    >>> model.maximize(profit).value
    90
    """
    own = expression_list(amounts, "the amounts")
    sizes = [whole(each, "a weight") for each in listed(weights, "the weights")]
    gains = [whole(each, "a profit") for each in listed(profits, "the profits")]
    if not len(own) == len(sizes) == len(gains):
        raise ModelError(
            f"there are {len(own)} amounts, {len(sizes)} weights and {len(gains)} profits"
        )
    parts = [
        sum_of(c * each for c, each in zip(numbers, own, strict=True)) == total
        for numbers, total in ((sizes, weight), (gains, profit))
    ]
    return Conjunction(parts, f"knapsack({own!r}, {sizes!r}, {gains!r}, {weight!r}, {profit!r})")
