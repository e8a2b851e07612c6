"""Counting by decomposition: tables along an elimination order of the items.

The problem is taken apart at few items at a time. A table has a row for each combination of states
of some items that partial solutions leave behind, and the number of those is its value; tables that
share items are joined, and an item ends when nothing else has it any more. So independent parts
never multiply each other's work, however the problem branches: the treewidth of the graph of the
items decides, where the frontier method depends on its pathwidth. Graphs and boards that are like
trees or long strips are counted at once, with as many solutions as they like.

References
----------
R. Dechter, Bucket elimination: a unifying framework for reasoning, Artificial Intelligence 113
(1999), 41-85.
"""

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.circuits.answers import sum_of
from exactcover.circuits.circuit import Circuit, Steps
from exactcover.engines.decomposition.elimination import Order, OrderSearch
from exactcover.engines.decomposition.graph import graph_of
from exactcover.engines.decomposition.item_states import item_states
from exactcover.engines.decomposition.machine import Machine
from exactcover.engines.multicover.bounds import MULTIPLICITIES, agree
from exactcover.problem.links import Links
from exactcover.problem.problem import Problem
from exactcover.runtime.errors import GaveUpError
from exactcover.runtime.kernels.bitsets import number_of, words_of
from exactcover.runtime.search.base import BaseEngine
from exactcover.runtime.search.protocol import UNLIMITED, Out, Status, check_only_counts

MAX_BYTES = 1 << 30
ORDER_STEPS = 1 << 23
"""The most steps of the search for orders: some 20 to 60 ms."""
CALL_UPDATES = 1 << 18
"""As many updates are done in one call: some 10 ms."""


class Decomposition(BaseEngine):
    """The engine; see `exactcover.engines.protocol.CoverEngine`. It counts, and lists nothing.

    A node is an operation that makes a table, an update is a product of two rows; an operation
    takes as long as 4,096 of them beside. Solutions are known at the end only: then each call
    reports at most `out.room` of them.

    Parameters
    ----------
    links
        The problem.
    max_bytes
        How much memory the tables may take.
    order_steps
        How long it looks for a good order; see `elimination.OrderSearch`.
    only_tables
        Whether only the tables are wanted, for `circuit`: then the number of solutions is given as
        1 if there are any.
    """

    name = "decomposition"
    counts_only = True

    def __init__(
        self,
        links: Links,
        max_bytes: int | None = None,
        order_steps: int = ORDER_STEPS,
        *,
        only_tables: bool = False,
    ) -> None:
        self.depth = links.depth
        self.solutions = 0
        self._links = links
        self._states = item_states(links)
        self._graph = graph_of(self._states)
        self._order_search = OrderSearch(self._graph)
        self._orders = self._order_search.best(order_steps)
        self._max_bytes = MAX_BYTES if max_bytes is None else max_bytes
        self._only_tables = only_tables
        self._n_tried = 0
        self._given: list[int] = []
        self._done = 0, 0
        self._part = 0.0
        self._begin()

    @property
    def cost(self) -> float:
        """An upper bound of the number of rows, by the order that is tried."""
        return self._order.cost

    def look_for_orders(self, steps: int) -> None:
        """Look for a better order, before the search begins."""
        assert not self.updates
        self._orders = self._order_search.best(steps)
        self._begin()

    @property
    def _order(self) -> Order:
        """The order that is tried."""
        return self._orders[min(self._n_tried, len(self._orders) - 1)]

    def _begin(self) -> None:
        """Begin with the order that is tried next."""
        self._machine = Machine(
            self._states, self._graph, self._order.items, self._given, self._max_bytes
        )
        self._counting: Steps[Fraction] | None = None
        self._total: int | None = None

    def choose(self, options: list[int]) -> bool:
        """Choose these options before the search begins, or leave them out; return if they agree.

        Numbers are as in `exactcover.problem.choices`.
        """
        n_options = len(self._links.node_of)
        given = self._given + options
        chosen = [option for option in given if option < n_options]
        left_out = {option - n_options for option in given}
        if not agree(self._links, chosen) or not left_out.isdisjoint(chosen):
            return False
        self._given = given
        self._begin()
        return True

    def advance(self, node_budget: int, out: Out) -> Status:
        """Make at most `node_budget` tables more, or report at most `out.room` solutions.

        Raises
        ------
        GaveUpError
            If the tables need more than `max_bytes`, or keys that are too long, along all orders.
        ProblemError
            If `out` has rows: the solutions are not known one by one.
        """
        check_only_counts(self, out)
        if self._total is None and not self._search(node_budget):
            return Status.BUDGET_SPENT
        return self._report(out.room)

    def _search(self, node_budget: int) -> bool:
        """Make tables, and compute the number of solutions; return whether it is known."""
        try:
            if not self._machine.is_done and not self._machine.run(node_budget, CALL_UPDATES):
                return False
        except GaveUpError as reason:
            if self._n_tried + 1 >= len(self._orders):
                raise GaveUpError(f"the method {self.name} gave up: {reason}") from None
            self._done = self.nodes, self.updates
            self._n_tried += 1
            self._begin()
            return False
        if self._machine.is_zero or self._only_tables:
            self._total = 0 if self._machine.is_zero else 1
            return True
        if self._counting is None:
            self._counting = sum_of(self.circuit(), None)
        try:
            next(self._counting)
        except StopIteration as end:
            self._total = int(end.value)
            return True
        return False

    @property
    def is_zero(self) -> bool:
        """Whether a table is empty, so that there is no solution."""
        return self._machine.is_zero

    def circuit(self) -> Circuit:
        """Return the terms of all tables, when they are made and there is a solution."""
        return self._machine.circuit(self._states.option_of)

    def _report(self, room: int) -> Status:
        """Report further solutions, at most `room` of them."""
        assert self._total is not None
        left = self._total - self.solutions
        found = left if room >= UNLIMITED else min(room, left)
        self.solutions += found
        return Status.OUT_FULL if found == room else Status.EXHAUSTED

    def part_done(self) -> float:
        """Return how much of the work is done, by the items that are eliminated; it never falls."""
        part = 0.9 * self._machine.part_done()
        if self._total is not None:
            part = 1.0 if self.solutions == self._total else 0.99
        self._part = max(self._part, part)
        return self._part

    @property
    def nodes(self) -> int:
        """The number of tables made so far."""
        return self._done[0] + self._machine.nodes

    @property
    def updates(self) -> int:
        """The number of products of rows so far."""
        return self._done[1] + self._machine.updates

    @staticmethod
    def refuses(problem: Problem) -> str | None:
        """Refuse multiplicities."""
        return MULTIPLICITIES if problem.has_multiplicities else None

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        own = {
            "given": np.array(self._given, dtype=np.int64),
            "tried": np.array([self._n_tried, *self._done]),
            "reported": words_of(self.solutions),
            "part": np.array(self.part_done()),
        }
        return own | self._machine.snapshot()

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Restore a snapshot of an engine that was made with the same arguments."""
        self._given = snapshot["given"].tolist()
        self._n_tried, *done = snapshot["tried"].tolist()
        self._done = done[0], done[1]
        self.solutions = number_of(snapshot["reported"])
        self._part = float(snapshot["part"])
        self._begin()
        self._machine.restore(snapshot)

    def check(self) -> None:
        """Raise AssertionError if an invariant of the position does not hold (slow)."""
        self._machine.check()
