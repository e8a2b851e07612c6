"""`write_solutions`: write all solutions to a file, in parallel and resumably."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from exactcover.arguments import check_problem
from exactcover.search.goal import Goal
from exactcover.verbs.solve import count_all

if TYPE_CHECKING:
    from exactcover.problem.problem import Problem
    from exactcover.search.result import Count
    from exactcover.verbs.cover_search import Controls


def write_solutions(problem: Problem, path: str | Path, **controls: Unpack[Controls]) -> Count:
    """Write all solutions to a file, and return their number.

    The solutions are never in memory together. With a checkpoint, a resumed run continues the file,
    which in the end contains every solution once.

    Parameters
    ----------
    path
        A file with one solution on each line, ``{"options": [[item, ...], ...]}``; or, if the name
        ends in ``.parquet``, a folder of Parquet files with a list of option numbers in each row.
        An existing file is replaced, unless the checkpoint continues it.
    **controls
        As for `solutions`. With a seed the order of the solutions does not depend on the workers.

    Raises
    ------
    ProblemError
        If a control is wrong, the folder of the path does not exist, or the file of the checkpoint
        is missing.
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
    from exactcover.parallel.cover_job import cover_run
    from exactcover.parallel.output import output_of

    check_problem(problem)
    return count_all(cover_run(problem, Goal.LIST, output_of(path, problem), **controls))
