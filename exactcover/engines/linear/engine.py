"""Branch and bound by linear relaxations: the cheapest covers, and the proof; items have bounds.

1. *Ascent.* Subgradient steps give a first bound, and reduced costs for first covers.
2. *Root.* The simplex solves the relaxation. Options whose reduced cost is too large for a cover
   below the limit are removed, and again whenever a better cover is found.
3. *Tree.* The node of the least bound is searched, then one of its children, and so on until a node
   is refuted. An option to branch on is chosen by what earlier branches gained.
4. *Tries.* If one cover is wanted, some of the time is for better covers: dives, which choose what
   the relaxation likes most; neighbourhoods of the best cover, in which most of its options are
   kept; and greedy choices after some options are given up (`covers.py`). A greedy choice counts as
   a node.

A node is given up only for an exact reason: a row cannot hold, or whole multipliers of the rows
prove a bound.

References
----------
T. Achterberg, Constraint integer programming, Berlin 2007.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.engines.cheapest.best import (
    CHANGING_BEST,
    UNBOUNDED,
    check_heap,
    lower,
    nothing_found,
    take,
)
from exactcover.engines.cheapest.scaling import scaled
from exactcover.engines.linear.ascent import ascend, first_multipliers
from exactcover.engines.linear.program import Bound, prove
from exactcover.engines.linear.root import NOTHING, Root
from exactcover.engines.linear.tree import Tree
from exactcover.engines.linear.tries import Tries
from exactcover.engines.multicover.bounds import agree
from exactcover.problem.links import Links
from exactcover.runtime.kernels.simplex import INFEASIBLE, UNFINISHED
from exactcover.runtime.kernels.types import F64, I64
from exactcover.runtime.search.base import BaseEngine
from exactcover.runtime.search.protocol import Out, Status, copied, put_back
from exactcover.runtime.search.snapshots import flat, lists, restore, snapshots

BEGIN, ASCENT, COLUMNS, SIMPLEX, TREE, OVER = range(6)
"""The stages of the search; in the third, the columns are chosen with which the simplex begins."""
CALL_UPDATES = 1 << 22
"""A call ends after about so many updates."""
ASCENT_VISITS, MOST_STEPS, MOST_ROUNDS, LEAST_GAIN = 1 << 20, 100, 12, 2e-3
"""A round of steps visits about so many entries; the rounds end when one gains less than this part
of the bound."""
ROOT_PIVOTS, MOST_STUCK = 200, 3
"""The pivots of a step at the root; the simplex is given up when it stops so often without more."""

_NUMBERS = ("_stage", "_handed_out", "_n_rounds", "_n_stuck", "_whole_bound", "_fixed_limit")
"""The whole numbers that the search changes."""


class Linear(BaseEngine):
    """The engine; see `exactcover.engines.protocol.CheapestEngine`.

    Parameters
    ----------
    links
        The problem, which may have bounds.
    k
        How many covers are wanted: a cover is found only if fewer than k that cost as much, or
        less, are known. By default all covers are found.
    """

    name = "cheapest_linear"
    finds_cheapest = True
    knows_bounds = True

    def __init__(self, links: Links, k: int | None = None) -> None:
        self.depth = max(1, links.depth)
        self._links, self._k = links, k
        self._price, self._unit = scaled(links)[:2]
        self._best = nothing_found(k, self._unit)
        self._decided = NOTHING
        self._root: Root | None = None
        self._tree: Tree | None = None
        self._tries: Tries | None = None
        self._multipliers: F64 = np.zeros(0)
        self._pending: list[list[int]] = []
        self._known: list[list[int]] = []
        self._cover: I64 = NOTHING
        self._stage = BEGIN
        self._handed_out = self._n_rounds = self._n_stuck = 0
        self._whole_bound, self._fixed_limit = -UNBOUNDED, UNBOUNDED

    def choose(self, options: list[int]) -> bool:
        """Choose these options before the search begins, or leave them out.

        Return whether the options chosen agree.
        """
        n = len(self._links.node_of)
        given = [option for option in options if option < n]
        left_out = {option - n for option in options if option >= n}
        decisions = [2 * option + 1 for option in given] + [2 * option for option in left_out]
        self._decided = np.concatenate((self._decided, np.array(decisions, dtype=np.int64)))
        chosen = (self._decided[self._decided & 1 == 1] >> 1).tolist()
        return agree(self._links, chosen) and left_out.isdisjoint(chosen)

    def lower(self, limit: int) -> None:
        """Search only for covers that cost less than this."""
        lower(self._best, limit)

    @property
    def limit(self) -> int:
        """The price that covers must be below."""
        return int(self._best.limit[0])

    @property
    def bound(self) -> int:
        """A lower bound of the cost of all covers that are not found yet."""
        if self._stage == OVER:
            return self.limit
        waiting = None if self._tree is None else self._tree.waiting.bound
        known = self._whole_bound if waiting is None else max(self._whole_bound, waiting)
        return min(self.limit, known)

    @property
    def nodes(self) -> int:
        """The number of nodes of the search trees visited so far, and of greedy choices."""
        of_tree = 0 if self._tree is None else self._tree.nodes
        return of_tree + (0 if self._tries is None else self._tries.n_choices)

    @property
    def updates(self) -> int:
        """The entries of rows that were visited, by pivots, steps and greedy choices."""
        of_root = 0 if self._root is None else self._root.updates
        return of_root + (0 if self._tries is None else self._tries.updates)

    @property
    def solutions(self) -> int:
        """The number of solutions found so far."""
        return self._handed_out

    def part_done(self) -> float:
        """Return the part of the tree that is done, if both children of a node count alike."""
        if self._stage == OVER:
            return 1.0
        return 0.0 if self._tree is None else self._tree.part

    @property
    def _has_bounds(self) -> bool:
        """Whether bounds may cut something off, now or later."""
        return self._k is not None or self.limit < UNBOUNDED

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` nodes and `out.room` solutions."""
        found, begun, first = 0, self.nodes, self.updates
        while True:
            found += self._hand_out(out, found)
            if found == out.room:
                return Status.OUT_FULL
            if self._stage == OVER:
                return Status.EXHAUSTED
            left = node_budget - (self.nodes - begun)
            if left <= 0 or self.updates - first > CALL_UPDATES:
                return Status.BUDGET_SPENT
            self._step(left)

    def _hand_out(self, out: Out, found: int) -> int:
        """Write the covers that wait, if there is room; return their number."""
        number = min(len(self._pending), out.room - found)
        for k, options in enumerate(self._pending[:number], found) if len(out.rows) else ():
            out.rows[k, : len(options)] = options
            out.lengths[k] = len(options)
        del self._pending[:number]
        self._handed_out += number
        return number

    def _record(self, options: I64, price: int) -> None:
        """Take a cover below the limit, unless it was found before."""
        cover = options.tolist()
        if self._k == 1 and self._unit < 1:
            # Prices are rounded, so that the limit is above the price of the last cover.
            if cover in self._known:
                return
            self._known.append(cover)
        self._cover = options
        self._pending.append(cover)
        take(self._best, price)

    def _step(self, node_budget: int) -> None:
        """Do the next step of the search: of greedy choices that are due, at most so many."""
        if self._tries is not None and self._tries.is_choosing:
            cover = self._tries.choose(node_budget)
            if cover is not None and cover[1] < self.limit:
                self._record(*cover)
        elif self._stage == BEGIN:
            self._begin()
        elif self._stage == ASCENT:
            self._ascend()
        elif self._stage == COLUMNS:
            assert self._root is not None
            assert self._root.bound is not None
            self._fix()
            self._begin_simplex(self._root.bound.reduced.astype(np.float64))
        elif self._stage == SIMPLEX:
            self._solve_root()
        else:
            self._search()
        root = self._root
        if root is not None and (root.is_refuted or self._whole_bound >= self.limit):
            self._stage = OVER

    def _begin(self) -> None:
        """Make the rows of the problem."""
        self._make_parts()
        if not self._has_bounds:
            self._begin_tree()
        elif self._k == 1:
            assert self._root
            self._multipliers = first_multipliers(self._root.rows, self._root.price)
            self._stage = ASCENT
        else:
            assert self._root
            self._begin_simplex(self._root.price.astype(np.float64))

    def _make_parts(self) -> None:
        """Make the parts of the engine that the problem determines."""
        self._root = Root(self._links, self._price, self._decided)
        is_one = self._k == 1
        self._tree = Tree(self._root, lambda: self.limit, self._record, is_one=is_one)
        if is_one:
            self._tries = Tries(self._root, self._tree)

    def _ascend(self) -> None:
        """Do a round of subgradient steps; greedy choices by the reduced costs come next."""
        root, tries = self._root, self._tries
        assert root
        assert tries
        rows, price = root.rows, root.price.astype(np.float64)
        steps = int(np.clip(ASCENT_VISITS // (len(rows.entries) + 1), 3, MOST_STEPS))
        y, slope = np.zeros((2, len(rows.low)))
        reduced = np.zeros(len(price))
        target = float(self.limit) if self.limit < UNBOUNDED else np.inf
        bound = ascend(rows, price, self._multipliers, y, slope, reduced, target, steps)
        root.work += steps * len(rows.entries)
        tries.begin_choices(reduced)
        gain = bound - float(self._whole_bound)
        self._note_bound(prove(rows, self._multipliers, root.price, root.at_root.value))
        self._n_rounds += 1
        if self._n_rounds >= MOST_ROUNDS or gain <= LEAST_GAIN * abs(bound):
            self._stage = COLUMNS

    def _begin_simplex(self, reduced: F64) -> None:
        """Let the relaxation begin with columns of small reduced costs."""
        assert self._root
        self._root.begin_program(reduced, self._cover)
        self._stage = SIMPLEX

    def _note_bound(self, bound: Bound) -> None:
        """Note a bound of the root, and fix what it can."""
        root = self._root
        assert root
        if root.bound is None or bound.number > root.bound.number:
            root.bound = bound
            self._fixed_limit = UNBOUNDED
        self._whole_bound = max(self._whole_bound, bound.number)
        self._fix()

    def _fix(self) -> None:
        """Remove options that no cover below the limit has."""
        root = self._root
        assert root
        if self.limit < self._fixed_limit and not root.is_refuted:
            self._fixed_limit = self.limit
            root.fix(self.limit)
            if root.shrink(self._cover) and self._tries is not None:
                self._tries.renumber(self._cover)

    def _solve_root(self) -> None:
        """Do some pivots at the root; begin the tree at the optimum."""
        root = self._root
        assert root
        root.enter(NOTHING)
        before = root.program.objective
        status = root.solve(ROOT_PIVOTS)
        self._n_stuck += root.program.objective <= before and status == UNFINISHED
        if status == UNFINISHED and self._n_stuck < MOST_STUCK:
            return
        if status == INFEASIBLE:
            refuted = root.refute()
            root.is_refuted |= refuted.number > 0
            if root.is_refuted or root.extend(refuted, is_refutation=True):
                return
        bound = root.prove()
        if root.extend(bound):
            return
        if self._tries is not None:
            self._tries.begin_choices(bound.reduced.astype(np.float64))
        self._note_bound(bound)
        self._begin_tree()

    def _begin_tree(self) -> None:
        """Let the search begin at the root."""
        assert self._tree
        self._tree.waiting.child = self._tree.first(self._whole_bound)
        self._stage = TREE

    def _search(self) -> None:
        """Visit a node of the tree, or try to find a better cover."""
        tree, tries = self._tree, self._tries
        assert tree
        self._fix()
        if tries is not None and tries.is_due:
            tries.step(self._cover, self.limit)
            return
        begun = self.updates
        waiting = tree.waiting
        node = waiting.pop()
        children = tree.visit(node, has_bounds=self._has_bounds)
        if children:
            waiting.push(children[0])
            waiting.child = children[1]
        else:
            tree.close(node)
            if waiting.bound is None or waiting.bound >= self.limit:
                self._stage = OVER
        if tries is not None:
            tries.spent += self.updates - begun

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        own: dict[str, NDArray[Any]] = {
            "numbers": np.array([getattr(self, name) for name in _NUMBERS], dtype=np.int64),
            "decided": self._decided.copy(),
            "multipliers": self._multipliers.copy(),
            "cover": self._cover.copy(),
        }
        own["pending"], own["lengths"] = flat(self._pending)
        own["known"], own["lengths known"] = flat(self._known)
        return own | copied(self._best, CHANGING_BEST) | snapshots(self._parts)

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Restore a snapshot of an engine that was made with the same arguments."""
        for name, number in zip(_NUMBERS, snapshot["numbers"].tolist(), strict=True):
            setattr(self, name, number)
        self._decided = snapshot["decided"].copy()
        self._multipliers = snapshot["multipliers"].copy()
        self._cover = snapshot["cover"].copy()
        self._pending = lists(snapshot["pending"], snapshot["lengths"])
        self._known = lists(snapshot["known"], snapshot["lengths known"])
        put_back(self._best, CHANGING_BEST, snapshot)
        if any(name.startswith("root.") for name in snapshot):
            self._make_parts()
        restore(self._parts, snapshot)

    @property
    def _parts(self) -> dict[str, Any]:
        """All parts with snapshots of their own; `tries` is numbered as the restored root is."""
        parts = {"root": self._root, "tree": self._tree, "tries": self._tries}
        return {name: part for name, part in parts.items() if part is not None}

    def check(self) -> None:
        """Raise AssertionError if an invariant of the position does not hold (slow)."""
        check_heap(self._best)
        if self._root is not None:
            self._root.check()
