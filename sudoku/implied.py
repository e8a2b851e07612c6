"""Sums that follow from cages and houses together: what solvers of killers call the rule of 45."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

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
    has_differences: bool = False,
) -> Statement:
    """Return what the rules state, and sums that follow from it.

    Houses that do not overlap have a known sum. Where cages fill them but for a few cells, those
    cells have the rest of it (innies); where cages cover them and a few cells more, those have
    what is too much (outies). With `has_differences`, also what innies have more than outies.

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
    cages = [_Cage(_mask(sum.cells), sum.total) for sum in sums]
    known = {(cage.cells, 0) for cage in cages}
    found: dict[tuple[int, int], Sum] = {}
    for houses in _disjoint(shape, said.houses, most_houses):
        title = " and ".join(house.title for house in houses)
        for plus, minus, total in _implied(houses, cages, shape.n, most_cells):
            if plus and minus and not has_differences:
                continue
            if minus and not plus:
                plus, minus, total, where = minus, 0, -total, "beside"
            else:
                where = "the rest of"
            if (plus, minus) not in known and (plus, minus) not in found:
                sum_of = Sum(f"{where} {title}", _cells(plus), total, _cells(minus))
                found[plus, minus] = sum_of
    return said._replace(constraints=(*said.constraints, *found.values()))


class _Cage(NamedTuple):
    """A sum: its cells, a bit each, and its total."""

    cells: int
    total: int


Parts = tuple[int, int, int]
"""Cells that are added, cells that are taken away, a bit each, and what they come to."""


def _disjoint(shape: Shape, houses: Sequence[House], most: int) -> Iterator[tuple[House, ...]]:
    """Yield all houses, and those that follow each other, across or down, and do not overlap."""

    def down(house: House) -> tuple[int, int, int]:
        rows, columns = zip(*map(shape.position, house.cells), strict=True)
        return max(columns) - min(columns), min(columns), min(rows)

    seen: set[frozenset[str]] = set()
    for order in (houses, sorted(houses, key=down)):
        masks = [_mask(house.cells) for house in order]
        for start in range(len(order)):
            taken = 0
            for end in range(start, min(start + most, len(order))):
                if taken & masks[end]:
                    break
                taken |= masks[end]
                together = order[start : end + 1]
                names = frozenset(house.name for house in together)
                if names not in seen:
                    seen.add(names)
                    yield tuple(together)


def _implied(
    houses: Sequence[House], cages: Sequence[_Cage], n: int, most_cells: int
) -> Iterator[Parts]:
    """Yield what is left of houses where cages are taken out: all that lie within, and others.

    Of a cage that lies within in part either this part is left, or the rest of it is taken away.
    """
    within = _mask(cell for house in houses for cell in house.cells)
    left, total = within, len(houses) * n * (n + 1) // 2
    crossing = []
    for cells, goal in cages:
        if not cells & ~left:
            left ^= cells
            total -= goal
        elif cells & left:
            crossing.append((cells & within, cells & ~within, goal))
    fewest = left.bit_count() + sum(
        min(0, outside.bit_count() - inside.bit_count()) for inside, outside, _ in crossing
    )
    if fewest > most_cells:
        return
    for is_taken_out in CHOICES:
        plus, minus, goal = left, 0, total
        for inside, outside, cage in crossing:
            if is_taken_out(inside, outside) and not (inside & ~plus or outside & minus):
                plus ^= inside
                minus |= outside
                goal -= cage
        if 0 < (plus | minus).bit_count() <= most_cells and plus != within:
            yield plus, minus, goal


CHOICES: tuple[Callable[[int, int], bool], ...] = (
    lambda inside, outside: False,
    lambda inside, outside: True,
    lambda inside, outside: outside.bit_count() < inside.bit_count(),
)
"""Which cages that lie in the houses in part are taken out of them: none, all, the greater part."""


def _mask(cells: Iterator[int] | Sequence[int]) -> int:
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


def _cells(mask: int) -> tuple[int, ...]:
    return tuple(cell for cell in range(mask.bit_length()) if mask >> cell & 1)
