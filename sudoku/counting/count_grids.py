"""`count_grids`: the number of all filled grids of a shape, also up to symmetry."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from exactcover.runtime.arguments import check_truth, each_of
from exactcover.runtime.errors import CheckpointError
from exactcover.runtime.search.limits import Flag
from exactcover.runtime.search.request import Limits, Parallel, ProgressLike
from sudoku.counting.band_method import count_by_bands, refusal
from sudoku.counting.bands_by_column_sets import Bands
from sudoku.counting.burnside import count_classes, count_classes_by_bands
from sudoku.counting.checkpoint import Checkpoint
from sudoku.counting.diagonals import MOST_DIGITS, count_with_diagonals
from sudoku.counting.fixed_by_bands import has_few_bands
from sudoku.counting.result import GridCount
from sudoku.counting.run import Run
from sudoku.counting.stage import Counting, Stage
from sudoku.encodings.exact_cover import encode
from sudoku.errors import ShapeError
from sudoku.geometry.shape import Shape, box_hint, check_shape
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import Rule
from sudoku.rules.classic import Classic
from sudoku.rules.diagonal import Diagonal
from sudoku.rules.latin import Latin
from sudoku.verbs.solve import count

CLASSIC = (Classic(),)


def count_grids(
    shape: Shape,
    *,
    rules: Iterable[Rule] = CLASSIC,
    up_to_symmetry: bool = False,
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
    workers: int | None = None,
    checkpoint: str | Path | None = None,
    resume: str | Path | None = None,
) -> GridCount:
    """Count all filled grids of a shape, without listing them.

    Grids of classic sudoku are counted band by band, X-sudoku diagonal by diagonal, and essentially
    different grids by the symmetries that relabel them. For other rules an engine of exact cover
    counts, which takes too long for most shapes.

    Parameters
    ----------
    shape
        The shape. That of boxes in which all digits stand in a row or a column is a Latin square.
    rules
        All rules, as for `Puzzle`.
    up_to_symmetry
        Count essentially different grids: symmetries of the cells and relabelling make others.
    time_limit
        Stop after this many seconds of work; loading and compiling kernels does not count.
    cancel
        Stop soon after another thread sets this flag (a `threading.Event`, say).
    progress
        True for a bar on standard error, or a function that is called with an
        `exactcover.Progress` now and then; its `nodes` are tasks, its `solutions` grids.
    workers
        The number of threads; by default one for each core.
    checkpoint
        A file that keeps what was counted. If it exists, the count goes on from it.
    resume
        The same, but it is an error if there is no such file.

    Returns
    -------
    GridCount
        An int that also says whether the count is complete; if not, it is a lower bound.

    Raises
    ------
    ShapeError
        If the shape is too large for an exact count; `estimate_grids` estimates the number.
    SudokuError, ProblemError
        If another argument is wrong.
    CheckpointError
        If the checkpoint cannot be used.
    Interrupted
        On Ctrl-C; a `KeyboardInterrupt`, with the count until then.

    Examples
    --------
    >>> from sudoku import Shape, count_grids
    >>> count_grids(Shape(2, 3)), count_grids(Shape(2, 3), up_to_symmetry=True)
    (28200960, 49)
    >>> count_grids(Shape(5, 1))
    161280
    """
    rules = tuple(each_of("rules", rules))
    up_to_symmetry = check_truth("up_to_symmetry", up_to_symmetry)
    limits = Limits(time_limit=time_limit, cancel=cancel, progress=progress)
    parallel = Parallel(workers, None, checkpoint, resume)
    puzzle = Puzzle(checked(shape), rules)
    method = _method(shape, rules, up_to_symmetry=up_to_symmetry)
    if method is None:
        return _by_engine(puzzle, limits, parallel, up_to_symmetry=up_to_symmetry)
    name, counting = method
    return Run(
        counting,
        limits,
        parallel.workers,
        _checkpoint(puzzle, parallel, up_to_symmetry=up_to_symmetry),
        name,
    ).count()


def checked(shape: object) -> Shape:
    """Return an argument that must be a shape."""
    checked = check_shape(shape)
    if checked is None:
        raise ShapeError("the shape of the grids is missing")
    return checked


def _method(
    shape: Shape, rules: tuple[Rule, ...], *, up_to_symmetry: bool
) -> tuple[str, Counting] | None:
    """Return the name of the method and the method; None if an engine must count.

    Raises
    ------
    ShapeError
        If the shape is too large for the method.
    """
    kinds = {type(rule) for rule in rules}
    is_latin = kinds == {Latin} or (kinds == {Classic} and 1 in (shape.p, shape.q))
    if is_latin:
        name, counting = "Latin squares", count_latin_squares(shape.n)
        why_not = f"the order must not be above {MOST_ORDER}" if shape.n > MOST_ORDER else None
    elif kinds == {Classic}:
        name, counting = "bands", count_by_bands(*sorted((shape.p, shape.q)))
        why_not = refusal(shape)
    elif kinds == {Classic, Diagonal} and shape.n <= MOST_DIGITS and not up_to_symmetry:
        return "diagonals", count_with_diagonals(shape)
    else:
        return None
    if why_not:
        raise ShapeError(
            f"the {name} of {shape} are too many for an exact count: {why_not}; "
            f"sudoku.estimate_grids estimates the number of grids{box_hint(shape)}"
        )
    if not up_to_symmetry:
        return name, counting
    if is_latin:
        return name, count_classes(Shape(shape.n, 1), counting)
    # A shape and its transpose have equally many grids, so the one with fewer bands is taken.
    shape = Shape(*sorted((shape.p, shape.q)))
    if has_few_bands(shape):
        return name, count_classes_by_bands(shape)
    return name, count_classes(shape, counting)


def _checkpoint(puzzle: Puzzle, parallel: Parallel, *, up_to_symmetry: bool) -> Checkpoint | None:
    path = parallel.kept
    if path is None:
        return None
    if parallel.must_exist and not path.exists():
        raise CheckpointError(f"there is no checkpoint {path}")
    facts = {
        "shape": str(puzzle.shape),
        "rules": sorted(rule.name for rule in puzzle.rules),
        "up to symmetry": up_to_symmetry,
    }
    return Checkpoint(path, facts)


def _by_engine(
    puzzle: Puzzle, limits: Limits, parallel: Parallel, *, up_to_symmetry: bool
) -> GridCount:
    """Count by an engine of exact cover."""
    if up_to_symmetry:
        if parallel.kept is not None:
            raise CheckpointError(f"no checkpoint is kept of a count of {puzzle} up to symmetry")
        problem = encode(puzzle)
        found = problem.count(
            time_limit=limits.time_limit,
            cancel=limits.cancel,
            progress=limits.progress,
            workers=parallel.workers,
            up_to="all",
        )
    else:
        found = count(
            puzzle,
            time_limit=limits.time_limit,
            cancel=limits.cancel,
            progress=limits.progress,
            workers=parallel.workers,
            checkpoint=parallel.checkpoint,
            resume=parallel.resume,
        )
    part = 1.0 if found.complete else None
    return GridCount(found, found.complete, found.stopped, found.statistics, part)


MOST_ORDER = 8
"""The largest order: numbers of more than 64 bits would be needed for the next one."""


def count_latin_squares(order: int) -> Counting:
    """Count the Latin squares of an order.

    References
    ----------
    OEIS A002860.
    """
    if order == 1:
        return 1

    def count(task: int, due: Flag) -> int | None:
        return Bands(order, 1).count([list(range(order))] * order, due)

    (number,) = yield Stage("squares", [1.0], count, 1.0)
    return number
