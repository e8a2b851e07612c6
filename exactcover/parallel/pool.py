"""The workers: threads of this process, or those of any executor; what is done where one dies.

A process pool breaks as a whole when one of its processes is killed, and nobody knows by which
task. So a fresh pool is made, and all tasks that were under way are tried again one by one, each
alone: a task that kills its worker then is known. One that does so three times is given up.
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
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from exactcover.errors import ProblemError
from exactcover.parallel.cores import n_cores
from exactcover.parallel.tasks import Task
from exactcover.parallel.worker import Outcome, TaskSettings, remember_job, run_batch

if TYPE_CHECKING:
    from exactcover.parallel.cores import n_cores
from exactcover.parallel.job import Job

MAX_CRASHES = 3
"""A task that has killed so many workers is given up."""
BATCHES_PER_WORKER = 2
"""For each worker so many batches are under way, so that none waits for us."""
KILLED = "KilledWorker"
"""What Dask's exception for such a task is called, after it has tried the task elsewhere."""

Tasks = list[Task]


def packed(job: Job) -> bytes:
    """Return a job as it travels to other processes."""
    try:
        return pickle.dumps(job)
    except Exception as error:  # pickle raises whatever it likes
        raise ProblemError(
            f"the search cannot be sent to other processes ({error}): search in threads, by "
            "workers= without executor=, or define at the top level of a module what it names"
        ) from None


class BatchResult(NamedTuple):
    """What became of a batch: outcomes of the tasks done, those not done, those given up."""

    outcomes: list[Outcome]
    undone: Tasks
    lost: Tasks


class WorkerPool:
    """Workers, and the batches that they have.

    Parameters
    ----------
    job
        What is searched.
    executor
        Where: anything with the interface of `concurrent.futures.Executor`, or a function that
        makes one. By default threads: kernels release the GIL, and nothing is copied. One that is
        made here is shut down here.
    workers
        How many workers it has, where it does not tell; by default one for each core.

    Raises
    ------
    ProblemError
        If the job cannot be sent to other processes.

    Attributes
    ----------
    is_local
        Whether they are threads of this process.
    n_workers
        How many they are.
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
        told = getattr(self._executor, "_max_workers", getattr(self._executor, "num_workers", None))
        self.n_workers = workers or told or n_cores()
        self._settings: TaskSettings
        self._batches: dict[Future[list[Outcome] | None], Tasks] = {}
        self._suspects: deque[Task] = deque()
        self._crashes: Counter[Task] = Counter()
        self._n_with_job = 0

    @property
    def has_capacity(self) -> bool:
        """Whether another batch is welcome."""
        return not self._suspects and len(self._batches) < BATCHES_PER_WORKER * self.n_workers

    @property
    def is_idle(self) -> bool:
        """Whether no batch is under way."""
        return not self._batches and not self._suspects

    def submit(self, settings: TaskSettings, tasks: Tasks) -> None:
        """Let a worker do some tasks; what is tried again later is done in this way, too."""
        self._settings = settings
        # A worker that gets one of the first batches gets the job with it.
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
        """Wait until a batch is done, or for so many seconds; return what is done."""
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
                self._blame_or_isolate(tasks, done)
            elif error is not None:
                self._batches[future] = tasks  # so that nothing is lost
                raise error
            else:
                self._take(tasks, future.result(), done)
        if is_broken:
            for tasks in self._batches.values():
                self._suspects.extend(tasks)
            self._batches.clear()
            self._renew()
        return done

    def _take(self, tasks: Tasks, outcomes: list[Outcome] | None, done: BatchResult) -> None:
        """Note what a worker has returned."""
        if outcomes is None:
            self._send(tasks, with_job=True)
        else:
            done.outcomes.extend(outcomes)
            done.undone.extend(tasks[len(outcomes) :])

    def _suspect(self, tasks: Tasks, done: BatchResult, *, is_alone: bool) -> None:
        """Try the tasks of a broken pool again; one that was alone in it has broken it."""
        for task in tasks:
            self._crashes[task] += is_alone
            if self._crashes[task] >= MAX_CRASHES:
                done.lost.append(task)
            else:
                self._suspects.append(task)

    def _blame_or_isolate(self, tasks: Tasks, done: BatchResult) -> None:
        """Give up a task that was tried often enough; of several, each is tried alone."""
        if len(tasks) == 1:
            done.lost.extend(tasks)
        else:
            self._suspects.extend(tasks)

    def _renew(self) -> None:
        """Make a fresh pool in place of a broken one."""
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
                f"the executor {broken!r} broke and cannot be made anew: "
                "give a function that makes one"
            )
        broken.shutdown(wait=False)
        self._n_with_job = 0

    def stop(self) -> BatchResult:
        """Stop all workers as soon as they can; return what was done until then."""
        self._stop.set()
        done = BatchResult([], list(self._suspects), [])
        self._suspects.clear()
        for future, tasks in self._batches.items():
            if future.cancel():
                done.undone.extend(tasks)
                continue
            try:
                outcomes = future.result()
            except Exception:  # what it was is reported by `wait`, or of no interest any more
                outcomes = []
            done.outcomes.extend(outcomes or [])
            done.undone.extend(tasks[len(outcomes or []) :])
        self._batches.clear()
        self._stop.clear()
        return done

    def close(self) -> None:
        """Let go of the workers that were made here."""
        self._stop.set()
        if self._is_ours:
            self._executor.shutdown(wait=True, cancel_futures=True)
