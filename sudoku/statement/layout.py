"""How cells, houses and peers are laid out for kernels: flat arrays that never change."""

from __future__ import annotations

from collections.abc import Sequence, Sized
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from exactcover.compiled.types import U32, U64
from sudoku.errors import RuleError
from sudoku.geometry.numbering import candidate_of
from sudoku.geometry.shape import Shape
from sudoku.rules.base import Candidate, House, Rule
from sudoku.statement.bitsets import mask_of
from sudoku.statement.mask_arrays import listed, packed
from sudoku.statement.statement import statement
from sudoku.statement.weak_links import WeakLinks, weak_links

__all__ = [
    "COLUMN",
    "HOUSE",
    "OTHER",
    "PLACE",
    "ROW",
    "U32",
    "U64",
    "WORD",
    "Layout",
    "layout",
    "starts",
]


WORD = 64
"""Digits are bits of one word where kernels keep masks: digit d is bit d - 1."""

# The columns of `Layout.seats`.
HOUSE, PLACE = range(2)
# What `Layout.ways` says of a house.
ROW, COLUMN, OTHER = range(3)


class Layout(NamedTuple):
    """What kernels know of a shape and its rules.

    ============ ================= ============ ================================================
    array        shape, uint32     indexed by   holds
    ============ ================= ============ ================================================
    houses       (n_houses, n)     house, place its cells, in ascending order
    ways         (n_houses,)       house        ROW, COLUMN or OTHER
    lines        (2, n)            way, place   the numbers of the rows, then of the columns; no
                                                places where not all of them are houses
    seats        (n_seats, 2)      seat         HOUSE and PLACE of a cell, for all cells in turn
    first_seat   (n_cells + 1,)    cell         where in `seats` its own begin
    peers        (n_peers,)        place        the other cells of a cell's houses, in ascending
                                                order, for all cells in turn
    first_peer   (n_cells + 1,)    cell         where in `peers` its own begin
    house_sets   (n_houses, words) house        its cells as a cell set, uint64
    peer_sets    (n_cells, words)  cell         its peers as a cell set, uint64
    allowed      (n_cells,)        cell         the digits that no rule bars there, as a mask of the
                                                first 64, uint64
    rivals       (n_rivals,)       place        the candidates that others exclude, besides those of
                                                the cell and of its peers
    first_rival  (n_cells * n + 1, candidate    where in `rivals` its own begin
                 )
    ============ ================= ============ ================================================

    A *cell set* has bit cell % 64 of word cell // 64. A candidate is a number as in
    `sudoku.geometry.numbering`.
    """

    houses: U32
    ways: U32
    lines: U32
    seats: U32
    first_seat: U32
    peers: U32
    first_peer: U32
    house_sets: U64
    peer_sets: U64
    allowed: U64
    rivals: U32
    first_rival: U32


@lru_cache(maxsize=32)
def layout(shape: Shape, rules: tuple[Rule, ...], with_links: bool = False) -> Layout:
    """Return the layout of a shape and rules.

    Parameters
    ----------
    with_links
        Whether rules may also say of other candidates that they are barred, or not both true. What
        they say besides is then left to the caller.

    Raises
    ------
    RuleError
        Where a rule says more.

    Examples
    --------
    >>> from sudoku.rules.classic import Classic
    >>> made = layout(Shape(3, 3), (Classic(),))
    >>> made.houses.shape, len(made.seats), len(made.peers)
    ((27, 9), 243, 1620)
    >>> made.peers[made.first_peer[80] :].tolist()[-3:]
    [77, 78, 79]
    """
    said = statement(shape, rules)
    if not (with_links or said.has_only_houses):
        names = ", ".join(rule.name for rule in rules)
        raise RuleError(f"kernels for houses do not know all that these rules say: {names}")
    return _laid_out(shape, said.houses, weak_links(shape, rules))


def _laid_out(shape: Shape, said: tuple[House, ...], links: WeakLinks) -> Layout:
    houses = [tuple(sorted(house.cells)) for house in said]
    peers = list(map(mask_of, links.peers))
    seats: list[list[tuple[int, int]]] = [[] for _ in range(shape.n_cells)]
    for number, cells in enumerate(houses):
        for place, cell in enumerate(cells):
            seats[cell].append((number, place))
    return Layout(
        _array(houses, (len(houses), shape.n)),
        _ways(shape, houses),
        _lines(shape, houses),
        _array([seat for of_cell in seats for seat in of_cell], (-1, 2)),
        starts(seats),
        *listed(peers, shape.n_cells),
        packed(list(map(mask_of, houses)), shape.n_cells),
        packed(peers, shape.n_cells),
        np.array([mask & (1 << WORD) - 1 for mask in links.allowed], dtype=np.uint64),
        *_rivals(shape, links.rivals),
    )


def _rivals(shape: Shape, rivals: dict[Candidate, tuple[Candidate, ...]]) -> tuple[U32, U32]:
    """Return `rivals` and `first_rival` of a layout."""
    lengths = np.zeros(shape.n_cells * shape.n + 1, dtype=np.uint32)
    others: list[int] = []
    for (cell, digit), of_one in sorted(rivals.items()):
        lengths[candidate_of(cell, digit, shape.n) + 1] = len(of_one)
        others += [candidate_of(other, d, shape.n) for other, d in of_one]
    return _array(others, (-1,)), np.cumsum(lengths, dtype=np.uint32)


def _ways(shape: Shape, houses: list[tuple[int, ...]]) -> U32:
    rows, columns = set(shape.rows()), set(shape.columns())
    ways = [ROW if house in rows else COLUMN if house in columns else OTHER for house in houses]
    return _array(ways, (len(houses),))


def _lines(shape: Shape, houses: list[tuple[int, ...]]) -> U32:
    """Return the numbers of the rows and of the columns, if all of them are houses."""
    number = {cells: house for house, cells in reversed(list(enumerate(houses)))}
    lines = [*shape.rows(), *shape.columns()]
    if not all(cells in number for cells in lines):
        return np.zeros((2, 0), dtype=np.uint32)
    return _array([number[cells] for cells in lines], (2, shape.n))


def _array(values: object, shape: tuple[int, ...]) -> U32:
    return np.array(values, dtype=np.uint32).reshape(shape)


def starts(parts: Sequence[Sized]) -> U32:
    """Return where each part begins in all of them one after another, and their end."""
    return np.cumsum([0, *map(len, parts)]).astype(np.uint32)
