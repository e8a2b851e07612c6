"""The arrays of the kernels of the explainer, in which they also note the easiest pattern."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.bits import popcount64
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U64
from sudoku.ratings.explainer.board import CELLS, N_CELLS, Board9, Count
from sudoku.techniques.tables import Tables, place, remove

# What is kept in `Workspace.found`.
RATING, KEY, CELL, DIGIT = range(4)


class Workspace(NamedTuple):
    """The easiest pattern so far, and the pattern that is examined.

    ======= ============= ============ ==========================================================
    array   shape, dtype  indexed by   holds
    ======= ============= ============ ==========================================================
    found   (4,), int64   RATING ...   how hard it is in tenths (0: there is none), among equals
                                       the lower key is easier; the placement's cell and digit
                                       (from 1; 0: there is none)
    best    (81,), uint64 cell         the candidates that the easiest pattern eliminates
    trial   (81,), uint64 cell         the candidates that the examined pattern eliminates
    ======= ============= ============ ==========================================================
    """

    found: NDArray[np.int64]
    best: U64
    trial: U64


class State(NamedTuple):
    """The arguments of every kernel of the explainer: candidates, board and workspace."""

    tables: Tables
    board: Board9
    workspace: Workspace


def workspace9() -> Workspace:
    """Return an empty workspace."""
    return Workspace(
        np.zeros(4, np.int64), np.zeros(N_CELLS, np.uint64), np.zeros(N_CELLS, np.uint64)
    )


@helper
def forget(state: State) -> None:
    """Begin a search: there is no pattern yet."""
    state.workspace.found[RATING] = 0
    state.workspace.found[DIGIT] = 0


@helper
def clear(state: State) -> None:
    """Begin to examine a pattern, which eliminates nothing yet."""
    for cell in range(N_CELLS):
        state.workspace.trial[cell] = 0


@helper
def n_lost(state: State) -> Count:
    """Return the number of candidates that the examined pattern eliminates."""
    count: Count = 0
    for cell in range(N_CELLS):
        count += np.int64(popcount64(state.workspace.trial[cell] & state.tables.cand[cell]))
    return count


@helper
def is_easier(state: State, rating: Count, key: Count) -> bool:
    """Return whether a pattern of this rating and key would be the easiest so far."""
    found = state.workspace.found
    best = found[RATING]
    return bool(best == 0 or rating < best or (rating == best and key < found[KEY]))


@helper
def offer(state: State, rating: Count, key: Count) -> None:
    """Keep the examined pattern as the easiest."""
    found, best, trial = state.workspace
    found[RATING] = rating
    found[KEY] = key
    found[DIGIT] = 0
    for cell in range(N_CELLS):
        best[cell] = trial[cell] & state.tables.cand[cell]


@helper
def offer_placement(state: State, rating: Count, key: Count, cell: Count, digit: Count) -> None:
    """Keep a placement as the easiest pattern; the digit is from 0."""
    found, best, _ = state.workspace
    found[RATING] = rating
    found[KEY] = key
    found[CELL] = cell
    found[DIGIT] = np.int64(digit) + 1
    for other in range(N_CELLS):
        best[other] = 0


@kernel
def apply(state: State) -> None:
    """Apply the easiest pattern to the tables."""
    tables, workspace = state.tables, state.workspace
    for cell in range(CELLS):
        if workspace.best[cell] != 0:
            remove(tables, cell, workspace.best[cell])
    if workspace.found[DIGIT] != 0:
        place(tables, np.uint32(workspace.found[CELL]), np.uint32(workspace.found[DIGIT]))
