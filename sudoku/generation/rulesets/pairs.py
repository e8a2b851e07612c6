"""The base class of rulesets with marks between two cells that share an edge."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sudoku.generation.rulesets.filled import Filled
from sudoku.generation.rulesets.parameters import whole
from sudoku.generation.rulesets.ruleset import Marked
from sudoku.rules.places import Place, touching

Pair = tuple[Place, Place]

PairMark = tuple[str, Pair]
"""The kind of a mark, and the two cells."""


def of_kind(marks: Sequence[PairMark], kind: str) -> tuple[Pair, ...]:
    """Return the cells of the marks of a kind.

    Examples
    --------
    >>> of_kind([("x", ((0, 0), (0, 1))), ("v", ((0, 1), (0, 2)))], "v")
    (((0, 1), (0, 2)),)
    """
    return tuple(pair for name, pair in marks if name == kind)


@dataclass(frozen=True)
class Pairs(Marked):
    """The base class of rulesets with marks between two cells that share an edge.

    Parameters
    ----------
    pairs
        The number of marks; by default all that the filled grid has.
    """

    pairs: int | None = whole(None)

    @property
    def n_marks(self) -> int | None:
        """The number of marks."""
        return self.pairs

    @abstractmethod
    def kinds(self, one: int, other: int) -> list[str]:
        """Return the kinds of marks that can stand between two digits, the upper or left first."""

    def marks(self, filled: Filled, rng: np.random.Generator) -> list[PairMark]:
        """Return the marks; of several kinds that are possible, one is drawn."""
        found = list[PairMark]()
        for cells in touching(filled.shape):
            kinds = self.kinds(*filled.digits_of(cells))
            if kinds:
                one, other = filled.places(cells)
                found.append((kinds[rng.integers(len(kinds))], (one, other)))
        chosen = rng.permutation(len(found))[: self.pairs].tolist()
        return [found[k] for k in sorted(chosen)]
