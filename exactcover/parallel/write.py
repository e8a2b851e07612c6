"""All solutions into a file, however many: by any number of workers, and resumed where it stood."""

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
    """Write all solutions into a file, and return how many there are.

    They are never together in memory. With a checkpoint the file is part of it: a run that goes on
    has every solution in the file once, whatever happened.

    Parameters
    ----------
    path
        A file with a solution a line, ``{"options": [[item, ...], ...]}``; or, if it ends in
        ``.parquet``, a folder of Parquet files with a list of option numbers a row. What is there
        is replaced, unless the checkpoint goes on with it.
    **controls
        As for `solutions`. With a seed the order of the solutions does not depend on the workers.

    Raises
    ------
    ProblemError
        If a control is wrong, there is no folder for the path, or what was written there with the
        checkpoint is gone.
    OSError
        If the path cannot be written to, as on a full disk; only whole solutions are in the file.
    CheckpointError
        If the checkpoint cannot be used: it is damaged, in use, or of another search.
    Interrupted
        On Ctrl-C; what was found until then is in the file.

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
