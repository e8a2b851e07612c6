"""Turn options given as Python objects into checked arrays of numbers."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from exactcover.problem.option import Colour, Incidence, Item, OptionLike
from exactcover.runtime.arguments import each_of, is_hashable
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.formatting import shown

Items = tuple[Item, ...]

_HOW_TO_IGNORE = 'on_useless="ignore" leaves such options out'


def as_rows(options: Iterable[OptionLike]) -> list[Collection[Item]]:
    """Return the options as collections in a fixed order, which can be iterated twice."""
    rows: list[Collection[Item]] = []
    for index, row in enumerate(each_of("options", options)):
        if type(row) is list or type(row) is tuple:  # these need no check
            rows.append(row)
        elif isinstance(row, str | bytes) or not isinstance(row, Iterable):
            raise ProblemError(f"option {index} is {row!r}: give its items as a list")
        else:
            in_order = _in_order(row)
            rows.append(in_order if isinstance(in_order, Collection) else tuple(in_order))
    return rows


def _unhashable(rows: Iterable[Collection[Item]]) -> ProblemError:
    """Return the error of the first option with an item that is not hashable."""
    for index, row in enumerate(rows):
        try:
            frozenset(row)
        except TypeError as error:
            return ProblemError(f"option {index} has an item that cannot be a name: {error}")
    raise AssertionError("every item is hashable")


def check_items(
    rows: Sequence[Collection[Item]],
    primary: Iterable[Item] | None,
    secondary: Iterable[Item] | Callable[[Item], bool],
) -> tuple[Items, Items]:
    """Return the primary and the secondary items, after checking that no item is of both kinds."""
    if callable(secondary) and not isinstance(secondary, Iterable):
        secondary = _those_that(secondary, rows)
    secondary = tuple(_in_order(each_of("secondary", secondary)))
    if all(map(is_hashable, secondary)):
        secondary = tuple(dict.fromkeys(secondary))
    if primary is None:
        others = set(filter(is_hashable, secondary))
        try:
            found = dict.fromkeys(chain.from_iterable(rows))
        except TypeError:
            raise _unhashable(rows) from None
        primary = tuple(item for item in found if item not in others)
    else:
        primary = tuple(_in_order(each_of("primary", primary)))
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
    return primary, secondary


def _those_that(test: Callable[[Item], bool], rows: Sequence[Collection[Item]]) -> Items:
    """Return the items of the options for which a test is true, in their order."""
    try:
        found = dict.fromkeys(chain.from_iterable(rows))
    except TypeError:
        raise _unhashable(rows) from None
    kept = []
    for item in found:
        is_kept = test(item)
        if not isinstance(is_kept, bool | np.bool_):
            raise ProblemError(
                f"secondary: the function returned {shown(is_kept)} for the item {shown(item)}; "
                "it must return True or False"
            )
        if is_kept:
            kept.append(item)
    return tuple(kept)


def build_incidence(
    rows: Sequence[Collection[Item]], primary: Items, secondary: Items, *, is_lenient: bool = False
) -> tuple[Incidence, tuple[Colour, ...]]:
    """Check every option; return the options as numbers of items and colours.

    Parameters
    ----------
    is_lenient
        Whether options may have no primary item.
    """
    items = primary + secondary
    number = {item: i for i, item in enumerate(items)}
    starts = np.zeros(len(rows) + 1, dtype=np.int64)
    np.fromiter(map(len, rows), dtype=np.int64, count=len(rows)).cumsum(out=starts[1:])
    try:
        members = np.fromiter(
            map(number.__getitem__, chain.from_iterable(rows)), np.int32, count=int(starts[-1])
        )
    except KeyError:
        raise _unknown(rows, number) from None
    except TypeError:
        raise _unhashable(rows) from None
    colours, colour_names = _colours(rows, starts)
    incidence = Incidence(starts, members, colours)
    check_options(incidence, items, len(primary), colour_names, is_lenient=is_lenient)
    return incidence, colour_names


def _unknown(rows: Iterable[Collection[Item]], number: Mapping[Item, int]) -> ProblemError:
    """Return the error of the first option with an item that the problem does not have."""
    index, item = next(
        (k, item) for k, row in enumerate(rows) for item in row if item not in number
    )
    return ProblemError(f"option {index}: unknown item {shown(item)}")


def _colours(
    rows: Sequence[Collection[Item]], starts: NDArray[np.int64]
) -> tuple[NDArray[np.int32], tuple[Colour, ...]]:
    """Return the colour of every node as a number, and the names of the colours from 1 on."""
    number: dict[Colour | None, int] = {None: 0}
    colours = np.zeros(starts[-1], dtype=np.int32)
    for index, row in enumerate(rows):
        if type(row) is not list and isinstance(row, Mapping):
            try:
                own = [number.setdefault(colour, len(number)) for colour in row.values()]
            except TypeError:
                wrong = next(colour for colour in row.values() if not is_hashable(colour))
                raise ProblemError(
                    f"option {index}: colour {shown(wrong)} cannot be a name: it must be hashable"
                ) from None
            colours[starts[index] : starts[index + 1]] = own
    return colours, tuple(number)[1:]


def check_options(
    incidence: Incidence,
    items: Items,
    n_primary: int,
    colour_names: Sequence[Colour],
    *,
    is_lenient: bool = False,
) -> None:
    """Raise `ProblemError` for the first option that may not be one; see `build_incidence`."""
    starts, members, colours = incidence
    owner = incidence.owners()
    is_primary = members < n_primary
    is_bad = np.zeros(len(starts) - 1, dtype=np.bool_)
    if not is_lenient:
        is_bad[:] = True
        is_bad[owner[is_primary]] = False
    nodes = owner * len(items) + members
    # `count_nonzero` takes a fifth of the time of `any` for few elements.
    if np.count_nonzero(nodes[1:] < nodes[:-1]):  # those of a matrix are in order
        nodes.sort()
    is_again = nodes[1:] == nodes[:-1]
    if np.count_nonzero(is_again):
        is_bad[nodes[1:][is_again] // len(items)] = True
    if colour_names:
        is_bad[owner[(colours > 0) & is_primary]] = True
    if not np.count_nonzero(is_bad):
        return
    for index in np.flatnonzero(is_bad)[:1].tolist():
        own = slice(*starts[index : index + 2])
        for item, colour in zip(members[own], colours[own], strict=True):
            if colour and item < n_primary:
                raise ProblemError(
                    f"option {index}: colour {colour_names[colour - 1]!r} on primary item "
                    f"{items[item]!r}; only secondary items take colours"
                )
        check_option(index, members[own].tolist(), items, n_primary)


def check_option(index: int, members: Sequence[int], items: Items, n_primary: int) -> None:
    """Raise `ProblemError` if an option is empty, has an item twice or has no primary item."""
    if not members:
        raise ProblemError(f"option {index} is empty: it covers no item; {_HOW_TO_IGNORE}")
    if len(set(members)) < len(members):
        twice = next(i for k, i in enumerate(members) if i in members[:k])
        raise ProblemError(f"option {index} has item {shown(items[twice])} twice")
    if min(members) >= n_primary:
        names = ", ".join(repr(items[i]) for i in members)
        raise ProblemError(
            f"option {index} ({names}) has no primary item: it would never be chosen; "
            + _HOW_TO_IGNORE
        )


def _in_order(items: Iterable[Item]) -> Iterable[Item]:
    """Return the items; those of a set in an order that does not depend on hashing."""
    if not isinstance(items, set | frozenset):
        return items
    try:
        return sorted(items)
    except TypeError:
        return sorted(items, key=repr)
