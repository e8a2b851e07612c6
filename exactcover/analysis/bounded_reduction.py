"""Reductions of problems with bounds, by way of the equivalent problem without them.

What the first steps of `exactcover.reduce` find in the equivalent problem
(`exactcover.problem.bounds_as_items`) holds for the options that it shares with the given problem.
The items with bounds are then treated here.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from exactcover.analysis.consistency import (
    CLASHES,
    DEAD,
    EQUAL,
    FORCED,
    FREE,
    LIVE,
    NONE,
    UNSUPPORTED,
    State,
)
from exactcover.analysis.reduction import Log, Reduction, Refutation
from exactcover.problem.bounds import ONCE, Bounds
from exactcover.problem.bounds_as_items import Own, Step
from exactcover.problem.derived import find_clash, keep_only, left_by
from exactcover.problem.option import Item
from exactcover.problem.problem import Problem

Mask = NDArray[np.bool_]


def bounded_reduction(problem: Problem, state: State, is_complete: bool) -> Reduction:
    """Return the reduction of a problem whose equivalent problem is in this state."""
    fate = state.fate[: problem.n_options]
    forced = np.flatnonzero(fate == FORCED).tolist()
    infeasible = _refutation(problem, state)
    clash = find_clash(problem, forced)
    if infeasible is None and clash is not None:
        infeasible = Refutation(problem.primary[0], (clash,))
    if infeasible is not None:
        # The forced options may exceed a bound: they stay, and the problem has no solution.
        forced = []
        keep, is_gone, bounds = left_by(problem, forced)
        keep = (fate == LIVE) | (fate == FORCED)
    else:
        keep, is_gone, bounds = left_by(problem, forced)
        keep &= fate == LIVE
    n_covered = int(is_gone.sum())
    roles = dict(zip(problem.encoded.items, state.role.tolist(), strict=True))
    n_equal = n_free = 0
    for number, item in enumerate(problem.items):
        if item not in problem.bounds and not is_gone[number] and infeasible is None:
            is_gone[number] = roles[item] in (EQUAL, FREE)
            n_equal += roles[item] == EQUAL
            n_free += roles[item] == FREE
    if infeasible is None:
        for role in _release(problem, keep, is_gone, bounds):
            n_equal += role == EQUAL
            n_free += role == FREE
    return Reduction(
        problem,
        keep_only(problem, keep, is_gone, bounds),
        tuple(forced),
        Log(
            len(forced),
            int((fate == CLASHES).sum()),
            int((fate == UNSUPPORTED).sum()),
            n_covered,
            n_equal,
            n_free,
            is_complete,
        ),
        infeasible,
        np.flatnonzero(keep),
    )


def _release(problem: Problem, keep: Mask, is_gone: Mask, bounds: Bounds) -> Iterator[int]:
    """Remove items with bounds that have no effect, and tighten the bounds of others.

    Yield for each item removed whether it is EQUAL to one that stays, or FREE. `is_gone` and
    `bounds` are changed.
    """
    owners, members = problem.incidence.owners(), problem.incidence.members
    units = problem.multiplicities
    is_kept = keep[owners]
    first_with: dict[tuple[tuple[int, ...], tuple[int, ...]], Item] = {}
    is_primary = members < problem.n_primary
    # Items that are covered once come first, so that those with bounds are compared with them.
    order = sorted(range(problem.n_primary), key=lambda k: problem.items[k] in bounds)
    for number in order:
        item = problem.items[number]
        if is_gone[number]:
            continue
        own = is_kept & (members == number)
        options, total = owners[own], int(units[own].sum())
        key = tuple(options.tolist()), tuple(units[own].tolist())
        if item not in bounds:
            first_with.setdefault(key, item)
            continue
        low, high = bounds[item]
        high = min(high, max(total, low, 1))
        if low == 0 and high >= total:
            left = np.bincount(
                owners[is_kept & is_primary & ~is_gone[members]], minlength=problem.n_options
            )
            if (left[options] > 1).all():
                is_gone[number] = True
                del bounds[item]
                yield FREE
                continue
        other = first_with.setdefault(key, item)
        lowest, highest = (low, high) if other == item else bounds.get(other, ONCE)
        both = max(low, lowest), min(high, highest)
        if other != item and both[0] <= both[1]:
            is_gone[number] = True
            del bounds[item]
            if other in bounds:
                bounds[other] = both
            yield EQUAL
        else:
            bounds[item] = low, high


def _refutation(problem: Problem, state: State) -> Refutation | None:
    """Return why a problem has no solution, in terms of its own items and options."""
    dead = int(state.position[DEAD])
    if dead == NONE:
        return None
    item = _item_of(problem, dead)
    members, owners = problem.incidence.members, problem.incidence.owners()
    options = owners[members == problem.items.index(item)]
    reasons = [
        f"{problem._option(option)!r} {_why(problem, state, option)}"
        for option in options.tolist()
        if state.fate[option] in (CLASHES, UNSUPPORTED)
    ]
    return Refutation(item, tuple(reasons), problem.bounds.get(item, ONCE))


def _item_of(problem: Problem, number: int) -> Item:
    """Return the item of a problem that an item of the equivalent problem stands for."""
    name = problem.encoded.items[number]
    if isinstance(name, Own):
        return next(item for item in problem._option(name.option).items if item in problem.bounds)
    return name.item if isinstance(name, Step) else name


def _why(problem: Problem, state: State, option: int) -> str:
    """Return why an option was removed."""
    cause = int(state.cause[option])
    if state.fate[option] == UNSUPPORTED:
        item = _item_of(problem, cause)
        if item in problem.bounds:
            return f"would break the bounds of item {item!r}"
        return f"would leave item {item!r} without options"
    item = _item_of(problem, int(state.cause[cause]))
    if cause >= problem.n_options:
        return f"cannot be chosen because of the bounds of item {item!r}"
    return f"clashes with {problem._option(cause)!r}, which item {item!r} needs"
