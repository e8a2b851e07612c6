"""`Machine`: makes the tables of a plan, one after another, in pieces of any length."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.circuits.circuit import Circuit
from exactcover.engines.decomposition.graph import Graph
from exactcover.engines.decomposition.item_states import COLOUR, ItemStates
from exactcover.engines.decomposition.joining import join
from exactcover.engines.decomposition.layouts import Shifts, lay_out
from exactcover.engines.decomposition.placing import place
from exactcover.engines.decomposition.plan import Join, Operation, Place, Plan, Table
from exactcover.engines.decomposition.work import (
    CURSOR,
    DEPTH,
    DONE,
    FIRST_ROW,
    FREE,
    FULL,
    LEFT_BEGIN,
    LEFT_END,
    N_ROWS,
    N_SLOTS,
    N_TERMS,
    RIGHT_BEGIN,
    RIGHT_END,
    STEPS,
    STEPS_OF_TERM,
    Joining,
    Work,
    new_work,
)
from exactcover.runtime.errors import GaveUpError
from exactcover.runtime.kernels.types import I64, U32, U64
from exactcover.runtime.search.protocol import copied

OPERATION_TERMS = 4096
"""To prepare an operation takes as long as so many terms: some 0.1 ms."""
TERM_BYTES, ROW_BYTES = 12, 9
"""The memory of a term, and of a row."""
MOST_FRAMES = 1 << 20
"""The largest stack of a join."""
SIZED = ("left_keys", "left_rows", "right_keys", "right_rows")
"""The arrays whose whole length is used."""


class Machine:
    """The tables of a plan, as far as they are made.

    Parameters
    ----------
    states, graph
        The items and options.
    order
        The elimination order.
    given
        Options that are chosen, and left out, before the search: see `exactcover.problem.choices`.
    max_bytes
        How much memory the rows and terms may take.

    Attributes
    ----------
    is_done
        Whether all tables are made.
    is_zero
        Whether there is no solution, when they are.
    """

    def __init__(
        self,
        states: ItemStates,
        graph: Graph,
        order: U32,
        given: Sequence[int],
        max_bytes: int,
    ) -> None:
        n_options = len(states.starts) - 1
        rows_of = np.empty(n_options, dtype=np.int64)
        rows_of[states.option_of] = np.arange(n_options)
        forced = [int(rows_of[k]) for k in given if k < n_options]
        left_out = [int(rows_of[k - n_options]) for k in given if k >= n_options]
        self._one = n_options
        self._max_bytes = max_bytes
        self._order = order
        self._work: Work = new_work(n_options + 1)
        self._plan = Plan(states, graph, forced, left_out)
        self._steps = self._plan.steps(order.tolist())
        self._ends: list[int] = []
        """The number of rows after each operation."""
        self._widths = states.width
        self._is_replaying = False
        self.is_done = self.is_zero = states.is_infeasible
        self._operation: Operation | None = None
        self._is_begun = False

    @property
    def nodes(self) -> int:
        """The number of operations that are done."""
        return len(self._ends)

    @property
    def updates(self) -> int:
        """The number of terms, and what other work takes in their stead."""
        return int(self._work.position[STEPS]) // STEPS_OF_TERM + OPERATION_TERMS * self.nodes

    def part_done(self) -> float:
        """Return the part of the items that are eliminated."""
        if self.is_done or not len(self._order):
            return 1.0 if self.is_done else 0.0
        return self._plan.n_eliminated / (len(self._order) + 1)

    def run(self, most_nodes: int, most_updates: int) -> bool:
        """Make tables until so many nodes or about so many updates are done; return if all are.

        Raises
        ------
        GaveUpError
            If the tables need more than `max_bytes`, or keys that are too long.
        """
        self._begin()
        last_node, last_update = self.nodes + most_nodes, self.updates + most_updates
        while not self.is_done and self.nodes < last_node and self.updates < last_update:
            status = self._call(STEPS_OF_TERM * (last_update - self.updates))
            if status == FULL:
                self._enlarge()
            elif status == DONE:
                self._ends.append(int(self._work.position[N_ROWS]))
                self._work.position[CURSOR] = 0
                self._next(self._rows(len(self._ends) - 1))
            else:
                break
        return self.is_done

    def _begin(self) -> None:
        """Go on to the first operation, if this has not been done."""
        if not self._is_begun and not self.is_done:
            self._is_begun = True
            self._next(None)

    def _call(self, most_steps: int) -> int:
        """Continue the operation at hand; return the status of its kernel."""
        operation = self._operation
        assert operation is not None
        with np.errstate(over="ignore"):
            if isinstance(operation, Place):
                return place(self._work, operation.task, self._one, most_steps)
            n_left, n_right = len(operation.one.rows), len(operation.other.rows)
            return join(self._work, operation.task, n_left, n_right, self._one, most_steps)

    def _rows(self, node: int) -> U32:
        """Return the rows of the table that an operation has made."""
        first = self._ends[node - 1] if node else self._one + 1
        last = self._ends[node]
        return (first + np.flatnonzero(~self._work.is_merged[first:last])).astype(np.uint32)

    def _next(self, rows: U32 | None) -> None:
        """Go on to the next operation, after that which has made a table with these rows."""
        try:
            operation = next(self._steps) if rows is None else self._steps.send(rows)
        except StopIteration as end:
            self._operation = None
            self.is_done = True
            self.is_zero = end.value is None
            if not self.is_zero and not self._is_replaying:
                self._multiply(end.value)
            return
        self._operation = operation
        if isinstance(operation, Join):
            self._make_room_on_stack(operation.task)
            if not self._is_replaying:
                self._sort(operation)

    def _make_room_on_stack(self, task: Joining) -> None:
        """Make the stack as deep as a join can become."""
        fields, n_wide = task.fields, task.n_wide
        states = 2.0 ** fields.width[:n_wide]
        pairs = np.where(fields.kind[:n_wide] == COLOUR, 3 * states, states**2)
        n_frames = int(pairs.sum()) + 2 * len(fields.shift) + 8
        if n_frames > MOST_FRAMES:
            raise GaveUpError("the items of a join have too many states")
        work = self._work
        self._work = work._replace(
            stack=_longer(work.stack, n_frames), prefix=_longer(work.prefix, n_frames)
        )

    def _sort(self, operation: Join) -> None:
        """Lay out the keys of two tables alike, and sort them."""
        left_keys, left_rows = self._sorted(operation.one, operation.layout)
        right_keys, right_rows = self._sorted(operation.other, operation.layout)
        size = 2 * len(left_keys) + 64
        self._work = self._work._replace(
            left_keys=_longer(left_keys, size),
            left_rows=_longer(left_rows, size),
            right_keys=right_keys,
            right_rows=right_rows,
        )

    def _sorted(self, table: Table, layout: Shifts) -> tuple[U64, U32]:
        """Return the keys of a table in another layout, sorted, and their rows."""
        items = list(table.shifts)
        keys = np.empty(len(table.rows), dtype=np.uint64)
        lay_out(
            self._work.keys,
            table.rows,
            np.array([table.shifts[item] for item in items], dtype=np.int64),
            np.array([layout[item] for item in items], dtype=np.int64),
            self._widths[items],
            keys,
        )
        order = np.argsort(keys)
        return keys[order], table.rows[order]

    def _multiply(self, roots: list[U32]) -> None:
        """Multiply the results of independent parts; the last row is their product."""
        n, position = len(roots), self._work.position
        self._make_room(n, n)
        first_row, first_term = int(position[N_ROWS]), int(position[N_TERMS])
        rows = first_row + np.arange(n)
        terms = slice(first_term, first_term + n)
        self._work.left[terms] = np.concatenate(([self._one], rows))[:n]
        self._work.right[terms] = np.concatenate([np.empty(0, dtype=np.uint32), *roots])
        self._work.total[terms] = rows
        position[N_ROWS] += n
        position[N_TERMS] += n

    def _enlarge(self) -> None:
        """Make room for what a kernel could not write."""
        operation, position = self._operation, self._work.position
        assert operation is not None
        if isinstance(operation, Place):
            n = len(operation.task.options) + 1
        else:
            frame = self._work.stack[position[DEPTH] - 1].tolist()
            n_left = frame[LEFT_END] - frame[LEFT_BEGIN]
            n_right = frame[RIGHT_END] - frame[RIGHT_BEGIN]
            n = max(2 * n_left, n_right)
            if frame[FREE] + n_left > len(self._work.left_keys):
                size = 2 * (frame[FREE] + n_left)
                self._work = self._work._replace(
                    left_keys=_longer(self._work.left_keys, size),
                    left_rows=_longer(self._work.left_rows, size),
                )
        self._make_room(n, n)
        n_slots = 2 * (int(position[N_ROWS] - position[FIRST_ROW]) + n)
        if n_slots > len(self._work.slots):
            size = 1 << n_slots.bit_length()
            self._work = self._work._replace(slots=_longer(self._work.slots, size))

    def _make_room(self, n_rows: int, n_terms: int) -> None:
        """Make room for more rows and terms."""
        work = self._work
        rows = int(work.position[N_ROWS]) + n_rows
        terms = int(work.position[N_TERMS]) + n_terms
        if rows * ROW_BYTES + terms * TERM_BYTES > self._max_bytes:
            raise GaveUpError(f"the tables fill max_bytes={self._max_bytes}")
        if rows > len(work.keys):
            work = work._replace(
                keys=_longer(work.keys, 2 * rows), is_merged=_longer(work.is_merged, 2 * rows)
            )
        if terms > len(work.left):
            work = work._replace(
                left=_longer(work.left, 2 * terms),
                right=_longer(work.right, 2 * terms),
                total=_longer(work.total, 2 * terms),
            )
        self._work = work

    def circuit(self, option_of: I64) -> Circuit:
        """Return all terms, when the tables are made and there is a solution."""
        work = self._work
        n_rows, n_terms = int(work.position[N_ROWS]), int(work.position[N_TERMS])
        left, right, total = work.left[:n_terms], work.right[:n_terms], work.total[:n_terms]
        return Circuit(left, right, total, option_of, n_rows)

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that change."""
        work = self._work
        n_rows, n_terms, n_slots, depth = work.position[[N_ROWS, N_TERMS, N_SLOTS, DEPTH]].tolist()
        own = {"ends": np.array(self._ends, dtype=np.int64), "begun": np.array(self._is_begun)}
        return own | copied(
            work,
            work._fields,
            keys=n_rows,
            is_merged=n_rows,
            left=n_terms,
            right=n_terms,
            total=n_terms,
            slots=n_slots,
            stack=depth,
            prefix=depth,
        )

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Go on from the position of another machine, made alike, when it made the snapshot."""
        self._ends = snapshot["ends"].tolist()
        arrays = {}
        for name in self._work._fields:
            saved, array = snapshot[name], getattr(self._work, name)
            if name in SIZED:
                arrays[name] = saved.copy()
            else:
                arrays[name] = _longer(array, len(saved))
                arrays[name][: len(saved)] = saved
        self._work = self._work._replace(**arrays)
        self._is_replaying = True
        if snapshot["begun"]:
            self._begin()
        for node in range(len(self._ends)):
            self._next(self._rows(node))
        self._is_replaying = False

    def check(self) -> None:
        """Assert the invariants of the tables and terms."""
        work, n_inputs = self._work, self._one + 1
        n_rows, n_terms = int(work.position[N_ROWS]), int(work.position[N_TERMS])
        left, right, total = (a[:n_terms] for a in (work.left, work.right, work.total))
        # A row is a sum of products of earlier rows, and every row but the first ones is one.
        assert (left < total).all()
        assert (right < total).all()
        assert (np.unique(total) == np.arange(n_inputs, n_rows)).all()
        for node in range(self.nodes):
            keys = work.keys[self._rows(node)]
            assert len(np.unique(keys)) == len(keys)


def _longer(array: NDArray[Any], size: int) -> NDArray[Any]:
    """Return an array with more space; what is new is 0."""
    if size <= len(array):
        return array
    longer = np.zeros((size, *array.shape[1:]), dtype=array.dtype)
    longer[: len(array)] = array
    return longer
