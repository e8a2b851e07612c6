"""Branch and bound with Lagrangian bounds: the cheapest covers, and the proof.

1. *Root.* Subgradient steps raise the dual values of the whole problem (`root.py`), usually to the
   optimum of the linear relaxation.
2. *Passes.* A pass searches for covers that cost less than the root's bound plus a small amount, so
   that few options are left at its root. If it is exhausted, all covers cost at least that, and the
   next pass allows twice the amount. A pass that was to find all covers below the limit of the
   search ends it.
3. *Tries.* A pass that allows too little finds no cover. So passes alternate with short searches
   for cheaper covers: dives below an option that is drawn at random, and neighbourhoods of the best
   cover, in which some of its options are kept and the others are searched for again. A good cover
   consists of options of small reduced cost, so a try leaves out the others: it is a search of a
   restricted problem.

If several covers are wanted there are only passes. They report a cover only if it costs too much
for the pass before. A pass that takes long and has not found one gives way to a pass without a
limit of its own.

References
----------
A. Caprara, M. Fischetti, P. Toth, "A heuristic method for the set covering problem" (1999): the
core of options, and reduced costs as a guide.
P. Shaw, "Using constraint programming and local search methods to solve vehicle routing problems"
(1998), for neighbourhoods.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.engines.cheapest.best import (
    CHANGING_BEST,
    UNBOUNDED,
    check_heap,
    lower,
    nothing_found,
)
from exactcover.engines.cheapest.scaling import MOST_BITS, scaled
from exactcover.engines.lagrangian.neighbourhoods import FEWEST, drawn_option, kept_options
from exactcover.engines.lagrangian.root import Root
from exactcover.engines.lagrangian.tree_search import Tree
from exactcover.problem.links import Links
from exactcover.problem.problem import Problem
from exactcover.runtime.search.base import BaseEngine
from exactcover.runtime.search.protocol import Out, Status, copied, put_back
from exactcover.runtime.search.snapshots import restore, snapshots

MOST = 1 << (MOST_BITS + 1)
"""More than any cover costs."""
ENDLESS = 1 << 62
"""As many updates as no search does."""
FIRST_UPDATES = 1 << 24
"""The work of the first passes before covers are improved; it grows by GROWTH."""
GROWTH = 1.5
TRY_UPDATES = 1 << 22
"""The least work of the search of a neighbourhood, and of a dive; it grows with the passes."""
SEED = 2026
CAP, WIDER = 15, 2
"""A try leaves out options whose reduced cost is more than this percentage of the gap; it becomes
so many times as large when the neighbourhood of the whole cover was exhausted."""
MARGIN = 0.02
"""Subgradient steps aim at most at this part of the dual values above a bound."""
MOST_BYTES = 1 << 32
"""The most memory for the dual values of all levels."""

_NUMBERS = (
    "_from", "_below", "_amount", "_is_begun", "_is_over", "_is_local", "_is_trying", "_is_dive",
    "_budget", "_proof_end", "_local_end", "_try_end", "_n_before", "_n_tries", "_size",
    "_fixed_limit", "_cap",
)  # fmt: skip
"""The whole numbers and truth values that the search changes."""


class Lagrangian(BaseEngine):
    """The engine; see `exactcover.engines.protocol.CheapestEngine`.

    Parameters
    ----------
    links
        The problem.
    k
        How many covers are wanted: a cover is found only if fewer than k that cost as much, or
        less, are known. By default all covers are found.
    """

    name = "cheapest_lagrangian"
    finds_cheapest = True

    def __init__(self, links: Links, k: int | None = None) -> None:
        self.depth = links.depth
        self._links, self._k = links, k
        self._price, self._unit = scaled(links)[:2]
        self._best = nothing_found(k, self._unit)
        self._chosen: list[int] = []
        self._root: Root | None = None
        self._value = np.zeros(links.n_primary, dtype=np.int64)
        self._candidates = np.empty(0, dtype=np.int64)
        self._reduced = np.empty(0, dtype=np.int64)
        self._is_begun = self._is_over = False
        self._part = 0.0
        # The passes: the costs that are searched for.
        self._proof = Tree(links, self._price, self._best)
        self._from, self._below, self._amount = -UNBOUNDED, UNBOUNDED, 0
        self._n_before = 0
        # The improvement of covers.
        self._local: Tree | None = None
        self._cover: list[int] = []
        self._is_local = self._is_trying = self._is_dive = False
        self._n_tries, self._size, self._fixed_limit = 0, 2 * FEWEST, UNBOUNDED
        self._cap = CAP
        # How much work the passes, the improvement and a try may do, before they give way.
        self._budget = self._proof_end = FIRST_UPDATES
        self._local_end = self._try_end = 0

    @staticmethod
    def refuses(problem: Problem) -> str | None:
        """Refuse items with bounds, and tables of dual values that are too large."""
        if problem.has_bounds:
            return "it has items with bounds"
        n_bytes = 8 * problem.n_primary * (min(problem.n_primary, problem.n_options) + 3)
        return f"dual values would need {n_bytes} bytes" if n_bytes > MOST_BYTES else None

    def choose(self, options: list[int]) -> bool:
        """Choose these options before the search begins; return whether they agree."""
        self._chosen += options
        return self._proof.start(self._chosen, self._value, (-UNBOUNDED, UNBOUNDED))

    def lower(self, limit: int) -> None:
        """Search only for covers that cost less than this."""
        lower(self._best, limit)

    @property
    def limit(self) -> int:
        """The cost that covers must be below."""
        return int(self._best.limit[0])

    @property
    def bound(self) -> int:
        """A lower bound of the cost of all covers that are not found yet."""
        if self._is_over:
            return self.limit
        if not self._is_begun:
            return -UNBOUNDED if self._root is None else self._root.whole_bound
        of_levels = self._proof.bound()
        of_pass = -UNBOUNDED if of_levels is None else min(self._below, of_levels)
        return min(self.limit, max(self._from, self._least_cost, of_pass))

    @property
    def nodes(self) -> int:
        """The number of nodes of the search trees visited so far."""
        return self._proof.nodes + (self._local.nodes if self._local else 0)

    @property
    def updates(self) -> int:
        """The nodes of options visited so far, by the search and by subgradient steps."""
        of_root = self._root.updates if self._root else 0
        return of_root + self._proof.updates + (self._local.updates if self._local else 0)

    @property
    def solutions(self) -> int:
        """The number of solutions found so far."""
        return self._proof.solutions + (self._local.solutions if self._local else 0)

    def part_done(self) -> float:
        """Return the part of the last pass that is done; 0 before that one."""
        if self._is_over:
            self._part = 1.0
        elif self._is_begun and self._below >= min(self.limit, MOST):
            self._part = max(self._part, self._proof.part_done())
        return self._part

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` nodes and `out.room` solutions."""
        if self._is_over:
            return Status.EXHAUSTED
        if not self._is_begun:
            self._prepare_root()
            if self._is_over:
                return Status.EXHAUSTED
            if not self._is_begun:
                return Status.BUDGET_SPENT
        return self._improve(node_budget, out) if self._is_local else self._pass(node_budget, out)

    def _prepare_root(self) -> None:
        """Do one round of steps at the root, or begin the first pass."""
        if (self._k is None and self.limit >= UNBOUNDED) or not self._price.any():
            self._proof_end = ENDLESS
            self._begin_pass(-UNBOUNDED, UNBOUNDED)
            return
        if self._root is None:
            self._root = Root(self._links, self._price)
        if self._root.is_hopeless or self._root.whole_bound >= min(self.limit, MOST):
            self._is_over = True
        elif self._root.is_done:
            self._begin_passes(self._root)
        else:
            self._root.climb()

    def _begin_passes(self, root: Root) -> None:
        """Take over the dual values of the root, and begin the first pass."""
        self._take_values(root)
        if self._k is None:
            self._proof_end = ENDLESS
            self._begin_pass(-UNBOUNDED, UNBOUNDED)
        else:
            place = min(self._links.n_primary, len(self._reduced) - 1)
            self._amount = max(1, self._unit, int(self._reduced[place]))
            self._begin_pass(-UNBOUNDED, self._least_cost + self._amount)

    def _take_values(self, root: Root) -> None:
        """Set the dual values, and the options by ascending reduced cost."""
        self._value = root.whole_values()
        reduced = root.reduced_costs(self._value)
        self._candidates = np.argsort(reduced, kind="stable")
        self._reduced = reduced[self._candidates]

    @property
    def _least_cost(self) -> int:
        """A lower bound of the cost of covers, known before the search."""
        return int(self._value.sum())

    @property
    def _margin(self) -> float:
        return MARGIN * float(abs(self._value).sum())

    def _begin_pass(self, begin: int, below: int) -> None:
        """Begin a pass for the covers that cost at least `begin` and less than `below`."""
        self._is_begun = True
        self._from, self._below = begin, UNBOUNDED if below >= MOST else below
        span = self._from, self._below
        self._is_over = not self._proof.start(self._chosen, self._value, span, self._margin)
        self._n_before = self._proof.solutions

    def _pass(self, node_budget: int, out: Out) -> Status:
        """Continue a pass; begin the next one at its end, unless it was the last."""
        before = self._proof.solutions
        status = self._proof.advance(node_budget, out, self._proof_end)
        self._keep_cover(out, self._proof.solutions - before)
        if status == Status.EXHAUSTED:
            if self._below >= min(self.limit, MOST):
                self._is_over = True
                return status
            self._amount *= 2
            self._begin_pass(self._below, self._least_cost + self._amount)
        elif status == Status.BUDGET_SPENT and self._proof.updates >= self._proof_end:
            self._give_way()
        return Status(max(status, Status.BUDGET_SPENT))

    def _give_way(self) -> None:
        """Improve covers for a while; if several are wanted, begin a pass without a limit."""
        if self._k == 1:
            self._is_local = True
            self._local_end = (self._local.updates if self._local else 0) + self._budget
            return
        self._proof_end = ENDLESS
        if self._proof.solutions == self._n_before:
            self._begin_pass(self._from, UNBOUNDED)

    def _keep_cover(self, out: Out, n_found: int) -> None:
        """Keep the last cover that was found: with k = 1 it is the cheapest."""
        if n_found and len(out.rows):
            self._cover = out.rows[n_found - 1, : out.lengths[n_found - 1]].tolist()

    def _improve(self, node_budget: int, out: Out) -> Status:
        """Continue to search for cheaper covers in neighbourhoods of the best one."""
        if self._local is None:
            self._local = Tree(self._links, self._price, self._best)
        local = self._local
        if local.updates >= self._local_end:
            self._is_local = self._is_trying = False
            self._proof_end = self._proof.updates + self._budget
            self._budget = int(GROWTH * self._budget)
            return Status.BUDGET_SPENT
        if not self._is_trying and not self._begin_try(local):
            return Status.BUDGET_SPENT
        before = local.solutions
        status = local.advance(node_budget, out, self._try_end)
        self._keep_cover(out, local.solutions - before)
        is_spent = status == Status.BUDGET_SPENT and local.updates >= self._try_end
        if status == Status.EXHAUSTED or is_spent:
            self._is_trying = False
            if not self._is_dive:
                self._resize(1 if status == Status.EXHAUSTED else -1)
        return Status(max(status, Status.BUDGET_SPENT))

    def _resize(self, step: int) -> None:
        """Give up more or fewer options of the cover; if that is all of them, raise the cap."""
        self._size = max(FEWEST, self._size + step)
        if self._size > len(self._cover):
            self._size = len(self._cover)
            self._cap = min(100, WIDER * self._cap)

    def _begin_try(self, local: Tree) -> bool:
        """Begin to search a neighbourhood, or to dive; return False if there is nothing to try."""
        slack = self.limit - self._least_cost
        if self.limit < self._fixed_limit:
            local.fix(self._value, slack)
            self._fixed_limit = self.limit
        self._n_tries += 1
        rng = np.random.default_rng([SEED, self._n_tries])
        n_candidates = int(np.searchsorted(self._reduced, slack))
        candidates = self._candidates[: max(1, n_candidates)]
        work = max(TRY_UPDATES, self._budget >> 4)
        self._is_dive = not self._cover or self._n_tries % 2 == 0
        if not self._cover:
            options = self._chosen + drawn_option(candidates, rng)[: self._n_tries - 1]
            work = self._budget
        elif self._is_dive:
            options = self._chosen + drawn_option(candidates, rng)
        else:
            options = kept_options(
                self._links, self._cover, set(self._chosen), candidates, self._size, rng
            )
        self._try_end = min(self._local_end, local.updates + work)
        cap = None if self.limit >= UNBOUNDED else max(1, self._unit, slack * self._cap // 100)
        # Only what has a lower price than the best cover: with rounded prices, the limit is higher.
        below = self.limit + min(0, self._unit - 1)
        self._is_trying = local.start(options, self._value, (-UNBOUNDED, below), self._margin, cap)
        if not self._is_trying:
            # Every try is some work, so that even options that clash come to an end.
            self._local_end -= len(self._links.item_of)
        return self._is_trying

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        own = {
            "numbers": np.array([int(getattr(self, name)) for name in _NUMBERS]),
            "chosen": np.array(self._chosen, dtype=np.int64),
            "cover": np.array(self._cover, dtype=np.int64),
            "part": np.array(self._part),
        }
        return own | copied(self._best, CHANGING_BEST) | snapshots(self._parts)

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Restore a snapshot of an engine that was made with the same arguments."""
        if any(name.startswith("root.") for name in snapshot):
            self._root = Root(self._links, self._price)
        if any(name.startswith("local.") for name in snapshot):
            self._local = Tree(self._links, self._price, self._best)
        restore(self._parts, snapshot)
        put_back(self._best, CHANGING_BEST, snapshot)
        for name, number in zip(_NUMBERS, snapshot["numbers"].tolist(), strict=True):
            setattr(self, name, number)
        self._chosen = snapshot["chosen"].tolist()
        self._cover = snapshot["cover"].tolist()
        self._part = float(snapshot["part"])
        if self._root is not None and self._is_begun:
            self._take_values(self._root)

    @property
    def _parts(self) -> dict[str, Any]:
        """All parts with snapshots of their own."""
        parts = {"proof": self._proof, "local": self._local, "root": self._root}
        return {name: part for name, part in parts.items() if part is not None}

    def check(self) -> None:
        """Raise AssertionError if an invariant of the position does not hold (slow)."""
        check_heap(self._best)
        self._proof.check(has_values=self._is_begun and self._root is not None)
        if self._local is not None:
            self._local.check(has_values=True)
