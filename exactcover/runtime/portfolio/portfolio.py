"""An algorithm portfolio: several engines, each with time slices, until one finishes the search.

The fastest engine for a problem is not known before the search. So a search begins with an engine
that needs no preparation; if it has not finished at the end of its time slice, the schedule decides
which engine has the next one (`exactcover.runtime.portfolio.schedule`). An engine may give up. An
engine with another time slice continues where it stopped.

The engines search independently, and so may find the same solutions: those that were reported
before are dropped. When solutions are only counted, the result is the largest count of any engine:
a lower bound, which is exact as soon as one of them finishes.
"""

from abc import abstractmethod
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Generic, NamedTuple, TypeVar
from weakref import proxy

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.errors import GaveUpError
from exactcover.runtime.kernels.types import U32
from exactcover.runtime.portfolio.schedule import Question, Schedule, TimeSlice
from exactcover.runtime.search.base import BaseEngine
from exactcover.runtime.search.limits import HaltedError
from exactcover.runtime.search.protocol import UNLIMITED, Engine, Out, Status
from exactcover.runtime.search.snapshots import flat, lists, restore, snapshots

AnyEngine = TypeVar("AnyEngine", bound=Engine)

Key = tuple[int, ...]
"""Identifies a solution, whichever engine found it."""

FIRST_PACE = 0.001
"""The nodes for each update that are assumed at least of an engine that has not begun."""


class Begun(NamedTuple):
    """A time slice that was begun."""

    engine: str
    why: str
    n_found: int
    """The number of solutions known when it began."""
    gave_up: bool
    """Whether the engine of the time slice before it had given up."""
    last_part: float
    """The part of the search that the engine of the time slice before it had done."""


class Portfolio(BaseEngine, Generic[AnyEngine]):
    """An engine that runs others in time slices; see `exactcover.runtime.search.protocol.Engine`.

    Parameters
    ----------
    depth
        The most numbers that a solution has.
    schedule
        Makes the schedule; it is called with the portfolio, whose `solutions`, `gave_up` and
        `last_part` it may ask.

    Attributes
    ----------
    solutions
        The number of solutions found.
    gave_up
        Whether the engine of the last time slice gave up.
    last_part
        The part of the search that the engine of the last time slice has done.
    """

    def __init__(
        self, depth: int, schedule: "Callable[[Portfolio[AnyEngine]], Schedule[AnyEngine]]"
    ) -> None:
        self.depth = depth
        self.solutions = 0
        self.gave_up = False
        self.last_part = 0.0
        self._is_replaying = False
        self._engine: AnyEngine
        self._engines: dict[str, AnyEngine] = {}
        self._begun: list[Begun] = []
        self._handed_out: set[Key] = set()
        # The solutions reported in this time slice, which another engine may find, too.
        self._fresh: list[tuple[U32, U32]] = []
        self._part = 0.0
        # The last object that the schedule yielded, if not handled yet, and the answer to send.
        self._next: TimeSlice[AnyEngine] | Question | None = None
        self._answer: Any = None
        # The schedule is a part of this portfolio. With a proxy there is no cycle of references, so
        # the arrays of the engines are released at once.
        self._schedule = schedule(proxy(self))
        self._begin_slice()

    @staticmethod
    @abstractmethod
    def key(row: U32, length: int) -> Key:
        """Return the same key for the same solution, whichever engine wrote the row."""

    def keys(self, rows: U32, lengths: U32) -> list[Key]:
        """Return the key of each of some solutions."""
        return list(map(self.key, rows, lengths))

    def _make(self, time_slice: TimeSlice[AnyEngine]) -> AnyEngine:
        """Make the engine of a time slice."""
        return time_slice.make()

    @property
    def name(self) -> str:
        """The name of the engine that has the time slice."""
        return self._engine.name

    @property
    def nodes(self) -> int:
        """The number of nodes that all engines have visited."""
        return self._engine.nodes + self._nodes_of_others

    @property
    def updates(self) -> int:
        """How much work all engines have done."""
        return self._engine.updates + self._updates_of_others

    def part_done(self) -> float:
        """Return the largest part that any engine has done."""
        self._part = max(self._part, self._engine.part_done())
        return self._part

    def prepare(self) -> None:
        """Begin the next time slice, if the last one is spent.

        This includes the construction of its engine. If that is halted, it is tried again when the
        search continues; until then every budget of this portfolio is spent at once.
        """
        if self._is_spent:
            with suppress(HaltedError):
                self._begin_slice()
        else:
            self._engine.prepare()

    def _begin_slice(self) -> None:
        """Begin the next time slice: make its engine, and only then change anything else."""
        if self._begun and not self._is_replaying:
            self.last_part = self._part_of_last()
        slice_ = self._next_slice()
        if slice_.engine not in self._engines:
            self._engines[slice_.engine] = self._make(slice_)
        goes_on_alone = self._begun and slice_.engine == self.name and not slice_.is_bounded
        if goes_on_alone:
            self._fresh.clear()
        self._note_fresh()
        self._begun.append(
            Begun(slice_.engine, slice_.why, self.solutions, self.gave_up, self.last_part)
        )
        self.gave_up = False
        self._slice, self._next = slice_, None
        self._engine = self._engines[slice_.engine]
        self._count_others()
        self._last_node = self._engine.nodes + slice_.nodes
        self._last_update = self._engine.updates + slice_.updates
        self._is_spent = False

    def _part_of_last(self) -> float:
        """Return the part of the search that the engine of the last time slice has done."""
        return self._engine.part_done()

    def _next_slice(self) -> TimeSlice[AnyEngine]:
        """Ask the schedule for its next time slice; answer the questions that come before it."""
        while not isinstance(self._next, TimeSlice):
            if self._next is not None:
                self._answer = self._next()
            self._next = self._schedule.send(self._answer)
            self._answer = None
        return self._next

    def _count_others(self) -> None:
        """Record the work of the engines that wait for their next time slice."""
        self._nodes_of_others = self._updates_of_others = 0
        for engine in self._engines.values():
            if engine is not self._engine:
                self._nodes_of_others += engine.nodes
                self._updates_of_others += engine.updates

    @property
    def choice(self) -> list[str]:
        """For each time slice, which engine had it, and why; a line each."""
        lines = []
        for begun in self._begun:
            lines.append(f"{begun.engine}: {begun.why}")
            lines += [f"  {line}" for line in self._engines[begun.engine].choice]
        return lines

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` nodes and `out.room` solutions."""
        self.prepare()
        if self._is_spent:
            return Status.BUDGET_SPENT
        engine = self._engine
        done = engine.nodes
        nodes = min(node_budget, self._last_node - done)
        if self._slice.updates < UNLIMITED:
            # As many as the updates that are left suffice for, if nodes are as they were; but at
            # most as many again, because the first nodes may take hardly any updates.
            updates = engine.updates
            left = max(0, self._last_update - updates)
            nodes = min(nodes, max(1 + int(left * FIRST_PACE), done))
            if updates:
                nodes = min(nodes, 1 + int(left * done / updates))
        try:
            status = self._list(nodes, out) if len(out.rows) else self._count(nodes, out)
        except GaveUpError as reason:
            begun = self._begun[-1]
            self._begun[-1] = begun._replace(why=f"{begun.why}; it gave up: {reason}")
            self._is_spent = self.gave_up = True
            return Status.BUDGET_SPENT
        if status == Status.BUDGET_SPENT:
            self._is_spent = engine.nodes >= self._last_node or engine.updates >= self._last_update
        return status

    def _count(self, nodes: int, out: Out) -> Status:
        """Count on; the limit is raised by the solutions that other engines have counted."""
        engine = self._engine
        room = out.room
        if room < UNLIMITED:
            room += self.solutions - engine.solutions
        status = engine.advance(nodes, out._replace(room=room))
        self.solutions = max(self.solutions, engine.solutions)
        return status

    def _list(self, nodes: int, out: Out) -> Status:
        """Find solutions, and leave in `out` only those that were not reported before."""
        engine = self._engine
        before = engine.solutions
        may_repeat = len(self._handed_out) > before
        status = engine.advance(nodes, out)
        found = engine.solutions - before
        if may_repeat:
            found = self._drop_repeats(out, found)
        elif found and self._slice.is_bounded:
            self._fresh.append((out.rows[:found].copy(), out.lengths[:found].copy()))
        self.solutions += found
        return status

    def _drop_repeats(self, out: Out, found: int) -> int:
        """Remove solutions from `out` that were reported before; return the number left.

        An engine does not write a solution twice, so those in `out` all differ.
        """
        keys = self.keys(out.rows[:found], out.lengths[:found])
        kept = [k for k, key in enumerate(keys) if key not in self._handed_out]
        if len(kept) < found:
            out.rows[: len(kept)] = out.rows[kept]
            out.lengths[: len(kept)] = out.lengths[kept]
        self._handed_out.update(keys)
        return len(kept)

    def _note_fresh(self) -> None:
        """Record the keys of the solutions that were reported in this time slice."""
        for rows, lengths in self._fresh:
            self._handed_out.update(self.keys(rows, lengths))
        self._fresh.clear()

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        self._note_fresh()
        keys, lengths = flat(sorted(self._handed_out))
        ends = [self._last_node, self._last_update, self._is_spent]
        own = {
            "reasons": np.array([begun.why for begun in self._begun]),
            "n_found": np.array([hex(begun.n_found) for begun in self._begun]),
            "gave_up": np.array([begun.gave_up for begun in self._begun] + [self.gave_up]),
            "last_parts": np.array([begun.last_part for begun in self._begun]),
            "ends": np.array(ends, dtype=np.uint64),
            "solutions": np.array(hex(self.solutions)),
            "part": np.array(self._part),
            "handed_out": keys,
            "lengths": lengths,
        }
        return own | snapshots(self._engines)

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Go on from the position of another portfolio, made alike, when it made the snapshot."""
        # The schedule depends on what was found; the work of the engines is in their snapshots.
        *gave_up, gives_up = snapshot["gave_up"].tolist()
        parts = snapshot["last_parts"].tolist()
        begun = list(zip(snapshot["n_found"].tolist(), gave_up, parts, strict=True))
        self._is_replaying = True
        for n_found, had_given_up, part in begun[len(self._begun) :]:
            self.solutions, self.gave_up, self.last_part = int(n_found, 16), had_given_up, part
            self._begin_slice()
        self._is_replaying = False
        self.gave_up = gives_up
        reasons = snapshot["reasons"].tolist()
        self._begun = [b._replace(why=w) for b, w in zip(self._begun, reasons, strict=True)]
        self._last_node, self._last_update, is_spent = snapshot["ends"].tolist()
        self._is_spent = bool(is_spent)
        self.solutions = int(snapshot["solutions"].item(), 16)
        self._part = float(snapshot["part"])
        self._handed_out = set(map(tuple, lists(snapshot["handed_out"], snapshot["lengths"])))
        restore(self._engines, snapshot)
        self._count_others()

    def check(self) -> None:
        """Raise AssertionError if an invariant of the position does not hold (slow)."""
        for engine in self._engines.values():
            engine.check()
