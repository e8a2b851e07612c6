"""Problems from arrays in compressed sparse rows (CSR)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.problem.bounds import check_bounds
from exactcover.problem.building import check_items, check_options
from exactcover.problem.costs import check_costs
from exactcover.problem.multiplicities import array_of_multiplicities
from exactcover.problem.option import BoundsLike, Incidence, Item, Label
from exactcover.problem.parts import Parts
from exactcover.problem.problem import OnUseless, Problem
from exactcover.problem.useless import is_lenient, without_useless
from exactcover.runtime.arguments import Cost, check_labels, check_number, check_unmasked, listed
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.integer_arrays import with_integers

MOST = int(np.iinfo(np.int32).max)
"""The largest number of an item or a colour."""


def from_arrays(
    starts: Any,
    members: Any,
    *,
    colours: Any,
    names: Sequence[Item] | None,
    n_items: int | None,
    n_primary: int | None,
    labels: Sequence[Label] | None,
    bounds: Any,
    multiplicities: Any = None,
    costs: Iterable[Cost] | Mapping[Any, Cost] | None,
    on_useless: OnUseless,
) -> Problem:
    """Return the problem of some arrays: see `Problem.from_arrays`."""
    starts, members = _whole("starts", starts), _whole("members", members)
    if not len(starts) or starts[0] or starts[-1] != len(members) or (np.diff(starts) < 0).any():
        raise ProblemError(
            f"starts must rise from 0 to the length of members, {len(members)}, "
            "with one entry more than there are options"
        )
    colours = np.zeros(len(members), np.int64) if colours is None else _whole("colours", colours)
    if len(colours) != len(members):
        raise ProblemError(f"{len(colours)} colours for {len(members)} members")
    items = _items(members, names, n_items)
    n_primary = len(items) if n_primary is None else check_number("n_primary", n_primary, least=0)
    if n_primary > len(items):
        raise ProblemError(f"n_primary is {n_primary}: it must lie between 0 and {len(items)}")
    n_options = len(starts) - 1
    labels = check_labels(labels, n_options)
    incidence = Incidence(starts, members.astype(np.int32), colours.astype(np.int32))
    colour_names = range(1, 1 + int(colours.max(initial=0)))
    check_items((), items[:n_primary], items[n_primary:])
    ignores = is_lenient(on_useless)
    check_options(incidence, items, n_primary, colour_names, is_lenient=ignores)
    units = array_of_multiplicities(multiplicities, items, n_primary, incidence)
    parts = Parts(
        items,
        n_primary,
        incidence,
        tuple(colour_names),
        labels=labels,
        bounds=check_bounds(
            _named_bounds(bounds, items[:n_primary]),
            items[:n_primary],
            items[n_primary:],
            incidence.members,
            units,
        ),
        multiplicities=units,
        costs=None if costs is None else check_costs(costs, n_options, labels),
    )
    return Problem.from_parts(without_useless(parts, is_lenient=ignores))


def _whole(name: str, given: Any) -> NDArray[np.int64]:
    """Return an array of whole numbers after checking it."""
    array = with_integers(np.asarray(check_unmasked(name, given)))
    if array.ndim != 1 or (array.dtype.kind not in "iu" and array.size):
        raise ProblemError(f"{name} must be an array of whole numbers with one dimension")
    for place in np.flatnonzero((array < 0) | (array > MOST))[:1]:
        raise ProblemError(f"{name}[{place}] is {array[place]}: it must lie between 0 and {MOST:,}")
    return array.astype(np.int64)


def _items(
    members: NDArray[np.int64], names: Sequence[Item] | None, n_items: int | None
) -> tuple[Item, ...]:
    """Return the names of the items."""
    least = int(members.max(initial=-1)) + 1
    if names is not None:
        items = tuple(listed("names", names))
        if n_items is not None and check_number("n_items", n_items, least=0) != len(items):
            raise ProblemError(f"{len(items)} names for {n_items} items")
    else:
        n_items = least if n_items is None else check_number("n_items", n_items, least=0)
        items = tuple(range(n_items))
    if least > len(items):
        place = int(members.argmax())
        raise ProblemError(
            f"members[{place}] is {members[place]}, but the problem has {len(items)} items"
        )
    return items


def _named_bounds(bounds: Any, primary: Sequence[Item]) -> BoundsLike | None:
    """Return bounds by item: those of an array are in the order of the primary items."""
    if not isinstance(bounds, np.ndarray):
        return bounds  # type: ignore[no-any-return]  # `check_bounds` looks at it
    bounds = with_integers(check_unmasked("bounds", bounds))
    if bounds.shape != (len(primary), 2) or bounds.dtype.kind not in "iu":
        raise ProblemError(
            f"bounds must be a mapping, or an array of whole numbers of shape ({len(primary)}, 2)"
        )
    rare = np.flatnonzero((bounds != 1).any(axis=1)).tolist()
    return {primary[k]: (int(bounds[k, 0]), int(bounds[k, 1])) for k in rare}
