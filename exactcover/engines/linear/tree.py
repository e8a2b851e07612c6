"""The search tree: a node is bounded by its relaxation, and branches on an option."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.engines.linear.nodes import Gains, Node, Waiting
from exactcover.engines.linear.program import Bound
from exactcover.engines.linear.propagation import FREE
from exactcover.engines.linear.root import NOTHING, Root, dear
from exactcover.runtime.kernels.simplex import CUT_OFF, INFEASIBLE
from exactcover.runtime.kernels.types import F64, I64
from exactcover.runtime.search.protocol import LEAST_SHARE

MOST_PIVOTS, TRIAL_PIVOTS = 1000, 25
"""The pivots after which the solution of a node is given up, and the trial of an option."""
MOST_TRIALS = 8
"""So many options are tried at a node before one is chosen to branch on."""
MOST_ROUNDS = 4
"""Columns are added to the relaxation of a node so often."""
LIKELY = 0.8
"""A dive chooses options whose values in the relaxation are above this all at once."""
WHOLE = 1e-6
"""A value of the relaxation that is nearer to a whole number counts as whole."""


class Tree:
    """A search tree for covers below a limit.

    Parameters
    ----------
    root
        The columns, and what is fixed.
    limit
        Returns the price that covers must be below.
    record
        Called with the options of each cover found, and its price.
    is_one
        Whether one cover is wanted: then the relaxation may tell it.

    Attributes
    ----------
    waiting
        The nodes that wait.
    nodes
        The number of nodes visited.
    part
        The part of the tree that is done.
    """

    def __init__(
        self,
        root: Root,
        limit: Callable[[], int],
        record: Callable[[I64, int], None],
        *,
        is_one: bool,
    ) -> None:
        self._root, self._limit, self._record, self._is_one = root, limit, record, is_one
        self.waiting, self._gains = Waiting(), Gains(root.n_options)
        self.nodes = self._n_made = 0
        self.part = 0.0

    def first(self, bound: int, decisions: I64 = NOTHING) -> Node:
        """Return a node without a parent."""
        self._n_made += 1
        return Node(bound, self._n_made, 0, decisions)

    def visit(
        self, node: Node, *, has_bounds: bool, is_dive: bool = False, is_rash: bool = False
    ) -> list[Node]:
        """Visit a node; return its children, the one to be searched first at the end.

        Parameters
        ----------
        node
            The node.
        has_bounds
            Whether the relaxation is solved.
        is_dive
            Whether to branch on what the relaxation likes most.
        is_rash
            Whether all that it likes is chosen at once.
        """
        self.nodes += 1
        root = self._root
        if node.bound >= self._limit() or not root.enter(node.decisions):
            return []
        option, x, bound, price = -1, 0.5, node.bound, 0.0
        if has_bounds:
            found = self._relaxed(node)
            if found is None:
                return []
            bound, values = found
            price = root.program.objective
            option, x = self._branch(values, is_dive=is_dive)
            if is_rash:
                node = self._with_likely(node, values)
        first = root.first_free()
        if first < 0:
            self._take_cover()
            return []
        if option < 0:
            option, x = first, 0.5
        return self._children(node, int(root.columns[option]), x, bound, price)

    def _with_likely(self, node: Node, values: F64) -> Node:
        """Return a node with all decisions for which the relaxation is almost sure."""
        root = self._root
        is_likely = (values > LIKELY) & root.is_option & (root.now.value == FREE)
        options = root.columns[np.flatnonzero(is_likely)]
        return node._replace(decisions=np.concatenate((node.decisions, 2 * options + 1)))

    def _relaxed(self, node: Node) -> tuple[int, F64] | None:
        """Solve the relaxation; return the bound and a solution, None if the node is refuted."""
        root, limit = self._root, self._limit()
        for n_left in reversed(range(MOST_ROUNDS)):
            found = self._solve(limit)
            if found is None:
                return None
            is_infeasible, bound = found
            if not n_left or not root.extend(bound, is_refutation=is_infeasible):
                break
        if is_infeasible:  # but that is not proved
            bound = root.prove()
        if node.fraction and len(node.decisions):
            option, chosen = divmod(int(node.decisions[-1]), 2)
            gain = max(0.0, root.program.objective - node.price) / node.fraction
            self._gains.note(option, chosen, gain)
        best = max(node.bound, bound.number)
        if best >= limit:
            return None
        values = root.solution()
        if self._is_one and self._is_cover(values):
            limit = self._limit()
            if best >= limit:
                return None
        columns, fixed = dear(bound, root.now.value, limit)
        if len(columns) and not root.decide(columns, fixed):
            return None
        return best, values

    def _solve(self, limit: int) -> tuple[bool, Bound] | None:
        """Solve the relaxation with the columns that it has.

        Return whether it has no solution, and the bound; None if the node is refuted.
        """
        root = self._root
        for most in (limit, None):
            status = root.solve(MOST_PIVOTS, most)
            is_infeasible = status == INFEASIBLE
            bound = root.refute() if is_infeasible else root.prove()
            if bound.number >= (1 if is_infeasible else limit):
                return None
            if status != CUT_OFF:  # else whole numbers prove less than was cut off
                break
        return is_infeasible, bound

    def _is_cover(self, values: F64) -> bool:
        """Return whether the values of the relaxation are a cover; then it is taken."""
        root = self._root
        whole = np.rint(values).astype(np.int64)
        if np.abs(values - whole).max(initial=0.0) > WHOLE:
            return False
        amounts = np.zeros(len(root.rows.low), dtype=np.int64)
        np.add.at(amounts, root.rows.owners, root.rows.entries * whole[root.rows.columns])
        if (amounts < root.rows.low).any() or (amounts > root.rows.high).any():
            return False
        self._take(np.flatnonzero((whole == 1) & root.is_option))
        return True

    def _take_cover(self) -> None:
        """Take the options that are chosen at the node of now: no option is free."""
        root = self._root
        self._take(np.flatnonzero((root.now.value == 1) & root.is_option))

    def _take(self, columns: I64) -> None:
        price = int(self._root.price[columns].sum())
        if price < self._limit():
            self._record(self._root.columns[columns], price)

    def _branch(self, values: F64, *, is_dive: bool) -> tuple[int, float]:
        """Return the column to branch on and its value; -1 if all values are whole."""
        root = self._root
        away = np.abs(values - np.rint(values))
        is_open = (away > WHOLE) & root.is_option & (root.now.value == FREE)
        columns = np.flatnonzero(is_open)
        if not len(columns):
            return -1, 0.5
        if is_dive:
            column = int(columns[np.argmax(values[columns])])
            return column, float(values[column])
        options = root.columns[columns]
        scores = self._gains.scores(options, values[columns])
        order = np.argsort(-scores * (1.0 + away[columns]), kind="stable")
        trials = [k for k in order[:MOST_TRIALS].tolist() if not self._gains.is_known(options[k])]
        for k in trials:
            column, x = int(columns[k]), float(values[columns[k]])
            for value in (0, 1):
                gain = root.gain(column, value, TRIAL_PIVOTS)
                self._gains.note(int(options[k]), value, gain / (1.0 - x if value else x))
        if trials:
            scores = self._gains.scores(options, values[columns])
        best = int(np.argmax(scores))
        return int(columns[best]), float(values[columns[best]])

    def _children(self, node: Node, option: int, x: float, bound: int, price: float) -> list[Node]:
        """Return the children of a node: first without an option, then with it."""
        children = []
        for value in (0, 1):
            self._n_made += 1
            decisions = np.append(node.decisions, 2 * option + value)
            step = 1.0 - x if value else x
            children.append(Node(bound, self._n_made, node.depth + 1, decisions, step, price))
        return children

    def close(self, node: Node) -> None:
        """Note that a node of the tree was refuted, or is a cover."""
        share = 0.5**node.depth
        if share >= LEAST_SHARE:
            self.part = min(1.0, self.part + share)

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        return self.waiting.snapshot() | {
            "counters": np.array([self.nodes, self._n_made]),
            "part": np.array(self.part),
            "gains": np.concatenate((self._gains.sums, self._gains.counts)),
        }

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Continue from a snapshot."""
        self.waiting.restore(snapshot)
        self.nodes, self._n_made = snapshot["counters"].tolist()
        self.part = float(snapshot["part"])
        self._gains.sums[:], self._gains.counts[:] = snapshot["gains"][:2], snapshot["gains"][2:]
