"""Canonical forms of many puzzles as arrays, on all cores."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.search.limits import Flag, stop_if_due
from exactcover.runtime.search.request import ProgressLike
from exactcover.runtime.search.work import Work, limited
from sudoku.batches.arrays import Arrays, Kernel
from sudoku.batches.batch import kept, run, unknown
from sudoku.batches.puzzle_arguments import given_batch
from sudoku.errors import ClashError
from sudoku.geometry.shape import Shape
from sudoku.isomorphs.lines import Lines, check_size, lines_of
from sudoku.isomorphs.symmetries import least_images
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import Rule
from sudoku.rules.classic import Classic

if TYPE_CHECKING:
    from sudoku.batches.arrays import Cells
    from sudoku.batches.puzzle_arguments import Puzzles

_CLASSIC = (Classic(),)


def canonical_batch(
    puzzles: Puzzles,
    workers: int | None = None,
    *,
    shape: Shape | None = None,
    rules: Iterable[Rule] | None = None,
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
) -> NDArray[np.uint8]:
    """Return the canonical form of each puzzle, as `canonical` does for one.

    A kernel finds the forms of classic puzzles of any shape, and of Latin squares. Puzzles with
    other rules are taken one by one, which is slower.

    Parameters
    ----------
    puzzles, shape, rules
        As for `solve_batch`, but no clues may clash. Filled grids are puzzles, too.
    workers
        The number of threads; by default one for each core. It does not change the results.
    time_limit, cancel, progress
        As for `solve`, for all puzzles together.

    Returns
    -------
    NDArray[np.uint8]
        Of the shape of `puzzles`: the forms.

    Raises
    ------
    ClashError
        If clues of a puzzle break a rule; names the puzzle.
    ClueError, ShapeError
        As for `solve_batch`.
    UnfinishedError
        If the time limit or `cancel` stopped the work.
    Interrupted
        At Ctrl-C, with the forms found so far, and zeros for the others.

    Examples
    --------
    >>> from sudoku import canonical_batch
    >>> same = ["1......2.3.....4", "4......3.2.....1"]
    >>> forms = canonical_batch(same, shape=Shape(2, 2))
    >>> forms[0].tolist() == forms[1].tolist(), forms[0]
    (True, array([0, 0, 0, 0, 0, 1, 0, 2, 0, 0, 3, 0, 4, 0, 0, 0], dtype=uint8))
    """
    shape, rules, cells, form = given_batch(puzzles, shape, rules)
    forms = np.zeros_like(cells)
    result = forms.reshape(form)
    with kept(result), limited("the batch", time_limit, cancel, progress) as work:
        clashes = write_forms(cells, forms, shape, rules, workers, work)
    for number, clash in clashes.items():
        raise ClashError(f"puzzle {number + 1}: {clash}")
    return result


def write_forms(
    cells: Cells,
    forms: Cells,
    shape: Shape,
    rules: tuple[Rule, ...],
    workers: int | None,
    work: Work | None = None,
) -> dict[int, ClashError]:
    """Write the forms of puzzles; return the errors of those whose clues clash, by their numbers.

    Examples
    --------
    >>> cells = np.array([[2, 0, 0, 1], [2, 2, 0, 0]], dtype=np.uint8)
    >>> forms = np.zeros_like(cells)
    >>> write_forms(cells, forms, Shape(2, 1), _CLASSIC, workers=1)
    {1: ClashError('two 2s in row 1: row 1, column 1 and row 1, column 2')}
    >>> forms
    array([[0, 1, 2, 0],
           [0, 0, 0, 0]], dtype=uint8)
    """
    check_size(shape)
    lines = lines_of(shape, rules)
    if lines is None:
        wrong = _write_one_by_one(cells, forms, shape, rules, work or Work())
    else:
        wrong = _write_by_kernel(cells, forms, lines, workers, work)
    found = {number: _clash(cells[number], shape, rules) for number in wrong}
    return {number: clash for number, clash in found.items() if clash}


def _write_by_kernel(
    cells: Cells, forms: Cells, lines: Lines, workers: int | None, work: Work | None
) -> Sequence[int]:
    """Write the forms of puzzles whose rows and columns may change places; return those without."""
    from sudoku.isomorphs.canonical.search import CLASHES, canonicalise_some
    from sudoku.isomorphs.canonical.state import state_of

    states = partial(state_of, lines.p, lines.q, transposes=lines.transposes)
    arrays = Arrays(cells, np.empty((0, 2), dtype=np.uint16), forms, unknown(cells))
    run(Kernel(canonicalise_some, states), arrays, None, workers, None, work)
    return np.flatnonzero(arrays.counts == CLASHES).tolist()


def _write_one_by_one(
    cells: Cells, forms: Cells, shape: Shape, rules: tuple[Rule, ...], work: Work
) -> Sequence[int]:
    """Write the forms of puzzles with other rules; return those whose clues clash."""
    images, wrong = least_images(shape, rules), list[int]()
    for number, puzzle in enumerate(cells):
        work.part = number / len(cells)
        stop_if_due()
        if _clash(puzzle, shape, rules):
            wrong.append(number)
        else:
            forms[number] = images.of(puzzle.tolist())[0]
    return wrong


def _clash(cells: Cells, shape: Shape, rules: tuple[Rule, ...]) -> ClashError | None:
    """Return the error if clues of a puzzle clash."""
    try:
        Puzzle(shape, rules, cells.tolist())
    except ClashError as clash:
        return clash
    return None
