"""True candidates of many classic 9x9 puzzles at once, on all cores."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.arguments import check_number
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.search.limits import Flag
from exactcover.runtime.search.request import ProgressLike
from exactcover.runtime.search.work import UnfinishedError, limited
from sudoku.batches.arrays import NOTHING_BARRED, Arrays, Kernel
from sudoku.batches.batch import UNKNOWN, kept, run
from sudoku.batches.puzzle_arguments import given_batch
from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.rules.classic import Classic

if TYPE_CHECKING:
    from sudoku.batches.puzzle_arguments import Puzzles


def true_candidates_batch(
    puzzles: Puzzles,
    cap: int = 1,
    workers: int | None = None,
    *,
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
) -> NDArray[np.int64]:
    """Return the true candidates of classic 9x9 puzzles; see `true_candidates`.

    Parameters
    ----------
    puzzles
        As for `solve_batch`, but classic 9x9 puzzles only.
    cap
        Count no further than this for a candidate; at most 64.
    workers
        The number of threads; by default one for each core. It does not change the results.
    time_limit, cancel, progress
        As for `solve_batch`.

    Returns
    -------
    NDArray[np.int64]
        (n_puzzles, 81, 9): for each puzzle, each cell and each digit from 1 the number of solutions
        that have it, at most `cap`; -1 for all of a puzzle where the work was stopped before.

    Raises
    ------
    SudokuError, ProblemError
        If a puzzle or another argument is wrong; the message names the puzzle.
    Interrupted
        At Ctrl-C.

    Examples
    --------
    >>> found = true_candidates_batch(np.zeros((2, 81), dtype=np.uint8), cap=2)
    >>> found.shape, int(found.min()), int(found.max())
    ((2, 81, 9), 2, 2)
    """
    from sudoku.possibilities.bitboard_batch import MOST_CAP, new_work, search_some

    cap = check_number("cap", cap, 1)
    if cap > MOST_CAP:
        raise ProblemError(f"cap is {cap}: a batch counts up to {MOST_CAP}")
    shape, rules, cells, _ = given_batch(puzzles)
    if shape != Shape(3, 3) or rules != (Classic(),):
        raise RuleError("the puzzles are not classic 9x9 puzzles: use true_candidates for each")
    counts = np.full((len(cells), 81, 9), UNKNOWN, dtype=np.int64)

    def searched(block: Arrays, *state: Any) -> bool:
        from sudoku.possibilities.bitboard_batch import CandidateArrays

        return search_some(CandidateArrays(block.puzzles, block.counts), *state)

    kernel = Kernel(searched, partial(new_work, cap))
    arrays = Arrays(cells, NOTHING_BARRED, cells[:0], counts)
    with (
        kept(counts),
        suppress(UnfinishedError),
        limited("the batch", time_limit, cancel, progress) as work,
    ):
        run(kernel, arrays, cap, workers, None, work)
    return counts
