"""Fish of any houses, with fins: a digit of k base houses lies in k cover houses, or in the fins.

Each base house holds the digit once, and so each cover house has it in a base. *Fins* are cells
that are in more bases than covers. If no fin is true, cells in more covers than bases lose the
digit; so those of them that see all fins lose it for good. *Basic* fish go from rows to columns or
back, *franken* ones take boxes as well, *mutant* ones any houses. A *siamese* fish is two with the
same bases. For finned basic fish see `sudoku.techniques.finned_fish`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from exactcover.runtime.search.limits import stop_if_due
from sudoku.statement.bitsets import bits
from sudoku.techniques.geometry import Geometry
from sudoku.techniques.kinds import FishFamily
from sudoku.techniques.position import Deduction, Deductions, Position

Houses = tuple[int, ...]


class Fish(NamedTuple):
    """A fish of a digit (less 1): its houses, the cells in them, the fins and what it removes."""

    digit: int
    bases: Houses
    covers: Houses
    body: int
    fins: int
    removed: int


def steps(position: Position, size: int, family: int) -> Deductions:
    """Yield the fish of a size and family without fins."""
    for fish in _all_fish(position, size, family, has_fins=False):
        yield _deduction(position, fish, fish.removed, fish.covers)


def finned_steps(position: Position, size: int, family: int) -> Deductions:
    """Yield the fish of a size and family with fins."""
    for fish in _all_fish(position, size, family, has_fins=True):
        yield _deduction(position, fish, fish.removed, fish.covers)


def siamese_steps(position: Position, size: int, family: int) -> Deductions:
    """Yield the eliminations of pairs of finned fish with the same bases."""
    groups: dict[tuple[int, Houses], list[Fish]] = {}
    for fish in _all_fish(position, size, family, has_fins=True):
        groups.setdefault((fish.digit, fish.bases), []).append(fish)
    for group in groups.values():
        for one, other in combinations(group, 2):
            removed = one.removed | other.removed
            if removed not in (one.removed, other.removed):
                covers = tuple(dict.fromkeys(one.covers + other.covers))
                yield _deduction(position, one, removed, covers)


def _deduction(position: Position, fish: Fish, removed: int, covers: Houses) -> Deduction:
    shift = fish.digit * position.n_cells
    chain = (fish.body << shift, fish.fins << shift) if fish.fins else ()
    cells = fish.body | fish.fins
    return Deduction(removed << shift, 0, 1 << fish.digit, cells, fish.bases, covers, chain)


@lru_cache(maxsize=8)
def _all_fish(position: Position, size: int, family: int, *, has_fins: bool) -> tuple[Fish, ...]:
    """Return the fish that remove something: several techniques ask for the same ones."""
    geometry, found = position.geometry, dict[tuple[int, Houses, Houses], Fish]()
    for digit, places in enumerate(position.places):
        for from_, to in _families(geometry, family):
            for target in bits(places):
                stop_if_due()
                for first in set(geometry.houses_of[target]).intersection(to):
                    for bases, covers in _against(geometry, places, target, first, from_, to, size):
                        key = digit, tuple(sorted(bases)), tuple(sorted(covers))
                        if key not in found and _is_of(geometry, family, bases, covers):
                            found[key] = _fish(position, *key)
    return tuple(fish for fish in found.values() if fish.removed and bool(fish.fins) == has_fins)


def _against(
    geometry: Geometry, places: int, target: int, first: int, from_: Houses, to: Houses, size: int
) -> Iterator[tuple[Houses, Houses]]:
    """Yield bases and covers that remove the target, which is in the first of the covers.

    All places that the target sees may be fins, so the other covers need only contain the rest.
    """
    free = places & ~geometry.peers[target] & ~geometry.houses[first]
    # A base line crosses each cover line in one cell, so `size - 1` covers contain at most as many
    # cells of a base.
    is_basic = not {*from_, *to}.intersection(geometry.others)
    most = size - 1 if is_basic else geometry.n
    needs = [
        (base, need)
        for base in from_
        if (need := geometry.houses[base] & free)
        and need.bit_count() <= most
        and base != first
        and not geometry.houses[base] >> target & 1
    ]
    if len(needs) < size:
        return
    allowed = set(to)
    stack: list[tuple[int, int, Houses, Houses]] = [(0, 0, (), (first,))]
    while stack:
        at, left, bases, covers = stack.pop()
        if left:
            if len(covers) == size:
                continue
            for house in geometry.houses_of[(left & -left).bit_length() - 1]:
                if house in allowed and house not in bases and house not in covers:
                    stack.append((at, left & ~geometry.houses[house], bases, (*covers, house)))
            continue
        if len(bases) == size:
            if len(covers) == size:
                yield bases, covers
            continue
        taken = 0
        for cover in covers:
            taken |= geometry.houses[cover]
        for k in range(at, len(needs)):
            base, need = needs[k]
            if base not in covers:
                stack.append((k + 1, need & ~taken, (*bases, base), covers))


def _families(geometry: Geometry, family: int) -> list[tuple[Houses, Houses]]:
    """Return from which houses the bases are taken, and from which the covers."""
    rows, columns, boxes = geometry.rows, geometry.columns, geometry.others
    if family == FishFamily.MUTANT:
        every = tuple(range(len(geometry.houses)))
        return [(every, every)]
    more = boxes if family == FishFamily.FRANKEN else ()
    return [(rows + more, columns + more), (columns + more, rows + more)]


def _is_of(geometry: Geometry, family: int, bases: Houses, covers: Houses) -> bool:
    """Return whether a fish is of no simpler family."""
    if family == FishFamily.BASIC:
        return True
    if family == FishFamily.FRANKEN:
        return not set(bases + covers).isdisjoint(geometry.others)
    return any(
        not set(houses).isdisjoint(geometry.rows) and not set(houses).isdisjoint(geometry.columns)
        for houses in (bases, covers)
    )


def _counted(geometry: Geometry, places: int, houses: Houses) -> list[int]:
    """Return the places that are in at least one of the houses, in at least two, and so on."""
    counts = [0] * len(houses)
    for house in houses:
        more = geometry.houses[house] & places
        for k, met in enumerate(counts):
            counts[k], more = met | more, met & more
    return counts


def _fish(position: Position, digit: int, bases: Houses, covers: Houses) -> Fish:
    """Return the fish of these houses with all its fins and all that it removes.

    On boards with further houses a cell may lie in more than two of the bases, or of the covers.
    """
    geometry, places = position.geometry, position.places[digit]
    in_bases, in_covers = (_counted(geometry, places, houses) for houses in (bases, covers))
    fins = removed = 0
    for in_base, in_cover in zip(in_bases, in_covers, strict=True):
        fins |= in_base & ~in_cover
        removed |= in_cover & ~in_base
    removed &= geometry.common_peers(fins)
    return Fish(digit, bases, covers, in_bases[0] & ~fins, fins, removed)
