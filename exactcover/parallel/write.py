"""`write_solutions`: write all solutions to a file, in parallel and resumably."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from exactcover.problem.problem import Problem, check_problem
from exactcover.runtime.arguments import Cost
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.limits import Flag
from exactcover.runtime.search.request import (
    ExecutorLike,
    Parallel,
    ProgressLike,
    Request,
    Seed,
)
from exactcover.runtime.search.steering import HookLike
from exactcover.verbs.cover_search import UpTo, check_steered
from exactcover.verbs.solve import count_all

if TYPE_CHECKING:
    from exactcover.runtime.search.result import Count


def write_solutions(
    problem: Problem,
    path: str | Path,
    *,
    limit: int | None = None,
    time_limit: float | None = None,
    max_nodes: int | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
    seed: Seed | None = None,
    chosen: Iterable[Any] = (),
    method: str = "auto",
    workers: int | None = None,
    executor: ExecutorLike | None = None,
    checkpoint: str | Path | None = None,
    resume: str | Path | None = None,
    up_to: UpTo = None,
    max_cost: Cost | None = None,
    choose: str | HookLike | None = None,
    decide: Iterable[Any] | str | None = None,
    item_weights: Mapping[Any, float] | None = None,
    prune: HookLike | None = None,
    consistency: str | None = None,
    profile: bool = False,
) -> Count:
    """Write all solutions to a file, and return their number.

    The solutions are never in memory together. With a checkpoint, a resumed run continues the file,
    which in the end contains every solution once.

    Parameters
    ----------
    problem
        The exact-cover problem.
    path
        A file with one solution on each line, ``{"options": [[item, ...], ...]}``, with ``"labels":
        [label, ...]`` if the problem has labels (`exactcover.formats.solutions` describes how names
        become JSON); or, if the name ends in ``.parquet`` or ``.arrow``, a folder of such files:
        a list of option numbers in each row, and the options and labels as JSON in the metadata.
        An existing file is replaced, unless the checkpoint continues it.
    limit
        Stop after this many solutions.
    time_limit, max_nodes, cancel, progress, chosen, method, workers, executor, checkpoint, resume
        As for `exactcover.solve`.
    seed
        As for `exactcover.solve`. With a seed the order of the solutions does not depend on the
        workers.
    up_to, max_cost
        As for `exactcover.solutions`: write one solution of each class; write only the solutions
        that cost at most a number.
    choose, decide, item_weights, prune, consistency, profile
        As for `exactcover.solve`. A function that prunes cannot stand beside `up_to`.

    Returns
    -------
    Count
        The number of solutions written, and whether these are all.

    Raises
    ------
    ProblemError
        If an argument is wrong, two items or colours are the same text in JSON, the folder of the
        path does not exist, or the file of the checkpoint is missing.
    OSError
        If the file cannot be written, as on a full disk; it then contains complete solutions only.
    CheckpointError
        If the checkpoint cannot be used: it is damaged, in use, or of another search.
    Interrupted
        On Ctrl-C; the file contains the solutions found so far.

    Examples
    --------
    >>> from exactcover import Problem, write_solutions
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "covers.jsonl"
    ...     print(write_solutions(Problem([["p"], ["q"], ["p", "q"]]), path, workers=1))
    ...     print(path.read_text(), end="")
    2
    {"options": [["p"], ["q"]]}
    {"options": [["p", "q"]]}
    """
    from exactcover.parallel.solution_files import output_of

    check_problem(problem)
    asked = Request.of(Goal.LIST, locals())
    request = replace(asked, parallel=asked.parallel or Parallel())
    if request.steering is not None:
        check_steered(request, request.steering)
    if up_to is None:
        from exactcover.parallel.cover_job import cover_run

        return count_all(cover_run(problem, request, output_of(path, problem)))
    from exactcover.parallel.class_job import class_run

    return count_all(class_run(problem, request, output_of(path, problem)))
