"""The states of items in keys: how kernels read and write them, and how two of them combine."""

import numpy as np

from exactcover.engines.decomposition.item_states import COLOUR, SUM
from exactcover.engines.decomposition.rows import signed
from exactcover.engines.decomposition.work import Fields
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned

ONE = np.uint64(1)


@helper
def combined(fields: Fields, field: int, one: int, other: int) -> int:
    """Return the state of an item that has one state, and takes another; -1 if they clash."""
    kind, top = fields.kind[field], fields.top[field]
    if kind == COLOUR and one != 0 and other != 0:
        return one if one == other and one <= top else -1
    state = one + other
    if kind == COLOUR or state <= top:
        return state
    return -1 if kind == SUM else signed(top)


@helper
def state_in(fields: Fields, field: int, key: Unsigned) -> int:
    """Return the state of a field of a key."""
    mask = (ONE << np.uint64(fields.width[field])) - ONE
    return signed((key >> np.uint64(fields.shift[field])) & mask)


@helper
def with_state(fields: Fields, field: int, key: Unsigned, state: int) -> Unsigned:
    """Return a key with another state of a field."""
    shift = np.uint64(fields.shift[field])
    mask = (ONE << np.uint64(fields.width[field])) - ONE
    return (key & ~(mask << shift)) | (np.uint64(state) << shift)
