"""Pairs of cells whose digits go together: what rules like anti-knight or whispers state."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from operator import and_
from typing import NamedTuple, TypeAlias

from sudoku.geometry.shape import Shape

__all__ = [
    "Pair",
    "Partners",
    "Relation",
    "barred_pairs",
    "both",
    "differ",
    "relate",
    "related",
    "turned",
]

Pair: TypeAlias = tuple[int, int]
"""Two cells."""

Partners: TypeAlias = tuple[int, ...]
"""For each digit of one cell, the digits that another may then hold, as a mask."""


class Relation(NamedTuple):
    """Pairs of cells that are related alike.

    Attributes
    ----------
    pairs
        Two different cells each.
    partners
        For each digit of a first cell, what the second may then hold; bit ``d - 1`` is d.
    """

    pairs: tuple[Pair, ...]
    partners: Partners


def related(shape: Shape, pairs: Iterable[Pair], allows: Callable[[int, int], bool]) -> Relation:
    """Return that the digits of pairs of cells pass a test, the first cell's digit first.

    Examples
    --------
    >>> related(Shape(2, 1), [(0, 3)], lambda a, b: a != b)
    Relation(pairs=((0, 3),), partners=(2, 1))
    """
    digits = range(1, shape.n + 1)
    partners = [sum([1 << b - 1 for b in digits if allows(a, b)]) for a in digits]
    return Relation(tuple(pairs), tuple(partners))


@lru_cache
def turned(partners: Partners) -> Partners:
    """Return what cells may hold as seen from the other one.

    Examples
    --------
    >>> turned((0b10, 0b11))
    (2, 3)
    """
    n = len(partners)
    return tuple([sum([(partners[a] >> b & 1) << a for a in range(n)]) for b in range(n)])


@lru_cache
def both(one: Partners, other: Partners) -> Partners:
    """Return what cells may hold that are related in two ways.

    Examples
    --------
    >>> both((0b11, 0b01), (0b10, 0b11))
    (2, 1)
    """
    return tuple(map(and_, one, other))


@lru_cache
def differ(partners: Partners) -> bool:
    """Tell whether related cells cannot hold the same digit, whatever it is.

    Examples
    --------
    >>> differ((0b10, 0b01)), differ((0b10, 0b11))
    (True, False)
    """
    return not any(mask >> k & 1 for k, mask in enumerate(partners))


@lru_cache
def barred_pairs(partners: Partners) -> tuple[tuple[int, int], ...]:
    """Return the pairs of digits that related cells do not hold.

    Examples
    --------
    >>> barred_pairs((0b10, 0b11))
    ((1, 1),)
    """
    digits = range(1, len(partners) + 1)
    barred = [(a, b) for a in digits for b in digits if not partners[a - 1] >> b - 1 & 1]
    return tuple(barred)


def relate(relations: dict[Pair, Partners], pairs: Iterable[Pair], partners: Partners) -> None:
    """Add that pairs of cells are related, however they are already; the lower cell is first.

    Examples
    --------
    >>> relations = {(0, 1): (0b11, 0b01)}
    >>> relate(relations, [(1, 0)], (0b10, 0b11))
    >>> relations
    {(0, 1): (2, 1)}
    """
    if min(partners) == (1 << len(partners)) - 1:  # it bars nothing
        return
    for one, other in pairs:
        pair, seen = ((one, other), partners) if one < other else ((other, one), turned(partners))
        known = relations.get(pair)
        relations[pair] = seen if known is None else both(known, seen)
