"""Rows that say "at most one of two" are merged to rows of cliques: at most one of many.

These bound much more: of n columns, pairwise rows allow a sum of n / 2 in the relaxation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple


class Line(NamedTuple):
    """A row of columns: the sum of the terms is at most the total, or equal to it."""

    terms: dict[int, int]
    is_equation: bool
    total: int


def merged(lines: list[Line], is_choice: Callable[[Line], bool]) -> list[Line]:
    """Return the rows, with cliques in place of pairs.

    Parameters
    ----------
    lines
        The rows.
    is_choice
        Returns whether a row says that at most one of its columns is 1, or exactly one.
    """
    neighbours: dict[int, int] = {}
    pairs: list[tuple[int, int]] = []
    others: list[Line] = []
    for line in lines:
        if is_choice(line):
            columns = [*line.terms]
            mask = sum(1 << k for k in columns)
            for k in columns:
                neighbours[k] = neighbours.get(k, 0) | mask & ~(1 << k)
            if len(columns) == 2 and not line.is_equation:
                pairs.append((columns[0], columns[1]))
                continue
        others.append(line)
    covered: dict[int, int] = {}
    for a, b in sorted(pairs):
        if covered.get(a, 0) >> b & 1:
            continue
        clique = _grown([a, b], neighbours)
        mask = sum(1 << k for k in clique)
        for k in clique:
            covered[k] = covered.get(k, 0) | mask
        others.append(Line(dict.fromkeys(clique, 1), False, 1))
    return others


def _grown(clique: list[int], neighbours: dict[int, int]) -> list[int]:
    """Return a clique with more columns, those with many common neighbours first."""
    common = neighbours[clique[0]] & neighbours[clique[1]]
    while common:
        best = max(_members(common), key=lambda k: ((neighbours[k] & common).bit_count(), -k))
        clique = [*clique, best]
        common &= neighbours[best]
    return clique


def _members(mask: int) -> Iterable[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
