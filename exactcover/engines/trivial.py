"""The engine of problems without primary items, whose one solution is to choose nothing.

Such a problem is the rest of a problem whose items are all covered. This engine replaces every
other one, so that none of them needs tables without items.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.engines.protocol import CoverEngine
from exactcover.problem.problem import Problem
from exactcover.runtime.search.base import BaseEngine
from exactcover.runtime.search.protocol import Out, Part, Status, check_only_counts


class Trivial(BaseEngine):
    """The engine; see `exactcover.engines.protocol.CheapestEngine`. Its one node is the root.

    Parameters
    ----------
    name
        The name of the engine for which it stands.
    only_counts
        Whether that engine counts solutions and cannot list them.
    """

    is_splittable = True
    finds_cheapest = True
    depth = updates = 0

    def __init__(self, name: str = "trivial", *, only_counts: bool = False) -> None:
        self.name = name
        self._only_counts = only_counts
        self.nodes = self.solutions = 0

    @staticmethod
    def refuses(problem: Problem) -> str | None:
        """Refuse primary items."""
        return "it has primary items" if problem.n_primary else None

    def choose(self, options: list[int]) -> bool:
        """Return whether no options are to be chosen: there are none that could be."""
        return not options

    def advance(self, node_budget: int, out: Out) -> Status:
        """Visit the root, unless that is done."""
        if self._only_counts:
            check_only_counts(self, out)
        if self.nodes:
            return Status.EXHAUSTED
        if node_budget <= 0:
            return Status.BUDGET_SPENT
        self.nodes = self.solutions = 1
        out.lengths[:1] = 0
        return Status.OUT_FULL if out.room == 1 else Status.EXHAUSTED

    def lower(self, limit: int) -> None:
        """Look for no solution that costs `limit` or more: to choose nothing costs 0."""
        if limit <= 0:
            self.nodes = 1

    @property
    def bound(self) -> int:
        """The cost of choosing nothing."""
        return 0

    def part_done(self) -> float:
        """Return 1 if the root was visited, else 0."""
        return float(self.nodes)

    def remaining(self) -> list[Part]:
        """Return the whole search, unless it is done."""
        return [] if self.nodes else [Part(1.0, [])]

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all that the search changes."""
        return {"done": np.array([self.nodes, self.solutions])}

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Go on from the position of another engine when it made the snapshot."""
        self.nodes, self.solutions = snapshot["done"].tolist()

    def check(self) -> None:
        """Raise AssertionError if an invariant of the position does not hold."""
        assert self.solutions <= self.nodes <= 1


def trivial(name: str, engine: type[CoverEngine]) -> Callable[..., Trivial]:
    """Return a factory of the engine that replaces another one; it ignores links and settings."""
    return lambda *_, **__: Trivial(name, only_counts=engine.counts_only)
