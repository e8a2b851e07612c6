"""Soft items: primary items that may stay uncovered, at a price."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from exactcover.problem.bounds import ONCE
from exactcover.problem.costs import check_costs
from exactcover.problem.multiplicities import total_units
from exactcover.problem.option import Incidence
from exactcover.problem.parts import Parts
from exactcover.runtime.arguments import is_hashable
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.formatting import shown
from exactcover.runtime.text_view import TextView


@dataclass(frozen=True)
class Uncovered(TextView):
    """The label of the option that leaves a soft item uncovered; see ``soft=`` of `Problem`.

    Examples
    --------
    >>> from exactcover import Problem
    >>> problem = Problem({"A": ["p", "q"], "B": ["q", "r"]}, soft={"p": 2, "r": 1})
    >>> problem.cheapest().solution
    ('A', Uncovered('r'))
    """

    item: Any

    def __repr__(self) -> str:
        return f"Uncovered({self.item!r})"


def with_soft(parts: Parts, soft: Mapping[Any, Any]) -> Parts:
    """Return the parts of a problem with an option for each soft item that leaves it uncovered.

    Such an option covers its item as often as that may be covered, so that no other option can.
    The other options keep their label; one without a label gets its place as label.
    """
    if not isinstance(soft, Mapping):
        raise ProblemError(f"soft is {shown(soft)}: give a mapping from item to price")
    number_of = {item: number for number, item in enumerate(parts.items)}
    starts, members, colours = parts.incidence
    n, totals = len(starts) - 1, total_units(members, parts.multiplicities, len(parts.items))
    bounds, stated = dict(parts.bounds), dict(parts.stated_bounds)
    new, units = list[int](), list[int]()
    for item in soft:
        number = number_of.get(item) if is_hashable(item) else None
        if number is None or number >= parts.n_primary:
            kind = "unknown" if number is None else "secondary"
            raise ProblemError(f"soft has the {kind} item {shown(item)}: give primary items")
        low, high = bounds.get(item, ONCE)
        if low == 0:
            raise ProblemError(
                f"soft has item {shown(item)}, which may stay uncovered without a price: "
                f"its bounds are {(low, high)}"
            )
        if (most := max(low, int(totals[number]))) < high:
            stated.setdefault(item, (low, high))
            high = most
        if item in bounds:
            bounds[item] = low, high
        new.append(number)
        units.append(high)
    old_units = np.ones_like(members, dtype=np.int64)
    old_units = old_units if parts.multiplicities is None else parts.multiplicities
    labels = range(n) if parts.labels is None else parts.labels
    own = tuple(k if label is None else label for k, label in enumerate(labels))
    old_costs = [0] * n if parts.costs is None else parts.costs.tolist()
    names = (*own, *map(Uncovered, soft))
    return replace(
        parts,
        incidence=Incidence(
            np.concatenate((starts, starts[-1] + np.arange(1, len(new) + 1))),
            np.concatenate((members, np.array(new, dtype=np.int32))),
            np.concatenate((colours, np.zeros(len(new), dtype=np.int32))),
        ),
        labels=names,
        bounds={item: pair for item, pair in bounds.items() if pair != ONCE},
        stated_bounds=stated,
        costs=check_costs([*old_costs, *soft.values()], n + len(new), names),
        multiplicities=np.concatenate((old_units, np.array(units, dtype=np.int64))),
    )
