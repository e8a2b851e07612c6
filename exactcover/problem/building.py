"""Turn options given as Python objects into checked arrays of numbers."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from exactcover.arguments import each_of, is_hashable, listed
from exactcover.errors import ProblemError
from exactcover.problem.option import Colour, Incidence, Item, OptionLike

Items = tuple[Item, ...]


def as_rows(options: Iterable[OptionLike]) -> list[Collection[Item]]:
    """Return the options as collections, which can be iterated twice."""
    rows: list[Collection[Item]] = []
    for index, row in enumerate(each_of("options", options)):
        if isinstance(row, str | bytes) or not isinstance(row, Iterable):
            raise ProblemError(f"option {index} is {row!r}: give its items as a list")
        rows.append(row if isinstance(row, Collection) else tuple(row))
        try:
            frozenset(rows[-1])
        except TypeError as error:
            raise ProblemError(
                f"option {index} has an item that cannot be a name: {error}"
            ) from None
    return rows


def check_items(
    rows: Sequence[OptionLike], primary: Iterable[Item] | None, secondary: Iterable[Item]
) -> tuple[Items, Items]:
    """Return the primary and the secondary items, after checking that none is listed twice."""
    secondary = tuple(in_order(listed("secondary", secondary)))
    if primary is None:
        others = set(filter(is_hashable, secondary))
        primary = tuple(dict.fromkeys(i for row in rows for i in in_order(row) if i not in others))
    else:
        primary = tuple(in_order(listed("primary", primary)))
    for item in primary + secondary:
        if not is_hashable(item):
            raise ProblemError(f"item {item!r} cannot be a name: it must be hashable")
    seen: set[Item] = set()
    for item in primary + secondary:
        if item in seen:
            kind = "as primary and as secondary" if item in primary else "twice"
            kind = "twice" if primary.count(item) > 1 else kind
            raise ProblemError(f"item {item!r} is listed {kind}")
        seen.add(item)
    if not primary:
        kind = "items" if not secondary else "primary items"
        raise ProblemError(f"the problem has no {kind}: there is nothing to cover")
    return primary, secondary


def build_incidence(
    rows: Sequence[OptionLike], primary: Items, secondary: Items
) -> tuple[Incidence, tuple[Colour, ...]]:
    """Check every option; return the options as numbers of items and colours."""
    number = {item: i for i, item in enumerate(primary + secondary)}
    colour_number: dict[Colour | None, int] = {None: 0}
    starts, members, colours = [0], [], []
    for index, row in enumerate(rows):
        for item, colour in _pairs(row):
            if item not in number:
                raise ProblemError(f"option {index}: unknown item {item!r}")
            if colour is not None and number[item] < len(primary):
                raise ProblemError(
                    f"option {index}: colour {colour!r} on primary item {item!r}; "
                    "only secondary items take colours"
                )
            members.append(number[item])
            colours.append(colour_number.setdefault(colour, len(colour_number)))
        check_option(index, members[starts[-1] :], primary + secondary, len(primary))
        starts.append(len(members))
    incidence = Incidence(
        np.array(starts, dtype=np.int64),
        np.array(members, dtype=np.int32),
        np.array(colours, dtype=np.int32),
    )
    return incidence, tuple(colour_number)[1:]


def check_option(index: int, members: Sequence[int], items: Items, n_primary: int) -> None:
    """Raise `ProblemError` if an option is empty, has an item twice or has no primary item."""
    if not members:
        raise ProblemError(f"option {index} is empty: it covers no item")
    if len(set(members)) < len(members):
        twice = next(i for k, i in enumerate(members) if i in members[:k])
        raise ProblemError(f"option {index} has item {items[twice]!r} twice")
    if min(members) >= n_primary:
        names = ", ".join(repr(items[i]) for i in members)
        raise ProblemError(
            f"option {index} ({names}) has no primary item: it would never be chosen"
        )


def _pairs(row: OptionLike) -> Iterable[tuple[Any, Colour | None]]:
    if isinstance(row, Mapping):
        return row.items()
    return ((item, None) for item in in_order(row))


def in_order(items: Iterable[Item]) -> Iterable[Item]:
    """Return the items; those of a set in an order that does not depend on hashing."""
    if not isinstance(items, set | frozenset):
        return items
    try:
        return sorted(items)
    except TypeError:
        return sorted(items, key=repr)
