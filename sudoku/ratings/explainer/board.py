"""The 9x9 board as the kernels of the explainer see it, and its numbers."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.types import U32

Count: TypeAlias = Any
"""A whole number in a kernel, of whatever type."""

N_CELLS, N_HOUSES, N_DIGITS = 81, 27, 9
N_CANDIDATES = N_CELLS * N_DIGITS
N_NODES = 2 * N_CANDIDATES
"""A node is a candidate that is supposed to be true, or false."""
N_WEAK_IN_CELL, N_PEERS = N_DIGITS - 1, 20
N_WEAK = N_WEAK_IN_CELL + N_PEERS
"""The number of candidates that a candidate rules out: in its cell, and in those that it sees."""
ALL_DIGITS = (1 << N_DIGITS) - 1

BOX, ROW, COLUMN = range(3)
"""The kinds of houses."""

# The same numbers as kernels need them: indices are unsigned.
ZERO, ONE, TWO, THREE, FOUR = (np.uint32(k) for k in range(5))
NINE = np.uint32(N_DIGITS)
CELLS, HOUSES = np.uint32(N_CELLS), np.uint32(N_HOUSES)
CANDIDATES, NODES = np.uint32(N_CANDIDATES), np.uint32(N_NODES)
WEAK_IN_CELL, WEAK = np.uint32(N_WEAK_IN_CELL), np.uint32(N_WEAK)
SUBSETS = np.uint64(1 << N_DIGITS)
"""The number of sets of digits, and of sets of places in a house."""


class Board9(NamedTuple):
    """The 9x9 board.

    ========= ================= ============ =================================================
    array     shape, dtype      indexed by   holds
    ========= ================= ============ =================================================
    order     (27,), uint32     0 ..         the houses in SukakuExplainer's order: boxes, columns,
                                             rows
    kind      (27,), uint32     house        BOX, ROW or COLUMN
    house_of  (81, 3), uint32   cell, kind   its houses
    sees      (81, 81), uint8   two cells    1 if they share a house
    weak      (729, 28), uint32 candidate    what it rules out if it is true: the others of its
                                             cell, then its digit in its box, row and column
    ========= ================= ============ =================================================

    A candidate is ``9 * cell + digit``, with digits from 0. Houses are numbered as in `Layout`.
    """

    order: U32
    kind: U32
    house_of: U32
    sees: NDArray[np.uint8]
    weak: U32


@cache
def board9(houses: tuple[tuple[int, ...], ...]) -> Board9:
    """Return the board with these houses."""
    kind = np.array([_kind(cells) for cells in houses], dtype=np.uint32)
    house_of = np.zeros((N_CELLS, 3), dtype=np.uint32)
    sees = np.zeros((N_CELLS, N_CELLS), dtype=np.uint8)
    for house, cells in enumerate(houses):
        house_of[list(cells), kind[house]] = house
        sees[np.ix_(cells, cells)] = 1
    np.fill_diagonal(sees, 0)
    weak = np.array(
        [
            _weak(cell, digit, houses, house_of)
            for cell in range(N_CELLS)
            for digit in range(N_DIGITS)
        ],
        dtype=np.uint32,
    )
    order = np.argsort((0, 2, 1) @ np.eye(3, dtype=int)[kind].T, kind="stable").astype(np.uint32)
    return Board9(order, kind, house_of, sees, weak)


def _kind(cells: tuple[int, ...]) -> int:
    """Return the kind of a house, which its first and last cell show."""
    if cells[-1] - cells[0] == N_DIGITS - 1:
        return ROW
    return COLUMN if cells[-1] - cells[0] == N_DIGITS * (N_DIGITS - 1) else BOX


def _weak(cell: int, digit: int, houses: tuple[tuple[int, ...], ...], house_of: U32) -> list[int]:
    """Return the candidates that a candidate rules out."""
    peers = dict.fromkeys(other for kind in range(3) for other in houses[house_of[cell, kind]])
    return [N_DIGITS * cell + other for other in range(N_DIGITS) if other != digit] + [
        N_DIGITS * other + digit for other in peers if other != cell
    ]
