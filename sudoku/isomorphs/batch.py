"""Canonical forms of many puzzles as arrays, on all cores."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import numpy as np
from numpy.typing import ArrayLike, NDArray

from exactcover.limits import stop_if_due
from sudoku.batches.arrays import Arrays, Kernel, as_array, checked, checked_barred
from sudoku.batches.batch import kept, run, unknown
from sudoku.errors import ClashError
from sudoku.geometry.shape import Shape, check_shape
from sudoku.isomorphs.lines import Lines, lines_of
from sudoku.isomorphs.symmetries import least_images
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import Rule
from sudoku.rules.classic import Classic

__all__ = ["canonical_batch"]

_CLASSIC = (Classic(),)


def canonical_batch(
    puzzles: ArrayLike,
    workers: int | None = None,
    *,
    shape: Shape | None = None,
    rules: Iterable[Rule] = _CLASSIC,
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
    shape, rules = check_shape(shape) or Shape(3, 3), tuple(rules)
    puzzles = as_array(puzzles, shape)
    cells = checked(puzzles, shape)
    forms = np.zeros_like(cells)
    lines = lines_of(shape, rules)
    with kept(forms.reshape(np.shape(puzzles))):
        if lines is None:
            _one_by_one(cells, forms, shape, rules)
        else:
            _by_kernel(cells, forms, shape, rules, lines, workers)
    return forms.reshape(np.shape(puzzles))


def _by_kernel(
    cells: NDArray[np.uint8],
    forms: NDArray[np.uint8],
    shape: Shape,
    rules: tuple[Rule, ...],
    lines: Lines,
    workers: int | None,
) -> None:
    """Write the forms of puzzles whose rows and columns may change places."""
    from sudoku.isomorphs.search import CLASHES, canonicalise_some
    from sudoku.isomorphs.state import state_of

    lines.check_size()
    states = partial(state_of, lines.p, lines.q, transposes=lines.transposes)
    arrays = Arrays(cells, checked_barred(None, cells, shape), forms, unknown(cells))
    run(Kernel(canonicalise_some, states), arrays, None, workers, None)
    clashing = np.flatnonzero(arrays.counts == CLASHES)
    if len(clashing):
        _check(cells, int(clashing[0]), shape, rules)


def _one_by_one(
    cells: NDArray[np.uint8],
    forms: NDArray[np.uint8],
    shape: Shape,
    rules: tuple[Rule, ...],
) -> None:
    """Write the forms of puzzles with other rules."""
    images = least_images(shape, rules)
    for number, puzzle in enumerate(cells):
        stop_if_due()
        _check(cells, number, shape, rules)
        forms[number] = images.of(puzzle.tolist())[0]


def _check(cells: NDArray[np.uint8], number: int, shape: Shape, rules: tuple[Rule, ...]) -> None:
    """Raise a ClashError if clues of a puzzle clash."""
    try:
        Puzzle(shape, rules, cells[number].tolist())
    except ClashError as clash:
        raise ClashError(f"puzzle {number + 1}: {clash}") from None
