"""Brute force for explanations: whether some items of a problem can be covered together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from exactcover import Problem, Without
from tests import oracle


def are_coverable(problem: Problem, items: set[Any], chosen: Iterable[Any] = ()) -> bool:
    """Return whether some items can be covered together, by trying all sets of options.

    Every set has the chosen options, and none of those that are to be left out.
    """
    rows = tuple(one for one in chosen if not isinstance(one, Without))
    without = {one.option.index for one in chosen if isinstance(one, Without)}
    if not oracle.exceeds_nothing(problem, rows):
        return False
    done = without | {row.index for row in rows}
    sets: list[tuple[Any, ...]] = [rows]
    for new in problem.options:
        if items & set(new.items) and new.index not in done:
            sets += [(*old, new) for old in sets if oracle.exceeds_nothing(problem, (*old, new))]
    return any(
        all(problem.bounds.get(item, (1, 1))[0] <= oracle.covers(some, item) for item in items)
        for some in sets
    )
