"""The values that an entry of a table accepts, as intervals and as masks."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from csp.errors import RangeError
from csp.kernels.bitsets import mask_of
from csp.model.posted_records import MOST_VALUES

if TYPE_CHECKING:
    from csp.constraints.conditions import Entry


class Run(NamedTuple):
    """All values from the first to the last."""

    first: int
    last: int


def runs_of(entry: Entry, low: int, high: int) -> list[Run]:
    """Return the values between two bounds that an entry accepts, as intervals in order.

    Comparisons with other columns are left out.

    Raises
    ------
    RangeError
        If it accepts too many values one by one.

    Examples
    --------
    >>> from csp import value
    >>> runs_of((value >= 2) & (value != 5), 0, 9)
    [Run(first=2, last=4), Run(first=6, last=9)]
    """
    if isinstance(entry, int):
        return [Run(entry, entry)] if low <= entry <= high else []
    if entry is None:
        return [Run(low, high)]
    if entry.least is not None:
        low = max(low, entry.least)
    if entry.greatest is not None:
        high = min(high, entry.greatest)
    if entry.among is None:
        return list(_without(low, high, sorted(entry.excluded)))
    among = between(entry.among, low, high)
    if len(among) > MOST_VALUES:
        raise RangeError(
            f"a condition accepts {len(among)} values, which are not all between two bounds: "
            f"at most {MOST_VALUES} are possible"
        )
    return list(_together(sorted({*among} - entry.excluded)))


def between(values: range | frozenset[int], low: int, high: int) -> Sequence[int]:
    """Return those of some values that are between two bounds."""
    if isinstance(values, range):
        return values[bisect_left(values, low) : bisect_right(values, high)]
    return [value for value in values if low <= value <= high]


def accepted(entry: Entry, origin: int, mask: int) -> int:
    """Return which values an entry accepts, of those in a mask: bit k is the value `origin + k`.

    Examples
    --------
    >>> from csp import value
    >>> bin(accepted(value != 11, 10, 0b1011))
    '0b1001'
    """
    if entry is None:
        return mask
    n = mask.bit_length()
    if isinstance(entry, int):
        return mask & 1 << entry - origin if 0 <= entry - origin < n else 0
    if entry.least is not None:
        below = entry.least - origin
        mask = 0 if below >= n else mask >> max(below, 0) << max(below, 0)
    if entry.greatest is not None:
        above = entry.greatest - origin + 1
        mask &= (1 << min(max(above, 0), n)) - 1
    if entry.among is not None:
        mask &= mask_of(v - origin for v in between(entry.among, origin, origin + n - 1))
    return mask & ~mask_of(v - origin for v in between(entry.excluded, origin, origin + n - 1))


def _without(low: int, high: int, excluded: Iterable[int]) -> Iterator[Run]:
    for value in excluded:
        if low <= value <= high:
            if low < value:
                yield Run(low, value - 1)
            low = value + 1
    if low <= high:
        yield Run(low, high)


def _together(values: list[int]) -> Iterator[Run]:
    """Yield the intervals of which values, in order, consist."""
    begin = 0
    for k in range(1, len(values) + 1):
        if k == len(values) or values[k] != values[k - 1] + 1:
            yield Run(values[begin], values[k - 1])
            begin = k
