"""`Workspace`: the tables in which operations on diagrams of one order of options are performed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from exactcover.diagrams.algebra.machine import (
    BUDGET,
    DONE,
    LAST,
    N_TASKS,
    N_VALUES,
    NODES_FULL,
    PLACE,
    STACK_FULL,
    STEPS_SPENT,
    WEIGHTS_FULL,
    Machine,
    insert,
    run,
)
from exactcover.diagrams.base import Nodes
from exactcover.diagrams.nodes import reachable
from exactcover.runtime.kernels.hash_table import Table, empty_table, refilled, with_room
from exactcover.runtime.kernels.types import U32, U64
from exactcover.runtime.search.limits import stop_if_due
from exactcover.runtime.search.work import UnfinishedError

STEPS = 1 << 18
"""The number of tasks between two checks of the time: some 20 ms."""
FIRST_CACHE = 1 << 10
FIRST_STACK = 1 << 8


class Workspace:
    """Nodes that are all different, whose options have one order on all paths.

    Parameters
    ----------
    order
        The options, those first that are tested first.
    max_bytes
        The maximum memory. Half of it is for nodes, a quarter for results of operations that are
        remembered, and a quarter for weights.
    n_words
        How many words of 64 bits weights have at first.
    """

    def __init__(self, order: U32, max_bytes: int, n_words: int = 1) -> None:
        self._order = np.asarray(order, dtype=np.uint32)
        self._max_bytes = max_bytes
        self._machine = Machine(
            empty_table(2, 0, max_bytes // 2),
            empty_table(n_words, 0, max_bytes // 4),
            np.zeros((FIRST_CACHE, 3), dtype=np.uint64),
            np.zeros((FIRST_STACK, 2), dtype=np.uint64),
            np.zeros(FIRST_STACK, dtype=np.uint64),
            np.zeros(4, dtype=np.uint64),
        )

    @property
    def size(self) -> int:
        """The number of nodes of all results so far."""
        return int(self._machine.nodes.used[0])

    @property
    def rows(self) -> Any:
        """The nodes from the third on: the level above `lo`, and `hi`."""
        return self._machine.nodes.rows

    def columns(self) -> tuple[U32, U32, U32, U64]:
        """Return level, `lo` and `hi` of all nodes, and all weights."""
        rows = self._machine.nodes.rows[: self.size]
        level, lo, hi = np.full((3, len(rows) + 2), LAST, dtype=np.uint32)
        level[2:] = rows[:, 0] >> np.uint64(32)
        lo[2:] = rows[:, 0] & LAST
        hi[2:] = rows[:, 1]
        return level, lo, hi, self._machine.weights.rows[: int(self._machine.weights.used[0])]

    def insert(self, nodes: Nodes, root: int) -> int:
        """Add the nodes of a diagram, whose options may be in any order; return its root."""
        level = np.zeros(int(self._order.max(initial=0)) + 1, dtype=np.uint32)
        level[self._order] = np.arange(len(self._order))
        image = np.zeros(len(nodes.option), dtype=np.uint32)
        image[1] = 1
        self._machine.counters[PLACE] = 2
        self._perform(lambda: insert(self._machine, nodes, level, image))
        return int(image[root])

    def apply(self, operation: int, f: int, g: int = 0) -> int:
        """Return the node of the result of an operation on two nodes."""
        machine = self._machine
        machine.tasks[0] = operation, f << 32 | g
        machine.counters[N_TASKS] = 1
        self._perform(lambda: run(self._machine))
        machine.counters[N_VALUES] = 0
        return int(self._machine.values[0])

    def nodes_below(self, root: int) -> tuple[Nodes, int]:
        """Return the nodes that are reachable from a root, with options, and the root."""
        nodes, root = reachable(self._machine.nodes, root)
        if len(nodes.option) > 2:
            nodes.option[2:] = self._order[nodes.option[2:]]
        return nodes, root

    def _perform(self, kernel: Callable[[], int]) -> None:
        """Call a kernel until it is done, and enlarge tables when it asks for that."""
        status = STEPS_SPENT
        while status != DONE:
            stop_if_due()
            self._machine.counters[BUDGET] = STEPS
            with np.errstate(over="ignore"):  # words wrap around where kernels are not compiled
                status = kernel()
            if status not in (DONE, STEPS_SPENT):
                self._machine = self._enlarged(status)

    def _enlarged(self, status: int) -> Machine:
        """Return the machine with more room where a kernel needs it."""
        machine = self._machine
        if status == NODES_FULL:
            nodes = self._with_room(machine.nodes, self._max_bytes // 2, "nodes")
            return machine._replace(nodes=nodes, cache=self._larger_cache(len(nodes.rows)))
        if status == WEIGHTS_FULL:
            weights = self._with_room(machine.weights, self._max_bytes // 4, "weights")
            return machine._replace(weights=weights)
        if status == STACK_FULL:
            tasks, values = np.zeros_like(machine.tasks), np.zeros_like(machine.values)
            return machine._replace(
                tasks=np.concatenate((machine.tasks, tasks)),
                values=np.concatenate((machine.values, values)),
            )
        # Weights get twice as many words. Their rows keep their numbers.
        rows = machine.weights.rows[: int(machine.weights.used[0])]
        wider = np.hstack((rows, np.zeros_like(rows)))
        weights = refilled(wider, wider.shape[1], self._max_bytes // 4)
        if int(weights.used[0]) < len(rows):
            raise self._full(len(rows), "weights")
        return machine._replace(weights=weights)

    def _with_room(self, table: Table, most: int, what: str) -> Table:
        larger = with_room(table, 1, most)
        if larger is table:
            raise self._full(len(table.rows), what)
        return larger

    def _full(self, n_rows: int, what: str) -> UnfinishedError:
        return UnfinishedError(
            f"the diagram is not complete: {n_rows} {what} fill the part of "
            f"max_bytes={self._max_bytes} that they may take"
        )

    def _larger_cache(self, n_nodes: int) -> Any:
        """Return a cache with a slot for each node, as far as memory allows; it may be empty."""
        cache = self._machine.cache
        n_slots = len(cache)
        while n_slots < n_nodes and 2 * n_slots * 24 <= self._max_bytes // 4:
            n_slots *= 2
        return cache if n_slots == len(cache) else np.zeros((n_slots, 3), dtype=np.uint64)
