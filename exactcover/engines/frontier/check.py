"""The invariants of the states of the frontier."""

import numpy as np

from exactcover.engines.frontier.tables import NEW_BEGIN, NEW_SIZE, NONE, TOP, State, hash_of


def check(state: State) -> None:
    """Assert the invariants of a position; with `choose` and `advance` they must always hold."""
    n_words = len(state.words)
    blocks: list[tuple[int, int]] = []
    for layer in np.flatnonzero(state.size):
        begin, size = int(state.begin[layer]), int(state.size[layer])
        blocks.append((begin, size))
        rows = state.memory[begin : begin + size]
        keys, counts = rows[:, :n_words], rows[:, n_words:]
        is_taken = keys[:, 0] != 0
        assert is_taken.sum() == state.used[layer]
        assert len(np.unique(keys[is_taken], axis=0)) == state.used[layer]
        assert counts[is_taken].any(axis=1).all()
        # The layer's own item is not covered, and those without options behind it are.
        assert not (keys[is_taken] & state.own[layer]).any()
        assert not (~keys[is_taken] & state.must[layer]).any()
        for place in np.flatnonzero(is_taken).tolist():
            home = hash_of(keys[place].tolist()) & (size - 1)
            between = (home + np.arange((place - home) % size)) % size
            assert is_taken[between].all()
    for k, first in enumerate(state.free.tolist()):
        while first != NONE:
            blocks.append((first, 1 << k))
            first = int(state.memory[first, 0])
    if state.position[NEW_SIZE]:
        blocks.append((int(state.position[NEW_BEGIN]), int(state.position[NEW_SIZE])))
    # Together with row 0 the blocks are all rows that were ever used.
    end = 1
    for begin, size in sorted(blocks):
        assert begin == end
        end += size
    assert end == state.position[TOP]
