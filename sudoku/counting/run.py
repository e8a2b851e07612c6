"""The run of a count: its tasks in threads, within limits, with progress and a checkpoint."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import nullcontext, suppress

import numpy as np

from exactcover.runtime.confidence_interval import Interval
from exactcover.runtime.cores import n_cores
from exactcover.runtime.search.interrupts import interrupts, is_interrupted
from exactcover.runtime.search.limits import HaltedError, Stop, Watch
from exactcover.runtime.search.progress import Progress, reporter
from exactcover.runtime.search.request import Limits
from exactcover.runtime.search.result import Interrupted, Statistics
from sudoku.counting.checkpoint import Checkpoint
from sudoku.counting.result import GridCount
from sudoku.counting.stage import Counting, Stage

SECONDS = 0.05
"""How long the tasks are waited for before the limits are checked again."""
SECONDS_TO_SAVE = 10.0
"""The time between two writings of the checkpoint; a run that is killed loses this work."""
SECONDS_A_SAMPLE = 1.0
MOST_SAMPLES = 20


class Run:
    """The run of a count.

    Parameters
    ----------
    counting
        The method.
    limits
        When to stop before the count is complete.
    workers
        The number of threads; None for one for each core.
    checkpoint
        Where to keep what is found, or None.
    name
        The name of the method.
    """

    def __init__(
        self,
        counting: Counting,
        limits: Limits,
        workers: int | None,
        checkpoint: Checkpoint | None,
        name: str,
    ) -> None:
        self._counting, self._checkpoint, self._name = counting, checkpoint, name
        self._n_workers = workers or n_cores()
        self._report = reporter(limits.progress)
        self._watch = Watch(limits.time_limit, limits.cancel)
        self._due = _Due(self._watch)
        self._pace = _Pace()
        self._at_least = self._n_done = 0
        self._part = 0.0

    def count(self) -> GridCount:
        """Run the count to its end, or until it must stop; close its checkpoint.

        Raises
        ------
        Interrupted
            On Ctrl-C; a `KeyboardInterrupt`, with the count so far.
        """
        with self._checkpoint or nullcontext():
            return self._count()

    def _count(self) -> GridCount:
        number, was_interrupted = None, False
        with interrupts(), self._watch.running(), suppress(HaltedError):
            try:
                number = self._complete()
            finally:
                was_interrupted = is_interrupted()
                self._report.close(self._progress)
        count = self._result(number, was_interrupted)
        if was_interrupted and number is None:
            raise Interrupted(count)
        return count

    def _complete(self) -> int:
        """Run all stages; return the count.

        Raises
        ------
        HaltedError
            If it must stop before the end.
        """
        with ThreadPoolExecutor(self._n_workers) as pool:
            found = None
            while True:
                try:
                    stage = next(self._counting) if found is None else self._counting.send(found)
                except StopIteration as end:
                    self._part = 1.0
                    return int(end.value)
                run = _StageRun(stage, self._part, self._checkpoint, self._note, self._due)
                found = run.run(pool, 2 * self._n_workers)

    def _note(self, at_least: int, part: float, n_done: int) -> None:
        """Note how far the count is, and report it."""
        self._at_least = max(self._at_least, at_least)
        self._part = part
        self._n_done += n_done
        self._pace.note(part)
        self._report.update(self._progress)

    def _result(self, number: int | None, was_interrupted: bool) -> GridCount:
        is_complete = number is not None
        found = self._at_least if number is None else number
        stopped = None if is_complete or was_interrupted else self._watch.stop or self._due.why
        statistics = Statistics(
            self._n_done, 0, found, self._watch.seconds, self._name, (self._name,)
        )
        left = None if is_complete else self._pace.left(self._part)
        return GridCount(found, is_complete, stopped, statistics, self._part, left)

    def _progress(self) -> Progress:
        left = self._pace.left(self._part)
        return Progress(self._part, self._n_done, self._at_least, self._watch.seconds, left)


class _StageRun:
    """The run of one stage."""

    def __init__(
        self,
        stage: Stage,
        begins: float,
        checkpoint: Checkpoint | None,
        note: Callable[[int, float, int], None],
        due: _Due,
    ) -> None:
        self._stage, self._begins, self._checkpoint = stage, begins, checkpoint
        self._note, self._due = note, due
        self._done, self._found = 0, [0] if stage.adds_up else []
        if checkpoint is not None:
            self._done, self._found = checkpoint.found(
                stage.name, stage.n_tasks, adds_up=stage.adds_up
            )
        self._sizes = np.concatenate(([0.0], np.cumsum(np.array(stage.sizes, dtype=float))))
        self._next_save = time.monotonic() + SECONDS_TO_SAVE
        self._is_broken = False

    def run(self, pool: ThreadPoolExecutor, window: int) -> list[int]:
        """Run the tasks that are left; return what all have found."""
        pending: deque[Future[int | None]] = deque()
        self._note_done(0)
        try:
            begun = self._done
            if begun < self._stage.n_tasks:
                # The first task is done in this thread, where the watch does not count the time of
                # compiling.
                self._absorb(self._stage.work(self._done, self._due))
                begun = self._done
            while self._done < self._stage.n_tasks:
                if self._due.is_set() or self._is_broken:
                    raise HaltedError
                while len(pending) < window and begun < self._stage.n_tasks:
                    pending.append(pool.submit(self._stage.work, begun, self._due))
                    begun += 1
                wait([pending[0]], SECONDS)
                self._take(pending)
                self._save(is_due=time.monotonic() >= self._next_save)
        finally:
            self._due.stop()
            for future in pending:
                future.cancel()
            wait(pending)
            self._due.begin()
            self._take(pending)
            self._save(is_due=True)
        return self._found

    def _take(self, pending: deque[Future[int | None]]) -> None:
        """Take what the first of the pending tasks have found, as far as they are done.

        What comes after a task that was stopped or failed is dropped.
        """
        while pending and pending[0].done() and not self._is_broken:
            future = pending.popleft()
            self._is_broken = True
            self._is_broken = future.cancelled() or not self._absorb(future.result())

    def _absorb(self, number: int | None) -> bool:
        """Take what a task has found; return whether it was done."""
        if number is None:
            return False
        if self._stage.adds_up:
            self._found[0] += number
        else:
            self._found.append(number)
        self._done += 1
        self._note_done(1)
        return True

    def _note_done(self, n_done: int) -> None:
        stage, total = self._stage, self._sizes[-1]
        share = float(self._sizes[self._done] / total) if total else 1.0
        part = self._begins + share * (stage.ends - self._begins)
        self._note(stage.at_least(self._found), part, n_done)

    def _save(self, *, is_due: bool) -> None:
        if self._checkpoint is not None and is_due:
            self._checkpoint.save(self._stage.name, self._done, self._found)
            self._next_save = time.monotonic() + SECONDS_TO_SAVE


class _Due:
    """The flag that all tasks ask; in the thread of the run it also asks the watch."""

    def __init__(self, watch: Watch) -> None:
        self._watch, self._event = watch, threading.Event()
        self._thread = threading.get_ident()
        self.why: Stop | None = None

    def is_set(self) -> bool:
        """Return whether the tasks must stop."""
        if threading.get_ident() == self._thread:
            self.why = self.why or self._watch.stop
            return is_interrupted() or self.why is not None
        return self._event.is_set()

    def stop(self) -> None:
        """Stop the tasks."""
        self._event.set()

    def begin(self) -> None:
        """Let further tasks run."""
        self._event.clear()


class _Pace:
    """How fast the part that is done grows, for an estimate of the time that is left."""

    def __init__(self) -> None:
        self._marks: deque[tuple[float, float]] = deque(maxlen=MOST_SAMPLES + 1)

    def note(self, part: float) -> None:
        """Note the part that is done now."""
        now = time.monotonic()
        if not self._marks or now - self._marks[-1][0] >= SECONDS_A_SAMPLE:
            self._marks.append((now, part))

    def left(self, part: float) -> Interval | None:
        """Return the seconds that are left at the pace of the last samples; None if unknown."""
        marks = np.array(self._marks)
        if len(marks) < 3:
            return None
        seconds, parts = np.diff(marks, axis=0).T
        if not (parts > 0).all():
            return None
        return Interval.of((1.0 - part) * seconds / parts)
