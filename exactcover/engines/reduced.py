"""A problem made smaller (`exactcover.reduce`), searched in place of the one that was given."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.engine import Out, Status
from exactcover.engines.composite import Composite
from exactcover.engines.relay import Relay
from exactcover.links import Links
from exactcover.plan import Goal
from exactcover.problem import Problem
from exactcover.reduce import Reduction


class Reduced(Composite):
    """The engine; see `exactcover.engine.Engine`. Nothing can be chosen before it begins.

    Parameters
    ----------
    links
        Not used: what is left of the problem has its own.
    reduction
        What is left, and the way back.
    goal
        What is wanted of the search.
    """

    name = "reduced"

    def __init__(self, links: Links, reduction: Reduction, goal: Goal) -> None:
        self._forced = np.array(reduction.forced, dtype=np.uint32)
        self._kept = reduction.kept.astype(np.uint32)
        self._engine = Relay(reduction.problem.links, reduction.problem, goal)
        self.depth = len(self._forced) + self._engine.depth

    @staticmethod
    def refuses(problem: Problem) -> str | None:
        """Return why a problem cannot be taken: bounds."""
        return "it has items with bounds" if problem.has_bounds else None

    @property
    def choice(self) -> list[str]:
        """Which engines search what is left, and why."""
        return self._engine.choice

    @property
    def nodes(self) -> int:
        """How many nodes of the search tree were visited so far."""
        return self._engine.nodes

    @property
    def updates(self) -> int:
        """How much work was done so far."""
        return self._engine.updates

    @property
    def solutions(self) -> int:
        """How many solutions were found so far."""
        return self._engine.solutions

    def part_done(self) -> float:
        """Return how much of the search of what is left is done."""
        return self._engine.part_done()

    def choose(self, options: list[int]) -> bool:
        """Take these options before the search begins; none can be."""
        return not options

    def prepare(self) -> None:
        """Let the next engine take over, where the last one's stretch is spent."""
        self._engine.prepare()

    def advance(self, node_budget: int, out: Out) -> Status:
        """Search on, for at most `node_budget` nodes and `out.room` solutions."""
        if not len(out.rows):
            return self._engine.advance(node_budget, out)
        rows = np.zeros((len(out.rows), self._engine.depth), dtype=np.uint32)
        before = self.solutions
        status = self._engine.advance(node_budget, out._replace(rows=rows))
        found = self.solutions - before
        # Behind a short solution stands anything, which is never looked at.
        n_forced = len(self._forced)
        out.rows[:found, :n_forced] = self._forced
        if len(self._kept):
            places = np.minimum(rows[:found], len(self._kept) - 1)
            out.rows[:found, n_forced : self.depth] = self._kept[places]
        out.lengths[:found] += np.uint32(n_forced)
        return status

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        return self._engine.snapshot()

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Go on where another engine of the same reduction stood when it made the snapshot."""
        self._engine.restore(snapshot)

    def check(self) -> None:
        """Raise AssertionError if an invariant of the position does not hold (slow)."""
        self._engine.check()
