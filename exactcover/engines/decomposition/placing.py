"""The kernel that places options into a table."""

import numpy as np

from exactcover.engines.decomposition.fields import combined, state_in, with_state
from exactcover.engines.decomposition.rows import add_term, begin, has_room
from exactcover.engines.decomposition.work import (
    CURSOR,
    DONE,
    FULL,
    SPENT,
    STEPS,
    Fields,
    Placing,
    Work,
)
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import Unsigned

ZERO = np.uint64(0)


@kernel
def place(work: Work, task: Placing, one: int, most_steps: int) -> int:
    """Give each row of a table each of some options that fits it, or none of them.

    CURSOR is 0 when the operation begins. It is called again until it is DONE.
    """
    position = work.position
    if position[CURSOR] == 0:
        begin(work)
    last_step = position[STEPS] + most_steps
    n_options = len(task.options)
    while position[CURSOR] < len(task.rows):
        if position[STEPS] >= last_step:
            return SPENT
        if not has_room(work, n_options + 1):
            return FULL
        row = task.rows[position[CURSOR]]
        key = work.keys[row]
        if task.may_skip and _ends_well(task.fields, key, task.need):
            add_term(work, key & ~task.drop, row, np.uint32(one))
        for k in range(n_options):
            if key & task.sets[k] == ZERO and _fits(task, k, key):
                after = _taken(task, k, key) | task.sets[k]
                if _ends_well(task.fields, after, task.need):
                    add_term(work, after & ~task.drop, row, task.options[k])
        position[CURSOR] += 1
        position[STEPS] += 1 + n_options
    return DONE


@helper
def _fits(task: Placing, option: int, key: Unsigned) -> bool:
    """Return whether the fields of a key allow for an option."""
    fields = task.fields
    for k in range(len(fields.shift)):
        value = task.values[option, k]
        if value != 0 and combined(fields, k, state_in(fields, k, key), value) < 0:
            return False
    return True


@helper
def _taken(task: Placing, option: int, key: Unsigned) -> Unsigned:
    """Return a key after an option that fits, as far as its fields change."""
    fields = task.fields
    for k in range(len(fields.shift)):
        value = task.values[option, k]
        if value != 0:
            state = combined(fields, k, state_in(fields, k, key), value)
            key = with_state(fields, k, key, state)
    return key


@helper
def _ends_well(fields: Fields, key: Unsigned, need: Unsigned) -> bool:
    """Return whether the items that end are covered as often as they must be."""
    if key & need != need:
        return False
    for k in range(len(fields.shift)):
        if fields.least[k] > 0 and state_in(fields, k, key) < fields.least[k]:
            return False
    return True
