"""What a worker does with a batch of tasks: search each, and hand back what is left of the large.

A worker may be a thread, a process or another machine. It gets a problem once, and knows it by its
digest from then on. Where a search is cut depends on the work done and never on the clock, so the
tasks of a search are the same on any number of workers.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from exactcover.engine import UNLIMITED, Out, Splittable, Status, counting
from exactcover.engines import load
from exactcover.links import Links, build
from exactcover.spread.tasks import Task

if TYPE_CHECKING:
    from exactcover.problem import Problem

ADVANCE = 1 << 16
"""The nodes of one call, which comes back after some 20 ms of work at the latest."""
ROOM = 1 << 10
"""So many solutions are taken from an engine at once."""
MOST_ROWS = 1 << 15
"""A task that has found so many solutions leaves the rest to others."""
N_PROBLEMS = 4
"""A worker remembers so many problems: the last ones that it had."""

_problems: OrderedDict[str, Problem] = OrderedDict()


class Search(NamedTuple):
    """What all tasks of a run have in common.

    Attributes
    ----------
    digest
        Of the problem.
    method
        The engine.
    lists
        Whether solutions are to be listed; else they are counted.
    seed
        Of the random order of the search, or None.
    updates
        How much work a task may do before it leaves the rest to others.
    most
        A task has found enough when it has found so many solutions.
    k, bound
        Where the k cheapest solutions are wanted: no task looks for one that costs as much as the
        bound, which others have found, or more. In the engine's units.
    """

    digest: str
    method: str
    lists: bool
    seed: int | None
    updates: int
    most: int
    k: int | None = None
    bound: int = UNLIMITED


class Outcome(NamedTuple):
    """What became of a task.

    Attributes
    ----------
    task
        The task.
    found
        How many solutions it found.
    rows, lengths
        The options of each, and how many it has, where solutions are listed: see
        `exactcover.engine.Out`.
    nodes, updates, seconds
        What it took.
    rest
        The tasks that it left.
    """

    task: Task
    found: int
    rows: NDArray[np.uint32]
    lengths: NDArray[np.uint32]
    nodes: int
    updates: int
    seconds: float
    rest: list[Task]


def remember(problem: Problem) -> None:
    """Keep a problem for the batches to come."""
    _problems[problem.digest] = problem
    _problems.move_to_end(problem.digest)
    while len(_problems) > N_PROBLEMS:
        _problems.popitem(last=False)


def work(
    search: Search,
    tasks: list[Task],
    problem: Problem | None = None,
    is_stopped: Callable[[], bool] = bool,
) -> list[Outcome] | None:
    """Do some tasks.

    Parameters
    ----------
    problem
        The problem, for a worker that may not have it.
    is_stopped
        Tells whether to come back at once, with the tasks that are done.

    Returns
    -------
    The outcomes of all tasks, or of the first ones where it was stopped; None where the worker does
    not know the problem.
    """
    if problem is not None:
        remember(problem)
    known = _problems.get(search.digest)
    if known is None:
        return None
    links = links_of(known, search.seed)
    outcomes = []
    for task in tasks:
        outcome = do(known, links, search, task, is_stopped)
        if outcome is None:
            break
        outcomes.append(outcome)
    return outcomes


@lru_cache(maxsize=N_PROBLEMS)
def links_of(problem: Problem, seed: int | None) -> Links:
    """Return the arrays to search, in random order if there is a seed."""
    return problem.links if seed is None else build(problem, np.random.default_rng(seed))


def do(
    problem: Problem,
    links: Links,
    search: Search,
    task: Task,
    is_stopped: Callable[[], bool] = bool,
) -> Outcome | None:
    """Do one task; None if it was stopped before its end."""
    start = time.perf_counter()
    engine = _engine(problem, links, search)
    engine.choose(list(task.chosen))
    last_update = engine.updates + search.updates
    parts: list[tuple[Any, Any]] = []
    status = Status.BUDGET_SPENT
    is_enough = False
    while not is_enough:
        if is_stopped():
            return None
        out = _room(engine, search)
        before = engine.solutions
        status = engine.advance(ADVANCE, out)
        if search.lists and engine.solutions > before:
            n_found = engine.solutions - before
            parts.append((out.rows[:n_found], out.lengths[:n_found]))
        is_enough = (
            status == Status.EXHAUSTED
            or engine.updates >= last_update
            or engine.solutions >= (min(search.most, MOST_ROWS) if search.lists else search.most)
        )
    rows, lengths = zip(*parts, strict=True) if parts else ((), ())
    return Outcome(
        task,
        engine.solutions,
        np.concatenate([np.empty((0, engine.depth), np.uint32), *rows]),
        np.concatenate([np.empty(0, np.uint32), *lengths]),
        engine.nodes,
        engine.updates,
        time.perf_counter() - start,
        [] if status == Status.EXHAUSTED else task.parts(engine.remaining()),
    )


def _engine(problem: Problem, links: Links, search: Search) -> Splittable:
    """Return the engine of a task."""
    make: Any = load(search.method, problem)
    if search.k is None:
        return cast(Splittable, make(links))
    engine = make(links, search.k)
    engine.lower(search.bound)
    return cast(Splittable, engine)


def _room(engine: Splittable, search: Search) -> Out:
    """Return where the next solutions go."""
    left = UNLIMITED if search.most == UNLIMITED else search.most - engine.solutions
    if not search.lists:
        return counting(left)
    room = min(ROOM, left)
    return Out(np.empty((room, engine.depth), np.uint32), np.empty(room, np.uint32), room)
