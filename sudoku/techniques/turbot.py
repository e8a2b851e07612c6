"""Skyscraper, two-string kite, turbot fish: two strong links of one digit, one end each in sight.

Two houses have two places each for the digit. An end of one sees an end of the other, so not both
of these hold it, and one of the two other ends does: cells that see both of those lose it.
"""

from __future__ import annotations

from itertools import combinations, product

from sudoku.techniques.geometry import Geometry, bits
from sudoku.techniques.position import Deduction, Deductions, Position

__all__ = ["dual_steps", "steps"]


def steps(position: Position, kind: str) -> Deductions:
    """Yield the pairs of links of a kind: skyscraper, kite or any."""
    ways = position.geometry.ways
    for digit, links in enumerate(position.bilocals):
        for (house, first), (other, second) in combinations(links, 2):
            if not first & second and _fits(kind, ways[house], ways[other]):
                yield from _joined(position, kind, digit, (house, first), (other, second))


def dual_steps(position: Position) -> Deductions:
    """Yield pairs of two-string kites in the same box: of one digit, or on the same lines."""
    kites = list(steps(position, "kite"))
    for one, other in combinations(kites, 2):
        is_pair = one.digits == other.digits or one.houses == other.houses
        if is_pair and one.acts_on == other.acts_on:
            eliminated = one.eliminated | other.eliminated
            if eliminated not in (one.eliminated, other.eliminated):
                houses = tuple(dict.fromkeys(one.houses + other.houses))
                digits, cells = one.digits | other.digits, one.cells | other.cells
                yield Deduction(eliminated, 0, digits, cells, houses, one.acts_on)


def _fits(kind: str, way: str, other: str) -> bool:
    """Tell whether two links that go these ways lie as the kind asks."""
    if kind == "skyscraper":
        return way == other != "other"
    return kind == "any" or (way != other and "other" not in (way, other))


def _joined(
    position: Position, kind: str, digit: int, one: tuple[int, int], two: tuple[int, int]
) -> Deductions:
    """Yield what follows where an end of one link sees an end of the other."""
    geometry = position.geometry
    (house, first), (other, second) = one, two
    for near, near_2 in product(bits(first), bits(second)):
        if not geometry.peers[near] >> near_2 & 1:
            continue
        far, far_2 = first & ~(1 << near), second & ~(1 << near_2)
        eliminated = position.seeing_all(digit, far | far_2)
        joints = _joints(geometry, kind, near, near_2) if eliminated else ()
        if joints:
            shift = digit * position.n_cells
            chain = tuple(mask << shift for mask in (far, 1 << near, 1 << near_2, far_2))
            yield Deduction(
                eliminated, 0, 1 << digit, first | second, (house, other), joints, chain
            )


def _joints(geometry: Geometry, kind: str, near: int, near_2: int) -> tuple[int, ...]:
    """Return the houses in which the near ends see each other, as the kind asks."""
    shared = set(geometry.houses_of[near]).intersection(geometry.houses_of[near_2])
    if kind == "kite":
        shared.intersection_update(geometry.others)
    elif kind == "skyscraper":
        shared.intersection_update(geometry.rows + geometry.columns)
    return tuple(sorted(shared))
