"""Clique covers: pairs that exclude each other, merged into sets with at most one true member."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def cover(pairs: Iterable[tuple[int, int]], known: Sequence[int]) -> list[tuple[int, ...]]:
    """Return cliques, sets of members that all exclude each other, which cover all pairs.

    The heuristic is greedy: the sets are few, but not always the fewest. An exact-cover problem
    then needs ``n`` items to state that one digit is less than another, instead of half of n * n
    items for pairs.

    Parameters
    ----------
    pairs
        Pairs of numbers that exclude each other.
    known
        For each number the numbers that it excludes for other reasons, as a mask.

    Examples
    --------
    >>> cover([(0, 1), (2, 1), (0, 3)], [0b0100, 0, 0b0001, 0])
    [(0, 1, 2), (0, 3)]
    """
    left = [0] * len(known)
    for one, other in pairs:
        left[one] |= 1 << other
        left[other] |= 1 << one
    excludes = [a | b for a, b in zip(known, left, strict=True)]
    sets = []
    for first in range(len(known)):
        while left[first]:
            second = _lowest(left[first])
            members = [first, second]
            common = excludes[first] & excludes[second]
            gain = left[first] | left[second]
            while wanted := common & left[first] & left[second] or common & gain:
                new = _lowest(wanted)
                members.append(new)
                common &= excludes[new]
                gain |= left[new]
            inside = sum(1 << member for member in members)
            for member in members:
                left[member] &= ~inside
            sets.append(tuple(sorted(members)))
    return sets


def _lowest(mask: int) -> int:
    return (mask & -mask).bit_length() - 1
