"""A search in tasks: from the first one to the last, with limits, Ctrl-C, progress, a checkpoint.

The first task is the whole search. It is cut short like any other, so a small problem never leaves
the process, and a large one begins with the parts that this leaves. A run looks like a
`exactcover.driver.Search` to the verbs.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

import numpy as np

from exactcover.arguments import check_time, check_whole
from exactcover.covering import sorted_rows
from exactcover.derive import find_clash
from exactcover.driver import Flag, interrupts
from exactcover.engine import Status, counting
from exactcover.engines import load
from exactcover.errors import GaveUpError, LostTasksError, ProblemError
from exactcover.links import U32, Links
from exactcover.plan import MEMO, MOST_BYTES, MOST_STATES, STRETCH, Goal
from exactcover.problem import Problem
from exactcover.progress import Progress, reporter
from exactcover.result import Statistics, Stop
from exactcover.spread.checkpoint import Checkpoint
from exactcover.spread.crew import Crew, Done, check_place
from exactcover.spread.output import Output, output_of
from exactcover.spread.tasks import Task, check_splittable
from exactcover.spread.tree import Queue, Tree
from exactcover.spread.work import ADVANCE, Outcome, Search, do, links_of
from exactcover.suits import masks_suit

ROOT_UPDATES, TASK_UPDATES = 1 << 22, 1 << 24
"""The work of the first task, some 20 ms, and of each other one, a tenth of a second."""
BATCH_SECONDS, MOST_TASKS = 0.1, 1024
"""A batch should take so long, but has no more tasks than that."""
SCHEDULING_SECONDS = 0.0025
"""What a scheduler needs for a batch: with many workers it must not be asked too often."""
PATIENCE = 0.1
"""Ctrl-C, limits and progress are looked at so often, in seconds."""
MOST_WAITING = 4
"""For each worker so much may wait for its turn to be handed out; then no more is begun."""


class Run:
    """A search in tasks; see `exactcover.driver.Search` for what the verbs do with it.

    Parameters
    ----------
    problem
        What is searched. Its items have no bounds.
    goal
        What is wanted.
    output
        Where solutions go, as the run's own work; otherwise they are collected by the caller.
    k
        How many solutions of least cost are wanted, if it is these: the method is then an engine
        for costs, and what is found are the k cheapest solutions and some that once were.
    **controls
        See `exactcover.covering.Controls`.

    Attributes
    ----------
    complete, stopped, interrupted
        As of a search.
    """

    def __init__(
        self,
        problem: Problem,
        goal: Goal = Goal.LIST,
        output: str | Path | None = None,
        k: int | None = None,
        *,
        limit: int | None = None,
        time_limit: float | None = None,
        max_nodes: int | None = None,
        cancel: Flag | None = None,
        progress: bool | Callable[[Progress], object] | None = None,
        seed: int | np.random.Generator | None = None,
        chosen: Iterable[Any] = (),
        method: str = "auto",
        workers: int | None = None,
        executor: Executor | Callable[[], Executor] | None = None,
        checkpoint: str | Path | None = None,
        resume: str | Path | None = None,
    ) -> None:
        check_splittable(problem)
        check_place(executor, workers)
        self._limit = check_whole("limit", limit)
        self._time_limit = check_time(time_limit)
        self._max_nodes = check_whole("max_nodes", max_nodes)
        self._cancel, self._report = cancel, reporter(progress)
        self._lists = goal is not Goal.COUNT
        options = problem.find_options(chosen)
        clash = find_clash(problem, options)
        if clash:
            raise ProblemError(clash)
        kept = checkpoint if resume is None else resume
        if kept is not None and self._lists and output is None:
            raise ProblemError(
                "a checkpoint keeps counts and files of solutions: see write_solutions"
            )
        self.complete, self.interrupted = False, False
        self.stopped: Stop | None = None
        self.lost: list[Task] = []
        self._problem = problem
        self._is_auto = method == "auto" and goal is Goal.COUNT
        method, self._why = _method(problem, goal, method)
        drawn = int(seed.integers(1 << 62)) if isinstance(seed, np.random.Generator) else seed
        self._search = Search(
            problem.digest, method, self._lists, drawn, TASK_UPDATES, self._limit, k
        )
        self._costs: list[int] = []
        self._root = Task((), tuple(options))
        self._place = executor, workers
        # Whether solutions wait until the caller takes them.
        self._is_pulled = self._lists and output is None
        self._queue = Queue[Outcome](is_ordered=drawn is not None and self._lists)
        self._found = self._nodes = self._updates = 0
        self._seconds = self._now = 0.0
        self._pace = BATCH_SECONDS
        self._tree = Tree([self._root])
        self._crew: Crew | None = None
        self._open(kept, must_exist=resume is not None, output=output)

    def _open(self, kept: str | Path | None, must_exist: bool, output: str | Path | None) -> None:
        """Open the files, and go on from where a checkpoint stands."""
        self._checkpoint: Checkpoint | None = None
        self._output: Output | None = None
        if kept is not None:
            checkpoint = self._checkpoint = Checkpoint(kept, must_exist=must_exist)
            search = self._search
            facts = {
                "goal": self._lists,
                "method": search.method,
                "seed": search.seed,
                "chosen": self._root.chosen,
                "output": None if output is None else str(output),
            }
            try:
                checkpoint.begin(self._problem, facts, self._root)
            except BaseException:
                checkpoint.close()
                raise
            self._tree = Tree(checkpoint.tasks())
            sums = checkpoint.sums()
            self._found, self._nodes, self._updates = sums.found, sums.nodes, sums.updates
            self._seconds = sums.seconds
        self._name = str(output)
        if output is not None:
            self._output = output_of(output, self._problem)
            positions = self._checkpoint.outputs() if self._checkpoint else {}
            self._output.go_to(positions.get(self._name))

    def count(self) -> int:
        """Search to the end; return the number of solutions found so far."""
        with interrupts() as is_interrupted:
            while not self._is_over() and not is_interrupted():
                self._go_on(is_interrupted)
            self.interrupted = is_interrupted()
        if self.interrupted:
            self._close()
        self._check_lost()
        return min(self._found, self._limit)

    def collect(self) -> list[list[int]]:
        """Search until there are some more solutions; return them, or none at the end."""
        rows, lengths = self.collect_rows()
        return [row[:n] for row, n in zip(rows.tolist(), lengths.tolist(), strict=True)]

    def collect_rows(self) -> tuple[U32, U32]:
        """Search until there are some more solutions; return them as an array."""
        with interrupts() as is_interrupted:
            rows = self._next_rows()
            while rows is None and not self._is_over() and not is_interrupted():
                self._go_on(is_interrupted)
                rows = self._next_rows()
            self.interrupted = is_interrupted()
        if rows is None:
            self._check_lost()
            return np.empty((0, 0), np.uint32), np.empty(0, np.uint32)
        return rows

    def _next_rows(self) -> tuple[U32, U32] | None:
        """Return the solutions of the next task that has some and whose turn it is, if any."""
        for outcome in self._queue.ready(self._tree.first):
            n = min(outcome.found, self._limit - self._found)
            self._hand_out(outcome)
            if n > 0:
                return sorted_rows(outcome.rows[:n], outcome.lengths[:n])
        return None

    def end(self, why: Stop) -> None:
        """Stop for good, unless it has ended; let go of workers and files."""
        if not self.complete and not self.stopped:
            self.stopped = why
        self._report.close(self._progress)
        self._close()

    @property
    def statistics(self) -> Statistics:
        """What all workers together did so far."""
        return Statistics(
            self._nodes,
            self._updates,
            min(self._found, self._limit),
            self._seconds,
            self._search.method,
            (f"{self._search.method}: {self._why}",),
        )

    def _go_on(self, is_interrupted: Callable[[], bool]) -> None:
        """Search on until some tasks are done, a limit is reached, or Ctrl-C."""
        self._now = time.perf_counter()
        try:
            n_done = 0
            while not n_done and not self._is_over() and not is_interrupted():
                self._report.update(self._progress)
                n_done = self._step()
                self._seconds += time.perf_counter() - self._now
                self._now = time.perf_counter()
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
            self._crew = Crew(self._problem, self._search, *self._place)
        while self._tree.n_waiting and self._crew.is_hungry and self._has_room(self._crew):
            share = self._tree.n_waiting // (2 * self._crew.n_workers)
            seconds = max(BATCH_SECONDS, SCHEDULING_SECONDS * self._crew.n_workers)
            size = max(1, min(int(seconds / self._pace), MOST_TASKS, share))
            self._crew.submit([self._tree.begin() for _ in range(size)], self._search)
        return self._take(self._crew.wait(PATIENCE))

    def _has_room(self, crew: Crew) -> bool:
        """Tell whether more may be begun, though so much waits to be handed out."""
        return len(self._queue) < MOST_WAITING * crew.n_workers or self._tree.is_first_waiting

    def _do_root(self) -> int:
        """Search the whole, as far as that goes; count along the frontier where it is narrow."""
        task = self._tree.begin()
        links = links_of(self._problem, self._search.seed)
        search = self._search._replace(updates=min(ROOT_UPDATES, TASK_UPDATES))
        outcome = do(self._problem, links, search, task)
        assert outcome is not None
        if outcome.rest and self._is_auto and outcome.found < self._limit:
            outcome = _narrow(self._problem, links, outcome) or outcome
        return self._take(Done([outcome], [], []))

    def _take(self, done: Done) -> int:
        """Take over what became of some tasks; return how many are done."""
        for outcome in done.outcomes:
            self._tree.finish(outcome.task, outcome.rest)
            self._queue.put(outcome.task.path, outcome)
            if self._search.k is not None:
                self._lower_bound(outcome)
            self._pace += (max(outcome.seconds, 1e-6) - self._pace) / 8
        if not self._is_pulled:
            for outcome in self._queue.ready(self._tree.first):
                self._hand_out(outcome)
        for task in done.undone:
            self._tree.put_back(task)
        for task in done.lost:
            self._tree.finish(task, ())
        self.lost += done.lost
        return len(done.outcomes)

    def _lower_bound(self, outcome: Outcome) -> None:
        """Let no task look for what costs more than the k cheapest solutions that are known."""
        from exactcover.engines.cheapest.taxes import prices

        k, known = self._search.k, prices(links_of(self._problem, self._search.seed))
        assert k is not None
        costs = [
            int(known.price[row[:n]].sum())
            for row, n in zip(outcome.rows, outcome.lengths, strict=True)
        ]
        self._costs = sorted([*self._costs, *costs])[:k]
        if len(self._costs) == k:
            bound = self._costs[-1] - known.unit + 1
            self._search = self._search._replace(bound=bound)

    def _hand_out(self, outcome: Outcome) -> None:
        """Note what a task found, at its turn."""
        self._found += outcome.found
        self._nodes += outcome.nodes
        self._updates += outcome.updates
        if self._output:
            rows, lengths = sorted_rows(outcome.rows, outcome.lengths)
            self._output.write([row[:n] for row, n in zip(rows, lengths, strict=True)])
        if self._checkpoint:
            self._checkpoint.note([outcome])
            if self._checkpoint.is_due:
                self._save()

    def _save(self) -> None:
        """Write the files of solutions, then the checkpoint that knows how far they are."""
        positions = {self._name: self._output.keep()} if self._output else {}
        if self._checkpoint:
            self._checkpoint.save(positions)

    def _is_over(self) -> bool:
        """Tell whether the run has ended, after looking at every limit."""
        if self.complete or self.stopped:
            return True
        if not len(self._tree) and not len(self._queue):
            self.complete = self._found <= self._limit and not self.lost
            why = Stop.LOST if self.lost else Stop.LIMIT
        elif self._found >= self._limit:
            why = Stop.LIMIT
        elif self._nodes >= self._max_nodes:
            why = Stop.NODES
        elif self._seconds >= self._time_limit:
            why = Stop.TIME
        elif self._cancel is not None and self._cancel.is_set():
            why = Stop.CANCELLED
        else:
            return False
        self._pause()
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
            raise LostTasksError([task.chosen for task in self.lost], self._found)

    def _close(self) -> None:
        """Let go of workers and files."""
        for one in (self._crew, self._checkpoint, self._output):
            if one:
                one.close()
        self._crew = self._checkpoint = self._output = None

    def _progress(self) -> Progress:
        part = 1.0 if self.complete else min(1.0, max(0.0, 1.0 - self._tree.share))
        return Progress(part, self._nodes, min(self._found, self._limit), self._seconds)


def _method(problem: Problem, goal: Goal, method: str) -> tuple[str, str]:
    """Return the engine that does the tasks, and why."""
    if method == "auto":
        suits, why = masks_suit(problem)
        name = "masks" if suits else "dancing_cells"
        return MEMO[name] if goal is Goal.COUNT else name, why
    engine = load(method, problem)
    if not hasattr(engine, "remaining"):
        raise ProblemError(
            f"a search by {method} cannot be split; auto, dancing_cells, memo, masks and "
            "masks_memo can"
        )
    if goal is not Goal.COUNT and not getattr(engine, "lists", True):
        raise ProblemError(f"the method {method} only counts: it cannot list solutions")
    return method, "asked for"


def _narrow(problem: Problem, links: Links, outcome: Outcome) -> Outcome | None:
    """Count the whole along the frontier, if it is so narrow that this takes no time."""
    status = Status.BUDGET_SPENT
    try:
        engine = load("frontier", problem)(links, max_states=MOST_STATES, max_bytes=MOST_BYTES)
        engine.choose(list(outcome.task.chosen))
        while status != Status.EXHAUSTED and engine.updates < STRETCH:
            status = engine.advance(ADVANCE, counting())
    except (GaveUpError, ProblemError):
        return None
    if status != Status.EXHAUSTED:
        return None
    return outcome._replace(found=engine.solutions, rest=[])
