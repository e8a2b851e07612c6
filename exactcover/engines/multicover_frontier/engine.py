"""Counts under bounds and multiplicities by the frontier method, one option after another.

The states between two options (see `exactcover.engines.multicover_frontier.states`) are kept with
the number of sets of options that lead to each. So sums, changes of coins and packings of knapsacks
are counted in a time that depends on the numbers of covers, and not on the number of solutions.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.engines.multicover.bounds import agree
from exactcover.engines.multicover_frontier.states import Items, State
from exactcover.problem.links import Links
from exactcover.runtime.errors import GaveUpError
from exactcover.runtime.search.base import BaseEngine
from exactcover.runtime.search.protocol import UNLIMITED, Out, Status, check_only_counts

STATE_UPDATES = 500
"""The time that a state takes, in updates of other engines."""
MOST_STATES = 1 << 22
"""The most states before and after an option: about 1 GB."""
STATES_AT_ONCE = 4096
"""A call ends after so many states, some 20 ms."""


class MultiCoverFrontier(BaseEngine):
    """The engine; see `exactcover.engines.protocol.CoverEngine`. It counts, and lists nothing.

    A node is a state.

    Parameters
    ----------
    links
        The problem, laid out.
    max_states
        The most states before and after an option.
    """

    name = "multicover_frontier"
    counts_only = True

    def __init__(self, links: Links, max_states: int = MOST_STATES) -> None:
        self.depth = links.depth
        self.nodes = self.solutions = 0
        self._links = links
        self._max_states = max_states
        self._items = Items(links)
        self._fates: dict[int, bool] = {}
        self._chosen: list[int] = []
        self._option = self._n_done = 0
        self._states: dict[State, int] = {(): 1} if self._items.are_possible else {}
        self._next: dict[State, int] = {}

    @property
    def updates(self) -> int:
        """How much work was done so far."""
        return STATE_UPDATES * self.nodes

    def choose(self, options: list[int]) -> bool:
        """Choose these options before the search begins, or leave them out.

        See `exactcover.problem.choices` about the numbers. Return whether the options agree.
        """
        n = len(self._items.rows)
        for option in options:
            if self._fates.setdefault(option % n, option < n) is not (option < n):
                return False
        self._chosen += [option for option in options if option < n]  # one given twice counts twice
        return agree(self._links, self._chosen)

    def advance(self, node_budget: int, out: Out) -> Status:
        """Count on, for at most `node_budget` states, and report at most `out.room` solutions.

        Raises
        ------
        GaveUpError
            If there are more than `max_states` states.
        """
        check_only_counts(self, out)
        last_node = self.nodes + min(node_budget, STATES_AT_ONCE)
        while self._option < len(self._items.rows):
            waiting = islice(self._states.items(), self._n_done, None)
            for state, number in islice(waiting, max(0, last_node - self.nodes)):
                self._expand(state, number)
            if self.nodes >= last_node:
                return Status.BUDGET_SPENT
            if self._n_done == len(self._states):
                self._option, self._n_done = self._option + 1, 0
                self._states, self._next = self._next, {}
        left = sum(self._states.values()) - self.solutions
        found = left if out.room >= UNLIMITED else min(out.room, left)
        self.solutions += found
        return Status.OUT_FULL if found == out.room else Status.EXHAUSTED

    def _expand(self, state: State, number: int) -> None:
        """Add the sets of options that lead to a state to those of the states that follow."""
        fate = self._fates.get(self._option)
        for is_chosen, after in enumerate(self._items.after(self._option, state)):
            if after is not None and fate is not (not is_chosen):
                self._next[after] = self._next.get(after, 0) + number
        self.nodes += 1
        self._n_done += 1
        if len(self._states) + len(self._next) > self._max_states:
            raise GaveUpError(
                f"the method {self.name} gave up: there are more than max_states="
                f"{self._max_states} states at option {self._option}"
            )

    def part_done(self) -> float:
        """Return the part of the options that is done."""
        n_options = len(self._items.rows)
        within = self._n_done / max(1, len(self._states))
        return (self._option + within) / n_options if self._option < n_options else 1.0

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all that the search changes."""
        found = {"at": np.array([self._option, self._n_done, self.nodes])}
        found["solutions"] = np.array(hex(self.solutions))
        for name, states in (("states", self._states), ("next", self._next)):
            width = len(next(iter(states), ()))
            found[name] = np.array(list(states), dtype=np.int64).reshape(len(states), width)
            found[f"{name}.numbers"] = np.array([hex(n) for n in states.values()], dtype=np.str_)
        return found

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Restore a snapshot of an engine that was made with the same arguments."""
        self._option, self._n_done, self.nodes = snapshot["at"].tolist()
        self.solutions = int(snapshot["solutions"].item(), 16)
        self._states, self._next = (
            {
                tuple(state): int(number, 16)
                for state, number in zip(
                    snapshot[name].tolist(), snapshot[f"{name}.numbers"].tolist(), strict=True
                )
            }
            for name in ("states", "next")
        )
