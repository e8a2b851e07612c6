"""Propagation and clause learning in turns: where one is lost, the other often is not.

Most searches for one solution end before propagation has spent its first turn. One that does not
may never end by itself: then the model is said as an exact cover problem, if it can be, and the
learning engine has turns of its own. Each turn is twice as long as the one before. They are
measured in work, not in time: so a search goes the same way on any machine.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from csp.bridges.cover_engine import Covering
from csp.errors import TranslationError
from csp.search.engine import Propagation
from exactcover.errors import ProblemError
from exactcover.limits import HaltedError
from exactcover.portfolio.composite import Composite, restore, snapshots
from exactcover.search.protocol import UNLIMITED, Out, Status

FIRST, LEARNING = 1 << 19, 1 << 24
"""The updates of the first turns: of propagation, some 0.3 seconds, and of learning, 0.7."""


class Turns(Composite):
    """The machine; see `exactcover.search.protocol.Machine`. It is for few solutions.

    Parameters
    ----------
    propagation
        What searches first.
    learn
        Makes the other machine, when it comes to that.
    why
        What is said of the first turn.

    Attributes
    ----------
    origins
        What is to be added to the numbers of a solution, to get the variables' values.
    """

    def __init__(self, propagation: Propagation, learn: Callable[[], Covering], why: str) -> None:
        self.depth = propagation.depth
        self.origins = propagation.origins
        self.solutions = 0
        self._choice = [f"{propagation.name}: {why}"]
        self._machines: list[Propagation | Covering] = [propagation]
        self._turn = 0
        self._stretch = FIRST
        self._end = FIRST
        self._learn = learn
        self._handed_out: set[tuple[int, ...]] = set()

    @property
    def _machine(self) -> Propagation | Covering:
        return self._machines[self._turn % len(self._machines)]

    def prepare(self) -> None:
        """Let the other one have its turn, if this one's is over.

        If its making is halted it is tried again when the search goes on.
        """
        if self._is_over:
            with suppress(HaltedError):
                self._take_turn()

    @property
    def _is_over(self) -> bool:
        """Whether the turn of the machine is over."""
        return self._machine.updates >= self._end

    def _take_turn(self) -> None:
        if self._turn == 0:
            self._begin_to_learn()
        if len(self._machines) == 1:
            self._end = UNLIMITED
            return
        self._turn += 1
        if self._turn % 2:
            self._end = self._machine.updates + LEARNING // FIRST * self._stretch
        else:
            self._stretch *= 2
            self._end = self._machine.updates + self._stretch
            self._choice.append(f"{self.name}: it goes on")

    def _begin_to_learn(self) -> None:
        try:
            self._machines.append(self._learn())
            self._choice += self._machines[-1].choice  # type: ignore[union-attr]
        except (TranslationError, ProblemError) as reason:
            self._choice.append(f"{self.name}: it goes on alone, for {reason}")

    def advance(self, node_budget: int, out: Out) -> Status:
        """Search on, for at most `node_budget` nodes and `out.room` solutions."""
        self.prepare()
        if self._is_over:
            return Status.BUDGET_SPENT
        machine = self._machine
        pace = machine.nodes / machine.updates if machine.updates else 0.001
        budget = min(node_budget, 1 + int(max(0, self._end - machine.updates) * pace))
        rows = np.empty((out.room, self.depth), dtype=np.uint32)
        before = machine.solutions
        status = machine.advance(budget, Out(rows, np.empty(out.room, np.uint32), out.room))
        found = self._hand_out(rows[: machine.solutions - before], out)
        if status == Status.OUT_FULL and found < out.room:
            return Status.BUDGET_SPENT
        return status

    def _hand_out(self, rows: NDArray[np.uint32], out: Out) -> int:
        """Put the solutions that the other one has not found into `out`; return how many."""
        shift = np.subtract(self._machine.origins, self.origins)
        found = 0
        for row in rows + shift:
            key = tuple(row.tolist())
            if key not in self._handed_out:
                self._handed_out.add(key)
                if len(out.rows):
                    out.rows[found], out.lengths[found] = row, self.depth
                found += 1
        self.solutions += found
        return found

    @property
    def choice(self) -> list[str]:
        """For every turn: whose it was, and why; a line each."""
        return self._choice

    @property
    def name(self) -> str:
        """The name of the machine whose turn it is."""
        return self._machine.name

    @property
    def nodes(self) -> int:
        """How many nodes both have visited."""
        return sum(machine.nodes for machine in self._machines)

    @property
    def updates(self) -> int:
        """How much work both have done."""
        return sum(machine.updates for machine in self._machines)

    def part_done(self) -> float:
        """Return the most that either has done."""
        return max(machine.part_done() for machine in self._machines)

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        return {
            "turn": np.array([self._turn, self._stretch, self._end, self.solutions]),
            "choice": np.array(self._choice),
            "handed_out": np.array(sorted(self._handed_out)).reshape(-1, self.depth),
            **snapshots(self._named()),
        }

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Go on where another machine made alike stood when it made the snapshot."""
        self._turn, self._stretch, self._end, self.solutions = snapshot["turn"].tolist()
        if self._turn and len(self._machines) == 1:
            self._begin_to_learn()
        self._choice = snapshot["choice"].tolist()
        self._handed_out = set(map(tuple, snapshot["handed_out"].tolist()))
        restore(self._named(), snapshot)

    def _named(self) -> dict[str, Any]:
        return dict(zip(("propagation", "learning"), self._machines, strict=False))

    def check(self) -> None:
        """Raise AssertionError if an invariant of the position does not hold (slow)."""
        for machine in self._machines:
            machine.check()
