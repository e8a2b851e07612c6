"""What the arrays of a search by layers must be, where they come from a file.

Compiled code takes the dtypes, the shapes and the places as they are, so all are checked before.
The rows must be states that the layer can have. Whether there are as many as there should be, with
the right counts, only a second search could tell.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.engines.frontier.tables import TAKEN, Pass, slots
from exactcover.orders.fixed_order import Arrangement, Numbers
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.kernels.bitsets import number_of, pack, words_for
from exactcover.runtime.kernels.types import U64
from exactcover.runtime.search.limits import stop_if_due

Arrays = Mapping[str, NDArray[Any]]

ROWS = re.compile(r"rows\.(0|[1-9][0-9]{0,9})\.(0|[1-9][0-9]{0,6})\.(0|[1-9][0-9]{0,6})")
NAMES = {"given", "work", "solutions", "total", "order", "bits", "layer", "runs"}


def array_of(arrays: Arrays, name: str, dtype: type, *shape: int | None) -> NDArray[Any]:
    """Return an array.

    Parameters
    ----------
    arrays
        All arrays.
    name
        Its name.
    dtype
        Its dtype.
    shape
        Its shape; None for any positive number.

    Raises
    ------
    ProblemError
        If it is missing, or is not like this.
    """
    if name not in arrays:
        raise ProblemError(f"the array {name!r} is missing")
    array = arrays[name]
    fits = len(array.shape) == len(shape) and all(
        size == wanted or (wanted is None and size > 0)
        for size, wanted in zip(array.shape, shape, strict=True)
    )
    if array.dtype != dtype or not fits:
        raise ProblemError(f"the array {name!r} has the dtype {array.dtype} and {array.shape}")
    return array


def check_names(arrays: Arrays) -> list[tuple[str, int, int]]:
    """Return the names of all runs of rows, with their layers and buckets.

    Raises
    ------
    ProblemError
        If there are other arrays than a search writes, or runs are missing.
    """
    runs = []
    for name in arrays:
        match = ROWS.fullmatch(name)
        if match is None and name not in NAMES:
            raise ProblemError(f"the array {name!r} is none of a search by layers")
        if match is not None:
            number, layer, bucket = map(int, match.groups())
            runs.append((number, name, layer, bucket))
    n_runs = int(array_of(arrays, "runs", np.int64, 2)[0])
    if n_runs != len(runs) or sorted(number for number, *_ in runs) != list(range(len(runs))):
        raise ProblemError(f"some of its {n_runs} arrays of rows are missing")
    return [(name, layer, bucket) for _, name, layer, bucket in sorted(runs)]


def count_of(arrays: Arrays, name: str, n_options: int) -> int:
    """Return a number of solutions, which are sets of options.

    Raises
    ------
    ProblemError
        If there are not so many.
    """
    number = number_of(array_of(arrays, name, np.uint64, None))
    if number > 1 << n_options:
        raise ProblemError(f"the array {name!r} has more solutions than there can be")
    return number


def check_order(order: Numbers, wanted: Numbers | str, n_primary: int) -> None:
    """Raise ProblemError unless an order has each item once, and is the one asked for."""
    is_wanted = isinstance(wanted, str) or np.array_equal(order, wanted)
    if not is_wanted or not np.array_equal(np.sort(order), np.arange(n_primary)):
        raise ProblemError("its order is not that of the items")


class Rows:
    """Checks the rows of layers.

    Parameters
    ----------
    arrangement
        The problem in the order of the layers.
    tables
        The tables of the search.
    most_cost
        The most that a state may cost; None if the keys have no costs.
    """

    def __init__(self, arrangement: Arrangement, tables: Pass, most_cost: int | None) -> None:
        self._tables, self._most_cost = tables, most_cost
        self._n_words = len(tables.words)
        birth, death = arrangement.lifetimes()
        self._birth, self._death, self._slot = birth, death, slots(birth, death)
        self._n_options = int(arrangement.option_of.max(initial=0)) + 1

    def check(self, name: str, rows: U64, layer: int) -> None:
        """Raise ProblemError if rows are not states of a layer, with possible counts."""
        stop_if_due()
        n_words, tables = self._n_words, self._tables
        if rows.dtype != np.uint64 or rows.ndim != 2 or rows.shape[1] <= n_words:
            raise ProblemError(f"the array {name!r} has the wrong shape")
        keys, counts = rows[:, :n_words], rows[:, n_words:]
        must = tables.must[layer]
        is_wrong = (
            (keys & ~self._possible(layer)).any(axis=1)
            | ((keys & tables.own[layer]).any(axis=1))
            | ((keys & must) != must).any(axis=1)
            | ((keys[:, 0] & TAKEN) == 0)
            | ~counts.any(axis=1)
            | (counts & ~self._bits_of_counts(counts.shape[1])).any(axis=1)
        )
        if self._most_cost is not None:
            is_wrong |= keys[:, -1] > np.uint64(max(0, self._most_cost))
        if is_wrong.any():
            row = int(is_wrong.argmax())
            raise ProblemError(f"row {row} of the array {name!r} is no state of layer {layer}")

    def _possible(self, layer: int) -> U64:
        """Return the bits that the keys of a layer may have."""
        bits = np.zeros(64 * self._n_words, dtype=np.bool_)
        bits[0] = True
        lives = (self._birth <= layer) & (layer <= self._death)
        bits[self._slot[lives]] = True
        if self._most_cost is not None:
            bits[-64:] = True
        return pack(bits, words_for(len(bits)))[: self._n_words]

    def _bits_of_counts(self, n_words: int) -> U64:
        """Return the bits that counts may have: there are not more sets of options."""
        bits = np.arange(64 * n_words) <= self._n_options
        return pack(bits, words_for(len(bits)))[:n_words]
