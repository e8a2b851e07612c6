"""Chooses neighbourhoods: kinds that led to better solutions more often, in sizes that suit."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from csp.engines.neighbourhoods.neighbourhoods import KINDS, Neighbours
from csp.kernels.state import State
from exactcover.runtime.kernels.types import I64

LEAST_SIZE = 2.0
"""The fewest variables that are relaxed."""


class Pace(NamedTuple):
    """How fast the choice follows what neighbourhoods lead to.

    Attributes
    ----------
    first_part
        The first neighbourhoods of a kind have one of so many variables.
    larger, smaller
        The factors of the size of a kind after one was searched to its end, and after one was not.
    forget
        The weight of what a kind led to before.
    least_score
        The least score of a kind.
    """

    first_part: int
    larger: float
    smaller: float
    forget: float
    least_score: float


class Choice:
    """The choice of the next neighbourhood of the best solution.

    Parameters
    ----------
    state
        The state before the search.
    free
        The variables of the model that are not fixed at the root.
    random
        Draws the kinds, and the variables that are relaxed.
    pace
        How fast sizes and scores change.
    n_kinds
        The number of kinds: those of the caller come after `KINDS`.
    """

    def __init__(
        self,
        state: State,
        free: Sequence[int],
        random: np.random.Generator,
        pace: Pace,
        n_kinds: int = len(KINDS),
    ) -> None:
        self._neighbours = Neighbours(state, free)
        self._random = random
        self._pace = pace
        self._most = max(LEAST_SIZE, float(len(free)))
        self._sizes = np.full(n_kinds, max(LEAST_SIZE, len(free) / pace.first_part))
        self._scores = np.ones(n_kinds)
        self._kind = 0

    def draw(self) -> tuple[int, int]:
        """Choose a kind; return its number, and how many variables are relaxed."""
        self._kind = int(
            self._random.choice(len(self._scores), p=self._scores / self._scores.sum())
        )
        return self._kind, round(self._sizes[self._kind])

    def kept(self, best: I64, kind: int, size: int) -> I64:
        """Return the variables that keep their values of the best solution."""
        return self._neighbours.kept(KINDS[kind], size, best, self._random)

    def note_solution(self) -> None:
        """Note that the neighbourhood led to a better solution."""
        self._score(1.0)

    def note_end(self, *, is_searched: bool) -> None:
        """Note that the search of the neighbourhood has ended, or was given up."""
        factor = self._pace.larger if is_searched else self._pace.smaller
        self._sizes[self._kind] = min(self._most, max(LEAST_SIZE, factor * self._sizes[self._kind]))
        self._score(0.0)

    def _score(self, success: float) -> None:
        forget = self._pace.forget
        score = forget * self._scores[self._kind] + (1.0 - forget) * success
        self._scores[self._kind] = max(self._pace.least_score, score)

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all that changes."""
        return {
            "sizes": self._sizes.copy(),
            "scores": self._scores.copy(),
            "kind": np.array(self._kind),
            "random": np.array(json.dumps(self._random.bit_generator.state)),
        }

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Continue from a snapshot."""
        self._sizes, self._scores = snapshot["sizes"].copy(), snapshot["scores"].copy()
        self._kind = int(snapshot["kind"])
        self._random.bit_generator.state = json.loads(str(snapshot["random"]))
