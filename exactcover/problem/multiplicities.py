"""Multiplicities: how many units of an item an option covers, where that is not one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.problem.option import Incidence, Item, Label, Option
from exactcover.runtime.arguments import check_unmasked, is_hashable, is_whole
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.formatting import shown
from exactcover.runtime.integer_arrays import with_integers

Multiplicities = NDArray[np.int64]
"""The multiplicity of each node: of each item of each option, in the order of `Incidence`."""

MOST_UNITS = (1 << 31) - 1
"""The most units of an item in all options together."""


def check_multiplicities(
    given: Mapping[Any, Any] | None,
    labels: Sequence[Label] | None,
    items: Sequence[Item],
    n_primary: int,
    incidence: Incidence,
) -> Multiplicities | None:
    """Return the multiplicity of each node, or None if none is given.

    The keys are pairs of an option and one of its primary items: an option is given by its label,
    or by its index if there are no labels.
    """
    if given is None:
        return None
    if not isinstance(given, Mapping):
        raise ProblemError(
            f"multiplicities is {shown(given)}: give a mapping from (option, item) to a number"
        )
    if not given:
        return None
    options_of: dict[Any, list[int]] = {}
    for index, label in enumerate(range(len(incidence.starts) - 1) if labels is None else labels):
        options_of.setdefault(label, []).append(index)
    number_of = {item: number for number, item in enumerate(items)}
    starts, members, _ = incidence
    found = np.ones(len(members), dtype=np.int64)
    for key, times in given.items():
        if not isinstance(key, tuple) or len(key) != 2:
            raise ProblemError(f"multiplicities has the key {shown(key)}: give (option, item)")
        name, item = key
        if isinstance(name, Option):
            name = name.index if labels is None else name.label
        if not is_hashable(name) or name not in options_of:
            raise ProblemError(f"a multiplicity for unknown option {shown(name)}")
        if not is_hashable(item) or item not in number_of:
            raise ProblemError(f"a multiplicity for unknown item {shown(item)}")
        nodes = [
            starts[option] + place
            for option in options_of[name]
            for place in np.flatnonzero(
                members[starts[option] : starts[option + 1]] == number_of[item]
            ).tolist()
        ]
        if not nodes:
            raise ProblemError(
                f"a multiplicity for item {shown(item)}, which option {shown(name)} does not have"
            )
        if not is_whole(times) or times < 1:
            raise ProblemError(
                f"the multiplicity of item {shown(item)} in option {shown(name)} is "
                f"{shown(times)}: give a whole number above 0"
            )
        if times > MOST_UNITS:
            raise ProblemError(
                f"the multiplicity of item {shown(item)} in option {shown(name)} is "
                f"{shown(times)}: {MOST_UNITS:,} is the greatest"
            )
        found[nodes] = int(times)
    check_units(found, items, n_primary, incidence)
    return found


def array_of_multiplicities(
    given: Any, items: Sequence[Item], n_primary: int, incidence: Incidence
) -> Multiplicities | None:
    """Return an array of multiplicities after checking it; see `check_multiplicities`."""
    if given is None:
        return None
    array = with_integers(np.asarray(check_unmasked("multiplicities", given)))
    if array.shape != incidence.members.shape or (array.dtype.kind not in "iu" and array.size):
        raise ProblemError(
            "multiplicities must be an array of whole numbers, one for each of the "
            f"{len(incidence.members)} members"
        )
    for place in np.flatnonzero((array < 1) | (array > MOST_UNITS))[:1]:
        raise ProblemError(
            f"multiplicities[{place}] is {array[place]}: it must lie between 1 and {MOST_UNITS:,}"
        )
    found: Multiplicities = array.astype(np.int64)
    check_units(found, items, n_primary, incidence)
    return found


def check_units(
    multiplicities: Multiplicities, items: Sequence[Item], n_primary: int, incidence: Incidence
) -> None:
    """Raise `ProblemError` if a secondary item has multiplicities, or an item too many units."""
    members = incidence.members
    for node in np.flatnonzero((multiplicities > 1) & (members >= n_primary))[:1].tolist():
        raise ProblemError(
            f"a multiplicity on secondary item {shown(items[members[node]])}: "
            "only primary items take them"
        )
    totals = total_units(members, multiplicities, len(items))
    for number in np.flatnonzero(totals > MOST_UNITS)[:1].tolist():
        raise ProblemError(
            f"the options cover item {shown(items[number])} {int(totals[number]):,} times "
            f"together: {MOST_UNITS:,} are allowed"
        )


def total_units(
    members: NDArray[np.int32], multiplicities: Multiplicities | None, n_items: int
) -> NDArray[np.int64]:
    """Return how often all nodes with these items cover each item together.

    >>> total_units(np.array([0, 1, 1]), np.array([1, 2, 5]), 3)
    array([1, 7, 0])
    """
    if multiplicities is None:
        return np.bincount(members, minlength=n_items)
    return np.bincount(members, multiplicities, n_items).astype(np.int64)


def simplest_multiplicities(given: Multiplicities | None) -> Multiplicities | None:
    """Return multiplicities, or None if all are 1."""
    return None if given is None or not (given > 1).any() else given
