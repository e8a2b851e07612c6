"""The code that runs in a worker: search a batch of tasks, and return the rest of large ones.

A worker may be a thread, a process or another machine. It gets the job once; after that, batches
refer to it by its key. A task ends after a fixed amount of work, never by the clock, so a search
has the same tasks for any number of workers.
"""

from __future__ import annotations

import pickle
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

import numpy as np

from exactcover.runtime.kernels.types import U32
from exactcover.runtime.parallel.job import Job
from exactcover.runtime.parallel.task import Task
from exactcover.runtime.search.limits import HaltedError, Watch, stop_if_due
from exactcover.runtime.search.protocol import UNLIMITED, Out, Splittable, Status, counting
from exactcover.runtime.search.result import Level

BUFFER_ROWS = 1 << 10
"""The maximum number of solutions of one call of an engine."""
MAX_ROWS = 1 << 15
"""A task ends when it has found this many solutions."""
FULL_SIZE_DEPTH = 2
"""Tasks at this depth and below have the full size. Each level above halves the size, so that a
short search also has many tasks."""
N_JOBS = 4
"""The number of jobs that a worker keeps, the last ones."""

_jobs: OrderedDict[str, Job] = OrderedDict()


class TaskSettings(NamedTuple):
    """The settings of a batch of tasks.

    Attributes
    ----------
    key
        The key of the job.
    lists
        Whether solutions are listed; else they are counted.
    updates
        The number of updates after which a task of full size ends.
    nodes
        The node budget of one call of the engine.
    most
        The number of solutions after which a task ends.
    bound
        If the best solutions are wanted: only those that cost less than this are searched for,
        because other tasks have found better ones.
    seconds
        The maximum duration of a batch; the task in progress is then not done.
    """

    key: str
    lists: bool
    updates: int
    nodes: int
    most: int = UNLIMITED
    bound: int | None = None
    seconds: float = float("inf")


class Outcome(NamedTuple):
    """The result of a task.

    Attributes
    ----------
    task
        The task.
    found
        The number of solutions that it found.
    rows, lengths
        The solutions, if they are listed, as in `exactcover.runtime.search.protocol.Out`.
    costs
        The cost of each solution, if the best are wanted.
    nodes, updates, seconds
        The work and the time of the task.
    rest
        The tasks for the rest of its search.
    profile
        What it did at each level of the search tree, if that is recorded.
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
    profile: tuple[Level, ...] = ()


def remember_job(job: Job) -> None:
    """Keep a job for later batches."""
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
    """Do a batch of tasks.

    Parameters
    ----------
    packed
        The pickled job, for a worker that may not have it.
    is_stopped
        Returns whether to stop at once, with the tasks that are done.

    Returns
    -------
    The outcomes of all tasks, or of the first ones if it was stopped; None if the worker lacks the
    job.
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
    """The flag whose state is the result of a function."""

    is_set: Callable[[], bool]


def run_task(job: Job, settings: TaskSettings, task: Task) -> Outcome:
    """Search one task.

    Raises
    ------
    HaltedError
        If the watch of this thread is due; the task is then not done.
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
        tuple(engine.profile),
    )


def _joined(found: list[tuple[U32, U32]], depth: int) -> tuple[U32, U32]:
    """Return all solutions as one array, with their lengths."""
    rows, lengths = zip(*found, strict=True) if found else ((), ())
    return (
        np.concatenate([np.empty((0, depth), np.uint32), *rows]),
        np.concatenate([np.empty(0, np.uint32), *lengths]),
    )


def _buffer(engine: Splittable, settings: TaskSettings) -> Out:
    """Return the output of the next call of an engine."""
    left = UNLIMITED if settings.most == UNLIMITED else settings.most - engine.solutions
    if not settings.lists:
        return counting(left)
    room = min(BUFFER_ROWS, left)
    return Out(np.empty((room, engine.depth), np.uint32), np.empty(room, np.uint32), room)
