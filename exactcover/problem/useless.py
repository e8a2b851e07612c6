"""Options that no solution has, or needs: an error, or left out with a note.

These are options without primary items, options with an item whose bounds are (0, 0) or less than
what the option covers, and options with an item that the problem does not have.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

import numpy as np

from exactcover.problem.bounds import ONCE
from exactcover.problem.building import check_option
from exactcover.problem.derived import keep_only
from exactcover.problem.option import Item, Label
from exactcover.problem.parts import Parts
from exactcover.problem.problem import Problem
from exactcover.runtime.arguments import is_hashable
from exactcover.runtime.registry import find_name

ON_USELESS = ("error", "ignore")
NO_PRIMARY = "has no primary item"


@dataclass(frozen=True)
class LeftOut:
    """A note that an option was left out of a problem, because no solution has or needs it.

    Attributes
    ----------
    index
        The place of the option among those that were given, from 0.
    items
        Its items; may be empty.
    label
        Its label, or None.
    reason
        Why no solution has it.

    Examples
    --------
    >>> problem = Problem([["p"], ["x"], []], ["p"], ["x"], on_useless="ignore")
    >>> print(*problem.left_out, sep=", ")
    option 1 (x) has no primary item, option 2 is empty
    """

    index: int
    items: tuple[Item, ...]
    label: Label = None
    reason: str = NO_PRIMARY

    def __str__(self) -> str:
        name = f"option {self.index}" if self.label is None else f"option {self.label!r}"
        if not self.items:
            return f"{name} is empty"
        return f"{name} ({', '.join(map(str, self.items))}) {self.reason}"


def is_lenient(on_useless: Any, name: str = "on_useless") -> bool:
    """Return whether some kind of options is left out, after checking the argument."""
    return find_name(f"value of {name}", on_useless, ON_USELESS) == "ignore"


def unknown_items(rows: Iterable[Iterable[Item]], known: Iterable[Item]) -> tuple[Item, ...]:
    """Return the items of options that are none of the known ones, in the order of the options."""
    found = dict.fromkeys(filter(is_hashable, chain.from_iterable(rows)))
    for item in known:
        found.pop(item, None)
    return tuple(found)


def without_useless(parts: Parts, *, is_lenient: bool, n_unknown: int | None = None) -> Parts:
    """Return the parts of a problem without the options that no solution has or needs.

    The others keep their label; one without a label gets its place among all as label.

    Parameters
    ----------
    parts
        The parts.
    is_lenient
        Whether options without primary items are left out; else they are errors.
    n_unknown
        The number of items at the end, secondary ones, that are removed with all their options;
        None if unknown items are errors.

    Raises
    ------
    ProblemError
        If an option has no primary item, and this is an error.
    """
    items, n_known = parts.items, len(parts.items) - (n_unknown or 0)
    reasons = {
        number: f"has item {items[number]!r}, whose bounds are (0, 0)"
        for number in range(parts.n_primary if parts.bounds else 0)
        if parts.bounds.get(items[number], ONCE)[1] == 0
    }
    reasons |= {k: f"has the unknown item {items[k]!r}" for k in range(n_known, len(items))}
    is_asked = is_lenient or n_unknown is not None
    too_much = _too_much(parts)
    if not is_asked and not reasons and not too_much:
        return parts
    starts, members, _ = parts.incidence
    owners = parts.incidence.owners()
    has_none = np.ones(len(starts) - 1, dtype=np.bool_)
    has_none[owners[members < parts.n_primary]] = False
    reason_of = dict.fromkeys(np.flatnonzero(has_none).tolist(), NO_PRIMARY)
    for node in np.flatnonzero(np.isin(members, list(reasons)))[::-1].tolist():
        reason_of[int(owners[node])] = reasons[int(members[node])]
    reason_of |= {int(owners[node]): reason for node, reason in too_much.items()}
    for option, reason in () if is_lenient else reason_of.items():
        if reason == NO_PRIMARY:
            own = members[starts[option] : starts[option + 1]].tolist()
            check_option(option, own, items, parts.n_primary)
    if not is_asked and not reason_of:
        return parts
    problem = Problem.from_parts(parts)
    left_out = sorted(reason_of)
    notes = tuple(
        LeftOut(option.index, option.items, option.label, reason_of[option.index])
        for option in map(problem._option, left_out)
    )
    keep = np.ones(problem.n_options, dtype=np.bool_)
    keep[left_out] = False
    is_gone = np.arange(len(items)) >= n_known
    rest = keep_only(problem, keep, is_gone, dict(parts.bounds), parts.stated_bounds)
    return replace(rest._parts, left_out=notes)


def _too_much(parts: Parts) -> dict[int, str]:
    """Return the nodes that cover more than the bounds of their items allow, with the reasons."""
    units, members = parts.multiplicities, parts.incidence.members
    if units is None:
        return {}
    high = np.array([parts.bounds.get(item, ONCE)[1] for item in parts.items[: parts.n_primary]])
    several = np.flatnonzero(units > 1)
    return {
        node: f"covers item {parts.items[members[node]]!r} {units[node]} times, more than allowed"
        for node in several[units[several] > high[members[several]]].tolist()
    }
