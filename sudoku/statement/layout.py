"""The layout of cells, houses and weak links for kernels: flat arrays that never change."""

from __future__ import annotations

from collections.abc import Sequence, Sized
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from exactcover.runtime.kernels.types import U32, U64
from sudoku.errors import RuleError
from sudoku.geometry.candidate_numbers import candidate_of
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
"""The most digits of kernels that store the candidates of a cell as one mask: bit d - 1 is d."""

# The columns of `Layout.positions`.
HOUSE, PLACE = range(2)
# The values of `Layout.ways`.
ROW, COLUMN, OTHER = range(3)


class Layout(NamedTuple):
    """The houses, peers and weak links of a shape and its rules, as arrays.

    =============== =========== ============ ====================================================
    array           shape,      indexed by   holds
                    uint32
    =============== =========== ============ ====================================================
    houses          (n_houses,  house, place its cells, in ascending order
                    n)
    ways            (n_houses,) house        ROW, COLUMN or OTHER
    lines           (2, n)      way, place   the numbers of the rows, then of the columns; no
                                             places if not all of them are houses
    positions       (n, 2)      position     HOUSE and PLACE of a cell, for all cells in turn
    first_position  (n_cells +  cell         the start of its entries in `positions`
                    1,)
    peers           (n,)        place        the other cells of a cell's houses, in ascending
                                             order, for all cells in turn
    first_peer      (n_cells +  cell         the start of its entries in `peers`
                    1,)
    house_sets      (n_houses,  house        its cells as a cell set, uint64
                    words)
    peer_sets       (n_cells,   cell         its peers as a cell set, uint64
                    words)
    allowed         (n_cells,)  cell         the digits that no rule bars there, as a mask of the
                                             first 64, uint64
    weak_links      (n,)        place        the candidates that a candidate excludes besides those
                                             of its cell and of its peers, for all in turn
    first_weak_link (n_cells *  candidate    the start of its entries in `weak_links`
                    n + 1,)
    =============== =========== ============ ====================================================

    A *cell set* has bit cell % 64 of word cell // 64. Candidates are numbered as in
    `sudoku.geometry.candidate_numbers`.
    """

    houses: U32
    ways: U32
    lines: U32
    positions: U32
    first_position: U32
    peers: U32
    first_peer: U32
    house_sets: U64
    peer_sets: U64
    allowed: U64
    weak_links: U32
    first_weak_link: U32


@lru_cache(maxsize=32)
def layout(shape: Shape, rules: tuple[Rule, ...], with_links: bool = False) -> Layout:
    """Return the layout of a shape and rules.

    Parameters
    ----------
    with_links
        Whether rules may state more than houses. The layout then has the candidates that they bar
        and the pairs that they exclude; the caller must handle everything else.

    Raises
    ------
    RuleError
        If a rule states more than houses, and `with_links` is False.

    Examples
    --------
    >>> from sudoku.rules.classic import Classic
    >>> made = layout(Shape(3, 3), (Classic(),))
    >>> made.houses.shape, len(made.positions), len(made.peers)
    ((27, 9), 243, 1620)
    >>> made.peers[made.first_peer[80] :].tolist()[-3:]
    [77, 78, 79]
    """
    spec = statement(shape, rules)
    if not (with_links or spec.has_only_houses):
        names = ", ".join(rule.name for rule in rules)
        raise RuleError(f"kernels for houses do not know all that these rules state: {names}")
    return _laid_out(shape, spec.houses, weak_links(shape, rules))


def _laid_out(shape: Shape, named: tuple[House, ...], links: WeakLinks) -> Layout:
    houses = [tuple(sorted(house.cells)) for house in named]
    peers = list(map(mask_of, links.peers))
    positions: list[list[tuple[int, int]]] = [[] for _ in range(shape.n_cells)]
    for number, cells in enumerate(houses):
        for place, cell in enumerate(cells):
            positions[cell].append((number, place))
    return Layout(
        _array(houses, (len(houses), shape.n)),
        _ways(shape, houses),
        _lines(shape, houses),
        _array([position for of_cell in positions for position in of_cell], (-1, 2)),
        starts(positions),
        *listed(peers, shape.n_cells),
        packed(list(map(mask_of, houses)), shape.n_cells),
        packed(peers, shape.n_cells),
        np.array([mask & (1 << WORD) - 1 for mask in links.allowed], dtype=np.uint64),
        *_weak_links(shape, links.excluded),
    )


def _weak_links(shape: Shape, excluded: dict[Candidate, tuple[Candidate, ...]]) -> tuple[U32, U32]:
    """Return `weak_links` and `first_weak_link` of a layout."""
    lengths = np.zeros(shape.n_cells * shape.n + 1, dtype=np.uint32)
    others: list[int] = []
    for (cell, digit), of_one in sorted(excluded.items()):
        lengths[candidate_of(cell, digit, shape.n) + 1] = len(of_one)
        others += [candidate_of(other, d, shape.n) for other, d in of_one]
    return _array(others, (-1,)), np.cumsum(lengths, dtype=np.uint32)


def _ways(shape: Shape, houses: list[tuple[int, ...]]) -> U32:
    rows, columns = set(shape.rows()), set(shape.columns())
    ways = [ROW if house in rows else COLUMN if house in columns else OTHER for house in houses]
    return _array(ways, (len(houses),))


def _lines(shape: Shape, houses: list[tuple[int, ...]]) -> U32:
    """Return the numbers of the rows and of the columns, if all of them are houses of a square."""
    number = {cells: house for house, cells in enumerate(houses)}
    lines = [*shape.rows(), *shape.columns()]
    if shape.height != shape.n or not all(cells in number for cells in lines):
        return np.zeros((2, 0), dtype=np.uint32)
    return _array([number[cells] for cells in lines], (2, shape.n))


def _array(values: object, shape: tuple[int, ...]) -> U32:
    return np.array(values, dtype=np.uint32).reshape(shape)


def starts(parts: Sequence[Sized]) -> U32:
    """Return the start of each part in the concatenation of all, and then the end of the last."""
    return np.cumsum([0, *map(len, parts)]).astype(np.uint32)
