"""`ClassEngine`: the engine that searches the branches of a problem, one after another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from exactcover.engines.protocol import CoverEngine
from exactcover.runtime.search.base import BaseEngine
from exactcover.runtime.search.limits import HaltedError
from exactcover.runtime.search.protocol import Out, Part, Splittable, Status
from exactcover.runtime.search.snapshots import restore, snapshots
from exactcover.symmetry.branch import Branch

MOST_AT_ONCE = 1024
"""The most solutions that are found at once where only the classes are counted."""


class ClassEngine(BaseEngine):
    """Finds one solution of each class, or counts the classes; see `Splittable`.

    A part of its search is a branch, with options of the smaller problem that are chosen in it.

    Parameters
    ----------
    branches
        All branches of the problem.
    begin
        Makes the engine of a branch, given its number.
    depth
        The most options that a solution can have.
    order
        The number by which the sum of all weights is divided.
    numbers
        The numbers of the branches to search; by default all.
    chosen
        Options of the first of these branches, chosen before the search.
    """

    is_splittable = True

    def __init__(
        self,
        branches: Sequence[Branch],
        begin: Callable[[int], CoverEngine],
        depth: int,
        order: int = 1,
        numbers: Sequence[int] | None = None,
        chosen: Sequence[int] = (),
    ) -> None:
        self.depth = depth
        self._branches = branches
        self._begin = begin
        self._order = order
        self._numbers = range(len(branches)) if numbers is None else numbers
        self._chosen = list(chosen)
        self._place = 0
        self._engine: CoverEngine | None = None
        self._last: tuple[str, Sequence[str]] = "symmetry", ()
        # The weights of the solutions found so far, and the work of the branches that are done.
        self._found = self._nodes = self._updates = 0

    @property
    def name(self) -> str:
        """The name of the engine that searches the current branch, or searched the last one."""
        return self._engine.name if self._engine else self._last[0]

    @property
    def choice(self) -> Sequence[str]:
        """How many branches there are; which engines search the current or last one, and why."""
        own = self._engine.choice if self._engine else self._last[1]
        return [f"symmetry: {len(self._branches)} smaller problems", *own]

    @property
    def nodes(self) -> int:
        """The number of nodes visited so far, in all branches."""
        return self._nodes + (self._engine.nodes if self._engine else 0)

    @property
    def updates(self) -> int:
        """How much work was done so far, in all branches."""
        return self._updates + (self._engine.updates if self._engine else 0)

    @property
    def solutions(self) -> int:
        """The number of classes found so far; if they are counted by weights, a lower bound."""
        return -(-self._found // self._order)

    @property
    def _branch(self) -> Branch:
        return self._branches[self._numbers[self._place]]

    @property
    def _is_done(self) -> bool:
        return self._place == len(self._numbers)

    def part_done(self) -> float:
        """Return the part of the branches that is done."""
        own = self._engine.part_done() if self._engine else 0.0
        return (self._place + own) / len(self._numbers) if self._numbers else 1.0

    def prepare(self) -> None:
        """Make the engine of the next branch, or let that of the current one prepare itself.

        If that is halted, it is tried again; until then every budget is spent at once.
        """
        if self._engine is None and not self._is_done:
            with suppress(HaltedError):
                self._engine = self._begun()
        if self._engine is not None:
            self._engine.prepare()

    def _begun(self) -> CoverEngine:
        """Return the engine of the current branch."""
        engine = self._begin(self._numbers[self._place])
        if self._chosen:
            engine.choose(self._chosen)
        return engine

    def choose(self, options: list[int]) -> bool:
        """Choose nothing: options may be chosen in the problem before its symmetries are used."""
        return not options

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue for at most `node_budget` nodes and `out.room` solutions, in one branch."""
        if self._is_done:
            return Status.EXHAUSTED
        if self._engine is None:
            self.prepare()
        if self._engine is None:
            return Status.BUDGET_SPENT
        before = self._found
        if self._branch.selector is None and not len(out.rows):
            status = self._count(self._engine, node_budget, out)
        else:
            status = self._list(self._engine, node_budget, out)
        if status == Status.EXHAUSTED:
            self._leave(self._engine)
            status = Status.EXHAUSTED if self._is_done else Status.BUDGET_SPENT
        is_full = self._order == 1 and self._found - before == out.room
        return Status.BUDGET_SPENT if status == Status.OUT_FULL and not is_full else status

    def _count(self, engine: CoverEngine, node_budget: int, out: Out) -> Status:
        """Let an engine count solutions."""
        before = engine.solutions
        status = engine.advance(node_budget, out)
        self._found += self._branch.weight * (engine.solutions - before)
        return status

    def _list(self, engine: CoverEngine, node_budget: int, out: Out) -> Status:
        """Let an engine list solutions, and keep one of each class."""
        room = min(out.room, len(out.rows) or MOST_AT_ONCE)
        rows = np.empty((room, engine.depth), dtype=np.uint32)
        lengths = np.empty(room, dtype=np.uint32)
        before = engine.solutions
        status = engine.advance(node_budget, Out(rows, lengths, room))
        n_found = engine.solutions - before
        covers, lengths = self._branch.covers(rows[:n_found], lengths[:n_found])
        if len(out.rows):
            width = int(lengths.max(initial=0))
            out.rows[: len(covers), :width] = covers[:, :width]
            out.lengths[: len(covers)] = lengths
        self._found += len(covers)
        return status

    def _leave(self, engine: CoverEngine) -> None:
        """Go on to the next branch."""
        self._nodes += engine.nodes
        self._updates += engine.updates
        self._last = engine.name, tuple(engine.choice)
        self._engine = None
        self._chosen = []
        self._place += 1

    def remaining(self) -> list[Part]:
        """Return the parts that are still to be searched, in the order of the search."""
        found = []
        for place in range(self._place, len(self._numbers)):
            rest = [Part(1.0, [])]
            if place == self._place:
                started = cast(Splittable | None, self._engine)
                rest = started.remaining() if started else [Part(1.0, self._chosen)]
            for part in rest:
                share = part.share / len(self._numbers)
                found.append(Part(share, [self._numbers[place], *part.chosen]))
        return found

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        numbers = self._place, self._found, self._nodes, self._updates
        own = {"numbers": np.array([hex(number) for number in numbers])}
        return own | snapshots({"branch": self._engine} if self._engine else {})

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Restore a snapshot of an engine that was made with the same arguments."""
        numbers = [int(number, 16) for number in snapshot["numbers"].tolist()]
        self._place, self._found, self._nodes, self._updates = numbers
        if self._place:
            self._chosen = []
        self._engine = None
        if len(snapshot) > 1:
            self._engine = self._begun()
            restore({"branch": self._engine}, snapshot)

    def check(self) -> None:
        """Raise AssertionError if an invariant of the position does not hold (slow)."""
        assert 0 <= self._place <= len(self._numbers)
        if self._engine is not None:
            self._engine.check()
