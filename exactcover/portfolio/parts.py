"""Problems of several independent parts: every part is searched separately.

The solutions of the whole problem are all combinations of the parts' solutions, so their numbers
multiply. In a common search, one part would be searched again for each solution of another.

New solutions of a part are combined with all known solutions of the others: so every combination
is found once, together with the last of its members. Only the solutions of the parts are stored,
not the combinations.
"""

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.analysis.components import Component
from exactcover.portfolio.portfolio import CoverPortfolio
from exactcover.problem.problem import Problem
from exactcover.runtime.search.base import BaseEngine
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.limits import stop_if_due
from exactcover.runtime.search.protocol import UNLIMITED, Out, Status
from exactcover.runtime.search.snapshots import flat, lists, restore, snapshots

MOST_FOUND = 64
"""The most solutions of a part that are found at once to be combined."""


class Parts(BaseEngine):
    """The engine; see `exactcover.engines.protocol.CoverEngine`.

    Parameters
    ----------
    parts
        The parts of the problem.
    goal
        The purpose of the search.
    """

    name = "parts"

    def __init__(self, parts: Sequence[Component], goal: Goal) -> None:
        self.solutions = 0
        self._parts = parts
        self._options = [np.array(part.options, dtype=np.uint32) for part in parts]
        self._engines = [_portfolio(part.problem, goal) for part in parts]
        self.depth = sum(engine.depth for engine in self._engines)
        self._is_done = [False] * len(parts)
        self._next = 0
        # The solutions of every part, and the places of those that are combined now.
        self._found: list[list[list[int]]] = [[] for _ in parts]
        self._ranges = [range(0)] * len(parts)
        self._n_combined = 0

    @property
    def choice(self) -> list[str]:
        """Which engines search the parts, and why, part by part."""
        return [f"{k}. {line}" for k, e in enumerate(self._engines, 1) for line in e.choice]

    @property
    def nodes(self) -> int:
        """The number of nodes visited so far, in all parts."""
        return sum(engine.nodes for engine in self._engines)

    @property
    def updates(self) -> int:
        """How much work was done so far, in all parts."""
        return sum(engine.updates for engine in self._engines)

    def part_done(self) -> float:
        """Return how much of the parts is done, on average."""
        return sum(engine.part_done() for engine in self._engines) / len(self._engines)

    def choose(self, options: list[int]) -> bool:
        """Choose these options before the search begins; return whether they agree."""
        return all(
            engine.choose([k for k, option in enumerate(part.options) if option in options])
            for part, engine in zip(self._parts, self._engines, strict=True)
        )

    def prepare(self) -> None:
        """Let every part prepare its next time slice."""
        for engine in self._engines:
            engine.prepare()

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` nodes and `out.room` solutions."""
        last_node = self.nodes + node_budget
        first, wanted = self.solutions, self.solutions + out.room
        status = Status.OUT_FULL
        while True:
            if len(out.rows):
                self._combine(out, first)
            else:
                known = prod(engine.solutions for engine in self._engines)
                self.solutions = min(wanted, known) if out.room < UNLIMITED else known
            if self.solutions == wanted and out.room < UNLIMITED:
                return Status.OUT_FULL
            if status == Status.BUDGET_SPENT:
                return status
            k = self._next_part()
            if k is None:
                return Status.EXHAUSTED
            nodes = last_node - self.nodes
            if len(out.rows):
                status = self._list(k, nodes)
            else:
                room = self._room(k, wanted if out.room < UNLIMITED else UNLIMITED)
                status = self._engines[k].advance(nodes, out._replace(room=room))
            self._is_done[k] = status == Status.EXHAUSTED
            self._next += status == Status.BUDGET_SPENT

    def _next_part(self) -> int | None:
        """Return the part to search next: one without a solution, if there is any; None at the end.

        So the parts do not wait for each other: one that has no solutions ends the search.
        """
        lacking = [k for k, engine in enumerate(self._engines) if not engine.solutions]
        if any(self._is_done[k] for k in lacking):
            return None
        waiting = lacking or [k for k, is_done in enumerate(self._is_done) if not is_done]
        return waiting[self._next % len(waiting)] if waiting else None

    def _room(self, k: int, wanted: int) -> int:
        """Return how many more solutions of a part may be needed."""
        n_others = prod(engine.solutions for j, engine in enumerate(self._engines) if j != k)
        if not n_others:
            return 1
        if wanted == UNLIMITED:
            return UNLIMITED
        return -(-wanted // n_others) - self._engines[k].solutions

    def _list(self, k: int, nodes: int) -> Status:
        """Find some more solutions of a part, to be combined with those of the others."""
        engine, options = self._engines[k], self._options[k]
        rows = np.empty((MOST_FOUND, engine.depth), dtype=np.uint32)
        out = Out(rows, np.empty(MOST_FOUND, dtype=np.uint32), MOST_FOUND)
        before = engine.solutions
        status = engine.advance(nodes, out)
        found = engine.solutions - before
        for row, length in zip(rows[:found], out.lengths[:found], strict=True):
            self._found[k].append(options[row[:length]].tolist())
        if found:
            self._ranges = [range(len(some)) for some in self._found]
            self._ranges[k] = range(before, before + found)
            self._n_combined = 0
        return status

    def _combine(self, out: Out, first: int) -> None:
        """Write new combinations to `out`, at most `out.room` of them."""
        n_new = prod(map(len, self._ranges)) - self._n_combined
        for place in range(self.solutions - first, min(out.room, self.solutions - first + n_new)):
            number, solution = self._n_combined, list[int]()
            for found, places in zip(self._found, self._ranges, strict=True):
                number, k = divmod(number, len(places))
                solution += found[places[k]]
            out.rows[place, : len(solution)] = solution
            out.lengths[place] = len(solution)
            self._n_combined += 1
            self.solutions += 1

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        own = {
            "solutions": np.array(hex(self.solutions)),
            "is_done": np.array(self._is_done),
            "next": np.array([self._next, self._n_combined]),
            "ranges": np.array([(some.start, some.stop) for some in self._ranges]),
        }
        for k, found in enumerate(self._found):
            own[f"found.{k}"], own[f"lengths.{k}"] = flat(found)
        return own | snapshots(dict(enumerate(self._engines)))

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Restore a snapshot of an engine that was made with the same arguments."""
        self.solutions = int(snapshot["solutions"].item(), 16)
        self._is_done = snapshot["is_done"].tolist()
        self._next, self._n_combined = snapshot["next"].tolist()
        self._ranges = [range(start, stop) for start, stop in snapshot["ranges"].tolist()]
        for k in range(len(self._parts)):
            self._found[k] = lists(snapshot[f"found.{k}"], snapshot[f"lengths.{k}"])
        restore(dict(enumerate(self._engines)), snapshot)

    def check(self) -> None:
        """Raise AssertionError if an invariant of the position does not hold (slow)."""
        for engine in self._engines:
            engine.check()


def _portfolio(problem: Problem, goal: Goal) -> CoverPortfolio:
    """Make the engine of a part; there may be many parts."""
    stop_if_due()
    return CoverPortfolio(problem.links, problem, goal)
