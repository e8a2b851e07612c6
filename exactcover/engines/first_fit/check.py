"""The invariants of the position of first fit."""

import numpy as np

from exactcover.engines.first_fit.tables import (
    BACK,
    BLOCK_SIZE,
    CHOSEN,
    COVERED,
    NONE,
    PHASE,
    ROW,
    SEARCH,
    State,
    possible,
)
from exactcover.runtime.kernels.bitsets import number_of


def check(state: State, covered: int) -> None:
    """Assert the invariants of a position, given what is covered before the search begins."""
    if state.position[PHASE] != SEARCH:
        return
    size, n_words = state.row_size, len(state.words)
    wanted = number_of(state.wanted)
    back = int(NONE)
    for row in range(0, int(state.position[ROW]) + 1, size):
        live, block, *_ = state.levels[row : row + size].tolist()
        assert number_of(state.levels[row + int(COVERED) :][:n_words]) == covered
        item = int(np.searchsorted(state.block_of, block, side="right")) - 1
        missing = wanted & ~covered
        assert missing & -missing == 1 << item
        options = possible(state, block, covered)
        assert live & ~options == 0
        assert state.levels[row + int(BACK)] == back
        if row == state.position[ROW]:
            return
        chosen = int(state.levels[row + int(CHOSEN)])
        assert chosen // BLOCK_SIZE == block
        # The options are tried from the lowest to the highest.
        assert options >> chosen % BLOCK_SIZE & 1
        assert live == options >> chosen % BLOCK_SIZE + 1 << chosen % BLOCK_SIZE + 1
        if live or state.continues[block]:
            back = row
        covered |= number_of(state.masks[chosen * n_words : (chosen + 1) * n_words])
