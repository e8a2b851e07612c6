"""Several engines that search one model at the same time, each in a thread: a race.

The search goes in laps, after each of which the engines exchange what they know: the best value
and its solution; and those that learn clauses, the facts of the root and short clauses. The first
engine that has searched all ends the race.

Usually a lap ends by the clock, so that no thread waits long. With a seed it is measured in work,
in updates: then a search does the same whenever it is repeated with as many workers, whichever
thread is fast; but the others wait for the slowest one. What a lap that is stopped has found is
reported all the same.

References
----------
Y. Hamadi, S. Jabbour and L. Sais, ManySAT: a parallel SAT solver, JSAT 6 (2009). Y. Hamadi, S.
Jabbour, C. Piette and L. Sais, Deterministic parallel DPLL, JSAT 7 (2011): exchange in rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from threading import Event
from typing import Any

import numpy as np
from numpy.typing import NDArray

from csp.engines.model_engine import ModelEngine
from csp.model.expressions import MOST_WHOLE
from csp.parallel.exchange import Exchange
from exactcover.runtime.search.driver import next_budget
from exactcover.runtime.search.limits import (
    HaltedError,
    Watch,
    add_loading,
    clock,
    is_due,
    seconds_left,
    seconds_loading,
    stop_if_due,
)
from exactcover.runtime.search.protocol import UNLIMITED, Out, Status
from exactcover.runtime.search.snapshots import flat, lists, restore, snapshots

FIRST_SECONDS, MOST_SECONDS = 0.005, 0.1
"""The duration of the first lap of all engines, and of the longest one."""
ALONE_SECONDS = 0.01
"""The duration of the lap before it, of the first engine alone: most searches end in it."""
GROWTH = 8
"""A lap takes this part of all laps before it: one in eight."""
CALL_SECONDS = 0.01
"""How long a call of an engine should take, where laps are measured in seconds."""
POLL_SECONDS = 0.02
"""How often limits and Ctrl-C are looked at during a lap."""
FIRST_BUDGET, FIRST_PACE = 16, 0.001
"""The nodes of the first call of an engine; those for each update that are assumed at least."""


@dataclass
class Racer:
    """An engine in the race.

    Attributes
    ----------
    engine
        The engine.
    why
        What it is for, for the statistics.
    pace
        The updates that count for a second, where laps are measured in work.
    target, until, most
        It has done its part of the lap after so many updates in all, at this time of the clock,
        or with so many solutions that it found in the lap.
    found
        The solutions that it found in this lap, with the value of the objective.
    is_late
        Whether the time is over.
    is_over
        Whether it has searched all there is.
    """

    engine: ModelEngine
    why: str
    pace: int
    target: int = 0
    until: float = inf
    most: int = UNLIMITED
    found: list[tuple[int, list[int]]] = field(default_factory=list)
    is_late: bool = False
    is_over: bool = False
    _budget: int = FIRST_BUDGET

    def begin(self, seconds: float, *, is_timed: bool) -> None:
        """Begin a lap that takes so long; or as much work as is usual in this time."""
        self.is_late = False
        self.target, self.until = UNLIMITED, clock() + seconds
        if not is_timed:
            self.target, self.until = self.engine.updates + int(self.pace * seconds), inf

    def run(self, seconds: float, stop: Event) -> float:
        """Do the work of a lap; return the seconds in which kernels were loaded."""
        before = seconds_loading()
        with suppress(HaltedError), Watch(seconds, stop).running():
            while not self.is_done:
                stop_if_due()
                self._advance()
        return seconds_loading() - before

    @property
    def is_done(self) -> bool:
        """Whether it has done its part of the lap."""
        is_spent = self.engine.updates >= self.target or len(self.found) >= self.most
        return self.is_over or self.is_late or is_spent

    def _advance(self) -> None:
        """Search on a little; note a solution."""
        engine = self.engine
        engine.prepare()
        out = Out(np.empty((1, engine.depth), np.uint32), np.empty(1, np.uint32), 1)
        before, start = engine.solutions, clock()
        n_nodes = self._n_nodes()
        last_node = engine.nodes + n_nodes
        status = engine.advance(n_nodes, out)
        if engine.solutions > before:
            value = engine.bound + 1
            self.found.append((value, out.rows[0, : out.lengths[0]].tolist()))
        now = clock()
        if status == Status.BUDGET_SPENT:
            is_early = engine.nodes < last_node
            self._budget = next_budget(self._budget, CALL_SECONDS, now - start, is_early=is_early)
        self.is_late = now >= self.until
        self.is_over = status == Status.EXHAUSTED

    def _n_nodes(self) -> int:
        """Return the nodes of the next call: by the updates that are left, or by the clock."""
        if self.target == UNLIMITED:
            return self._budget
        engine = self.engine
        left = max(1, self.target - engine.updates)
        nodes: int = max(1 + int(left * FIRST_PACE), engine.nodes)
        if engine.updates:
            nodes = min(nodes, 1 + int(left * engine.nodes / engine.updates))
        return nodes


class Race(ModelEngine):
    """The race as an engine; see `exactcover.runtime.search.protocol.Engine`.

    Parameters
    ----------
    first
        The engine that searches alone in the first lap, which ends short searches.
    others
        Returns the other engines.
    is_for_best
        Whether the best solution is wanted: the engines then have an objective.
    is_timed
        Whether laps are measured in seconds; else in work.
    """

    solutions: int

    def __init__(
        self,
        first: Racer,
        others: Callable[[], Sequence[Racer]],
        *,
        is_for_best: bool,
        is_timed: bool,
    ) -> None:
        self.depth = first.engine.depth
        self.origins: list[int] = first.engine.origins
        self.solutions = 0
        self._racers = [first]
        self._others: Callable[[], Sequence[Racer]] | None = others
        self._is_for_best = is_for_best
        self._exchange = Exchange(is_for_best=is_for_best)
        self._known: set[tuple[int, ...]] = set()
        self._ready: list[list[int]] = []
        self._best, self._best_values = MOST_WHOLE, list[int]()
        self._is_timed = is_timed
        # Short searches end in this lap. It is measured in work, so that they are always alike.
        self._seconds = ALONE_SECONDS
        first.begin(ALONE_SECONDS, is_timed=False)
        self._pool: ThreadPoolExecutor | None = None

    @property
    def name(self) -> str:
        """The name of the engine that searches now, or of all of them."""
        return "+".join(dict.fromkeys(each.engine.name for each in self._racers))

    @property
    def choice(self) -> list[str]:
        """Which engines search, and why: a line each, and the lines of its own."""
        if len(self._racers) == 1:
            return list(self._racers[0].engine.choice)
        lines = []
        for number, racer in enumerate(self._racers, 1):
            lines.append(f"worker {number}: {racer.engine.name}: {racer.why}")
            lines += [f"  {line}" for line in racer.engine.choice]
        return lines

    @property
    def nodes(self) -> int:
        """The number of nodes that all engines have visited."""
        return sum(each.engine.nodes for each in self._racers)

    @property
    def updates(self) -> int:
        """How much work all engines have done."""
        return sum(each.engine.updates for each in self._racers)

    @property
    def failures(self) -> int:
        """The failures of all engines that count them."""
        return sum(each.engine.failures or 0 for each in self._racers)

    @property
    def bound(self) -> int:
        """The greatest value of the objective that is still accepted."""
        return self._best - 1

    def least_goal(self) -> int | None:
        """Return the least value that the objective can have, as far as one engine knows it."""
        asked = [each.engine.least_goal() for each in self._racers]
        return max((each for each in asked if each is not None), default=None)

    def part_done(self) -> float:
        """Return the largest part that any engine has done."""
        return float(max(each.engine.part_done() for each in self._racers))

    def advance(self, node_budget: int, out: Out) -> Status:
        """Do a lap, or go on with one that was stopped; report the solutions that it found."""
        if not self._ready and not self._is_over:
            if all(each.is_done for each in self._racers):
                with suppress(HaltedError):  # then all engines are still done, and the search ends
                    self._begin_lap()
            for racer in self._racers:
                racer.most = UNLIMITED if self._is_for_best else out.room
            self._run()
            self._collect()
        if self._is_for_best:  # the last one is the best, which must not be lost to a limit
            del self._ready[: -out.room]
        n = min(len(self._ready), out.room)
        for k in range(n if len(out.rows) else 0):
            out.rows[k, : self.depth] = self._ready[k]
            out.lengths[k] = self.depth
        del self._ready[:n]
        self.solutions += n
        if n == out.room:
            return Status.OUT_FULL
        return Status.EXHAUSTED if self._is_over else Status.BUDGET_SPENT

    @property
    def _is_over(self) -> bool:
        return any(each.is_over for each in self._racers)

    def _begin_lap(self) -> None:
        """Let the engines exchange what they know, and give them work."""
        self._begin_all()
        engines = [each.engine for each in self._racers]
        self._exchange(engines, self._best_values, self._best - 1, self.least_goal())
        seconds = min(MOST_SECONDS, max(FIRST_SECONDS, self._seconds / GROWTH))
        self._seconds += seconds
        for racer in self._racers:
            racer.begin(seconds, is_timed=self._is_timed)

    def _begin_all(self) -> None:
        """Make the other engines, if they were not made yet."""
        if self._others is not None:
            self._racers += self._others()
            self._others = None
            self._pool = ThreadPoolExecutor(len(self._racers), "racer")

    def _run(self) -> None:
        """Let each engine do its part of the lap; end early if the search must stop."""
        stop, left = Event(), seconds_left()
        if self._pool is None:
            self._racers[0].run(left, stop)
            return
        waiting = {
            self._pool.submit(each.run, left, stop) for each in self._racers if not each.is_done
        }
        loading = 0.0
        try:
            while waiting:
                done, waiting = wait(waiting, POLL_SECONDS, FIRST_COMPLETED)
                loading = max([loading, *(each.result() for each in done)])
                if is_due():
                    stop.set()
        finally:  # no thread may go on when this call has ended
            stop.set()
            wait(waiting)
            add_loading(loading)

    def _collect(self) -> None:
        """Take over the solutions of this lap, which no other engine has found before."""
        found = [each for racer in self._racers for each in racer.found]
        for racer in self._racers:
            racer.found = []
        if self._is_for_best:
            found.sort(key=lambda each: -each[0])
        for value, row in found:
            if self._is_for_best and value < self._best:
                self._best = value
                self._best_values = [o + k for o, k in zip(self.origins, row, strict=True)]
                self._ready.append(row)
            elif not self._is_for_best and tuple(row) not in self._known:
                self._known.add(tuple(row))
                self._ready.append(row)

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        known, known_lengths = flat(sorted(self._known))
        ready, ready_lengths = flat(self._ready)
        racers = [[each.target, each.most, each.is_over] for each in self._racers]
        return {
            "numbers": np.array([self.solutions, self._best], dtype=np.int64),
            "seconds": np.array(self._seconds),
            "racers": np.array(racers, dtype=np.uint64),
            "best": np.array(self._best_values, dtype=np.int64),
            "known": known,
            "known_lengths": known_lengths,
            "ready": ready,
            "ready_lengths": ready_lengths,
        } | snapshots({str(k): each.engine for k, each in enumerate(self._racers)})

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Continue from a snapshot of another engine with the same arguments."""
        if len(snapshot["racers"]) > 1:
            self._begin_all()
        self.solutions, self._best = snapshot["numbers"].tolist()
        self._seconds = float(snapshot["seconds"])
        for racer, (target, most, is_over) in zip(
            self._racers, snapshot["racers"].tolist(), strict=True
        ):
            racer.target, racer.most, racer.is_over = target, most, bool(is_over)
        self._best_values = snapshot["best"].tolist()
        self._known = set(map(tuple, lists(snapshot["known"], snapshot["known_lengths"])))
        self._ready = lists(snapshot["ready"], snapshot["ready_lengths"])
        restore({str(k): each.engine for k, each in enumerate(self._racers)}, snapshot)

    def check(self) -> None:
        """Raise AssertionError if an invariant of the position does not hold (slow)."""
        for each in self._racers:
            each.engine.check()
