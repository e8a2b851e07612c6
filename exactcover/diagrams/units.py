"""Diagrams of problems whose options cover several units of an item: one option after another.

Each state between two options (`exactcover.engines.multicover_frontier.states`) has one node, which
tests the next option.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.diagrams.base import ALL, NONE, Nodes
from exactcover.engines.multicover.bounds import agree
from exactcover.engines.multicover_frontier.states import Items, State
from exactcover.problem.links import Links
from exactcover.runtime.search.base import BaseEngine
from exactcover.runtime.search.protocol import Out, Status
from exactcover.runtime.search.work import UnfinishedError

STATE_BYTES = 200
"""The memory of a state and its node, measured with `tracemalloc` on sums of coins."""


class UnitsDiagram(BaseEngine):
    """The engine; see `exactcover.diagrams.construction.DiagramEngine`. It takes every problem.

    A node of the search is a state.

    Parameters
    ----------
    links
        The problem.
    max_bytes
        The maximum memory.
    """

    name = "units_diagram"
    updates = 0

    def __init__(self, links: Links, max_bytes: int) -> None:
        self.depth = links.depth
        self.nodes = self.solutions = 0
        self._links = links
        self._most_states = max_bytes // STATE_BYTES
        self._items = Items(links)
        self._rows = self._items.rows
        self._fates: dict[int, bool] = {}
        # The states before each option; and for each of them, those without and with it.
        self._states: dict[State, int] = {}
        self._steps: list[list[tuple[int, int]]] = []
        self._waiting: Iterator[State] = iter([()] if self._items.are_possible else [])
        self._next: dict[State, int] = {}
        self._new: list[tuple[int, int]] = []

    def choose(self, options: list[int]) -> bool:
        """Choose these options, or leave them out; return whether they agree."""
        n = len(self._rows)
        chosen = [option for option in options if option < n]
        fates = {option - n: False for option in options if option >= n}
        if not agree(self._links, chosen) or not fates.keys().isdisjoint(chosen):
            return False
        self._fates |= fates | dict.fromkeys(chosen, True)
        return True

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue for at most `node_budget` states; `out` is not used."""
        last_node = self.nodes + node_budget
        while len(self._steps) < len(self._rows):
            for state in islice(self._waiting, max(0, last_node - self.nodes)):
                self._expand(len(self._steps), state)
                self.nodes += 1
                if self.nodes > self._most_states:
                    raise UnfinishedError(
                        f"the diagram is not complete: {self.nodes} states fill max_bytes"
                    )
            if self.nodes >= last_node:
                return Status.BUDGET_SPENT
            self._steps.append(self._new)
            self._new, self._states, self._next = [], self._next, {}
            self._waiting = iter(self._states)
        return Status.EXHAUSTED

    def _expand(self, option: int, state: State) -> None:
        """Find the states that follow a state, without the option and with it."""
        fate, found = self._fates.get(option), []
        for is_chosen, after in enumerate(self._items.after(option, state)):
            if after is None or fate is (not is_chosen):
                found.append(NONE)
            else:
                found.append(self._next.setdefault(after, len(self._next)) + 1)
        self._new.append((found[0], found[1]))

    def part_done(self) -> float:
        """Return the part of the options that is done."""
        return len(self._steps) / max(1, len(self._rows))

    def nodes_and_root(self) -> tuple[Nodes, int]:
        """Return the nodes of the diagram and its root, when the search is exhausted."""
        rows: dict[tuple[int, int, int], int] = {}
        # The node of each state after an option, and of none; the only last state is solved.
        below = [NONE, ALL] if self._items.are_possible else [NONE]
        for option in reversed(range(len(self._rows))):
            above = [NONE]
            for lo, hi in self._steps[option]:
                if below[hi] == NONE:
                    above.append(below[lo])
                else:
                    row = option, below[lo], below[hi]
                    above.append(rows.setdefault(row, len(rows) + 2))
            below = above
        columns: NDArray[Any] = np.zeros((3, len(rows) + 2), dtype=np.uint32)
        if rows:
            columns[:, 2:] = np.array(list(rows), dtype=np.uint32).T
        return Nodes(*columns), below[1] if len(below) > 1 else NONE
