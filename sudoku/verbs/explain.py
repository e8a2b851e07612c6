"""The verbs `explain` and `hint`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from exactcover import Interrupted, ProblemError, Stop
from exactcover.runtime.arguments import check_truth, check_whole
from exactcover.runtime.search.limits import Flag, HaltedError, Watch
from exactcover.runtime.search.request import ProgressLike
from exactcover.runtime.search.work import Work
from sudoku.errors import RuleError
from sudoku.explaining.by_search import LAST_RESORTS
from sudoku.explaining.explanation import End, Explanation
from sudoku.puzzle.board import Board
from sudoku.puzzle.puzzle import Puzzle
from sudoku.techniques.finders import pick, technique
from sudoku.techniques.geometry import geometry
from sudoku.techniques.registry import TECHNIQUES
from sudoku.techniques.step import Step
from sudoku.verbs.formity import Formity
from sudoku.verbs.judgement import UNKNOWN, in_progress, judged
from sudoku.verbs.solve import count

if TYPE_CHECKING:
    from sudoku.puzzle.puzzle import PuzzleLike


def explain(
    board: PuzzleLike,
    techniques: Iterable[str] | None = None,
    *,
    upto: str | None = None,
    unique: bool = False,
    most: int | None = None,
    count_to: int = 1000,
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
) -> Explanation:
    """Explain how a puzzle is solved: apply the easiest technique that finds a step, repeatedly.

    Where no technique of the ladder finds a step, forcing nets are tried, and at last a digit is
    proved by search, so that every puzzle with one solution is solved. With `techniques` or `upto`,
    only what they allow is tried.

    The number of solutions is checked first. If there is none, no technique is tried. If there are
    several, techniques that assume a unique solution are left out, so that each step holds for all
    solutions; the end says which cells stay open.

    Parameters
    ----------
    board
        A puzzle in progress, or a puzzle: anything that `Puzzle.of` takes.
    techniques
        The names of the techniques that may be used; by default the whole ladder, then
        "forcing_net", "forcing_net_with_cases" and "search".
    upto
        The hardest technique of the ladder that may be used.
    unique
        Whether techniques that assume a unique solution may be used.
    most
        The number of steps after which to stop.
    count_to
        The most solutions that are counted where there are several and no step is left.
    time_limit
        The number of seconds of work after which to stop. The time in which kernels are compiled
        is not counted.
    cancel
        Stop soon after this flag (a `threading.Event`, say) is set, by another thread.
    progress
        As for `sudoku.solve`; a node is a step, and the part is that of the cells that are filled.

    Returns
    -------
    Explanation
        The steps, and how the solving ended.

    Raises
    ------
    RuleError
        If a technique is unknown, or assumes a unique solution although `unique` is False, or both
        `techniques` and `upto` are given.
    ProblemError
        If `count_to` or a limit is wrong.
    Interrupted
        After Ctrl-C; its `result` is the explanation with the steps found until then.

    Examples
    --------
    >>> explanation = explain(Puzzle.from_text("1......2.3.....4"))
    >>> explanation.end, len(explanation.steps), explanation.stages[0].title
    (<End.SOLVED: 'solved'>, 12, 'Naked single')
    >>> print(explain(Puzzle.from_text("12..341221..4321")).verdict)
    The puzzle has 2 solutions. After no steps no technique of the ladder applies; 4 cells are \
open: r1c3, r1c4, r3c3 and r3c4. Techniques that assume a unique solution are left out.
    """
    board, puzzle = in_progress(board)
    unique = check_truth("unique", unique)
    names = allowed(techniques, upto, unique, puzzle)
    check_whole("most", most)
    if check_whole("count_to", count_to) < 2:
        raise ProblemError(f"count_to is {count_to}: several solutions are at least 2")
    watch = Work(time_limit, cancel, progress)
    try:
        with watch.reporting():
            known = judged(board, watch, cancel)
    except KeyboardInterrupt:
        raise Interrupted(Explanation(puzzle, None, (), End.STOPPED, UNKNOWN)) from None
    if known.board is None:
        return Explanation(puzzle, None, (), End.STOPPED, known.remark)
    if known.board is Formity.NONE:
        return Explanation(puzzle, None, (), End.NO_SOLUTION, known.remark, n_solutions=0)
    start = board if isinstance(board, Board) else Board(board)
    steps: list[Step] = []
    found = Explanation(puzzle, start, (), End.STUCK, known.remark, _among(techniques, upto))
    if known.board is Formity.ONE:
        found = replace(found, n_solutions=1)
    if not known.is_unique:
        names, unique = without_uniqueness(names), False
    try:
        with watch.reporting():
            _climb(start, names, steps, watch, unique=unique, most=most)
    except HaltedError:
        why = STOPPED[watch.stop or Stop.TIME]
        return replace(found, steps=tuple(steps), end=End.STOPPED, remark=why)
    except KeyboardInterrupt:
        found = replace(found, steps=tuple(steps), end=End.STOPPED, remark=INTERRUPTED)
        raise Interrupted(found) from None
    found = replace(found, steps=tuple(steps))
    if found.n_open == 0:
        return replace(found, end=End.SOLVED)
    if len(steps) == most:
        return replace(found, end=End.MORE)
    if known.board is Formity.ONE:
        return found
    return _counted(replace(found, end=End.MANY_SOLUTIONS), count_to, watch, cancel)


def _counted(
    explanation: Explanation, count_to: int, watch: Watch, cancel: Flag | None
) -> Explanation:
    """Return an explanation that has several solutions with their number, as far as it is asked."""
    if count_to == 2:
        return replace(explanation, n_solutions=2, has_more_solutions=True)
    board = explanation.boards[-1]
    try:
        with watch.running():
            found = count(board.to_puzzle(), limit=count_to, time_limit=watch.left, cancel=cancel)
    except KeyboardInterrupt:
        raise Interrupted(replace(explanation, remark=INTERRUPTED)) from None
    return replace(
        explanation, n_solutions=max(2, int(found)), has_more_solutions=not found.complete
    )


def without_uniqueness(names: tuple[str, ...] | None) -> tuple[str, ...] | None:
    """Return those of the techniques that do not assume a unique solution; None for the ladder."""
    if names is None:
        return None
    return tuple(name for name in names if not technique(name).assumes_unique)


INTERRUPTED = "It was interrupted."
STOPPED = {Stop.TIME: "The time was up.", Stop.CANCELLED: "It was cancelled."}


def _climb(
    start: Board,
    names: tuple[str, ...] | None,
    steps: list[Step],
    work: Work,
    *,
    unique: bool,
    most: int | None,
) -> None:
    """Add steps to a list, one by one, so that those found before a limit are not lost."""
    from sudoku.techniques.climb import Climber, ladder_of

    climber = Climber(start)
    ladder = ladder_of(climber.geometry, names, unique=unique)
    if names is None:
        ladder += pick(LAST_RESORTS)
    if most == 1:
        step = climber.first_step(ladder)
        steps += [] if step is None else [step]
        return
    n_filled, n_cells = sum(map(bool, start.digits)), start.puzzle.shape.n_cells
    for step in islice(climber.climb(ladder), most):
        steps.append(step)
        n_filled += len(step.placements)
        work.nodes, work.part = len(steps), n_filled / n_cells


def hint(
    board: PuzzleLike,
    techniques: Iterable[str] | None = None,
    *,
    upto: str | None = None,
    unique: bool = False,
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
) -> Explanation:
    """Explain the next step of a puzzle: the same as `explain`, with at most one step.

    Parameters
    ----------
    board, techniques, upto, unique, time_limit, cancel, progress
        As for `explain`.

    Returns
    -------
    Explanation
        The step, if there is one, and how the solving ended.

    Examples
    --------
    >>> print(hint(Puzzle.from_text("1234341221434...")).stages[0].words)
    r4c2 is the last blank cell of column 2, which lacks only 3. So r4c2 is 3.
    >>> hint(Puzzle.from_text("1234341221434321")).end
    <End.SOLVED: 'solved'>
    """
    return explain(
        board,
        techniques,
        upto=upto,
        unique=unique,
        most=1,
        time_limit=time_limit,
        cancel=cancel,
        progress=progress,
    )


def allowed(
    techniques: Iterable[str] | None, upto: str | None, unique: bool, puzzle: Puzzle
) -> tuple[str, ...] | None:
    """Return the names of the techniques that may be used; None for the whole ladder.

    Raises
    ------
    RuleError
        If a technique is unknown, or assumes a unique solution although `unique` is False.
    """
    if techniques is not None and upto is not None:
        raise RuleError("techniques and upto are given: both say which techniques may be used")
    if techniques is not None:
        chosen = pick(techniques)
    elif upto is not None:
        hardest = technique(upto)
        last = TECHNIQUES.index(hardest)
        made = geometry(puzzle.shape, puzzle.rules)
        chosen = tuple(
            each
            for each in TECHNIQUES[: last + 1]
            if each is hardest
            or (
                not each.by_request
                and each.applies_to(made)
                and (unique or not each.assumes_unique)
            )
        )
    else:
        return None
    if not unique:
        for each in chosen:
            if each.assumes_unique:
                raise RuleError(
                    f"{each.name!r} assumes that there is only one solution: allow this by "
                    "unique=True"
                )
    return tuple(each.name for each in chosen)


def _among(techniques: Iterable[str] | None, upto: str | None) -> str:
    """Return words for the techniques that might be used."""
    if techniques is not None:
        return "of those allowed"
    return "of the ladder" if upto is None else f"up to {technique(upto).title}"
