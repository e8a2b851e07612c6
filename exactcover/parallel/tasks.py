"""A part of a search, and how a search is split into parts.

A task is a prefix: some options chosen, or some decisions made. Its search is that of all solutions
that agree with it. Tasks come of one another: a search that is cut short leaves the parts that it
did not come to (`exactcover.search.protocol.Splittable`). So the tasks at any time, and what is
done, make up the whole.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from exactcover.arguments import check_number, check_problem, each_of
from exactcover.engines.registry import load
from exactcover.errors import ProblemError
from exactcover.problem.derived import find_clash
from exactcover.problem.links import Links
from exactcover.search.protocol import Part, Status, counting

if TYPE_CHECKING:
    from exactcover.problem.problem import Problem

ROOM = counting(1)
"""A search that is only to branch stops at the first solution."""
N_BATCHES, WIDTH = 2, 16
"""What the size of a task is estimated by: see `exactcover.estimation.probes`."""


class Task(NamedTuple):
    """A part of a search.

    Attributes
    ----------
    path
        Where it stands: that of the task that left it, and which of the parts left it is. Sorted by
        their paths, tasks are in the order of the search.
    chosen
        The prefix. In what `split` returns, the options chosen in it, as `chosen=` takes them; in a
        run, the indices of these, or of a model the numbers of what is decided in it.
    share
        Which part of the whole search tree it is, if all options of a branch count alike.
    """

    path: tuple[int, ...]
    chosen: tuple[Any, ...]
    share: float = 1.0

    def parts(self, rest: Iterable[Part]) -> list[Task]:
        """Return the tasks for what a search of this one has left."""
        return [
            Task((*self.path, k), tuple(part.chosen), self.share * part.share)
            for k, part in enumerate(rest)
        ]


def split(problem: Problem, n_tasks: int, *, chosen: Iterable[Any] = ()) -> list[Task]:
    """Split the search for all solutions into about so many independent ones.

    Every solution has all options of exactly one task: so the solutions of all tasks, each searched
    with ``chosen=task.chosen``, are those of the problem, each of them once. The largest task, by
    estimate, is split again and again; so there may be some more tasks than asked for, or fewer
    where no more branches are left. The same problem is always split alike.

    Parameters
    ----------
    problem
        The exact-cover problem, without bounds on items.
    n_tasks
        How many tasks.
    chosen
        Options that all tasks have.

    Returns
    -------
    list[Task]
        The tasks, in the order of the search.

    Raises
    ------
    ProblemError
        If `n_tasks` is not a whole number above 0, the chosen options clash, or items have bounds:
        what is left of an item then has no branches that exclude each other.

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
    check_splittable(problem)
    options = problem.find_options(each_of("chosen", chosen))
    clash = find_clash(problem, options)
    if clash:
        raise ProblemError(clash)
    links, whole = problem.links, list[Task]()
    heap = [(0.0, Task((), tuple(options)))]
    while heap and len(heap) + len(whole) < n_tasks:
        _, task = heapq.heappop(heap)
        parts = _parts(problem, links, task)
        if parts is None:
            whole.append(task)
        for part in parts or ():
            heapq.heappush(heap, (-_size(links, part), part))
    tasks = sorted([*whole, *(task for _, task in heap)])
    named = problem.options
    return [task._replace(chosen=tuple(named[i] for i in task.chosen)) for task in tasks]


def check_splittable(problem: Problem) -> None:
    """Raise where the search of a problem cannot be split."""
    if problem.has_bounds:
        raise ProblemError("the search of a problem whose items have bounds cannot be split")


def _size(links: Links, task: Task) -> float:
    """Estimate how many nodes the search of a task visits."""
    from exactcover.estimation.probes import Sampler

    sampler = Sampler(links, np.random.default_rng((0, *task.path)), task.chosen)
    return float(sampler.batches(N_BATCHES, WIDTH).nodes.mean())


def _parts(problem: Problem, links: Links, task: Task) -> list[Task] | None:
    """Return the tasks that a task branches into; None if it is not to be split."""
    engine = cast(Any, load("dancing_cells", problem)(links))
    engine.choose(list(task.chosen))
    status, parts = Status.BUDGET_SPENT, engine.remaining()
    while status == Status.BUDGET_SPENT and len(parts) == 1:
        status = engine.advance(1, ROOM)
        parts = engine.remaining()
    return None if engine.solutions else task.parts(parts)
