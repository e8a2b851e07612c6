"""Problems with options and items added or taken away."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from exactcover.problem.bounds import ONCE
from exactcover.problem.option import BoundsLike, Item, Label, Option, OptionLike
from exactcover.problem.problem import Problem
from exactcover.problem.soft import Uncovered
from exactcover.runtime.arguments import Cost, each_of, is_hashable
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.formatting import shown


def changed(
    problem: Problem,
    add: Mapping[Any, OptionLike] = MappingProxyType({}),
    remove: Iterable[Label | int | Option] = (),
    *,
    primary: Iterable[Item] = (),
    secondary: Iterable[Item] = (),
    remove_items: Iterable[Item] = (),
    bounds: BoundsLike | None = None,
    multiplicities: Mapping[Any, int] | None = None,
    costs: Mapping[Any, Cost] | None = None,
) -> Problem:
    """Return the problem with options and items added and taken away.

    The other options keep their label; one without a label gets its index in this problem as
    label. `LiveSearch` keeps what it knows when its problem changes so.

    Parameters
    ----------
    add
        The new options, by their labels.
    remove
        The options to take away.
    primary, secondary
        The new items, which come after the others.
    remove_items
        The items to take away. Options stay without them, if they have another primary item.
    bounds
        Bounds of old and new items. Items that may be covered any number of times still may, and
        those that are soft still are, unless their option `Uncovered(item)` is taken away.
    multiplicities, costs
        Those of the new options, by their labels.

    Raises
    ------
    ProblemError
        If an option or an item is unknown, or is there already; or as for `Problem`.

    Examples
    --------
    >>> problem = Problem({"A": ["p", "q"], "B": ["p"], "C": ["q"]})
    >>> problem.changed({"D": ["q", "r"]}, remove=["A"], primary=["r"]).solve().solution
    ('B', 'D')
    """
    if not isinstance(add, Mapping):
        raise ProblemError(f"add is {shown(add)}: give a mapping from label to option")
    removed = set(problem.find_options(remove))
    left = [option for option in problem if option.index not in removed]
    soft = {o.label.item: o.cost for o in left if isinstance(o.label, Uncovered)}
    kept = [option for option in left if not isinstance(option.label, Uncovered)]
    labels = [o.index if o.label is None else o.label for o in kept]
    known = set(labels)
    for label in add:
        if label in known:
            raise ProblemError(f"add has the label {shown(label)} of another option")
    without = set()
    for item in each_of("remove_items", remove_items):
        if not is_hashable(item) or item not in problem.items:
            raise ProblemError(f"remove_items has the unknown item {shown(item)}")
        without.add(item)
    own = _options(kept, without)
    times = {
        (label, item): n
        for label, option in zip(labels, kept, strict=True)
        for item, n in zip(option.items, option.multiplicities, strict=False)
        if n > 1 and item not in without
    }
    new = multiplicities or {}
    for key in new:
        if not isinstance(key, tuple) or len(key) != 2 or key[0] not in add:
            raise ProblemError(f"multiplicities has the key {shown(key)}: give (new option, item)")
    prices = dict.fromkeys(add, 0) | dict(costs or {})
    for label in prices:
        if label not in add:
            raise ProblemError(f"costs has the unknown new option {shown(label)}")
    first = [item for item in problem.primary if item not in without]
    second = [item for item in problem.secondary if item not in without]
    own_bounds = {**dict.fromkeys(first, ONCE), **problem.bounds, **problem.stated_bounds}
    made = Problem(
        [*own, *add.values()],
        [*first, *each_of("primary", primary)],
        [*second, *each_of("secondary", secondary)],
        labels=[*labels, *add],
        bounds={item: own_bounds[item] for item in first} | dict(bounds or {}),
        multiplicities=times | dict(new),
        soft={item: price for item, price in soft.items() if item not in without} or None,
        costs=[*(option.cost for option in kept), *(prices[label] for label in add)],
        name=problem.name,
        on_useless="ignore",
    )
    return Problem.from_parts(replace(made._parts, lattice=problem.lattice))


def _options(options: Iterable[Option], without: set[Item]) -> list[dict[Item, Any]]:
    """Return options as they are given to `Problem`, without some items."""
    return [
        {
            item: colour
            for item, colour in zip(option.items, option.colours, strict=True)
            if item not in without
        }
        for option in options
    ]
