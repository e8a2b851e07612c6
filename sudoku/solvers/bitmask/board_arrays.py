"""A shape and its rules as arrays for the bit-mask kernels."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from exactcover.runtime.kernels.types import U32, U64
from sudoku.errors import ShapeError
from sudoku.geometry.shape import Shape
from sudoku.rules.base import House, Rule
from sudoku.solvers.bitmask.constraint_arrays import ConstraintArrays, constraint_arrays
from sudoku.statement.bitsets import mask_of
from sudoku.statement.implied_sums import strengthened
from sudoku.statement.mask_arrays import listed, packed

MOST_DIGITS = 64
"""A cell's candidates are the bits of one word."""


IMPLIED_CELLS, IMPLIED_HOUSES = 5, 4
"""The most cells that an implied sum has, and the most houses from which it follows.

Four are half of the nine: what they have too much, the others lack. Nodes and seconds of six hard
killers: 8 cells 93,000 and 4.0; 6 cells 101,000 and 3.0; 5 cells 127,000 and 2.1; with 4 cells one
of them was not finished in 100,000.
"""


class Tables(NamedTuple):
    """Houses, peers and all else; made once for all puzzles of a shape and rules, never changed.

    ============ ==================== ================= ========================================
    array        shape, dtype         indexed by        holds
    ============ ==================== ================= ========================================
    houses       (n_houses, n)        house, place      its cells; uint32
    peers        (n_peers,)           place             the cells that cannot hold the digit of a
                                                        cell, for all cells in turn; uint32
    first_peer   (n_cells + 1,)       cell              where in `peers` its own begin; uint32
    watched_by   (n_cells, n_words)   cell, word        the houses it lies in, then, from a word
                                                        of their own on, the constraints that look
                                                        at it; a bit each, uint64
    first_split  (n_houses + 1,)      house             where in `splits` its own begin; uint32
    splits       (n_splits + 1,)      split             where in `pieces` its own begin; uint32
    pieces       (n_pieces, 3)        piece             where in `members` its cells begin, where
                                                        those behind it begin, and end; uint32
    members      (n_members,)         place             cells; uint32
    full         np.uint64                              all digits: digit d is bit d - 1
    domains      (n_cells,)           cell              digits that no rule bars from it; uint64
    constraints  ConstraintArrays                       all else; None if there is nothing else
    ============ ==================== ================= ========================================

    A split cuts a house into pieces that it shares with other houses; behind a piece lie the cells
    of the other house that are not in this one. The last piece may be what it shares with none.

    Two cells that exclude each other in all equal digits are peers, and need share no house.
    """

    houses: U32
    peers: U32
    first_peer: U32
    watched_by: U64
    first_split: U32
    splits: U32
    pieces: U32
    members: U32
    full: np.uint64
    domains: U64
    constraints: ConstraintArrays | None


@lru_cache(maxsize=32)
def tables(shape: Shape, rules: tuple[Rule, ...]) -> Tables:
    """Return the tables of a shape and rules.

    Raises
    ------
    ShapeError
        If there are more digits than a word has bits.
    ConstraintError
        If a constraint has too many states.

    Examples
    --------
    >>> from sudoku import Puzzle
    >>> made = tables(Shape(3, 3), Puzzle().rules)
    >>> made.houses.shape, len(made.peers), int(made.full)
    ((27, 9), 1620, 511)
    """
    n = shape.n
    if n > MOST_DIGITS:
        raise ShapeError(f"{n} digits: the bit-mask kernels take at most {MOST_DIGITS}")
    stated = strengthened(shape, rules, IMPLIED_CELLS, IMPLIED_HOUSES, has_differences=True)
    peers = stated.peers(shape.n_cells, stated.differing_pairs())
    houses, houses_of, splits = _houses(shape, stated.houses)
    constraints_of, made = constraint_arrays(shape, stated, peers)
    return Tables(
        houses,
        *listed(peers, shape.n_cells),
        np.hstack([houses_of, constraints_of]),
        *splits,
        np.uint64((1 << n) - 1),
        np.array(stated.domains(shape), dtype=np.uint64),
        made,
    )


def n_house_words(n_houses: int) -> int:
    """Return how many words of `watched_by` the houses take, a bit each; at least one."""
    return max(1, -(-n_houses // 64))


@lru_cache(maxsize=32)
def _houses(shape: Shape, stated: tuple[House, ...]) -> tuple[U32, U64, tuple[U32, U32, U32, U32]]:
    """Return `houses`, the first words of `watched_by` and the four arrays of splits."""
    n_cells, houses_of = shape.n_cells, [0] * shape.n_cells
    for number, house in enumerate(stated):
        for cell in house.cells:
            houses_of[cell] |= 1 << number
    houses = np.array([sorted(house.cells) for house in stated], dtype=np.uint32)
    return (
        houses.reshape(-1, shape.n),
        packed(houses_of, 64 * n_house_words(len(stated))),
        _splits([mask_of(house.cells) for house in stated], n_cells),
    )


def _splits(houses: Sequence[int], n_cells: int) -> tuple[U32, U32, U32, U32]:
    """Return `first_split`, `splits`, `pieces` and `members` of `Tables`."""
    parts: list[int] = []  # a piece and what lies behind it, in turn
    splits, first_split = [0], [0]
    for own in houses:
        for others in _apart(own, houses):
            alone = own
            for other in others:
                parts += (own & other, other & ~own)
                alone &= ~other
            if alone:
                parts += (alone, 0)
            splits.append(len(parts) // 2)
        first_split.append(len(splits) - 1)
    starts, members = listed(parts, n_cells)[::-1]
    return (
        np.array(first_split, dtype=np.uint32),
        np.array(splits, dtype=np.uint32),
        np.stack([starts[:-1:2], starts[1::2], starts[2::2]], axis=1),
        members,
    )


def _apart(own: int, houses: Sequence[int]) -> list[list[int]]:
    """Return the houses that share some cells with one, in groups that share none there.

    Where all that is shared is one cell, or the whole house, nothing can be learned.
    """
    groups: list[tuple[int, list[int]]] = []
    for other in houses:
        shared = own & other
        if not shared & (shared - 1) or shared == own:
            continue
        for k, (taken, group) in enumerate(groups):
            if not taken & shared:
                groups[k] = taken | shared, [*group, other]
                break
        else:
            groups.append((shared, [other]))
    return [group for _, group in groups]
