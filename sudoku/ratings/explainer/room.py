"""Where the kernels note the easiest pattern so far, and what they know of the 9x9 board."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from exactcover.compiled.bits import popcount64
from exactcover.compiled.jit import helper, kernel
from exactcover.compiled.types import U32, U64
from sudoku.techniques.tables import Tables, place, remove

__all__ = ["Board9", "Count", "Room", "board9", "forget", "offer", "room9", "take"]

Count: TypeAlias = Any
"""A whole number in a kernel, of whatever type."""

# What is kept in `Room.found`.
RATING, KEY, CELL, DIGIT = range(4)
BOX, ROW, COLUMN = range(3)
NONE = np.uint32(0xFFFF)


class Board9(NamedTuple):
    """The 9x9 board.

    ========= ================= ============ =================================================
    array     shape, dtype      indexed by   holds
    ========= ================= ============ =================================================
    order     (27,), uint32     0 ..         the houses as SukakuExplainer goes through them: boxes,
                                             columns, rows
    kind      (27,), uint32     house        BOX, ROW or COLUMN
    house_of  (81, 3), uint32   cell, kind   its houses
    sees      (81, 81), uint8   two cells    1 where they share a house
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


class Room(NamedTuple):
    """The easiest pattern so far, and the one looked at.

    ======= ============= ============ ==========================================================
    array   shape, dtype  indexed by   holds
    ======= ============= ============ ==========================================================
    found   (4,), int64   RATING ...   how hard it is in tenths (0: there is none), among equals
                                       the lower key is easier; the placement's cell and digit
                                       (from 1; 0: there is none)
    best    (81,), uint64 cell         what the cells lose by the easiest pattern
    trial   (81,), uint64 cell         what they lose by the one looked at
    ======= ============= ============ ==========================================================
    """

    found: NDArray[np.int64]
    best: U64
    trial: U64


def room9() -> Room:
    """Return an empty room."""
    return Room(np.zeros(4, np.int64), np.zeros(81, np.uint64), np.zeros(81, np.uint64))


@cache
def board9(houses: tuple[tuple[int, ...], ...]) -> Board9:
    """Return what there is to know of the board with these houses."""
    kind = np.array([_kind(cells) for cells in houses], dtype=np.uint32)
    house_of = np.zeros((81, 3), dtype=np.uint32)
    sees = np.zeros((81, 81), dtype=np.uint8)
    for house, cells in enumerate(houses):
        house_of[list(cells), kind[house]] = house
        sees[np.ix_(cells, cells)] = 1
    np.fill_diagonal(sees, 0)
    weak = np.array(
        [_weak(cell, digit, houses, house_of) for cell in range(81) for digit in range(9)],
        dtype=np.uint32,
    )
    order = np.argsort((0, 2, 1) @ np.eye(3, dtype=int)[kind].T, kind="stable").astype(np.uint32)
    return Board9(order, kind, house_of, sees, weak)


def _kind(cells: tuple[int, ...]) -> Count:
    if cells[-1] - cells[0] == 8:
        return ROW
    return COLUMN if cells[-1] - cells[0] == 72 else BOX


def _weak(
    cell: Count, digit: Count, houses: tuple[tuple[int, ...], ...], house_of: U32
) -> list[int]:
    peers = dict.fromkeys(other for kind in range(3) for other in houses[house_of[cell, kind]])
    return [9 * cell + other for other in range(9) if other != digit] + [
        9 * other + digit for other in peers if other != cell
    ]


@helper
def forget(room: Room) -> None:
    """Begin with no pattern."""
    room.found[RATING] = 0
    room.found[DIGIT] = 0


@helper
def clear(room: Room) -> None:
    """Begin with a pattern that rules nothing out."""
    for cell in range(81):
        room.trial[cell] = 0


@helper
def n_lost(tables: Tables, room: Room) -> Count:
    """Return how many candidates the pattern looked at rules out."""
    count: Count = 0
    for cell in range(81):
        count += np.int64(popcount64(room.trial[cell] & tables.cand[cell]))
    return count


@helper
def is_easier(room: Room, rating: Count, key: Count) -> bool:
    """Tell whether a pattern of this rating and key would be the easiest so far."""
    best = room.found[RATING]
    return bool(best == 0 or rating < best or (rating == best and key < room.found[KEY]))


@helper
def offer(tables: Tables, room: Room, rating: Count, key: Count) -> None:
    """Keep the pattern looked at as the easiest."""
    room.found[RATING] = rating
    room.found[KEY] = key
    room.found[DIGIT] = 0
    for cell in range(81):
        room.best[cell] = room.trial[cell] & tables.cand[cell]


@helper
def offer_placement(room: Room, rating: Count, key: Count, cell: Count, digit: Count) -> None:
    """Keep a placement as the easiest; the digit is from 0."""
    room.found[RATING] = rating
    room.found[KEY] = key
    room.found[CELL] = cell
    room.found[DIGIT] = np.int64(digit) + 1
    for other in range(81):
        room.best[other] = 0


@kernel
def take(tables: Tables, room: Room) -> None:
    """Do what the easiest pattern says."""
    for cell in range(np.uint32(81)):
        if room.best[cell] != 0:
            remove(tables, cell, room.best[cell])
    if room.found[DIGIT] != 0:
        place(tables, np.uint32(room.found[CELL]), np.uint32(room.found[DIGIT]))
