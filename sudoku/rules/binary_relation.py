"""Relations between two cells, as rules like anti-knight or whispers state them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from operator import and_
from typing import NamedTuple, TypeAlias

from sudoku.geometry.shape import Shape

Pair: TypeAlias = tuple[int, int]
"""Two cells."""

Supports: TypeAlias = tuple[int, ...]
"""For each digit of one cell its supports: the digits that the other cell may hold, as a mask."""


class Relation(NamedTuple):
    """Pairs of cells that are in the same relation.

    Attributes
    ----------
    pairs
        The pairs, each of two different cells.
    supports
        For each digit of the first cell, the digits that the second cell may then hold, as a mask;
        bit ``d - 1`` is digit d.
    """

    pairs: tuple[Pair, ...]
    supports: Supports


def related(shape: Shape, pairs: Iterable[Pair], allows: Callable[[int, int], bool]) -> Relation:
    """Return the relation of pairs of cells whose digits pass a test, which takes them in order.

    Examples
    --------
    >>> related(Shape(2, 1), [(0, 3)], lambda a, b: a != b)
    Relation(pairs=((0, 3),), supports=(2, 1))
    """
    digits = range(1, shape.n + 1)
    supports = [sum([1 << b - 1 for b in digits if allows(a, b)]) for a in digits]
    return Relation(tuple(pairs), tuple(supports))


@lru_cache
def turned(supports: Supports) -> Supports:
    """Return the supports of the digits of the second cell: the inverse relation.

    Examples
    --------
    >>> turned((0b10, 0b11))
    (2, 3)
    """
    n = len(supports)
    return tuple([sum([(supports[a] >> b & 1) << a for a in range(n)]) for b in range(n)])


@lru_cache
def both(one: Supports, other: Supports) -> Supports:
    """Return the supports of the conjunction of two relations.

    Examples
    --------
    >>> both((0b11, 0b01), (0b10, 0b11))
    (2, 1)
    """
    return tuple(map(and_, one, other))


@lru_cache
def differ(supports: Supports) -> bool:
    """Return whether a relation excludes every pair of equal digits.

    Examples
    --------
    >>> differ((0b10, 0b01)), differ((0b10, 0b11))
    (True, False)
    """
    return not any(mask >> k & 1 for k, mask in enumerate(supports))


@lru_cache
def barred_pairs(supports: Supports) -> tuple[tuple[int, int], ...]:
    """Return the pairs of digits that a relation excludes.

    Examples
    --------
    >>> barred_pairs((0b10, 0b11))
    ((1, 1),)
    """
    digits = range(1, len(supports) + 1)
    barred = [(a, b) for a in digits for b in digits if not supports[a - 1] >> b - 1 & 1]
    return tuple(barred)


def relate(relations: dict[Pair, Supports], pairs: Iterable[Pair], supports: Supports) -> None:
    """Add a relation of some pairs to `relations`, whose keys have the lower cell first.

    Examples
    --------
    >>> relations = {(0, 1): (0b11, 0b01)}
    >>> relate(relations, [(1, 0)], (0b10, 0b11))
    >>> relations
    {(0, 1): (2, 1)}
    """
    if min(supports) == (1 << len(supports)) - 1:  # it excludes nothing
        return
    for one, other in pairs:
        pair, seen = ((one, other), supports) if one < other else ((other, one), turned(supports))
        known = relations.get(pair)
        relations[pair] = seen if known is None else both(known, seen)
