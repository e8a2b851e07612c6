"""The number of grids that a symmetry of the cells maps to themselves, up to relabelling.

If such a symmetry makes a grid of a grid by relabelling its digits, the digits of one cell of each
orbit determine those of the others. So these grids are the covers of a smaller exact cover problem,
with one item for each orbit of cells, and one for each orbit of houses with digits.

In a house that is mapped to itself, digits are permuted as cells are. This leaves few
relabellings, often none; and all digits of such a house may be chosen, since the relabellings
that commute with that of the grid lead to all others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import factorial, gcd
from typing import NamedTuple, TypeVar

from exactcover import Count, Problem
from exactcover.limits import Flag
from sudoku.counting.conjugacy import Cycles, n_commuting, partitions, permutation_of
from sudoku.geometry.shape import Shape

__all__ = ["count_fixed", "orbits"]

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
        The number of grids for each cover: those of other digits in the chosen house, and of
        relabellings with equal cycles.
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
    """Yield a problem for each kind of relabelling that is possible."""
    houses = _houses(shape)
    returns = [_return(images, house) for house in houses]
    for cycles in partitions(shape.n):
        if all(cycles_of_power(cycles, n) == inside for n, inside in returns):
            relabelled = permutation_of(cycles)
            own = [house for house, (n, _) in zip(houses, returns, strict=True) if n == 1]
            chosen = _matched(images, own[0], relabelled) if own else {}
            weight = factorial(shape.n) // (1 if own else n_commuting(cycles))
            yield Relabelling(_problem(shape, images, relabelled, chosen), weight)


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


def _matched(images: Permutation, house: Sequence[int], relabelled: Permutation) -> dict[int, int]:
    """Return digits for the cells of a house that are relabelled as the cells are moved."""
    cells = sorted(orbits({cell: images[cell] for cell in house}), key=len)
    digits = sorted(orbits(dict(enumerate(relabelled))), key=len)
    return {
        cell: digit
        for of_cells, of_digits in zip(cells, digits, strict=True)
        for cell, digit in zip(of_cells, of_digits, strict=True)
    }


def _problem(
    shape: Shape, images: Permutation, relabelled: Permutation, chosen: Mapping[int, int]
) -> Problem:
    """Return the problem of the grids that a symmetry relabels in a given way.

    An option is a digit in the first cell of an orbit of cells, with all that follows from it. It
    is possible if it returns to itself with the cell, and comes only once into each house.
    """
    houses = _houses(shape)
    orbit_of = _orbits_of_items(houses, images, relabelled)
    houses_of: list[list[int]] = [[] for _ in range(shape.n_cells)]
    for number, house in enumerate(houses):
        for cell in house:
            houses_of[cell].append(number)
    options: list[list[Item]] = []
    of_cells = orbits(dict(enumerate(images)))
    for cells in of_cells:
        for placed in _placements(cells, relabelled):
            if all(chosen.get(cell, digit) == digit for cell, digit in placed):
                covered = {(house, digit) for cell, digit in placed for house in houses_of[cell]}
                if len(covered) == len(placed) * len(houses_of[0]):
                    options.append([cells[0], *sorted({orbit_of[item] for item in covered})])
    primary: list[Item] = [cells[0] for cells in of_cells]
    return Problem(options, primary + list(dict.fromkeys(orbit_of.values())))


def _houses(shape: Shape) -> list[Cells]:
    """Return the different houses; boxes may be rows or columns."""
    return list(dict.fromkeys((*shape.rows(), *shape.columns(), *shape.boxes())))


def _placements(cells: list[int], relabelled: Permutation) -> Iterator[list[tuple[int, int]]]:
    """Yield the cells of an orbit with digits, for each digit of the first cell that is possible.

    A digit is possible if it is the same again when the cell is.
    """
    for first in range(len(relabelled)):
        digits = [first]
        for _ in cells:
            digits.append(relabelled[digits[-1]])
        if digits.pop() == first:
            yield list(zip(cells, digits, strict=True))


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
