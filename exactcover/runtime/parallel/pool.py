"""`WorkerPool`: threads of this process or the workers of an executor, and their recovery.

A process pool breaks as a whole when one of its processes is killed, and does not report which
task was the cause. A new executor is then created, and all tasks in progress are repeated one at a
time, which identifies the task that kills its worker. A task that does so three times is given up.
"""

from __future__ import annotations

import pickle
import threading
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from typing import Any, NamedTuple, cast

from exactcover.runtime.cores import n_cores
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.parallel.job import Job
from exactcover.runtime.parallel.task import Task
from exactcover.runtime.parallel.worker import Outcome, TaskSettings, remember_job, run_batch

MAX_CRASHES = 3
"""A task that ended this many workers, while it ran alone, is given up."""
BATCHES_PER_WORKER = 2
"""The number of batches in progress for each worker; more than one, so that no worker is idle."""
KILLED = "KilledWorker"
"""The name of Dask's exception for a task that killed several workers."""

Tasks = list[Task]


def packed(job: Job) -> bytes:
    """Return a job as bytes, for other processes."""
    try:
        return pickle.dumps(job)
    except Exception as error:  # pickle raises exceptions of any class
        raise ProblemError(
            f"the search cannot be sent to other processes ({error}): search in threads, by "
            "workers= without executor=, or define at the top level of a module what it names"
        ) from None


class BatchResult(NamedTuple):
    """The result of a batch: the outcomes of its tasks, those not done, and those given up."""

    outcomes: list[Outcome]
    undone: Tasks
    lost: Tasks


class WorkerPool:
    """Workers, and the batches of tasks in progress.

    Parameters
    ----------
    job
        The problem to search, and its engine.
    executor
        Anything with the interface of `concurrent.futures.Executor`, or a function that creates
        one. By default threads: kernels release the GIL, and nothing is copied. The pool shuts
        down an executor that it has created.
    workers
        The number of workers, if the executor does not know it; by default one for each core.

    Raises
    ------
    ProblemError
        If the job cannot be pickled for other processes.

    Attributes
    ----------
    is_local
        Whether the workers are threads of this process.
    n_workers
        The number of workers.
    """

    def __init__(
        self,
        job: Job,
        executor: Executor | Callable[[], Executor] | None = None,
        workers: int | None = None,
    ) -> None:
        self._stop = threading.Event()
        self.is_local = executor is None
        self._make = executor if callable(executor) else None
        self._packed = None if self.is_local else packed(job)
        if executor is None:
            remember_job(job)
            self._executor: Executor = ThreadPoolExecutor(workers or n_cores())
        else:
            self._executor = self._make() if self._make else cast(Executor, executor)
        self._is_ours = executor is None or self._make is not None
        known = getattr(
            self._executor, "_max_workers", getattr(self._executor, "num_workers", None)
        )
        self.n_workers = workers or known or n_cores()
        self._settings: TaskSettings
        self._batches: dict[Future[list[Outcome] | None], Tasks] = {}
        self._suspects: deque[Task] = deque()
        self._crashes: Counter[Task] = Counter()
        self._n_with_job = 0

    @property
    def has_capacity(self) -> bool:
        """Whether another batch should be submitted."""
        return not self._suspects and len(self._batches) < BATCHES_PER_WORKER * self.n_workers

    @property
    def is_idle(self) -> bool:
        """Whether no batch is in progress."""
        return not self._batches and not self._suspects

    def submit(self, settings: TaskSettings, tasks: Tasks) -> None:
        """Submit a batch; tasks that are repeated later use the same settings."""
        self._settings = settings
        # The first batches carry the job, so that each worker gets it once.
        is_first = not self.is_local and self._n_with_job < BATCHES_PER_WORKER * self.n_workers
        self._n_with_job += is_first
        self._send(tasks, is_first)

    def _send(self, tasks: Tasks, with_job: bool) -> None:
        extra = (self._stop.is_set,) if self.is_local else ()
        try:
            future = self._executor.submit(
                run_batch, self._settings, tasks, self._packed if with_job else None, *extra
            )
        except BrokenExecutor:
            self._renew()
            future = self._executor.submit(run_batch, self._settings, tasks, self._packed)
        self._batches[future] = tasks

    def wait(self, timeout: float) -> BatchResult:
        """Wait for a batch, at most `timeout` seconds; return the results so far."""
        if self._suspects and not self._batches:
            self._send([self._suspects.popleft()], with_job=True)
        finished, _ = wait(self._batches, timeout, return_when=FIRST_COMPLETED)
        done = BatchResult([], [], [])
        is_broken = False
        for future in finished:
            tasks = self._batches.pop(future)
            error = future.exception()
            if isinstance(error, BrokenExecutor):
                is_broken = True
                self._suspect(tasks, done, is_alone=len(tasks) == 1 and not self._batches)
            elif type(error).__name__ == KILLED:
                self._isolate(tasks, done)
            elif error is not None:
                self._batches[future] = tasks  # so that `stop` returns its tasks
                raise error
            else:
                self._add(tasks, future.result(), done)
        if is_broken:
            for tasks in self._batches.values():
                self._suspects.extend(tasks)
            self._batches.clear()
            self._renew()
        return done

    def _add(self, tasks: Tasks, outcomes: list[Outcome] | None, done: BatchResult) -> None:
        """Record the outcomes of a batch; send it again if the worker lacks the job."""
        if outcomes is None:
            self._send(tasks, with_job=True)
        else:
            done.outcomes.extend(outcomes)
            done.undone.extend(tasks[len(outcomes) :])

    def _suspect(self, tasks: Tasks, done: BatchResult, *, is_alone: bool) -> None:
        """Mark tasks of a broken pool for repetition; one that was alone has caused the crash."""
        for task in tasks:
            self._crashes[task] += is_alone
            if self._crashes[task] >= MAX_CRASHES:
                done.lost.append(task)
            else:
                self._suspects.append(task)

    def _isolate(self, tasks: Tasks, done: BatchResult) -> None:
        """Give up a task that was alone in a killed batch; repeat several tasks one at a time."""
        if len(tasks) == 1:
            done.lost.extend(tasks)
        else:
            self._suspects.extend(tasks)

    def _renew(self) -> None:
        """Replace a broken executor by a new one."""
        broken = self._executor
        if self._make is not None:
            self._executor = self._make()
        elif isinstance(broken, ProcessPoolExecutor):
            pool: Any = broken
            self._executor = ProcessPoolExecutor(
                pool._max_workers, pool._mp_context, pool._initializer, pool._initargs
            )
            self._is_ours = True
        else:
            raise ProblemError(
                f"the executor {broken!r} broke and cannot be created again: "
                "give a function that creates one"
            )
        broken.shutdown(wait=False)
        self._n_with_job = 0

    def stop(self) -> BatchResult:
        """Stop all workers; return the results of all batches in progress."""
        self._stop.set()
        done = BatchResult([], list(self._suspects), [])
        self._suspects.clear()
        for future, tasks in self._batches.items():
            if future.cancel():
                done.undone.extend(tasks)
                continue
            try:
                outcomes = future.result()
            except Exception:  # `wait` has reported it, or it does not matter any more
                outcomes = []
            done.outcomes.extend(outcomes or [])
            done.undone.extend(tasks[len(outcomes or []) :])
        self._batches.clear()
        self._stop.clear()
        return done

    def close(self) -> None:
        """Shut down the executor if the pool has created it."""
        self._stop.set()
        if self._is_ours:
            self._executor.shutdown(wait=True, cancel_futures=True)
