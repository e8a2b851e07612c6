"""The kernels of the frontier."""

import numpy as np

from exactcover.engines.frontier.tables import (
    BATCH,
    BY,
    CARRY,
    CLEARED,
    CURSOR,
    FILLED,
    FINISH,
    FROM,
    HASH,
    LAYER,
    LAYER_OF,
    MIX,
    MOVED,
    NEW_BEGIN,
    NEW_SIZE,
    NODES,
    NONE,
    STATES,
    STORED,
    TOP,
    UPDATES,
    Pass,
    State,
)
from exactcover.runtime.kernels.bits import trailing_zeros64
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import Unsigned
from exactcover.runtime.search.protocol import BUDGET_SPENT, EXHAUSTED

# More reasons to return to Python: the memory is full, a count needs another word, or there were
# more states than allowed.
MEMORY_FULL, CARRIED, TOO_MANY = 3, 4, 5
GO_ON = -1

MOST_UPDATES = np.uint64(1 << 18)
"""One call tests about this many options at most, in 1 ms, or 20 ms where it waits for memory."""
LEAST_ROWS = np.uint64(16)
MOST_CLEARED, MOST_MOVED = np.uint64(1 << 19), np.uint64(1 << 17)
"""The most rows of a moving layer that one call clears or moves, in about 20 ms."""

ZERO, ONE, TWO, THREE, FOUR = (np.uint64(k) for k in range(5))
_BATCH = np.uint64(BATCH)
_HALF = np.uint64(32)


@kernel
def advance(state: State, node_budget: int, most_states: int) -> int:
    """Expand states, layer by layer, up to a limit or the end."""
    position = state.position
    last_node = position[NODES] + np.uint64(node_budget)
    last_update = position[UPDATES] + MOST_UPDATES
    status = GO_ON
    while status == GO_ON:
        status = _store_pending(state)
        if status == GO_ON and position[STATES] > np.uint64(most_states):
            status = TOO_MANY
        elif status == GO_ON:
            status = expand_more(state, last_node, last_update)
    return status


@helper
def expand_more(state: State, last_node: Unsigned, last_update: Unsigned) -> int:
    """Expand some states, or go on to the next layer; return the status."""
    position = state.position
    layer = position[LAYER]
    if layer == np.uint64(len(state.begin)) - ONE:
        return EXHAUSTED
    if position[CURSOR] == state.size[layer]:
        _release(state, layer)
        position[LAYER] = layer + ONE
        position[CURSOR] = ZERO
        return GO_ON
    if position[NODES] >= last_node or position[UPDATES] >= last_update:
        return BUDGET_SPENT
    _expand(state, layer, last_node)
    return GO_ON


@helper
def _expand(state: State, layer: Unsigned, last_node: Unsigned) -> None:
    """Choose every option that fits the next states of a layer; make the results pending."""
    position = state.position
    n_words = np.uint64(len(state.words))
    first, last = np.uint64(state.group[layer]), np.uint64(state.group[layer + ONE])
    cursor, end = position[CURSOR], state.size[layer]
    row = state.begin[layer] + cursor
    nodes = position[NODES]
    before = nodes
    filled = ZERO
    while cursor < end and filled < _BATCH and nodes < last_node:
        if state.memory[row, ZERO] != ZERO:
            nodes += ONE
            for option in range(first, last):
                if fits(state, row, option):
                    put_key(state, row, option, layer, filled)
                    state.pending[filled, n_words + BY] = option
                    filled += np.uint64(skip_covered(state, filled, layer + ONE, row))
        cursor += ONE
        row += ONE
    position[CURSOR] = cursor
    position[NODES] = nodes
    position[UPDATES] += (nodes - before) * (last - first)
    position[FILLED] = filled


@helper
def fits(state: State | Pass, row: Unsigned, option: Unsigned) -> bool:
    """Return whether an option is compatible with the covered bits of a state."""
    clash = ZERO
    for k in range(np.uint64(len(state.words))):
        clash |= state.memory[row, k] & state.clashes[option, k]
    return bool(clash == ZERO)


@helper
def put_key(
    state: State | Pass, row: Unsigned, option: Unsigned, layer: Unsigned, place: Unsigned
) -> None:
    """Write the key that an option leads to from a state."""
    for k in range(np.uint64(len(state.words))):
        kept = state.memory[row, k] & state.keep[layer, k]
        state.pending[place, k] = kept | state.sets[option, k]


@helper
def skip_covered(state: State | Pass, place: Unsigned, layer: Unsigned, row: Unsigned) -> bool:
    """Move a pending state past the layers whose items it covers; False if it has no cover."""
    pending = state.pending
    n_words = np.uint64(len(state.words))
    while True:
        is_covered = ZERO
        for k in range(n_words):
            is_covered |= pending[place, k] & state.own[layer, k]
        if is_covered == ZERO:
            break
        for k in range(n_words):
            pending[place, k] &= state.keep[layer, k]
        layer += ONE
    lacks = ZERO
    for k in range(n_words):
        lacks |= state.must[layer, k] & ~pending[place, k]
    if lacks != ZERO:
        return False
    pending[place, n_words + FROM] = row
    pending[place, n_words + LAYER_OF] = layer
    digest = ZERO
    for k in range(n_words):
        digest = mixed(digest, pending[place, k])
    pending[place, n_words + HASH] = finished(digest)
    return True


@helper
def mixed(digest: Unsigned, word: Unsigned) -> Unsigned:
    """Return the hash of some words and one more."""
    digest = (digest ^ word) * MIX
    return digest ^ (digest >> _HALF)


@helper
def finished(digest: Unsigned) -> Unsigned:
    """Return a hash whose low bits depend on all bits of the words."""
    digest *= FINISH
    return digest ^ (digest >> _HALF)


@helper
def _store_pending(state: State) -> int:
    """Store the pending states, as far as there is space."""
    position = state.position
    for place in range(position[STORED], position[FILLED]):
        row = find_row(state, place)
        if row == NONE:
            position[STORED] = place
            return MEMORY_FULL if position[NEW_SIZE] == ZERO else BUDGET_SPENT
        if _store(state, place, row) == CARRIED:
            position[STORED] = place + ONE
            return CARRIED
    position[STORED] = ZERO
    position[FILLED] = ZERO
    return GO_ON


@helper
def find_row(state: State, place: Unsigned) -> Unsigned:
    """Return the row of a pending state, or a free one for it.

    NONE if the memory is full, or if the layer is still being moved to more rows.
    """
    memory, pending = state.memory, state.pending
    n_words = np.uint64(len(state.words))
    layer = pending[place, n_words + LAYER_OF]
    if state.used[layer] * FOUR >= state.size[layer] * THREE and not _grow(state, layer):
        return NONE
    first, mask = state.begin[layer], state.size[layer] - ONE
    offset = pending[place, n_words + HASH] & mask
    while memory[first + offset, ZERO] != ZERO:
        differs = ZERO
        for k in range(n_words):
            differs |= memory[first + offset, k] ^ pending[place, k]
        if differs == ZERO:
            break
        offset = (offset + ONE) & mask
    return first + offset


@helper
def add_state(state: State, place: Unsigned, row: Unsigned) -> None:
    """Write the key of a pending state into a free row."""
    n_words = np.uint64(len(state.words))
    for k in range(n_words):
        state.memory[row, k] = state.pending[place, k]
    state.used[state.pending[place, n_words + LAYER_OF]] += ONE
    state.position[STATES] += ONE


@helper
def _store(state: State, place: Unsigned, row: Unsigned) -> int:
    """Add the count of a pending state to its row."""
    memory = state.memory
    n_words = np.uint64(len(state.words))
    origin = state.pending[place, n_words + FROM]
    if memory[row, ZERO] != ZERO:
        return _add(state, row, origin)
    add_state(state, place, row)
    for k in range(n_words, np.uint64(memory.shape[1])):
        memory[row, k] = memory[origin, k]
    return GO_ON


@helper
def _add(state: State, row: Unsigned, origin: Unsigned) -> int:
    """Add the count of one row to that of another."""
    memory = state.memory
    carry = ZERO
    for k in range(np.uint64(len(state.words)), np.uint64(memory.shape[1])):
        part = memory[origin, k] + carry
        total = memory[row, k] + part
        carry = np.uint64(part < carry) | np.uint64(total < part)
        memory[row, k] = total
    if carry == ZERO:
        return GO_ON
    state.position[CARRY] = row
    return CARRIED


@helper
def _grow(state: State, layer: Unsigned) -> bool:
    """Move a layer's states to twice as many rows; False where that is not done yet.

    Then either there are none, or NEW_SIZE is not 0 and the next call continues a large layer.
    """
    position = state.position
    if position[NEW_SIZE] == ZERO and not _find_rows(state, layer):
        return False
    size, begin = position[NEW_SIZE], position[NEW_BEGIN]
    end = min(position[CLEARED] + MOST_CLEARED, size)
    for row in range(begin + position[CLEARED], begin + end):
        state.memory[row, ZERO] = ZERO
    position[CLEARED] = end
    if end < size:
        return False
    end = min(position[MOVED] + MOST_MOVED, state.size[layer])
    _move(state, state.begin[layer] + position[MOVED], state.begin[layer] + end)
    position[MOVED] = end
    if end < state.size[layer]:
        return False
    _release(state, layer)
    state.begin[layer] = begin
    state.size[layer] = size
    position[NEW_SIZE] = ZERO
    return True


@helper
def _find_rows(state: State, layer: Unsigned) -> bool:
    """Find rows that a layer may move to; False where there are none."""
    position = state.position
    # Neighbouring layers have about as many states.
    size = max(state.size[layer] * TWO, LEAST_ROWS, state.size[position[LAYER]] // FOUR)
    begin = _allocate(state, size)
    if begin == NONE:
        return False
    position[NEW_SIZE], position[NEW_BEGIN] = size, begin
    position[CLEARED], position[MOVED] = ZERO, ZERO
    return True


@helper
def _move(state: State, first: Unsigned, last: Unsigned) -> None:
    """Copy the states in some rows to the table that is being filled."""
    memory = state.memory
    n_words = np.uint64(len(state.words))
    begin, mask = state.position[NEW_BEGIN], state.position[NEW_SIZE] - ONE
    for row in range(first, last):
        if memory[row, ZERO] != ZERO:
            digest = ZERO
            for k in range(n_words):
                digest = mixed(digest, memory[row, k])
            offset = finished(digest) & mask
            while memory[begin + offset, ZERO] != ZERO:
                offset = (offset + ONE) & mask
            for k in range(np.uint64(memory.shape[1])):
                memory[begin + offset, k] = memory[row, k]


@helper
def _allocate(state: State, size: Unsigned) -> Unsigned:
    """Return the first of a number of rows that are free, or NONE."""
    k = trailing_zeros64(size)
    begin = state.free[k]
    if begin != NONE:
        state.free[k] = state.memory[begin, ZERO]
        return begin
    begin = state.position[TOP]
    if begin + size > np.uint64(len(state.memory)):
        return NONE
    state.position[TOP] = begin + size
    return begin


@helper
def _release(state: State, layer: Unsigned) -> None:
    """Free the rows of a layer."""
    size = state.size[layer]
    if size != ZERO:
        k = trailing_zeros64(size)
        state.memory[state.begin[layer], ZERO] = state.free[k]
        state.free[k] = state.begin[layer]
        state.size[layer] = ZERO
