"""Classes of values: those that a table does not tell apart are one value of a new variable.

So a table of bounds on a variable of a million values has a few values instead. A wide domain,
which has only bounds, gets classes wherever a table compares it with numbers only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from csp.constraints.intervals import Run, runs_of
from csp.errors import ModelError
from csp.kernels.bitsets import mask_of
from csp.model.posted_records import CHEAP, MOST_VALUES
from csp.propagators.registry import CLASSES

if TYPE_CHECKING:
    from csp.constraints.conditions import Entry
    from csp.model.builder import Builder

FEW_VALUES = 64
"""Variables with at most this many values, one word, get no classes."""
MERGED = 4
"""Others get classes if there are this many times as many values."""


class Classes(NamedTuple):
    """A variable that is the class of another one's value, and the classes of each entry."""

    variable: int
    masks: Mapping[Entry, int]


def classes(builder: Builder, v: int, entries: Iterable[Entry]) -> Classes | None:
    """Return a new variable: the class of a variable's value; or None if that is not worth it.

    Raises
    ------
    ModelError
        If a wide variable has too many classes.
    """
    n_values = builder.n_values(v)
    if n_values <= FEW_VALUES:
        return None
    low, high = builder.bounds(v)
    runs = {entry: runs_of(entry, low, high) for entry in dict.fromkeys(entries)}
    n_runs = sum(map(len, runs.values()))
    if builder.is_wide(v):
        if n_runs >= MOST_VALUES // 2:
            raise ModelError(f"a table tells more than {n_runs} values of a wide variable apart")
    elif MERGED * (2 * n_runs + 1) > n_values:
        return None
    ends = chain.from_iterable((first, last + 1) for own in runs.values() for first, last in own)
    cuts = np.array(sorted({low, *(end for end in ends if end <= high)}))
    numbers, members = _numbered(cuts, runs)
    kept = _with_values(builder, v, cuts, high)
    _, numbers = np.unique(numbers[kept], return_inverse=True)
    own = builder.new_variable(0, mask_of(numbers))
    segments = np.concatenate([cuts[kept], _lasts(cuts, high)[kept], numbers])
    n_classes = int(numbers.max()) + 1
    constants = [len(numbers), *segments.tolist(), n_classes]
    n_words = builder.n_words(own)
    builder.propagator(CLASSES, [v, own], constants, scratch=n_words, cost=CHEAP)
    return Classes(own, {entry: mask_of(numbers[flags[kept]]) for entry, flags in members.items()})


def _numbered(
    cuts: np.ndarray, runs: Mapping[Entry, Sequence[Run]]
) -> tuple[np.ndarray, dict[Entry, np.ndarray]]:
    """Return a number for the segment from each cut on, and for each entry which it contains.

    Segments have the same number if and only if the same entries contain them.
    """
    numbers = np.zeros(len(cuts), dtype=np.int64)
    members = {}
    for entry, own in runs.items():
        flags = np.zeros(len(cuts), dtype=bool)
        for first, last in own:
            flags[np.searchsorted(cuts, first) : np.searchsorted(cuts, last, "right")] = True
        members[entry] = flags
        _, numbers = np.unique(2 * numbers + flags, return_inverse=True)
    return numbers, members


def _lasts(cuts: np.ndarray, high: int) -> np.ndarray:
    """Return the last value of each segment."""
    return np.append(cuts[1:] - 1, high)


def _with_values(builder: Builder, v: int, cuts: np.ndarray, high: int) -> np.ndarray:
    """Return the places of the segments in which a variable has values."""
    if builder.is_wide(v):
        return np.arange(len(cuts))
    values = np.array(builder.values(v))
    counts = np.searchsorted(values, _lasts(cuts, high), "right") - np.searchsorted(values, cuts)
    return np.flatnonzero(counts)
