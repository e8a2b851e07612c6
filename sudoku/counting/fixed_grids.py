"""The number of grids that a symmetry of the cells maps to themselves, up to relabelling.

If such a symmetry makes a grid of a grid by relabelling its digits, the digits of one cell of each
orbit determine those of the others. So these grids are the covers of a smaller exact cover problem,
with one item for each orbit of cells, and one for each orbit of houses with digits.

In a house that is mapped to itself, digits are permuted as cells are. This leaves few
relabellings, often none. In one house digits are chosen, up to the changes of names that commute
with the relabelling of the grid.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import factorial, gcd
from typing import NamedTuple, TypeVar

from exactcover import Count, Problem
from exactcover.runtime.search.limits import Flag
from sudoku.counting.conjugacy import Cycles, n_commuting, partitions, permutation_of
from sudoku.geometry.shape import Shape

Permutation = Sequence[int]
Cells = tuple[int, ...]
Placed = tuple[int, int]
"""A house, by its number, and a digit."""
Item = int | Placed
"""An orbit of cells or of houses with digits: the first one of it."""
Thing = TypeVar("Thing")


class Relabelling(NamedTuple):
    """A problem whose covers are grids that are fixed up to one relabelling, and its weight.

    Attributes
    ----------
    problem
        The problem.
    weight
        The number of grids for each cover: those of other names of the digits, and of relabellings
        with equal cycles.
    """

    problem: Problem
    weight: int


def count_fixed(shape: Shape, images: Permutation, due: Flag) -> int | None:
    """Return the number of grids that a symmetry of the cells only relabels.

    Parameters
    ----------
    shape
        The shape of the grids.
    images
        The image of each cell.
    due
        A flag that stops the count, which then returns None.

    Examples
    --------
    >>> from threading import Event
    >>> count_fixed(Shape(2, 2), range(16), Event())
    288
    """
    total = 0
    for problem, weight in problems(shape, images):
        count = problem.count(cancel=due)
        if isinstance(count, Count) and not count.complete:
            return None
        total += weight * int(count)
    return total


def problems(shape: Shape, images: Permutation) -> Iterator[Relabelling]:
    """Yield problems for each kind of relabelling that is possible."""
    houses = _houses(shape)
    house = min((_return(images, house), house) for house in houses)[1]
    for cycles, n_relabellings in relabellings(shape, images):
        relabelled = permutation_of(cycles)
        options, primary = _options(shape, images, relabelled)
        for chosen, n_alike in _choices(images, house, relabelled):
            kept = [items for cell, digit, items in options if chosen.get(cell, digit) == digit]
            yield Relabelling(Problem(kept, primary), n_relabellings * n_alike)


def relabellings(shape: Shape, images: Permutation) -> Iterator[tuple[Cycles, int]]:
    """Yield the cycle lengths of possible relabellings, and the number of relabellings with them.

    In a house that a symmetry maps to itself after some steps, the digits are then permuted as the
    cells are.
    """
    returns = {_return(images, house) for house in _houses(shape)}
    for cycles in partitions(shape.n):
        if all(cycles_of_power(cycles, n) == inside for n, inside in returns):
            yield cycles, factorial(shape.n) // n_commuting(cycles)


def cycles_of_power(cycles: Cycles, exponent: int) -> Cycles:
    """Return the cycle lengths of a power of a permutation.

    >>> cycles_of_power((6, 1), 4)
    (3, 3, 1)
    """
    found = [
        length // gcd(length, exponent) for length in cycles for _ in range(gcd(length, exponent))
    ]
    return tuple(sorted(found, reverse=True))


def _return(images: Permutation, house: Sequence[int]) -> tuple[int, Cycles]:
    """Return after how many steps a house is mapped to itself, and the cycles of its cells then."""
    cells = set(house)
    moved, n_steps = list(house), 0
    while True:
        moved, n_steps = [images[cell] for cell in moved], n_steps + 1
        if set(moved) == cells:
            back = dict(zip(house, moved, strict=True))
            return n_steps, tuple(sorted(map(len, orbits(back)), reverse=True))


def orbits(images: Mapping[Thing, Thing]) -> list[list[Thing]]:
    """Return the cycles of a permutation."""
    left = dict.fromkeys(images)
    found = []
    while left:
        first = next(iter(left))
        orbit = [first]
        while images[orbit[-1]] != first:
            orbit.append(images[orbit[-1]])
        for one in orbit:
            del left[one]
        found.append(orbit)
    return found


def _choices(
    images: Permutation, house: Cells, relabelled: Permutation
) -> Iterator[tuple[dict[int, int], int]]:
    """Yield digits for cells of a house, and how many choices are alike by renaming the digits.

    Names may be changed by what commutes with the relabelling: cycles of digits of equal length may
    change places, and each may be turned. So of the cycles that no cell has yet, only one of each
    length is tried, with its first digit. When all cycles are in use, no more cells are chosen.
    """
    cycles = orbits(dict(enumerate(relabelled)))

    def extend(
        chosen: dict[int, int], left: list[list[int]], n_alike: int
    ) -> Iterator[tuple[dict[int, int], int]]:
        open_cells = [cell for cell in house if cell not in chosen]
        if not left or not open_cells:
            yield chosen, n_alike
            return
        taken = {chosen[cell] for cell in house if cell in chosen}
        new = {len(cycle): cycle for cycle in reversed(left)}
        tries = [(digit, 1, left) for one in cycles if one not in left for digit in one]
        for length, cycle in new.items():
            n_digits = length * sum(len(other) == length for other in left)
            tries.append((cycle[0], n_digits, [other for other in left if other != cycle]))
        for digit, factor, rest in tries:
            placed = _placed(images, open_cells[0], relabelled, digit)
            own = [placed[cell] for cell in house if cell in placed]
            if placed and len({*own, *taken}) == len(own) + len(taken):
                yield from extend(chosen | placed, rest, n_alike * factor)

    yield from extend({}, cycles, 1)


def _placed(images: Permutation, cell: int, relabelled: Permutation, digit: int) -> dict[int, int]:
    """Return the digits of an orbit of cells that follow from one; none if they clash."""
    placed: dict[int, int] = {}
    while cell not in placed:
        placed[cell] = digit
        cell, digit = images[cell], relabelled[digit]
    return placed if placed[cell] == digit else {}


def _options(
    shape: Shape, images: Permutation, relabelled: Permutation
) -> tuple[list[tuple[int, int, list[Item]]], list[Item]]:
    """Return the options of the grids that a symmetry relabels in a given way, and the items.

    An option is a digit in the first cell of an orbit of cells, with all that follows from it. It
    is possible if it returns to itself with the cell, and comes only once into each house.
    """
    houses = _houses(shape)
    orbit_of = _orbits_of_items(houses, images, relabelled)
    houses_of: list[list[int]] = [[] for _ in range(shape.n_cells)]
    for number, house in enumerate(houses):
        for cell in house:
            houses_of[cell].append(number)
    options: list[tuple[int, int, list[Item]]] = []
    firsts = [cells[0] for cells in orbits(dict(enumerate(images)))]
    for first in firsts:
        for digit in range(shape.n):
            placed = _placed(images, first, relabelled, digit)
            covered = {(house, own) for cell, own in placed.items() for house in houses_of[cell]}
            if placed and len(covered) == len(placed) * len(houses_of[0]):
                items: list[Item] = [first, *sorted({orbit_of[item] for item in covered})]
                options.append((first, digit, items))
    return options, [*firsts, *dict.fromkeys(orbit_of.values())]


def _houses(shape: Shape) -> list[Cells]:
    """Return the different houses; boxes may be rows or columns."""
    return list(dict.fromkeys((*shape.rows(), *shape.columns(), *shape.boxes())))


def _orbits_of_items(
    houses: list[Cells], images: Permutation, relabelled: Permutation
) -> dict[Placed, Placed]:
    """Return for each house and digit the first one of its orbit."""
    number_of = {frozenset(house): number for number, house in enumerate(houses)}
    moved = [number_of[frozenset(images[cell] for cell in house)] for house in houses]
    image = {
        (house, digit): (moved[house], relabelled[digit])
        for house in range(len(houses))
        for digit in range(len(relabelled))
    }
    return {item: orbit[0] for orbit in orbits(image) for item in orbit}
