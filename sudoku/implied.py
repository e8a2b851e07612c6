"""Sums that follow from cages and houses together: what solvers of killers call the rule of 45."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sudoku.rules.base import House, Rule
from sudoku.rules.constraint import Sum
from sudoku.shape import Shape
from sudoku.statement import Statement, statement

__all__ = ["strengthened"]

MOST_CELLS, MOST_HOUSES = 4, 2
"""A sum of more cells says too little to be worth its options; so many houses are taken together.

Of 200 killers, nodes of exact cover on average and milliseconds to build: 1,206 and 7 without any
of this; at most 4 cells of 1, 3, 5 houses 297, 218, 191 and 7, 16, 19; at most 6 cells 248, 222,
228 and 20, 35, 52. Bit masks need no options, and take more: see `sudoku.bitmask.tables`.
"""


@lru_cache
def strengthened(
    shape: Shape,
    rules: tuple[Rule, ...],
    most_cells: int = MOST_CELLS,
    most_houses: int = MOST_HOUSES,
) -> Statement:
    """Return what the rules state, and sums that follow from it.

    Houses that do not overlap have a known sum. Where cages fill them but for a few cells, those
    cells have the rest of it (innies); where cages cover them and a few cells more, those have
    what is too much (outies).

    Examples
    --------
    >>> from sudoku.rules.classic import Classic
    >>> from sudoku.rules.killer import Killer
    >>> cage = (8, [(0, 0), (0, 1), (0, 2)])
    >>> said = strengthened(Shape(2, 2), (Classic(), Killer([cage])))
    >>> [(sum.title, sum.cells, sum.total) for sum in said.constraints[1:]]
    [('the rest of row 1', (3,), 2)]
    """
    said = statement(shape, rules)
    sums = [
        constraint
        for constraint in said.constraints
        if isinstance(constraint, Sum) and not constraint.minus
    ]
    if not sums:
        return said
    known = {sum.cells for sum in sums}
    found: dict[tuple[int, ...], Sum] = {}
    for houses in _disjoint(said.houses, most_houses):
        for implied in _implied(houses, sums, len(houses) * shape.n * (shape.n + 1) // 2):
            if len(implied.cells) <= most_cells and implied.cells not in known:
                found.setdefault(implied.cells, implied)
    return said._replace(constraints=(*said.constraints, *found.values()))


def _disjoint(houses: tuple[House, ...], most: int) -> Iterator[tuple[House, ...]]:
    """Yield all houses, and those that follow each other and do not overlap."""
    for start in range(len(houses)):
        seen: set[int] = set()
        for end in range(start, min(start + most, len(houses))):
            if not seen.isdisjoint(houses[end].cells):
                break
            seen.update(houses[end].cells)
            yield houses[start : end + 1]


def _implied(houses: tuple[House, ...], sums: list[Sum], total: int) -> Iterator[Sum]:
    """Yield the sum of the cells that cages leave, and of those that they cover beside houses."""
    within = {cell for house in houses for cell in house.cells}
    left, outside = set(within), set[int]()
    inner, more = total, 0
    crossing = []
    for cage in sums:
        if left.issuperset(cage.cells):
            left.difference_update(cage.cells)
            inner -= cage.total
        elif not left.isdisjoint(cage.cells):
            crossing.append(cage)
    title = houses[0].title
    if len(houses) > 1:
        title += f" to {houses[-1].title}"
    if left and inner < total:
        yield Sum(f"the rest of {title}", tuple(sorted(left)), inner)
    for cage in crossing:
        inside = within.intersection(cage.cells)
        if left.issuperset(inside) and outside.isdisjoint(cage.cells):
            left -= inside
            outside.update(set(cage.cells) - inside)
            more += cage.total
    if not left and outside:
        yield Sum(f"beside {title}", tuple(sorted(outside)), more - inner)
