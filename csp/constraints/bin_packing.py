"""Bin packing: the loads of bins into which items are put."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from csp.constraints.conjunction import Conjunction
from csp.constraints.table import table
from csp.constraints.tabulated import Numbered
from csp.errors import ModelError
from csp.model.channels import post_channel
from csp.model.constraint import Constraint
from csp.model.expressions import Expression, expression_list, listed, sum_of, weighted_sum, whole
from exactcover.runtime.search.limits import watched

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.expressions import Variable


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
    return BinPacking(own, sizes, full)


class BinPacking(Conjunction):
    """The constraint that bins have the loads of their items; see `bin_packing`."""

    def __init__(self, bins: list[Expression], weights: list[int], loads: list[Expression]) -> None:
        self.bins, self.weights, self.loads = bins, weights, loads

    @cached_property
    def parts(self) -> tuple[Constraint, ...]:  # type: ignore[override]
        """The bins that there are, the sum of each load, and the sum of all loads."""
        places = [(k,) for k in range(len(self.loads))]
        inside = [table([each], places) for each in self.bins]
        sums = [load_of(self.bins, self.weights, k) == load for k, load in enumerate(self.loads)]
        return (*inside, *sums, self._total())

    def variables(self) -> Iterator[Variable]:
        """Yield the variables of all expressions."""
        for each in (*self.bins, *self.loads):
            yield from each.variables()

    def build(self, builder: Builder) -> None:
        """Post a channel for each item, and then the sum of each load."""
        places = range(len(self.loads))
        numbers = [builder.variable_of(each) for each in self.bins]
        bits: dict[int, list[int]] = {}
        for v in watched(dict.fromkeys(numbers), every=1):
            builder.within(v, places)
            bits[v] = post_channel(builder, v, places)
        rows = [bits[v] for v in numbers]
        for k, load in enumerate(watched(self.loads, every=1)):
            chosen = weighted_sum(self.weights, (Numbered(row[k]) for row in rows))
            (chosen == load).build(builder)
        self._total().build(builder)

    def _total(self) -> Constraint:
        return sum_of(self.loads) == sum(self.weights)

    def __repr__(self) -> str:
        return f"bin_packing({self.bins!r}, {self.weights!r}, {self.loads!r})"


def load_of(bins: list[Expression], weights: list[int], number: int) -> Expression:
    """Return the sum of the weights of the items in a bin."""
    pairs = zip(bins, weights, strict=True)
    return sum_of(weight * (each == number) for each, weight in pairs)
