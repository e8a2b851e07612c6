"""`split`: split the search for exact covers into independent tasks."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from typing import Any, cast

import numpy as np

from exactcover.engines.registry import load
from exactcover.portfolio.schedule import masks_and_plain
from exactcover.problem.choices import choice_numbers, choices_of, clash_of
from exactcover.problem.links import Links
from exactcover.problem.problem import Problem, check_problem
from exactcover.runtime.arguments import check_number
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.parallel.task import Task
from exactcover.runtime.search.limits import Flag, stop_if_due, watched
from exactcover.runtime.search.protocol import Status, counting
from exactcover.runtime.search.request import ProgressLike
from exactcover.runtime.search.work import limited

FIRST_SOLUTION = counting(1)
"""The output of a search that only branches: it stops at the first solution."""
N_BATCHES, WIDTH = 2, 16
"""The probes that estimate the size of a task: see `exactcover.estimation.probes`."""


def split(
    problem: Problem,
    n_tasks: int,
    *,
    chosen: Iterable[Any] = (),
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
) -> list[Task]:
    """Split the search for all solutions into about `n_tasks` independent tasks.

    Every solution contains all options of exactly one task. Where items have bounds, a task may
    also have options that its solutions do not contain, as `exactcover.Without`. Searches with
    ``chosen=task.chosen``, one for each task, therefore find all solutions of the problem, each
    once. The task with the largest estimated size is split repeatedly, so there may be some more
    tasks than asked for, or fewer if no branches are left. The result depends on the problem only.

    Parameters
    ----------
    problem
        The exact-cover problem.
    n_tasks
        The number of tasks.
    chosen
        Options that all tasks contain.
    time_limit, cancel, progress
        As for `exactcover.solve`.

    Returns
    -------
    list[Task]
        The tasks, in the order of the search.

    Raises
    ------
    ProblemError
        If `n_tasks` is not a whole number above 0, or the chosen options clash.
    UnfinishedError
        If the time limit or `cancel` stops it.

    Examples
    --------
    >>> from exactcover import Problem, split
    >>> rooks = Problem({f"{c}{r}": [c, r] for c in "abcd" for r in "1234"})
    >>> [task.chosen for task in split(rooks, 4)]
    [('a1',), ('a2',), ('a3',), ('a4',)]
    >>> sum(rooks.count(chosen=task.chosen) for task in split(rooks, 4))
    24
    """
    check_problem(problem)
    n_tasks = check_number("n_tasks", n_tasks)
    options = choice_numbers(problem, chosen)
    clash = clash_of(problem, options)
    if clash:
        raise ProblemError(clash)
    with limited("the list of tasks", time_limit, cancel, progress) as work:
        links, whole = problem.links, list[Task]()
        heap = [(0.0, Task((), tuple(options)))]
        while heap and len(heap) + len(whole) < n_tasks:
            work.part = (len(heap) + len(whole)) / n_tasks
            _, task = heapq.heappop(heap)
            parts = _parts(problem, links, task)
            if parts is None:
                whole.append(task)
            for part in watched(parts or (), every=1):
                heapq.heappush(heap, (-_size(links, part), part))
    tasks = sorted([*whole, *(task for _, task in heap)])
    return [task._replace(chosen=choices_of(problem, task.chosen)) for task in tasks]


def _size(links: Links, task: Task) -> float:
    """Return the estimated number of nodes in the search of a task.

    With multiplicities, it is the share of the whole tree if all options of a branch count alike.
    """
    if len(links.unit_of):
        return task.share
    from exactcover.estimation.probes import Sampler

    sampler = Sampler(links, np.random.default_rng((0, *task.path)), task.chosen)
    return float(sampler.batches(N_BATCHES, WIDTH).nodes.mean())


def _parts(problem: Problem, links: Links, task: Task) -> list[Task] | None:
    """Return the tasks of the first branch of a task; None if it has no branch."""
    engine = cast(Any, load(masks_and_plain(problem)[1], problem)(links))
    engine.choose(list(task.chosen))
    status, parts = Status.BUDGET_SPENT, engine.remaining()
    while status == Status.BUDGET_SPENT and len(parts) == 1:
        stop_if_due()
        status = engine.advance(1, FIRST_SOLUTION)
        parts = engine.remaining()
    return None if engine.solutions else task.parts(parts)
