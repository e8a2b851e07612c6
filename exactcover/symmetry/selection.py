"""`Least`: selects the solution of each class whose options have the lowest ranks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.jit import kernel
from exactcover.runtime.kernels.types import U32

HIGHEST = np.int64(1 << 32)


class Least(NamedTuple):
    """Selects the solution that no symmetry takes to one before it.

    Solutions are compared by the sorted ranks of their options.

    Attributes
    ----------
    ranks
        For each symmetry, the rank of the option to which it takes each option; the identity is the
        first of them.
    """

    ranks: U32

    @classmethod
    def of(cls, elements: NDArray[np.intp]) -> Least:
        """Return the selector for all elements of a group; the rank of an option is its number."""
        identity = np.arange(elements.shape[1])
        others = elements[(elements != identity).any(axis=1)]
        return cls(np.concatenate((identity[np.newaxis], others)).astype(np.uint32))

    def __call__(self, rows: Sequence[Sequence[int]]) -> list[bool]:
        """Return for each solution whether it is the one of its class."""
        lengths = np.array([len(row) for row in rows], dtype=np.uint32)
        packed = np.zeros((len(rows), int(lengths.max(initial=0))), dtype=np.uint32)
        for place, row in enumerate(rows):
            packed[place, : len(row)] = row
        return cast(list[bool], self.select(packed, lengths).tolist())

    def select(self, rows: U32, lengths: U32) -> NDArray[np.bool_]:
        """Return for each solution whether it is the one of its class.

        Parameters
        ----------
        rows, lengths
            The options of the solutions, a row each, and how many there are.
        """
        found = np.zeros(len(lengths), dtype=np.uint32)
        scratch = np.zeros(rows.shape[1], dtype=np.uint32)
        select(self.ranks, np.ascontiguousarray(rows), lengths, scratch, found)
        return found.astype(np.bool_)


@kernel
def select(ranks: U32, rows: U32, lengths: U32, scratch: U32, is_least: U32) -> None:
    """Note which solutions are the least of their classes; see `Least`.

    Most symmetries take a solution to one whose first rank differs: then one look at its options is
    enough. Else its next rank is looked for, and so on.
    """
    for k in range(len(lengths)):
        n = np.int64(lengths[k])
        for place in range(n):
            rank, gap = ranks[0, rows[k, place]], np.int64(place)
            while gap > 0 and scratch[gap - 1] > rank:
                scratch[gap] = scratch[gap - 1]
                gap -= 1
            scratch[gap] = rank
        is_least[k] = 1
        for element in range(1, len(ranks)):
            last = np.int64(-1)
            for place in range(n):
                own, lowest = np.int64(scratch[place]), HIGHEST
                for q in range(n):
                    rank_of_image = np.int64(ranks[element, rows[k, q]])
                    if last < rank_of_image < lowest:
                        lowest = rank_of_image
                if lowest < own:
                    is_least[k] = 0
                if lowest != own:
                    break
                last = lowest
            if is_least[k] == 0:
                break
