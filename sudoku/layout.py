"""How cells, houses and peers are laid out for kernels: flat arrays that never change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Sized
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.words import U64
from sudoku.errors import RuleError
from sudoku.rules.base import House, Rule
from sudoku.shape import Shape
from sudoku.statement import Statement, statement

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
    "cell_sets",
    "layout",
    "layout_of",
    "listed",
    "starts",
]

U32 = NDArray[np.uint32]

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
    ============ ================= ============ ================================================

    A *cell set* has bit cell % 64 of word cell // 64.
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


@lru_cache(maxsize=32)
def layout(shape: Shape, rules: tuple[Rule, ...], with_pairs: bool = False) -> Layout:
    """Return the layout of a shape and rules.

    Parameters
    ----------
    with_pairs
        Whether rules may also say of two cells that they do not hold the same digit: these are
        peers then, in no house together.

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
    apart = said.apart(shape.n) if with_pairs else frozenset()
    if not (said.says_only(apart) if with_pairs else said.has_only_houses):
        names = ", ".join(rule.name for rule in rules)
        raise RuleError(f"kernels for houses do not know all that these rules say: {names}")
    return layout_of(shape, said.houses, apart)


@lru_cache(maxsize=32)
def layout_of(
    shape: Shape, said: tuple[House, ...], pairs: frozenset[tuple[int, int]] = frozenset()
) -> Layout:
    """Return the layout of a shape and houses, and of other pairs of peers.

    Examples
    --------
    >>> layout_of(Shape(2, 2), ()).first_peer.tolist()[-1]
    0
    """
    houses = [tuple(sorted(house.cells)) for house in said]
    seats: list[list[tuple[int, int]]] = [[] for _ in range(shape.n_cells)]
    for number, cells in enumerate(houses):
        for place, cell in enumerate(cells):
            seats[cell].append((number, place))
    peers = Statement(said, (), (), (), ()).peers(shape.n_cells, pairs)
    return Layout(
        _array(houses, (len(houses), shape.n)),
        _ways(shape, houses),
        _lines(shape, houses),
        _array([seat for of_cell in seats for seat in of_cell], (-1, 2)),
        starts(seats),
        *listed(peers),
        cell_sets(houses, shape.n_cells),
        cell_sets(peers, shape.n_cells),
    )


def _ways(shape: Shape, houses: list[tuple[int, ...]]) -> U32:
    rows, columns = set(shape.rows()), set(shape.columns())
    ways = [ROW if house in rows else COLUMN if house in columns else OTHER for house in houses]
    return _array(ways, (len(houses),))


def listed(peers: Sequence[Iterable[int]]) -> tuple[U32, U32]:
    """Return `peers` and `first_peer` of a layout.

    Examples
    --------
    >>> listed([{2, 1}, set(), {0}])
    (array([1, 2, 0], dtype=uint32), array([0, 2, 2, 3], dtype=uint32))
    """
    others = [sorted(cells) for cells in peers]
    return _array([cell for of_cell in others for cell in of_cell], (-1,)), starts(others)


def cell_sets(sets: Sequence[Iterable[int]], n_cells: int) -> U64:
    """Return sets of cells as words, a bit a cell.

    Examples
    --------
    >>> cell_sets([(0, 2), (64,)], 65).tolist()
    [[5, 0], [0, 1]]
    """
    n_words = -(-n_cells // WORD)
    masks = (sum(1 << cell for cell in cells) for cells in sets)
    packed = b"".join(mask.to_bytes(8 * n_words, "little") for mask in masks)
    return np.frombuffer(packed, dtype="<u8").astype(np.uint64).reshape(-1, n_words)


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
