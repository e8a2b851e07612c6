"""Climbing many puzzles: only the steps of each technique are counted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.types import U32
from sudoku.batches.puzzle_arguments import given_batch
from sudoku.geometry.shape import Shape
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import Rule
from sudoku.techniques.climb import Climber, ladder_of

if TYPE_CHECKING:
    from sudoku.batches.puzzle_arguments import Puzzles


class Climbs(NamedTuple):
    """The results of climbing many puzzles.

    Attributes
    ----------
    names
        The techniques of the ladder, the easiest first.
    counts
        (n_puzzles, n_techniques), uint32: the number of steps of each technique for each puzzle.
    solved
        (n_puzzles,), bool: whether all cells were filled.
    """

    names: tuple[str, ...]
    counts: U32
    solved: NDArray[np.bool_]

    def hardest(self) -> NDArray[np.int64]:
        """Return for each puzzle the index of the hardest technique used, -1 for none."""
        last = self.counts.shape[1] - 1 - np.argmax(self.counts[:, ::-1] != 0, axis=1)
        return np.where(self.counts.any(axis=1), last, -1)


def climb_batch(
    puzzles: Puzzles,
    techniques: Iterable[str] | None = None,
    *,
    unique: bool = False,
    shape: Shape | None = None,
    rules: Iterable[Rule] | None = None,
) -> Climbs:
    """Climb a ladder with each of many puzzles, and count the steps.

    The steps are those of `sudoku.techniques.climb.climb`. One kernel applies the easiest
    techniques to all puzzles; only the puzzles that need others are continued from Python.

    Parameters
    ----------
    puzzles
        As for `sudoku.solve_batch`. Puzzles whose clues clash count as not solved. Whether a puzzle
        has exactly one solution is not checked.
    techniques, unique
        As for `sudoku.techniques.climb.climb`.
    shape, rules
        As for `sudoku.solve_batch`.

    Raises
    ------
    ClueError, ShapeError
        As for `sudoku.solve_batch`.

    Examples
    --------
    >>> puzzle = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 0, 0, 0]
    >>> climbs = climb_batch([puzzle], ["full_house", "naked_single"], shape=Shape(2, 2))
    >>> climbs.counts.tolist(), climbs.solved.tolist(), climbs.hardest().tolist()
    ([[3, 0]], [True], [0])
    """
    shape, rules, cells, _ = given_batch(puzzles, shape, rules)
    climber = Climber(Puzzle(shape, rules))
    ladder = ladder_of(climber.geometry, techniques, unique=unique)
    counts = np.zeros((len(cells), len(ladder)), dtype=np.uint32)
    solved = climber.count_each(cells, ladder, counts)
    return Climbs(tuple(each.name for each in ladder), counts, solved)
