"""What the bit-mask kernels know of a shape and its rules: houses and peers, as arrays."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sudoku.errors import ShapeError
from sudoku.puzzle import Puzzle
from sudoku.rules.rule import Rule
from sudoku.shape import Shape

__all__ = ["MOST_DIGITS", "Tables", "tables"]

MOST_DIGITS = 64
"""A cell's candidates are the bits of one word."""

U32 = NDArray[np.uint32]
U64 = NDArray[np.uint64]


class Tables(NamedTuple):
    """Houses and peers; made once for all puzzles of a shape and rules, never changed.

    ============ ==================== ================= ========================================
    array        shape, dtype         indexed by        holds
    ============ ==================== ================= ========================================
    houses       (n_houses, n)        house, place      its cells; uint32
    peers        (n_peers,)           place             the cells that cannot hold the digit of a
                                                        cell, for all cells in turn; uint32
    first_peer   (n_cells + 1,)       cell              where in `peers` its own begin; uint32
    houses_of    (n_cells, n_words)   cell, word        the houses it lies in, a bit each; uint64
    full         np.uint64                              all digits: digit d is bit d - 1
    ============ ==================== ================= ========================================

    Peers may be more than the other cells of the houses: two cells that exclude each other in
    equal digits need share no house.
    """

    houses: U32
    peers: U32
    first_peer: U32
    houses_of: U64
    full: np.uint64


@lru_cache(maxsize=32)
def tables(shape: Shape, rules: tuple[Rule, ...]) -> Tables:
    """Return the tables of a shape and rules.

    Raises
    ------
    ShapeError
        Where there are more digits than a word has bits.

    Examples
    --------
    >>> made = tables(Shape(3, 3), Puzzle().rules)
    >>> made.houses.shape, len(made.peers), int(made.full)
    ((27, 9), 1620, 511)
    """
    n = shape.n
    if n > MOST_DIGITS:
        raise ShapeError(f"{n} digits: the bit-mask kernels take at most {MOST_DIGITS}")
    houses = [house.cells for house in Puzzle(shape, rules).houses]
    peers: list[set[int]] = [set() for _ in range(shape.n_cells)]
    houses_of = np.zeros((shape.n_cells, max(1, -(-len(houses) // 64))), dtype=np.uint64)
    for number, cells in enumerate(houses):
        houses_of[list(cells), number // 64] |= np.uint64(1 << number % 64)
        for cell in cells:
            peers[cell].update(cells)
    for cell, others in enumerate(peers):
        others.discard(cell)
    first_peer = np.cumsum([0, *map(len, peers)], dtype=np.uint32)
    return Tables(
        np.array(houses, dtype=np.uint32).reshape(-1, n),
        np.array([peer for others in peers for peer in sorted(others)], dtype=np.uint32),
        first_peer.astype(np.uint32),
        houses_of,
        np.uint64((1 << n) - 1),
    )
