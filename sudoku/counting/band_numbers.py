"""The numbers of all bands of a shape, looked up by the columns of the digits."""

from __future__ import annotations

from dataclasses import dataclass
from math import factorial

import numpy as np

from exactcover.runtime.kernels.types import U16
from sudoku.counting.classes import Classes, write_leaves
from sudoku.counting.column_patterns import Numbers


@dataclass(frozen=True)
class BandNumbers:
    """The numbers of all bands of a shape.

    Attributes
    ----------
    classes
        The classes of bands.
    numbers
        For each class the number of its bands, without the order of their rows.
    """

    classes: Classes
    numbers: list[int]

    def count(self, columns: Numbers) -> Numbers:
        """Return the number of each of some bands.

        Parameters
        ----------
        columns
            For each band and digit the offset of its column in each stack, as the digits of a
            number to base `p`.
        """
        splits = self.classes.splits
        p, q = splits.p, splits.q
        tuples = np.column_stack([_splits(self.classes, columns // p**k % p) for k in range(q)])
        leaves = np.empty(len(columns), dtype=np.uint32)
        write_leaves(tuples, self.classes.tree, leaves)
        numbers = np.array(self.numbers, dtype=np.int64) * factorial(q)
        found: Numbers = numbers[self.classes.classes[leaves]]
        return found


def _splits(classes: Classes, offsets: Numbers) -> U16:
    """Return the split of the digits in one stack of each band, by their columns."""
    p, bands = classes.splits.p, np.arange(len(offsets))
    names = np.full((len(offsets), p), -1)
    codes = np.zeros(len(offsets), dtype=np.int64)
    for own in offsets.T:
        # Columns are named in the order of their least digits.
        is_new = names[bands, own] < 0
        names[bands[is_new], own[is_new]] = names.max(axis=1)[is_new] + 1
        codes = codes * p + names[bands, own]
    return classes.splits.places[codes]
