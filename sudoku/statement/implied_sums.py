"""Sums that are implied by cages and houses together, known as the rule of 45 in killers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from sudoku.geometry.shape import Shape
from sudoku.rules.base import House, Rule
from sudoku.rules.constraint import Constraint
from sudoku.rules.linear import SumTo
from sudoku.statement.bitsets import bits, mask_of
from sudoku.statement.statement import Statement, statement

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_CELLS, MOST_HOUSES = 4, 2
"""The most cells of an implied sum, and the most houses that are combined.

A sum of more cells propagates too little to be worth its options.

Averages for 200 killers, as nodes of the exact-cover search / milliseconds to build the problem:

- without implied sums: 1,206 / 7;
- at most 4 cells, and 1, 3 or 5 houses: 297 / 7, 218 / 16, 191 / 19;
- at most 6 cells, and 1, 3 or 5 houses: 248 / 20, 222 / 35, 228 / 52.

The bit-mask solver needs no options, so its limits are higher: see
`sudoku.solvers.bitmask.board_arrays`.
"""


@lru_cache
def strengthened(
    shape: Shape,
    rules: tuple[Rule, ...],
    most_cells: int = MOST_CELLS,
    most_houses: int = MOST_HOUSES,
    has_differences: bool = False,
) -> Statement:
    """Return the statement of some rules with the sums that it implies.

    The sum of houses that do not overlap is known. If cages fill these houses except for a few
    cells, those cells have the rest of the sum (innies). If cages cover the houses and a few more
    cells, those have the excess (outies). With `has_differences`, sums of innies minus outies are
    included.

    Examples
    --------
    >>> from sudoku.rules.classic import Classic
    >>> from sudoku.rules.killer import Killer
    >>> cage = (8, [(0, 0), (0, 1), (0, 2)])
    >>> spec = strengthened(Shape(2, 2), (Classic(), Killer([cage])))
    >>> [(sum.title, sum.cells, sum.reader) for sum in spec.constraints[1:]]
    [('the rest of row 1', (3,), SumTo(total=2))]
    """
    spec = statement(shape, rules)
    sums = [
        _constraint(each)
        for each in implied_sums(shape, rules, most_cells, most_houses, has_differences)
    ]
    return spec._replace(constraints=(*spec.constraints, *sums)) if sums else spec


class Implied(NamedTuple):
    """An implied sum: the digits of some cells, minus those of others, have a total.

    Attributes
    ----------
    houses
        The names of the houses from which it follows, in words.
    plus, minus
        The cells that are added, in the houses, and the cells that are subtracted, outside of
        them; as masks.
    total
        The total; it is negative if cells are only subtracted.
    total_of_houses
        The sum of all digits in the houses.
    """

    houses: tuple[str, ...]
    plus: int
    minus: int
    total: int
    total_of_houses: int


def implied_sums(
    shape: Shape,
    rules: tuple[Rule, ...],
    most_cells: int,
    most_houses: int,
    has_differences: bool,
) -> tuple[Implied, ...]:
    """Return the sums that some rules imply; `strengthened` says which.

    Examples
    --------
    >>> from sudoku.rules.classic import Classic
    >>> from sudoku.rules.killer import Killer
    >>> cage = (8, [(0, 0), (0, 1), (0, 2)])
    >>> implied_sums(Shape(2, 2), (Classic(), Killer([cage])), 4, 1, False)[0]
    Implied(houses=('row 1',), plus=8, minus=0, total=2, total_of_houses=10)
    """
    spec = statement(shape, rules)
    cages = [
        _Cage(mask_of(constraint.cells), constraint.reader.total)
        for constraint in spec.constraints
        if isinstance(constraint.reader, SumTo)
    ]
    if not cages:
        return ()
    known = {(cage.cells, 0) for cage in cages}
    found: dict[tuple[int, int], Implied] = {}
    for union, near in _worth_trying(shape, spec.houses, cages, most_houses, most_cells):
        whole = len(union.titles) * shape.n * (shape.n + 1) // 2
        for plus, minus, total in _implied(union, near, shape.n, most_cells):
            if plus and minus and not has_differences:
                continue
            key = (plus, minus) if plus else (minus, 0)
            if key not in known and key not in found:
                found[key] = Implied(union.titles, plus, minus, total, whole)
    return tuple(found.values())


def _constraint(implied: Implied) -> Constraint:
    """Return an implied sum as a constraint."""
    where, houses = "the rest of", " and ".join(implied.houses)
    plus, minus, total = implied.plus, implied.minus, implied.total
    if not plus:
        plus, minus, total, where = minus, 0, -total, "beside"
    return Constraint.of_sum(f"{where} {houses}", tuple(bits(plus)), total, tuple(bits(minus)))


class _Cage(NamedTuple):
    """A sum: its cells, as a mask, and its total."""

    cells: int
    total: int


class _Union(NamedTuple):
    """Houses that do not overlap: their names in words, and their cells as a mask."""

    titles: tuple[str, ...]
    cells: int


Parts = tuple[int, int, int]
"""Cells that are added and cells that are subtracted, as masks, and the total."""


def _worth_trying(
    shape: Shape, houses: tuple[House, ...], cages: Sequence[_Cage], most: int, most_cells: int
) -> Iterator[tuple[_Union, list[_Cage]]]:
    """Yield the houses that may imply a sum of at most `most_cells` cells, and the cages in them.

    The test uses a lower bound, computed for all sets of houses at once as if no cages overlapped.
    """
    import numpy as np  # imported here: statements without cages do not need it

    from sudoku.statement.mask_arrays import membership

    unions, members = _disjoint(shape, houses, most)
    of_cages = membership([cage.cells for cage in cages], shape.n_cells)
    sizes = of_cages.sum(axis=1)
    inside = members @ of_cages.T
    taken = np.where(inside == sizes, inside, np.maximum(0, 2 * inside - sizes)).sum(axis=1)
    for number in np.flatnonzero(members.sum(axis=1) - taken <= most_cells).tolist():
        yield unions[number], [cages[k] for k in np.flatnonzero(inside[number]).tolist()]


@lru_cache(maxsize=32)
def _disjoint(
    shape: Shape, houses: tuple[House, ...], most: int
) -> tuple[list[_Union], NDArray[np.float32]]:
    """Return each single house, and sets of successive houses, across or down, without overlap.

    The second result says for each of these unions whether it has each cell, (n_unions, n_cells).
    """
    from sudoku.statement.mask_arrays import membership

    def down(house: House) -> tuple[int, int, int]:
        rows, columns = zip(*map(shape.position, house.cells), strict=True)
        return max(columns) - min(columns), min(columns), min(rows)

    found: dict[frozenset[str], _Union] = {}
    for order in (houses, sorted(houses, key=down)):
        masks = [mask_of(house.cells) for house in order]
        for start in range(len(order)):
            taken = 0
            for end in range(start, min(start + most, len(order))):
                if taken & masks[end]:
                    break
                taken |= masks[end]
                together = order[start : end + 1]
                union = _Union(tuple([house.title for house in together]), taken)
                found.setdefault(frozenset([house.name for house in together]), union)
    unions = list(found.values())
    return unions, membership([union.cells for union in unions], shape.n_cells)


def _implied(union: _Union, cages: Sequence[_Cage], n: int, most_cells: int) -> Iterator[Parts]:
    """Yield the sums that remain when the sums of cages are subtracted from those of the houses.

    Cages within the houses are always subtracted. A cage that lies partly in the houses is either
    ignored, or subtracted as well: then the cells of its other part have a negative sign.

    Parameters
    ----------
    cages
        The cages that have cells in the houses.
    """
    within = left = union.cells
    total = len(union.titles) * n * (n + 1) // 2
    crossing = []
    for cells, goal in cages:
        if not cells & ~left:
            left ^= cells
            total -= goal
        elif cells & left:
            crossing.append((cells & within, cells & ~within, goal))
    fewest = left.bit_count() + sum(
        [min(0, outside.bit_count() - inside.bit_count()) for inside, outside, _ in crossing]
    )
    if fewest > most_cells:
        return
    for is_taken_out in CHOICES if crossing else CHOICES[:1]:
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
"""Which cages that lie partly in the houses are subtracted: none, all, or those mostly within."""
