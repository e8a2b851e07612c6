"""What a worker does with a batch of tasks: search each, and hand back what is left of the large.

A worker may be a thread, a process or another machine. It gets what is searched once, and knows it
by its key from then on. Where a search is cut depends on the work done and never on the clock, so
the tasks of a search are the same on any number of workers.
"""

from __future__ import annotations

import pickle
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

import numpy as np

from exactcover.compiled.types import U32
from exactcover.limits import HaltedError, Watch, stop_if_due
from exactcover.parallel.job import Job
from exactcover.parallel.tasks import Task
from exactcover.search.protocol import UNLIMITED, Out, Splittable, Status, counting

BUFFER_ROWS = 1 << 10
"""So many solutions are taken from an engine at once."""
MAX_ROWS = 1 << 15
"""A task that has found so many solutions leaves the rest to others."""
FULL_SIZE_DEPTH = 2
"""So many cuts down the tree tasks have their full size; those above are smaller, by half each, so
that a short search has many."""
N_JOBS = 4
"""A worker remembers so many jobs: the last ones that it had."""

_jobs: OrderedDict[str, Job] = OrderedDict()


class TaskSettings(NamedTuple):
    """How a batch of tasks is done.

    Attributes
    ----------
    key
        Of the job.
    lists
        Whether solutions are to be listed; else they are counted.
    updates
        How much work a grown task may do before it leaves the rest to others.
    nodes
        How many nodes one call of the engine may take.
    most
        A task has found enough when it has found so many solutions.
    bound
        Where the best solutions are wanted: no task looks for one that costs as much, or more,
        because others have found these.
    seconds
        For so long a worker may be at a batch; the task under way then is not done.
    """

    key: str
    lists: bool
    updates: int
    nodes: int
    most: int = UNLIMITED
    bound: int | None = None
    seconds: float = float("inf")


class Outcome(NamedTuple):
    """What became of a task.

    Attributes
    ----------
    task
        The task.
    found
        How many solutions it found.
    rows, lengths
        The numbers of each, and how many it has, where solutions are listed: see
        `exactcover.search.protocol.Out`.
    costs
        What each costs, where the best are wanted.
    nodes, updates, seconds
        What it took.
    rest
        The tasks that it left.
    """

    task: Task
    found: int
    rows: U32
    lengths: U32
    costs: list[int]
    nodes: int
    updates: int
    seconds: float
    rest: list[Task]


def remember_job(job: Job) -> None:
    """Keep a job for the batches to come."""
    _jobs[job.key] = job
    _jobs.move_to_end(job.key)
    while len(_jobs) > N_JOBS:
        _jobs.popitem(last=False)


def run_batch(
    settings: TaskSettings,
    tasks: list[Task],
    packed: bytes | None = None,
    is_stopped: Callable[[], bool] = bool,
) -> list[Outcome] | None:
    """Do some tasks.

    Parameters
    ----------
    packed
        The job, pickled, for a worker that may not have it.
    is_stopped
        Tells whether to come back at once, with the tasks that are done.

    Returns
    -------
    The outcomes of all tasks, or of the first ones where it was stopped; None where the worker does
    not know the job.
    """
    if settings.key not in _jobs and packed is not None:
        remember_job(pickle.loads(packed))
    job = _jobs.get(settings.key)
    if job is None:
        return None
    outcomes = []
    with suppress(HaltedError), Watch(settings.seconds, FunctionFlag(is_stopped)).running():
        for task in tasks:
            outcomes.append(run_task(job, settings, task))
    return outcomes


class FunctionFlag(NamedTuple):
    """A function as a flag."""

    is_set: Callable[[], bool]


def run_task(job: Job, settings: TaskSettings, task: Task) -> Outcome:
    """Do one task.

    Raises
    ------
    HaltedError
        If the watch of this thread ends it.
    """
    start = time.perf_counter()
    engine = job.engine(task.chosen, settings.bound)
    last_update = engine.updates + (settings.updates >> max(0, FULL_SIZE_DEPTH - len(task.path)))
    most = min(settings.most, MAX_ROWS) if settings.lists else settings.most
    found: list[tuple[U32, U32]] = []
    is_enough = False
    while not is_enough:
        stop_if_due()
        out = _buffer(engine, settings)
        before = engine.solutions
        status = engine.advance(settings.nodes, out)
        if settings.lists and engine.solutions > before:
            n_found = engine.solutions - before
            found.append((out.rows[:n_found], out.lengths[:n_found]))
        is_over = status == Status.EXHAUSTED
        is_enough = is_over or engine.updates >= last_update or engine.solutions >= most
    rows, lengths = _joined(found, engine.depth)
    return Outcome(
        task,
        engine.solutions,
        rows,
        lengths,
        [] if job.k is None else job.costs(rows, lengths),
        engine.nodes,
        engine.updates,
        time.perf_counter() - start,
        [] if is_over else task.parts(engine.remaining()),
    )


def _joined(found: list[tuple[U32, U32]], depth: int) -> tuple[U32, U32]:
    """Return all solutions as one array, and their lengths."""
    rows, lengths = zip(*found, strict=True) if found else ((), ())
    return (
        np.concatenate([np.empty((0, depth), np.uint32), *rows]),
        np.concatenate([np.empty(0, np.uint32), *lengths]),
    )


def _buffer(engine: Splittable, settings: TaskSettings) -> Out:
    """Return where the next solutions go."""
    left = UNLIMITED if settings.most == UNLIMITED else settings.most - engine.solutions
    if not settings.lists:
        return counting(left)
    room = min(BUFFER_ROWS, left)
    return Out(np.empty((room, engine.depth), np.uint32), np.empty(room, np.uint32), room)
