"""A search in tasks: from the first one to the last, with limits, Ctrl-C, progress, a checkpoint.

The first task is the whole search. It is cut short like any other, so a small problem never leaves
the process, and a large one begins with the parts that this leaves. A run looks like a
`exactcover.search.driver.Search` to the verbs.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import numpy as np

from exactcover.arguments import UNLIMITED
from exactcover.compiled.types import U32
from exactcover.errors import LostTasksError
from exactcover.limits import HaltedError, Stop, Watch, interrupts
from exactcover.parallel.best import Best
from exactcover.parallel.job import Subject
from exactcover.parallel.output import Output
from exactcover.parallel.pool import QUEUED, Crew, Done
from exactcover.parallel.record import Record
from exactcover.parallel.remaining_work import Outlook
from exactcover.parallel.result_queue import Delivery
from exactcover.parallel.tasks import Task
from exactcover.parallel.tree import Queue, Tree
from exactcover.parallel.worker import Outcome, Search, do
from exactcover.search.goal import Goal
from exactcover.search.progress import Progress, reporter
from exactcover.search.request import Parallel, Request
from exactcover.search.result import Statistics

BATCH_SECONDS, MOST_TASKS = 0.1, 1024
"""A batch should take so long, but has no more tasks than that."""
FAR_SECONDS, FAR_PART = 1.0, 0.1
"""To other processes batches travel: they take up to so long, or this part of the run so far."""
SCHEDULING_SECONDS = 0.0025
"""What a scheduler needs for a batch: with many workers it must not be asked too often."""
PATIENCE = 0.1
"""Ctrl-C, limits and progress are looked at so often, in seconds."""
MOST_WAITING = 4
"""For each worker so much may wait for its turn to be handed out; then no more is begun."""


class Run:
    """A search in tasks; see `exactcover.search.driver.Search` for what the verbs do with it.

    Parameters
    ----------
    subject
        What is searched.
    request
        What is asked. With the goal `Goal.COUNT` solutions are counted, else they are listed; with
        a seed they are listed in the order of the search, whichever task finds them first.
    may_cut_short
        Whether solutions may be counted by the subject's shortcut.
    output
        Where solutions go, as the run's own work; otherwise they are collected by the caller.

    Attributes
    ----------
    complete, stopped, interrupted
        As of a search.
    lost
        The tasks that were given up.
    """

    def __init__(
        self,
        subject: Subject,
        request: Request,
        *,
        may_cut_short: bool = False,
        output: Output | None = None,
    ) -> None:
        limits, parallel = request.limits, request.parallel or Parallel()
        lists = request.goal is not Goal.COUNT
        self._limit, self._max_nodes = limits.limit, limits.max_nodes
        self._report = reporter(limits.progress)
        self._watch = Watch(limits.time_limit, limits.cancel, self._report.note_compiling)
        self.complete, self.interrupted = False, False
        self.stopped: Stop | None = None
        self.lost: list[Task] = []
        self._subject, self._may_cut_short = subject, may_cut_short
        self._search = Search(
            subject.key, lists, subject.task_updates, subject.call_nodes, self._limit
        )
        self._place = parallel.executor, parallel.workers
        self._crew: Crew | None = None
        self._pace = BATCH_SECONDS
        self._seconds = 0.0
        what = "count" if not lists else "best" if subject.k else "list"
        self._record = record = Record(subject, what, output, parallel.kept, parallel.must_exist)
        self._updates_before = record.updates
        self._tree = Tree(record.tasks)
        self._queue = Queue[Outcome](is_ordered=lists and request.seed is not None)
        self._outlook = Outlook(record.notes.get("outlook", "[]"))
        self._best = Best(subject.k, record.notes.get("best", "[]")) if subject.k else None
        self._delivery: Delivery | None = None
        # Solutions wait for the caller, but for those that go to a file, and for the best ones.
        if what == "list" and output is None:
            taken = record.notes.get("taken", "{}")
            self._delivery = Delivery(subject.tidy, record.note, record.found, taken)

    def count(self) -> int:
        """Search to the end; return the number of solutions found so far."""
        self._delivery = None
        with interrupts() as is_interrupted:
            while not self._is_over() and not is_interrupted():
                self._go_on(is_interrupted)
            self.interrupted = is_interrupted()
        if self.interrupted:
            self._close()
        self._check_lost()
        return self._n_found

    def collect(self) -> list[list[int]]:
        """Search until there are some more solutions; return them, or none at the end."""
        # One by one where a checkpoint is to know which ones were taken.
        rows, lengths = self._collect(1 if self._record.is_kept else UNLIMITED)
        return [row[:n] for row, n in zip(rows.tolist(), lengths.tolist(), strict=True)]

    def collect_rows(self) -> tuple[U32, U32]:
        """Search until there are some more solutions; return them as an array."""
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
        """Return the next solutions whose turn it is, if any; those before are taken."""
        if self._delivery is None:
            return None
        ready = self._queue.ready(self._tree.first)
        rows = self._delivery.next(ready, min(most, self._limit - self._delivery.given))
        if self._record.is_due:
            self._save()
        return rows

    def _best_rows(self) -> tuple[U32, U32]:
        """Return the best solutions, once."""
        rows, lengths = self._best.rows() if self._best else _NO_ROWS
        self._best = None
        return self._subject.tidy(rows, lengths) if len(rows) else _NO_ROWS

    def end(self, why: Stop) -> None:
        """Stop for good, unless it has ended; let go of workers and files."""
        if not self.complete and not self.stopped:
            self.stopped = why
            self._pause()
        self._report.close(self._progress)
        self._close()

    @property
    def statistics(self) -> Statistics:
        """What all workers together did so far."""
        name, record = self._subject.method, self._record
        why = (f"{name}: {self._subject.why}",)
        return Statistics(record.nodes, record.updates, self._n_found, self._seconds, name, why)

    @property
    def _n_found(self) -> int:
        """How many solutions are counted, written or handed out."""
        return self._delivery.given if self._delivery else min(self._record.found, self._limit)

    def _go_on(self, is_interrupted: Callable[[], bool]) -> None:
        """Search on until some tasks are done, a limit is reached, or Ctrl-C."""
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
        """Let the workers do a little more; return how many tasks were done."""
        if self._crew is None:
            if self._tree.first == ():
                return self._do_root()
            self._crew = Crew(self._subject, *self._place)
        while self._tree.n_waiting and self._crew.is_hungry and self._has_room(self._crew):
            search = self._search._replace(seconds=self._watch.left)
            self._crew.submit(search, self._next_batch(self._crew))
        return self._take(self._crew.wait(PATIENCE))

    def _has_room(self, crew: Crew) -> bool:
        """Tell whether more may be begun, though so much waits to be handed out."""
        return len(self._queue) < MOST_WAITING * crew.n_workers or self._tree.is_first_waiting

    def _next_batch(self, crew: Crew) -> list[Task]:
        """Take tasks that wait for the next batch: the first ones, and the one that dives want."""
        share = self._tree.n_waiting // (2 * crew.n_workers)
        seconds = max(BATCH_SECONDS, SCHEDULING_SECONDS * crew.n_workers)
        if not crew.is_local:
            seconds = max(seconds, min(FAR_SECONDS, FAR_PART * self._seconds))
            # What travels is not stopped: towards the end of the time there is less of it.
            seconds = min(seconds, self._watch.left / (2 * QUEUED))
        size = max(1, min(int(seconds / self._pace), MOST_TASKS, share))
        tasks = []
        if not self._queue.is_ordered:
            self._outlook.begin(self._tree.waiting)
            if self._outlook.next and self._tree.begin_with(self._outlook.next):
                tasks = [self._outlook.next]
        return tasks + [self._tree.begin() for _ in range(size - len(tasks))]

    def _do_root(self) -> int:
        """Search the whole, as far as that goes; count by a shortcut where there is one."""
        task = self._tree.begin()
        try:
            outcome = do(self._subject, self._search, task)
        except HaltedError:
            self._tree.put_back(task)
            return 0
        if outcome.rest and self._may_cut_short and outcome.found < self._limit:
            with suppress(HaltedError):
                number = self._subject.shortcut()
                if number is not None:
                    outcome = outcome._replace(found=number, rest=[])
        return self._take(Done([outcome], [], []))

    def _take(self, done: Done) -> int:
        """Take over what became of some tasks; return how many are done."""
        for outcome in done.outcomes:
            self._tree.finish(outcome.task, outcome.rest)
            self._queue.put(outcome.task.path, outcome)
            self._outlook.note(outcome)
            self._pace += (max(outcome.seconds, 1e-6) - self._pace) / 8
        if self._delivery is None:
            for outcome in self._queue.ready(self._tree.first):
                self._note(outcome)
        if self._record.is_due:
            self._save()
        for task in done.undone:
            self._tree.put_back(task)
        for task in done.lost:
            self._tree.finish(task, ())
        self.lost += done.lost
        return len(done.outcomes)

    def _note(self, outcome: Outcome) -> None:
        """Take over what a task found, where no caller waits for it."""
        if self._best is not None:
            self._best.add(outcome.costs, outcome.rows, outcome.lengths)
            self._search = self._search._replace(bound=self._best.bound)
            self._record.note(outcome)
        elif self._search.lists:
            rows, lengths = self._subject.tidy(outcome.rows, outcome.lengths)
            self._record.note(outcome, [row[:n] for row, n in zip(rows, lengths, strict=True)])
        else:
            self._record.note(outcome)

    def _save(self) -> None:
        """Write what there is to the files."""
        notes = {"outlook": self._outlook.text()}
        if self._delivery is not None:
            notes["taken"] = self._delivery.text()
        if self._best is not None:
            notes["best"] = self._best.text()
        self._record.save(notes)

    def _is_over(self) -> bool:
        """Tell whether the run has ended, after looking at every limit."""
        if self.complete or self.stopped:
            return True
        is_delivered = self._delivery is None or self._delivery.is_empty
        if not len(self._tree) and not len(self._queue) and is_delivered:
            self.complete = self._record.found <= self._limit and not self.lost
            why = Stop.LOST if self.lost else Stop.LIMIT
        elif self._n_found >= self._limit:
            why = Stop.LIMIT
        elif self._record.nodes >= self._max_nodes:
            why = Stop.NODES
        elif (asked := self._watch.stop) is not None:
            why = asked
        else:
            return False
        self._pause()
        if not self.complete:
            self.stopped = why
        self.end(why)
        return True

    def _pause(self) -> None:
        """Let the workers come to rest, and write down what they have done."""
        if self._crew:
            self._take(self._crew.stop())
        self._save()

    def _check_lost(self) -> None:
        """Raise if tasks were given up and all others are done."""
        if self.stopped is Stop.LOST:
            told = [self._subject.describe(task.chosen) for task in self.lost]
            prefixes = [self._subject.prefix(task.chosen) for task in self.lost]
            raise LostTasksError(prefixes, self._n_found, told)

    def _close(self) -> None:
        """Let go of workers and files."""
        if self._crew:
            self._crew.close()
        self._crew = None
        self._record.close()

    def _progress(self) -> Progress:
        record, share = self._record, self._tree.share
        part = 1.0 if self.complete else min(1.0, max(0.0, 1.0 - share))
        work = None if self.complete else self._outlook.work_left(share)
        done = record.updates - self._updates_before
        left = work.times(self._seconds / done) if work and done else None
        return Progress(part, record.nodes, self._n_found, self._seconds, left)


_NO_ROWS = np.empty((0, 0), np.uint32), np.empty(0, np.uint32)
