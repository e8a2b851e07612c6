"""Fish of any houses, with fins: a digit of k base houses lies in k cover houses, or in the fins.

Each base house holds the digit once, and so each cover house has it in a base. *Fins* are cells
that are in more bases than covers. If no fin is true, cells in more covers than bases lose the
digit; so those of them that see all fins lose it for good. *Basic* fish go from rows to columns or
back, *franken* ones take boxes as well, *mutant* ones any houses. A *sashimi* fish has a base with
one cell left beside the fins. A *siamese* one is two fish with the same bases.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from sudoku.techniques.geometry import Geometry
from sudoku.techniques.position import Deduction, Deductions, Position

__all__ = ["siamese_steps", "steps"]

Houses = tuple[int, ...]


class Fish(NamedTuple):
    """A fish of a digit (less 1): its houses, the cells in them, the fins and what it removes."""

    digit: int
    bases: Houses
    covers: Houses
    body: int
    fins: int
    removed: int


def steps(position: Position, family: str, size: int, fins: str = "") -> Deductions:
    """Yield the fish of a family and size: without fins, finned or sashimi."""
    for fish in _all_fish(position, family, size, bool(fins)):
        if fins in ("", "any") or _is_sashimi(position, fish) == (fins == "sashimi"):
            yield _deduction(position, fish, fish.removed, fish.covers)


def siamese_steps(position: Position, family: str, size: int) -> Deductions:
    """Yield what two fish with the same bases remove together."""
    groups: dict[tuple[int, Houses], list[Fish]] = {}
    for fish in _all_fish(position, family, size, True):
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


def _is_sashimi(position: Position, fish: Fish) -> bool:
    return any((fish.body & position.geometry.houses[base]).bit_count() < 2 for base in fish.bases)


@lru_cache(maxsize=8)
def _all_fish(position: Position, family: str, size: int, has_fins: bool) -> tuple[Fish, ...]:
    """Return the fish that remove something: several techniques ask for the same ones."""
    found = []
    geometry = position.geometry
    for digit, places in enumerate(position.places):
        for from_, to in _families(geometry, family):
            usable = [h for h in from_ if (geometry.houses[h] & places).bit_count() > 1]
            for bases in combinations(usable, size):
                once, twice = _counted(geometry, places, bases)
                if twice and not has_fins:
                    continue
                # Lines that cross others overlap nowhere, so they remove nothing from the bases.
                targets = places & ~once if family == "basic" else places
                for covers in _covers(geometry, targets, bases, once, to, has_fins):
                    if _is_of(geometry, family, bases, covers):
                        fish = _fish(position, digit, bases, covers)
                        if fish.removed and bool(fish.fins) == has_fins:
                            found.append(fish)
    return tuple(found)


def _families(geometry: Geometry, family: str) -> list[tuple[Houses, Houses]]:
    """Return from which houses the bases are taken, and from which the covers."""
    rows, columns, boxes = geometry.rows, geometry.columns, geometry.others
    if family == "mutant":
        every = tuple(range(len(geometry.houses)))
        return [(every, every)]
    more = boxes if family == "franken" else ()
    return [(rows + more, columns + more), (columns + more, rows + more)]


def _is_of(geometry: Geometry, family: str, bases: Houses, covers: Houses) -> bool:
    """Tell whether a fish is of no simpler family."""
    if family == "basic":
        return True
    if family == "franken":
        return not set(bases + covers).isdisjoint(geometry.others)
    return any(
        not set(houses).isdisjoint(geometry.rows) and not set(houses).isdisjoint(geometry.columns)
        for houses in (bases, covers)
    )


def _counted(geometry: Geometry, places: int, houses: Houses) -> tuple[int, int]:
    """Return the places that are in one of the houses at least, and in two at least."""
    once = twice = 0
    for house in houses:
        mask = geometry.houses[house] & places
        twice |= once & mask
        once |= mask
    return once, twice


def _covers(
    geometry: Geometry, targets: int, bases: Houses, cells: int, to: Houses, has_fins: bool
) -> set[Houses]:
    """Return choices of covers, each of which takes a cell that would else be a fin.

    A choice is dropped as soon as no target sees all of its fins.
    """
    size, allowed, peers = len(bases), set(to).difference(bases), geometry.peers
    found: set[Houses] = set()
    stack: list[tuple[int, Houses, int]] = [(cells, (), targets)] if targets else []
    while stack:
        left, covers, aim = stack.pop()
        if not left:
            if len(covers) == size:
                found.add(tuple(sorted(covers)))
            continue
        cell = (left & -left).bit_length() - 1
        seen = aim & peers[cell]
        if has_fins and seen:
            stack.append((left & left - 1, covers, seen))
        if len(covers) < size:
            stack += [
                (left & ~geometry.houses[house], (*covers, house), aim)
                for house in geometry.houses_of[cell]
                if house in allowed
            ]
    return found


def _fish(position: Position, digit: int, bases: Houses, covers: Houses) -> Fish:
    """Return the fish of these houses with all its fins and all that it removes."""
    geometry, places = position.geometry, position.places[digit]
    in_base, in_two_bases = _counted(geometry, places, bases)
    in_cover, in_two_covers = _counted(geometry, places, covers)
    fins = in_base & ~in_cover | in_two_bases & ~in_two_covers
    removed = in_cover & ~in_base | in_two_covers & ~in_two_bases
    removed &= geometry.common_peers(fins)
    return Fish(digit, bases, covers, in_base & ~fins, fins, removed)
