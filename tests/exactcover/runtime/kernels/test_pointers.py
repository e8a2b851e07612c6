"""States that are known by a number, and functions that are called by their address."""

from typing import Any, NamedTuple

import numpy as np
import pytest

from exactcover.runtime.kernels.jit import kernel
from exactcover.runtime.kernels.pointers import (
    address_of,
    call,
    describe,
    handle,
    handle_of,
    opener,
)

pytestmark = pytest.mark.kernel


class State(NamedTuple):
    """Two arrays, and the table that says where they lie."""

    words: Any
    pairs: Any
    table: Any


EMPTY = np.zeros(0, dtype=np.int64)
opened: Any = opener(State(np.zeros(0, dtype=np.uint64), np.zeros((0, 0), dtype=np.int64), EMPTY))


def add_row(address: Any, number: Any) -> int:
    """Add to a word the second number of its pair; return how many pairs there are."""
    state = opened(address)
    state.words[number] += np.uint64(state.pairs[number, 1])
    return len(state.pairs)


@kernel
def add_all(start: Any, function: Any, n: Any) -> int:
    """Call a function for each row."""
    state = opened(start)
    total = 0
    for k in range(n):
        total += call(function, handle_of(state), np.uint64(k))
    return total


def test_a_function_called_by_address_changes_the_state() -> None:
    state = State(
        np.array([10, 20, 30], dtype=np.uint64),
        np.array([[1, 2], [3, 4], [5, 6]], dtype=np.int64),
        EMPTY,
    )
    state = state._replace(table=describe(state[:-1]))
    assert add_all(handle(state), address_of(add_row), 3) == 9
    assert state.words.tolist() == [12, 24, 36]
