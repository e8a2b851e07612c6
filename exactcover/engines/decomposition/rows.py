"""How kernels find or add a row of the operation at hand by its key, and write terms."""

import numpy as np

from exactcover.engines.decomposition.work import (
    FIRST_ROW,
    LEAST_SLOTS,
    N_ROWS,
    N_SLOTS,
    N_TERMS,
    STEPS,
    STEPS_OF_TERM,
    Work,
)
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned

ONE = np.uint64(1)
_MIX = np.uint64(0x9E3779B97F4A7C15)
_FINISH = np.uint64(0xBF58476D1CE4E5B9)
_HIGH, _HALF = np.uint64(29), np.uint64(32)
NO_ROW = np.uint32(0)


@helper
def slot_of(work: Work, key: Unsigned) -> Unsigned:
    """Return the slot of a key, or the empty slot for it."""
    digest = key * _MIX
    digest ^= digest >> _HIGH
    digest *= _FINISH
    digest ^= digest >> _HALF
    mask = np.uint64(work.position[N_SLOTS]) - ONE
    slot = digest & mask
    while work.slots[slot] != NO_ROW:
        if work.keys[work.slots[slot] - np.uint32(1)] == key:
            break
        slot = (slot + ONE) & mask
    return slot


@helper
def add_term(work: Work, key: Unsigned, left: Unsigned, right: Unsigned) -> None:
    """Add the product of two rows to the row of a key, which is added if it is new."""
    position = work.position
    slot = slot_of(work, key)
    if work.slots[slot] == NO_ROW:
        work.keys[position[N_ROWS]] = key
        position[N_ROWS] += 1
        work.slots[slot] = position[N_ROWS]
    write_term(work, left, right, work.slots[slot] - np.uint32(1))


@helper
def write_term(work: Work, left: Unsigned, right: Unsigned, total: Unsigned) -> None:
    """Add the product of two rows to a row."""
    term = work.position[N_TERMS]
    work.left[term] = left
    work.right[term] = right
    work.total[term] = total
    work.position[N_TERMS] = term + 1
    work.position[STEPS] += STEPS_OF_TERM


@helper
def begin(work: Work) -> None:
    """Empty the hash table, for the next operation."""
    position = work.position
    position[FIRST_ROW] = position[N_ROWS]
    for slot in range(position[N_SLOTS]):
        work.slots[slot] = NO_ROW
    position[N_SLOTS] = LEAST_SLOTS


@helper
def has_room(work: Work, n: int) -> bool:
    """Return whether there is space for so many more rows and terms; enlarge the hash table."""
    position = work.position
    if position[N_ROWS] + n > len(work.keys) or position[N_TERMS] + n > len(work.left):
        return False
    n_slots = position[N_SLOTS]
    n_rows = position[N_ROWS] - position[FIRST_ROW] + n
    if 2 * n_rows <= n_slots:
        return True
    while 2 * n_rows > n_slots:
        n_slots *= 2
    if n_slots > len(work.slots):
        return False
    for slot in range(n_slots):
        work.slots[slot] = NO_ROW
    position[N_SLOTS] = n_slots
    for row in range(position[FIRST_ROW], position[N_ROWS]):
        if not work.is_merged[row]:
            work.slots[slot_of(work, work.keys[row])] = np.uint32(row + 1)
    return True


@helper
def signed(number: Unsigned) -> int:
    """Return a number as a signed one."""
    return np.int64(number)  # type: ignore[return-value]
