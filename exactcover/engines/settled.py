"""The engine of problems without primary items, which have one solution: to choose nothing.

Such a problem is left of another one when all of its items are covered. No other engine has to lay
out tables without items: this one stands for each of them.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.diagrams.diagram import ALL, Nodes
from exactcover.problem.links import Links
from exactcover.problem.problem import Problem
from exactcover.search.protocol import Engine, Out, Part, Status, check_only_counts


class Settled:
    """The engine; see `exactcover.search.protocol.Engine`. Its search has one node, the root.

    Parameters
    ----------
    links
        Not used.
    *settings, **more_settings
        Those of the engine for which it stands; not used either.
    """

    name = "settled"
    lists = True
    depth = updates = 0

    def __init__(self, links: Links, *settings: object, **more_settings: object) -> None:
        self.nodes = self.solutions = 0

    @staticmethod
    def refuses(problem: Problem) -> str | None:
        """Return why a problem cannot be taken: it has primary items."""
        return "it has primary items" if problem.n_primary else None

    def choose(self, options: list[int]) -> bool:
        """Take these options before the search begins: there is none that can be taken."""
        return not options

    def advance(self, node_budget: int, out: Out) -> Status:
        """Visit the root, unless that is done."""
        if not self.lists:
            check_only_counts(self, out)
        if self.nodes:
            return Status.EXHAUSTED
        if node_budget <= 0:
            return Status.BUDGET_SPENT
        self.nodes = self.solutions = 1
        out.lengths[:1] = 0
        return Status.OUT_FULL if out.room == 1 else Status.EXHAUSTED

    def lower(self, limit: int) -> None:
        """Look for no solution that costs so much: to choose nothing costs 0."""
        if limit <= 0:
            self.nodes = 1

    def part_done(self) -> float:
        """Return whether the root was visited, as a number."""
        return float(self.nodes)

    def remaining(self) -> list[Part]:
        """Return the whole search, unless it is done."""
        return [] if self.nodes else [Part(1.0, [])]

    def nodes_and_root(self) -> tuple[Nodes, int]:
        """Return the diagram of all solutions."""
        return Nodes(*np.zeros((3, 2), dtype=np.uint32)), ALL

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all that the search changes."""
        return {"done": np.array([self.nodes, self.solutions])}

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Go on where another one stood when it made the snapshot."""
        self.nodes, self.solutions = snapshot["done"].tolist()

    def check(self) -> None:
        """Raise AssertionError if an invariant of the position does not hold."""
        assert self.solutions <= self.nodes <= 1


def settled(name: str, engine: type[Engine]) -> type[Settled]:
    """Return the class that stands for an engine, by its name, where nothing is to be covered."""
    return type("Settled", (Settled,), {"name": name, "lists": getattr(engine, "lists", True)})
