"""The driver of all engines: slices, limits, time, cancelling, Ctrl-C and progress.

An engine runs in slices of about 20 ms. Between two slices the driver checks limits, reports
progress and handles Ctrl-C. So every engine can be stopped, observed and resumed.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.types import U32
from exactcover.runtime.search.base import BaseEngine
from exactcover.runtime.search.interrupts import interrupts
from exactcover.runtime.search.limits import HaltedError, Stop, Watch, is_watched
from exactcover.runtime.search.progress import SILENT, Progress, reporter
from exactcover.runtime.search.protocol import UNLIMITED, Engine, Out, Status, counting
from exactcover.runtime.search.request import NO_LIMITS, Limits
from exactcover.runtime.search.result import Statistics

SLICE_SECONDS = 0.02
"""How long a slice should take: Ctrl-C is answered within 0.1 s, and no call is felt."""
FIRST_BUDGET = 16
"""The nodes of the first slice, before the engine's speed is known."""
FASTER = 32.0
"""How many times as many nodes as the slice before a slice may have: others take longer."""
MOST_SOLUTIONS = 1024
"""The most solutions that are collected from a kernel at once."""


COUNTING = counting()
"""Counts all solutions, and builds none."""


class Unmade(BaseEngine):
    """The engine of a search that was stopped before its own was made: it has done nothing."""

    depth = nodes = updates = solutions = 0

    def __init__(self, name: str) -> None:
        self.name = name

    def part_done(self) -> float:
        """Return 0."""
        return 0.0

    def advance(self, node_budget: int, out: Out) -> Status:
        """Do nothing."""
        return Status.BUDGET_SPENT

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return nothing."""
        return {}

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Do nothing."""


def next_budget(budget: int, wanted: float, seconds: float, *, is_early: bool) -> int:
    """Return the nodes of the next call of an engine, which is to take about `wanted` seconds.

    Parameters
    ----------
    budget
        The nodes of the last call.
    wanted, seconds
        How long a call should take, and how long the last one took.
    is_early
        Whether the last call ended before its nodes were visited, perhaps with a solution. Then it
        does not show that more nodes take no longer.

    Examples
    --------
    >>> next_budget(100, 0.1, 0.05, is_early=False), next_budget(100, 0.1, 0.05, is_early=True)
    (200, 100)
    >>> next_budget(100, 0.1, 1.0, is_early=True), next_budget(100, 0.1, 0.0, is_early=False)
    (10, 3200)
    """
    pace = min(1.0 if is_early else FASTER, wanted / max(seconds, 1e-9))
    return min(UNLIMITED, max(1, int(budget * pace)))


def trimmed(rows: U32, lengths: U32) -> list[list[int]]:
    """Return rows as lists of the lengths that they have."""
    return [row[:n] for row, n in zip(rows.tolist(), lengths.tolist(), strict=True)]


class Search:
    """One search, from its beginning to where it is complete or stopped.

    Parameters
    ----------
    engine
        The engine, or a function that makes it. To make it takes time, which the limits count; if
        they stop that, nothing was searched.
    limits
        When to stop.
    why
        Why the engine was chosen, for `Statistics.choice`.
    name
        The name of the search until the engine is made.

    Attributes
    ----------
    complete
        Whether the whole tree was searched.
    stopped
        Why the search ended before that; None while it may continue.
    interrupted
        Whether Ctrl-C ended the last call of `count` or `collect`; the next one continues.
    """

    def __init__(
        self,
        engine: Engine | Callable[[], Engine],
        limits: Limits = NO_LIMITS,
        why: str = "asked for",
        name: str = "auto",
    ) -> None:
        self._limit, self._max_nodes = limits.limit, limits.max_nodes
        self._report = SILENT if limits.progress is None else reporter(limits.progress)
        time_limit = None if limits.time_limit == math.inf else limits.time_limit
        self._watch = Watch(time_limit, limits.cancel)
        self._has_clock = time_limit is not None or limits.cancel is not None
        self._is_watched = True
        self._seconds = 0.0
        self._budget = FIRST_BUDGET
        self._capacity = 16
        self.complete = False
        self.stopped: Stop | None = None
        self.interrupted = False
        self._is_interrupted_early = False
        self._kept: tuple[U32, U32] | None = None
        """The solutions that a call found before it raised: the next one returns them."""
        self._why = why
        self._make: Callable[[], Engine] | None = None
        self._engine: Engine = Unmade(name)
        if callable(engine):
            self._make = engine
            self._prepare()
        else:
            self._engine = engine

    @property
    def engine(self) -> Engine:
        """The engine that searches; an `Unmade` if a limit stopped its construction."""
        return self._engine

    def _prepare(self) -> None:
        """Make the engine, unless a limit or Ctrl-C stops that.

        There are no results yet, so Ctrl-C is not recorded: it is raised at once.
        """
        assert self._make is not None
        try:
            with self._watch.running():
                try:
                    self._engine = self._make()
                    self._make = None
                except HaltedError:  # while the watch runs, it knows those of the verbs around it
                    self._is_interrupted_early = not self._is_over()
        except KeyboardInterrupt:
            self._is_interrupted_early = True
        self._seconds = self._watch.seconds

    def count(self) -> int:
        """Search to the end, building nothing; return the number of solutions found so far."""
        if self._is_ready():
            self._run(COUNTING, until_found=False)
        return self._engine.solutions

    def collect(self) -> list[list[int]]:
        """Search until there are some more solutions; return them, or none at the end."""
        return trimmed(*self._collect())

    def collect_rows(self) -> tuple[U32, U32]:
        """Search until there are some more solutions; return them as an array.

        Returns
        -------
        rows
            One solution a row.
        lengths
            The number of columns.
        """
        return self._collect()

    def _collect(self) -> tuple[U32, U32]:
        """Search until there are some more solutions; return them as found, and their lengths.

        Room for them grows from call to call; the first slices are short, so that the first
        solution comes at once.
        """
        if self._kept is not None:
            kept, self._kept = self._kept, None
            return kept
        if not self._is_ready():
            return np.empty((0, 0), dtype=np.uint32), np.empty(0, dtype=np.uint32)
        room = self._capacity
        if self._limit != UNLIMITED:
            room = self._room(room)
        rows = np.empty((room, self._engine.depth), dtype=np.uint32)
        lengths = np.empty(room, dtype=np.uint32)
        before = self._engine.solutions
        try:
            self._run(Out(rows, lengths, room), until_found=True)
        except BaseException:  # the last report may raise, too
            if (found := self._engine.solutions - before) > 0:
                self._kept = rows[:found], lengths[:found]
            raise
        self._capacity = min(4 * self._capacity, MOST_SOLUTIONS)
        found = self._engine.solutions - before
        return rows[:found], lengths[:found]

    def end(self, why: Stop) -> None:
        """Stop the search for good, unless it has ended."""
        if not self.complete and not self.stopped:
            self.stopped = why
        self._close_report()

    @property
    def statistics(self) -> Statistics:
        """The statistics of the search so far."""
        engine = self._engine
        choice = tuple(engine.choice) or (f"{engine.name}: {self._why}",)
        return Statistics(
            engine.nodes,
            engine.updates,
            engine.solutions,
            self._seconds,
            engine.name,
            choice,
            tuple(engine.profile),
        )

    def _is_ready(self) -> bool:
        """Make the engine if it was not made yet; return whether there is one.

        If Ctrl-C ended the construction, the first call reports it, and the next one tries again.
        """
        if self._make is not None and not self._is_interrupted_early and not self._is_over():
            self._prepare()
        self.interrupted, self._is_interrupted_early = self._is_interrupted_early, False
        return self._make is None

    def _run(self, out: Out, *, until_found: bool) -> None:
        """Run slices until the search ends, Ctrl-C, or (if wanted) `out` has a solution."""
        before = self._engine.solutions if until_found else 0
        self._is_watched = self._has_clock or is_watched()
        with interrupts() as is_interrupted, self._watch.running():
            while not self._is_over():
                # Before the slice: a callback that raises must not lose what a slice found.
                if self._report is not SILENT:
                    self._report.update(self._progress)
                self._slice(out)
                if is_interrupted() or (until_found and self._engine.solutions > before):
                    break
            if is_interrupted() or self.complete:
                self._close_report()
            self.interrupted = is_interrupted()

    def _slice(self, out: Out) -> None:
        """Let the engine run for about `SLICE_SECONDS`, and adapt its budget to its speed."""
        engine = self._engine
        engine.prepare()
        first_node = engine.nodes
        budget = min(self._budget, self._max_nodes - first_node)
        if self._limit != UNLIMITED and (room := self._room(out.room)) != out.room:
            out = out._replace(room=room)
        start = self._watch.seconds
        status = engine.advance(budget, out)
        self._seconds = self._watch.seconds
        elapsed = self._seconds - start
        self.complete = status == Status.EXHAUSTED
        if status == Status.BUDGET_SPENT:
            is_early = engine.nodes < first_node + budget
            self._budget = next_budget(self._budget, SLICE_SECONDS, elapsed, is_early=is_early)

    def _is_over(self) -> bool:
        """Return whether the search has ended, after a check of every limit."""
        if not self.complete and not self.stopped:
            if self._limit != UNLIMITED and self._engine.solutions >= self._limit:
                self.end(Stop.LIMIT)
            elif self._max_nodes != UNLIMITED and self._engine.nodes >= self._max_nodes:
                self.end(Stop.NODES)
            elif self._is_watched and (why := self._watch.stop) is not None:
                self.end(why)
        if self.complete or self.stopped:
            self._close_report()
            return True
        return False

    def _close_report(self) -> None:
        if self._report is not SILENT:
            self._report.close(self._progress)

    def _room(self, most: int) -> int:
        """Return how many more solutions are wanted, but not more than `most`."""
        return max(0, min(most, self._limit - self._engine.solutions, UNLIMITED - 1))

    def _progress(self) -> Progress:
        part = 1.0 if self.complete else self._engine.part_done()
        return Progress(part, self._engine.nodes, self._engine.solutions, self._seconds)
