"""A parallel run: all tasks of a search, with limits, Ctrl-C, progress and a checkpoint.

The first task is the whole search. It stops after a fixed amount of work like any other task, so
a small problem is solved in this process, and the tasks that are left of a large one go to the
workers. A run has the interface of `exactcover.runtime.search.driver.Search`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import numpy as np

from exactcover.runtime.arguments import UNLIMITED
from exactcover.runtime.errors import CheckpointError, LostTasksError
from exactcover.runtime.kernels.types import U32
from exactcover.runtime.parallel.best import Best
from exactcover.runtime.parallel.job import Job
from exactcover.runtime.parallel.output import Output
from exactcover.runtime.parallel.pool import BATCHES_PER_WORKER, BatchResult, WorkerPool
from exactcover.runtime.parallel.record import Record
from exactcover.runtime.parallel.remaining_work import RemainingWork
from exactcover.runtime.parallel.result_queue import ResultQueue
from exactcover.runtime.parallel.task import Task
from exactcover.runtime.parallel.task_tree import OutcomeQueue, TaskTree
from exactcover.runtime.parallel.worker import Outcome, TaskSettings, run_task
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.interrupts import interrupts
from exactcover.runtime.search.limits import HaltedError, Stop, Watch
from exactcover.runtime.search.progress import Progress, reporter
from exactcover.runtime.search.request import Parallel, Request
from exactcover.runtime.search.result import Statistics

BATCH_SECONDS, MAX_TASKS = 0.1, 1024
"""The intended duration of a batch of tasks, and the maximum number of tasks in it."""
REMOTE_SECONDS, REMOTE_SHARE = 1.0, 0.1
"""Batches for other processes are longer, because sending them takes time: at most this long,
and at most this share of the duration of the run so far."""
SCHEDULING_SECONDS = 0.0025
"""The time that a scheduler needs for a batch: with many workers batches must be longer."""
POLL_SECONDS = 0.1
"""The interval at which Ctrl-C, limits and progress are checked."""
MAX_WAITING = 4
"""The number of outcomes for each worker that may wait for earlier ones. While there are more, no
new task is started."""


class Run:
    """A search that is split into tasks; its interface is that of `Search`.

    Parameters
    ----------
    job
        The problem to search, and its engine.
    request
        What is asked. With the goal `Goal.COUNT` solutions are counted, else they are listed; with
        a seed they are listed in the order of the search, whichever task finds them first.
    may_cut_short
        Whether solutions may be counted by the job's shortcut.
    output
        Where the run writes solutions; without it, the caller collects them.

    Attributes
    ----------
    complete, stopped, interrupted
        As of `Search`.
    lost
        The tasks that were given up because they killed their workers.
    """

    def __init__(
        self,
        job: Job,
        request: Request,
        *,
        may_cut_short: bool = False,
        output: Output | None = None,
    ) -> None:
        limits, parallel = request.limits, request.parallel or Parallel()
        lists = request.goal is not Goal.COUNT
        self._limit, self._max_nodes = limits.limit, limits.max_nodes
        self._report = reporter(limits.progress)
        self._watch = Watch(limits.time_limit, limits.cancel)
        self.complete, self.interrupted = False, False
        self.stopped: Stop | None = None
        self.lost: list[Task] = []
        self._job, self._may_cut_short = job, may_cut_short
        self._settings = TaskSettings(job.key, lists, job.task_updates, job.call_nodes, self._limit)
        self._place = parallel.executor, parallel.workers
        self._pool: WorkerPool | None = None
        self._pace = BATCH_SECONDS
        self._n_recorded = 0
        self._seconds = 0.0
        kind = "one" if request.goal is Goal.FEW else "list"
        what = "count" if not lists else "best" if job.k else kind
        self._record = record = self._opened(what, output, parallel)
        self._updates_before = record.updates
        self._tree = TaskTree(record.tasks)
        self._queue = OutcomeQueue[Outcome](is_ordered=lists and request.seed is not None)
        self._remaining_work = RemainingWork(record.notes.get("remaining_work", "[]"), record.tasks)
        self._best = Best(job.k, record.notes.get("best", "[]")) if job.k else None
        self._results: ResultQueue | None = None
        # The caller collects solutions, unless they go to a file or only the best are wanted.
        if what == kind and output is None:
            acknowledged = record.notes.get("acknowledged", "{}")
            self._results = ResultQueue(job.tidy, record.note, record.found, acknowledged)

    def _opened(self, what: str, output: Output | None, parallel: Parallel) -> Record:
        """Return the record of earlier runs; an empty one if a limit stops its reading."""
        try:
            with self._watch.running():
                return Record(
                    self._job, what, output, parallel.kept, parallel.must_exist, self._limit
                )
        except HaltedError:
            self.stopped = self._watch.stop or Stop.CANCELLED
            return Record(self._job, what)

    def count(self) -> int:
        """Search to the end; return the number of solutions found so far."""
        self._results = None
        with interrupts() as is_interrupted:
            while not self._is_over() and not is_interrupted():
                self._go_on(is_interrupted)
            self.interrupted = is_interrupted()
        if self.interrupted:
            self._close()
        self._check_lost()
        return self._n_found

    def collect(self) -> list[list[int]]:
        """Search until there are more solutions; return them, or an empty list at the end."""
        # One by one with a checkpoint, which records the solutions that were acknowledged.
        rows, lengths = self._collect(1 if self._record.is_kept else UNLIMITED)
        return [row[:n] for row, n in zip(rows.tolist(), lengths.tolist(), strict=True)]

    def collect_rows(self) -> tuple[U32, U32]:
        """Search until there are more solutions; return them as arrays, empty at the end."""
        return self._collect(UNLIMITED)

    def _collect(self, most: int) -> tuple[U32, U32]:
        with interrupts() as is_interrupted:
            rows = self._next_rows(most)
            while rows is None and not self._is_over() and not is_interrupted():
                self._go_on(is_interrupted)
                rows = self._next_rows(most)
            self.interrupted = is_interrupted()
        if rows is not None:
            return rows
        self._check_lost()
        return self._best_rows()

    def _next_rows(self, most: int) -> tuple[U32, U32] | None:
        """Return the next solutions, if any; those returned before count as acknowledged."""
        if self._results is None:
            return None
        ready = self._queue.ready(self._tree.first)
        try:
            rows = self._results.next(ready, min(most, self._limit - self._results.n_returned))
        except CheckpointError:
            self._close()
            raise
        if self._record.is_due:
            self._save()
        return rows

    def _best_rows(self) -> tuple[U32, U32]:
        """Return the best solutions at the first call, and none after that."""
        rows, lengths = self._best.rows() if self._best else _NO_ROWS
        self._best = None
        return self._job.tidy(rows, lengths) if len(rows) else _NO_ROWS

    def end(self, why: Stop) -> None:
        """End the run, unless it has ended; release workers and files."""
        if not self.complete and not self.stopped:
            self.stopped = why
            self._pause()
        self._report.close(self._progress)
        self._close()

    @property
    def statistics(self) -> Statistics:
        """The statistics of all workers together."""
        name, record = self._job.method, self._record
        why = (f"{name}: {self._job.why}",)
        work = record.nodes, record.updates
        return Statistics(*work, self._n_found, self._seconds, name, why, record.profile)

    @property
    def _n_found(self) -> int:
        """The number of solutions that were counted, written or returned."""
        return self._results.n_returned if self._results else min(self._record.known, self._limit)

    def _go_on(self, is_interrupted: Callable[[], bool]) -> None:
        """Search until some tasks are done, a limit is reached, or Ctrl-C is pressed."""
        try:
            with self._watch.running():
                n_done = 0
                while not n_done and not self._is_over() and not is_interrupted():
                    self._report.update(self._progress)
                    n_done = self._step()
                    self._seconds = self._watch.seconds
                if is_interrupted():
                    self._pause()
        except BaseException:
            self._close()
            raise

    def _step(self) -> int:
        """Submit batches and wait a little; return how many tasks were done."""
        if self._pool is None:
            if self._tree.first == ():
                return self._do_root()
            self._pool = WorkerPool(self._job, *self._place)
        while self._tree.n_waiting and self._pool.has_capacity and self._may_start(self._pool):
            settings = self._settings._replace(seconds=self._watch.left)
            self._pool.submit(settings, self._next_batch(self._pool))
        return self._add(self._pool.wait(POLL_SECONDS))

    def _may_start(self, pool: WorkerPool) -> bool:
        """Return whether another task may start, or too many outcomes wait for an earlier one."""
        return len(self._queue) < MAX_WAITING * pool.n_workers or self._tree.is_first_waiting

    def _next_batch(self, pool: WorkerPool) -> list[Task]:
        """Start a batch of waiting tasks: the first ones, and the one that the probe needs."""
        share = self._tree.n_waiting // (2 * pool.n_workers)
        seconds = max(BATCH_SECONDS, SCHEDULING_SECONDS * pool.n_workers)
        if not pool.is_local:
            seconds = max(seconds, min(REMOTE_SECONDS, REMOTE_SHARE * self._seconds))
            # Remote batches cannot be stopped, so they are shorter towards the time limit.
            seconds = min(seconds, self._watch.left / (2 * BATCHES_PER_WORKER))
        size = max(1, min(int(seconds / self._pace), MAX_TASKS, share))
        tasks = []
        if not self._queue.is_ordered:
            self._remaining_work.begin(self._tree.waiting)
            if self._remaining_work.next and self._tree.begin_with(self._remaining_work.next):
                tasks = [self._remaining_work.next]
        return tasks + [self._tree.begin() for _ in range(size - len(tasks))]

    def _do_root(self) -> int:
        """Search the first task; count by the job's shortcut where there is one."""
        task = self._tree.begin()
        try:
            outcome = run_task(self._job, self._settings, task)
        except HaltedError:
            self._tree.put_back(task)
            return 0
        if outcome.rest and self._may_cut_short and outcome.found < self._limit:
            with suppress(HaltedError):
                number = self._job.shortcut()
                if number is not None:
                    outcome = outcome._replace(found=number, rest=[])
        return self._add(BatchResult([outcome], [], []))

    def _add(self, done: BatchResult) -> int:
        """Record the result of a batch; return how many tasks are done."""
        for outcome in done.outcomes:
            if self._is_too_late:
                self._tree.put_back(outcome.task)
                continue
            self._tree.finish(outcome.task, outcome.rest)
            self._queue.put(outcome.task.path, outcome)
            self._remaining_work.note(outcome)
            began = self._watch.seconds
            if self._results is None:
                for ready in self._queue.ready(self._tree.first):
                    self._note(ready)
            self._n_recorded += 1
            seconds = outcome.seconds + self._watch.seconds - began
            self._pace += (max(seconds, 1e-6) - self._pace) / 8
        if self._record.is_due:
            self._save()
        for task in done.undone:
            self._tree.put_back(task)
        for task in done.lost:
            self._tree.finish(task, ())
        self.lost += done.lost
        return len(done.outcomes)

    @property
    def _is_too_late(self) -> bool:
        """Whether solutions are not written any more: it may take longer than to find them.

        Their tasks remain, so nothing is lost. Each run writes those of one task at least, so that
        a search in many short runs comes to its end.
        """
        is_written = self._settings.lists and self._results is None and self._best is None
        return is_written and self._n_recorded > 0 and self._watch.stop is not None

    def _note(self, outcome: Outcome) -> None:
        """Record the outcome of a task whose solutions the caller does not collect."""
        if self._best is not None:
            self._best.add(outcome.costs, outcome.rows, outcome.lengths)
            self._settings = self._settings._replace(bound=self._best.bound)
            self._record.note(outcome)
        elif self._settings.lists:
            self._record.note(outcome, self._job.tidy(outcome.rows, outcome.lengths))
        else:
            self._record.note(outcome)

    def _save(self) -> None:
        """Write the file of solutions and the checkpoint."""
        notes = {"remaining_work": self._remaining_work.text()}
        if self._results is not None:
            notes["acknowledged"] = self._results.text()
        if self._best is not None:
            notes["best"] = self._best.text()
        self._record.save(notes)

    def _is_over(self) -> bool:
        """Check every limit; return whether the run has ended."""
        if self.complete or self.stopped:
            return True
        is_returned = self._results is None or self._results.is_empty
        if not len(self._tree) and not len(self._queue) and is_returned:
            self.complete = self._record.known <= self._limit and not self.lost
            why = Stop.LOST if self.lost else Stop.LIMIT
        elif self._n_found >= self._limit:
            why = Stop.LIMIT
        elif self._record.nodes >= self._max_nodes:
            why = Stop.NODES
        elif (due := self._watch.stop) is not None:
            why = due
        else:
            return False
        self._pause()
        self._record.fill()
        if not self.complete:
            self.stopped = why
        self.end(why)
        return True

    def _pause(self) -> None:
        """Stop the workers, and save what they have done."""
        if self._pool:
            self._add(self._pool.stop())
        self._save()

    def _check_lost(self) -> None:
        """Raise `LostTasksError` if tasks were given up and all others are done."""
        if self.stopped is Stop.LOST:
            descriptions = [self._job.describe(task.chosen) for task in self.lost]
            prefixes = [self._job.prefix(task.chosen) for task in self.lost]
            raise LostTasksError(prefixes, self._n_found, descriptions)

    def _close(self) -> None:
        """Release workers and files."""
        if self._pool:
            self._pool.close()
        self._pool = None
        self._record.close()

    def _progress(self) -> Progress:
        record, share = self._record, self._tree.share
        part = 1.0 if self.complete else min(1.0, max(0.0, 1.0 - share))
        work = None if self.complete else self._remaining_work.estimate(share)
        done = record.updates - self._updates_before
        left = work.times(self._seconds / done) if work and done else None
        return Progress(part, record.nodes, self._n_found, self._seconds, left)


_NO_ROWS = np.empty((0, 0), np.uint32), np.empty(0, np.uint32)
