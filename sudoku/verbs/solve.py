"""The verbs that search for the solutions of a puzzle: solve, list and count.

The puzzle may also be given as a text, a grid, rows of digits, an array or a `Board`: see
`Puzzle.of`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from exactcover import Count, Result, Solutions
from exactcover.engines.protocol import CoverEngine
from exactcover.engines.registry import ENGINES
from exactcover.portfolio.portfolio import AUTO
from exactcover.problem.derived import find_clash
from exactcover.problem.problem import Problem
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.limits import Flag
from exactcover.runtime.search.request import DEFAULT, ExecutorLike, ProgressLike, Request, Seed
from exactcover.verbs.cover_search import INFEASIBLE, CoverSearch, Searching, begin
from exactcover.verbs.solve import count_all, find_one
from sudoku.encodings.exact_cover import (
    blank_problem,
    clue_options,
    clue_placements,
    grid_of,
    grid_placed,
)
from sudoku.geometry.grid import Grid
from sudoku.puzzle.puzzle import Puzzle
from sudoku.solvers.base import Factory
from sudoku.solvers.registry import CSP, check_complete, find_method, load
from sudoku.statement.whole_board import whole_board

if TYPE_CHECKING:
    from sudoku.puzzle.puzzle import PuzzleLike


def solve(
    puzzle: PuzzleLike,
    *,
    limit: int | None = 1,
    time_limit: float | None = None,
    max_nodes: int | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
    seed: Seed | None = None,
    method: str = "auto",
    workers: int | None = None,
    executor: ExecutorLike | None = None,
    checkpoint: str | Path | None = None,
    resume: str | Path | None = None,
) -> Result[Grid]:
    """Find one solution, or prove that there is none; it need not be the only one.

    Parameters
    ----------
    puzzle
        A puzzle, or anything that `Puzzle.of` takes for one.
    limit
        Stop after this many solutions; only the first one is returned.
    time_limit
        Stop after this many seconds of work: setting up and searching, but not compiling or loading
        kernels. What is under way is finished first; that takes about 0.1 seconds at most.
    max_nodes
        Stop after this many nodes of the search tree.
    cancel
        Stop soon after another thread sets this flag: a `threading.Event`, or anything else with
        its method `is_set`.
    progress
        True for a bar on standard error, or a function that is called with an
        `exactcover.Progress` now and then.
    seed
        An int or a `numpy.random.Generator`, for a random order of the search. With the method
        "auto" the first solution is drawn: if there are at most 64, and they are found within 256
        nodes more than the first, each is equally likely; else it is the first of a random order.
    method
        A name of `sudoku.solvers.registry.SOLVERS` or of an engine of `exactcover`, "csp" for the
        puzzle as a model, or "auto".
    workers
        Search the puzzle's exact-cover problem, or its model, in parallel with this many workers;
        by default one for each core if `executor`, `checkpoint` or `resume` is given, else the
        search runs in this thread.
    executor
        Where the workers are: anything with the interface of `concurrent.futures.Executor`, or a
        function that makes one; by default threads of this process.
    checkpoint
        A file that keeps all that is found. If it exists, the search goes on from it.
    resume
        The same, but it is an error if there is no such file.

    Returns
    -------
    Result[Grid]
        The solution or None, whether the search is complete, and its statistics.

    Raises
    ------
    SudokuError, ProblemError
        If the puzzle or another argument is wrong.
    CheckpointError
        If the checkpoint cannot be used.
    Interrupted
        On Ctrl-C; a `KeyboardInterrupt`.

    Examples
    --------
    >>> solve(Puzzle.from_text("1......2.3.....4")).solution
    Grid('1243341243212134', 2x2)
    >>> solve("1......2.3.....4").solution
    Grid('1243341243212134', 2x2)
    """
    request = Request.of(Goal.FEW, locals())
    return find_one(*_search(puzzle, request))


def solutions(
    puzzle: PuzzleLike,
    *,
    limit: int | None = None,
    time_limit: float | None = None,
    max_nodes: int | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
    seed: Seed | None = None,
    method: str = "auto",
    workers: int | None = None,
    executor: ExecutorLike | None = None,
    checkpoint: str | Path | None = None,
    resume: str | Path | None = None,
) -> Solutions[Grid]:
    """Return an iterator over the solutions, which searches no further than asked.

    Parameters
    ----------
    puzzle
        A puzzle, or anything that `Puzzle.of` takes for one.
    limit
        Stop after this many solutions.
    time_limit, max_nodes, cancel, progress, seed, method
        As for `solve`.
    workers, executor, checkpoint, resume
        As for `solve`.

    Returns
    -------
    Solutions[Grid]
        The iterator; it also says whether the search is complete, and its statistics.

    Raises
    ------
    SudokuError, ProblemError
        If the puzzle or another argument is wrong.
    CheckpointError
        If the checkpoint cannot be used.
    Interrupted
        On Ctrl-C; a `KeyboardInterrupt`, by the iterator, which can go on after it.

    Examples
    --------
    >>> len(list(solutions(Puzzle.from_text("1234............"))))
    12
    """
    request = Request.of(Goal.LIST, locals())
    return Solutions(*_search(puzzle, request))


def count(
    puzzle: PuzzleLike,
    *,
    limit: int | None = None,
    time_limit: float | None = None,
    max_nodes: int | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
    seed: Seed | None = None,
    method: str = "auto",
    workers: int | None = None,
    executor: ExecutorLike | None = None,
    checkpoint: str | Path | None = None,
    resume: str | Path | None = None,
) -> Count:
    """Count the solutions without building them.

    Parameters
    ----------
    puzzle
        A puzzle, or anything that `Puzzle.of` takes for one.
    limit
        Count no further than this.
    time_limit, max_nodes, cancel, progress, seed, method
        As for `solve`.
    workers, executor, checkpoint, resume
        As for `solve`.

    Returns
    -------
    Count
        An int, which also says whether the search is complete, and its statistics.

    Raises
    ------
    SudokuError, ProblemError
        If the puzzle or another argument is wrong.
    CheckpointError
        If the checkpoint cannot be used.
    Interrupted
        On Ctrl-C; a `KeyboardInterrupt`, with the number of solutions found until then.

    Examples
    --------
    >>> from sudoku import Shape
    >>> count(Puzzle(Shape(2, 2)))
    288
    """
    request = Request.of(Goal.COUNT, locals())
    return count_all(search(puzzle, request))


def search(puzzle: PuzzleLike, request: Request = DEFAULT) -> Searching:
    """Return the search that the verbs run, with the clues chosen and nothing searched yet.

    A low limit makes the goal `Goal.FEW`: one solution, or the proof that it is the only one.

    Examples
    --------
    >>> search(Puzzle.from_text("1......2.3.....4"), Request(method="backtracking")).count()
    1
    """
    return _search(puzzle, request)[0]


def _search(source: PuzzleLike, request: Request) -> tuple[Searching, Callable[[list[int]], Grid]]:
    """Return the search, and the function that makes a grid of a solution that it finds."""
    puzzle = Puzzle.of(source)
    method = find_method(request.method)
    check_complete(method, request.goal, request.limits.limit)
    if method == AUTO and whole_board(puzzle.shape, puzzle.rules):
        method = CSP
    if method == CSP:
        from sudoku.encodings.csp_model import model_search

        return model_search(puzzle, request)
    if request.parallel is not None:
        return _parallel(puzzle, replace(request, method=method))
    factory = load(method, puzzle, request.engine_goal, request.seed)
    running = CoverSearch(partial(_begun, puzzle, factory), request, why=factory.why)
    if factory.uses_placements:
        return running, partial(grid_placed, puzzle.shape)
    return running, partial(grid_of, puzzle)


def _begun(puzzle: Puzzle, factory: Factory) -> CoverEngine | None:
    """Return an engine with the clues of a puzzle chosen; None if they clash."""
    if factory.uses_placements:
        clues = clue_placements(puzzle)
    else:
        stated = _stated(puzzle)
        if stated is None:
            return None
        _, clues = stated
    engine = factory.make()
    return engine if not clues or engine.choose(clues) else None


def _stated(puzzle: Puzzle) -> tuple[Problem, list[int]] | None:
    """Return the exact-cover problem of a puzzle, and the options that its clues choose.

    None where no cover has all of them.
    """
    clues = clue_options(puzzle)
    return None if clues is None else (blank_problem(puzzle.shape, puzzle.rules), clues)


def _parallel(puzzle: Puzzle, request: Request) -> tuple[Searching, Callable[[list[int]], Grid]]:
    """Return the search in tasks of the exact-cover problem of a puzzle."""
    method = request.method
    if method != "auto" and method not in ENGINES:
        raise ProblemError(
            f"a search by {method} cannot be spread over workers, nor keep a checkpoint; auto, "
            f"{CSP} and the engines of exactcover can"
        )
    stated = _stated(puzzle)
    has_clash = stated is None or find_clash(*stated) is not None
    problem, clues = (INFEASIBLE, []) if stated is None or has_clash else stated
    chosen = tuple(problem.options[clue] for clue in clues)
    return begin(problem, replace(request, chosen=chosen)), partial(grid_of, puzzle)
