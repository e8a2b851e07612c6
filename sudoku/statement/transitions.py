"""Automata: the states of readers and the steps between them, as arrays."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from functools import lru_cache
from itertools import count
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sudoku.rules.reader import Reader
from sudoku.statement.automaton import TooLargeError

MOST_STEPS = 1 << 18
"""The most steps of an automaton for solvers; it is built in some tenths of a second."""


class Automaton(NamedTuple):
    """The reader of a constraint on a fixed number of cells, as a table; see `automaton`.

    ======== ===================== ========== ==================================================
    array    shape, dtype          indexed by holds
    ======== ===================== ========== ==================================================
    steps    (n_states, n), uint32 state,     the next state, counted from 1, or 0 where the
                                   digit - 1  constraint is broken; the first row is the start
    accepted (n_states,), uint32   state      whether it may be the last
    ======== ===================== ========== ==================================================
    """

    steps: NDArray[np.uint32]
    accepted: NDArray[np.uint32]


@lru_cache(maxsize=1 << 10)
def automaton(reader: Reader[Any], size: int, n: int, most: int) -> Automaton:
    """Return the states of a reader of `size` cells that lie on a path to an accepted state.

    Raises
    ------
    TooLargeError
        If there are more than ``most`` steps.

    Examples
    --------
    >>> from sudoku.rules.linear import SumTo
    >>> automaton(SumTo(3), 2, 4, 100).steps.tolist()
    [[2, 3, 4, 0], [3, 4, 0, 0], [4, 0, 0, 0], [0, 0, 0, 0]]
    """
    steps, ends, states = _states(reader.transitions(), size, n, most)
    accepted = np.zeros(len(steps), dtype=np.bool_)
    accepted[[end for end in ends if reader.accepts(states[end])]] = True
    return _pruned(steps, accepted)


@lru_cache(maxsize=1 << 8)
def _states(
    reader: Reader[Any], size: int, n: int, most: int
) -> tuple[NDArray[np.int64], list[int], list[Hashable]]:
    """Return the steps from each state, the numbers of the last states, and all states."""
    # A state has its number when it is looked up first: None has 0, and the start 1.
    numbers: defaultdict[Hashable, int] = defaultdict(count().__next__)
    step, digits = reader.step, range(1, n + 1)
    rows: list[list[int]] = []
    new: list[Hashable] = [reader.start]
    for state in (None, *new):
        numbers[state]
    for _ in range(size):
        known = len(numbers)
        for state in new:
            rows.append([numbers[step(state, digit)] for digit in digits])
        if len(rows) * n > most:
            raise TooLargeError
        new = list(numbers)[known:]
    states = list(numbers)[1:]
    rows += [[0] * n] * (len(states) - len(rows))
    steps = np.array(rows)
    # Only states that are reached after all cells are ends; `accepts` may fail for other states.
    ends = np.array([0])
    for _ in range(size):
        is_reached = np.zeros(len(steps) + 1, dtype=np.bool_)
        is_reached[steps[ends]] = True
        ends = np.flatnonzero(is_reached[1:])
    return steps, ends.tolist(), states


def _pruned(steps: NDArray[np.int64], accepted: NDArray[np.bool_]) -> Automaton:
    """Drop the states, except the start, from which no accepted state can be reached."""
    leads = np.concatenate([[False], accepted])
    while True:
        more = leads[1:] | leads[steps].any(axis=1)
        if (more == leads[1:]).all():
            break
        leads[1:] = more
    leads[1] = True
    kept = leads[1:]
    numbers = np.where(leads, np.cumsum(leads), 0)
    return Automaton(numbers[steps[kept]].astype(np.uint32), accepted[kept].astype(np.uint32))
