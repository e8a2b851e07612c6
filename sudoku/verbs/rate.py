"""The verbs that rate the difficulty of puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exactcover import Stop, UndecidedError
from exactcover.runtime.search.limits import Flag, HaltedError, Watch, stop_if_due
from exactcover.runtime.search.request import ProgressLike
from exactcover.runtime.search.work import Work
from sudoku.batches.batch import UNKNOWN, formity_batch
from sudoku.batches.puzzle_arguments import given_batch
from sudoku.errors import FormityError
from sudoku.geometry.grid import Grid
from sudoku.geometry.shape import Shape
from sudoku.puzzle.puzzle import Puzzle
from sudoku.ratings import registry
from sudoku.ratings.rating import AtLeastError, Rating, Scale
from sudoku.rules.classic import Classic
from sudoku.verbs.formity import Formity, formity

if TYPE_CHECKING:
    from sudoku.batches.puzzle_arguments import Puzzles
    from sudoku.puzzle.puzzle import PuzzleLike


def rate(
    puzzle: PuzzleLike,
    scale: str = registry.AUTOMATIC,
    *,
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
) -> Rating:
    """Rate the difficulty of a puzzle by a scale.

    A puzzle with several solutions has no score and no class. Its rating has the techniques that
    `explain` uses to find what all solutions share, and `remark` tells which cells stay open.

    Parameters
    ----------
    puzzle
        A puzzle, or anything else that `Puzzle.of` takes; of a `Board` the digits and candidates
        count as given.
    scale
        A key of `SCALES`. Without it, a scale that fits: "bergman", or "variants" where the first
        has no number. `Rating.scale` says which it was, and `Rating.remark` why.
    time_limit
        The number of seconds of work after which to stop; then `Rating.stopped` is set. The time
        in which kernels are compiled is not counted. Without it, the limit is that of the scale
        (`Scale.time_limit`: "se" stops after ten minutes).
    cancel
        Stop soon after this flag (a `threading.Event`, say) is set, by another thread.
    progress
        As for `sudoku.solve`; of a rating only its time is known.

    Returns
    -------
    Rating
        The level and the score on that scale.

    Raises
    ------
    FormityError
        If the puzzle has no solution.
    RuleError
        For an unknown scale, and for rules that the scale does not rate.

    Examples
    --------
    >>> rate(Puzzle.from_text("1234341221434..."), scale="morgans").level
    'easy'
    >>> rate(Puzzle.from_text("1234341221434..."), time_limit=0).stopped
    <Stop.TIME: 'time'>
    """
    chosen, puzzle = registry.scale(scale), Puzzle.of(puzzle)
    watch = Work(_limit(chosen, time_limit), cancel, progress)
    try:
        with watch.running():
            found = formity(puzzle, time_limit=watch.left, cancel=cancel)
        if found is Formity.ONE:
            return rate_proper(chosen, puzzle, watch)
        if found is Formity.MANY:
            return rate_shared(chosen, puzzle, watch, cancel)
    except UndecidedError:
        return Rating.of_stopped(chosen.name, watch.stop or Stop.TIME)
    finally:
        watch.close()
    raise FormityError("the puzzle has no solution, so no rating")


def rate_batch(
    puzzles: Puzzles,
    scale: str = registry.AUTOMATIC,
    *,
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
) -> list[Rating | Formity]:
    """Rate many classic 9x9 puzzles.

    Parameters
    ----------
    puzzles
        As for `sudoku.solve_batch`, for example (n_puzzles, 81) integers, 0 for a blank.
    scale
        As for `rate`.
    time_limit
        The number of seconds for all puzzles together, counting their solutions included.
        `Rating.stopped` is set for the puzzles that are not rated in time. Without it, the limit of
        the scale holds for each puzzle.
    cancel
        Stop soon after this flag (a `threading.Event`, say) is set, by another thread.
    progress
        As for `sudoku.solve`; a node is a puzzle.

    Returns
    -------
    list
        The rating of each puzzle, or its formity if it does not have exactly one solution.

    Examples
    --------
    >>> rate_batch([[0] * 81])
    [<Formity.MANY: 'many'>]
    """
    chosen, formities = registry.scale(scale), list(Formity)
    cells = given_batch(puzzles, Shape(3, 3), (Classic(),)).cells
    counting = Watch(time_limit)
    with counting.running():
        codes = formity_batch(cells, time_limit=time_limit, cancel=cancel)
    left = None if time_limit is None else counting.left
    work = Work(left, cancel, progress)
    rated: list[Rating | Formity] = []
    stopped: Stop | None = None
    with work.reporting():
        for digits, code in zip(cells.tolist(), codes.tolist(), strict=True):
            stopped = stopped or work.stop
            if code == UNKNOWN or (stopped and formities[code] is Formity.ONE):
                rated.append(Rating.of_stopped(chosen.name, stopped or Stop.TIME))
            elif formities[code] is Formity.ONE:
                grid = Grid.unchecked(Shape(3, 3), tuple(digits))
                watch = Watch(_limit(chosen, None if left is None else work.left), cancel)
                rated.append(rate_proper(chosen, Puzzle.unchecked(grid, (Classic(),)), watch))
            else:
                rated.append(formities[code])
            work.nodes, work.part = len(rated), len(rated) / len(cells)
    return rated


def rate_proper(scale: Scale, puzzle: Puzzle, watch: Watch) -> Rating:
    """Rate a puzzle that has one solution, unless a limit is reached."""
    try:
        with watch.running():
            stop_if_due()
            return scale.rate(puzzle)
    except HaltedError as halted:
        least = halted.least if isinstance(halted, AtLeastError) else ""
        return Rating.of_stopped(scale.name, watch.stop or Stop.TIME, least)


def rate_shared(scale: Scale, puzzle: Puzzle, watch: Watch, cancel: Flag | None = None) -> Rating:
    """Return the rating of a puzzle with several solutions: the techniques for what they share."""
    from sudoku.explaining.explanation import End
    from sudoku.verbs.explain import explain

    with watch.running():
        made = explain(puzzle, time_limit=watch.left, cancel=cancel)
    if made.end is End.STOPPED:
        return Rating.of_stopped(scale.name, watch.stop or Stop.TIME)
    counts = dict(reversed(made.tally().items()))
    return Rating(scale.name, None, None, False, "many", counts, made.verdict)


def _limit(scale: Scale, time_limit: float | None) -> float | None:
    """Return the limit of a rating: without one of the caller, that of the scale holds."""
    return scale.time_limit if time_limit is None else time_limit
