"""The dual values at the root: steps on the options of small reduced cost, checked against all."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.engines.cheapest.scaling import MOST_VALUES
from exactcover.engines.lagrangian.duals import Relaxation, climb, empty_relaxation
from exactcover.problem.links import Links, ranges
from exactcover.runtime.kernels.types import F64, I64

CORE_OPTIONS = 12
"""The core has about this many options for each item."""
ROUND_VISITS, MOST_STEPS = 1 << 21, 200
"""A round of steps visits about this many nodes, and takes at most so many steps."""
MOST_ROUNDS = 80
PATIENCE = 30.0
MARGIN = 0.05
"""The steps aim at a sum that is higher by this part of the absolute values."""
ROUNDING = 1e-12
"""More than the relative error of the sums."""
LEAST_GAIN, MOST_STALE = 2e-5, 3
"""The rounds end when this many in a row gain less than this part of the absolute values."""


class Root:
    """The linear relaxation of a problem, and the best dual values found.

    Parameters
    ----------
    links
        The problem.
    price
        The price of each option.

    Attributes
    ----------
    value
        Feasible dual values of the items.
    bound
        Their sum.
    updates
        The nodes of options that were visited.
    is_done
        Whether further rounds would not be worth their time.
    """

    def __init__(self, links: Links, price: I64) -> None:
        nodes = np.flatnonzero(links.item_of < links.n_primary)
        self._n_primary = links.n_primary
        self._item = links.item_of[nodes]
        # The nodes of an option are adjacent; its options are numbered in the order of the nodes.
        option_of = links.option_of[nodes]
        begin = np.flatnonzero(np.diff(option_of, prepend=-1) != 0)
        self._first = np.append(begin, len(nodes))
        self._length = np.diff(self._first)
        self._option = option_of[begin]
        self._whole_price = price[self._option]
        self._price = self._whole_price.astype(np.float64)
        # Item by item: the options of the nodes, and where each item begins.
        order = np.argsort(self._item, kind="stable")
        self._by_item = np.repeat(np.arange(len(begin)), self._length)[order]
        counts = np.bincount(self._item, minlength=links.n_primary)
        self._start = np.cumsum(counts) - counts
        self.is_hopeless = not counts.all()
        self.updates = 0
        self.is_done = self.is_hopeless
        self.value = np.zeros(links.n_primary)
        self.bound = 0.0
        self._trial = self.value
        self._n_rounds = self._n_stale = 0
        self._length_of_steps = 1.0
        if not self.is_hopeless:
            self.value = self._least_shares(np.zeros(links.n_primary))
            self.bound = float(self.value.sum())
            self._trial = self.value

    @property
    def whole_bound(self) -> int:
        """A whole number that is a lower bound in spite of the rounding of floats."""
        return math.floor(self.bound - ROUNDING * float(abs(self.value).sum())) - 1

    def climb(self) -> None:
        """Do a round: some steps on the core, then make the values feasible for all options."""
        core, n_core = self._core()
        n_nodes = int(core.first[n_core])
        steps = int(np.clip(ROUND_VISITS // max(1, n_nodes), 10, MOST_STEPS))
        core.trial[:] = self._trial
        core.pace[0] = self._length_of_steps
        scale = float(abs(self.value).sum())
        climb(core, n_core, self._n_primary, max(1.0, MARGIN * scale), PATIENCE, steps)
        self._length_of_steps = float(core.pace[0])
        self._trial = core.value.copy()
        value = self._least_shares(self._trial)
        bound = float(value.sum())
        gain = bound - self.bound
        if gain > 0:
            self.value, self.bound = value, bound
        self._n_stale = 0 if gain > LEAST_GAIN * scale else self._n_stale + 1
        self._n_rounds += 1
        self.updates += steps * n_nodes + 2 * len(self._item)
        self.is_done = self._n_stale >= MOST_STALE or self._n_rounds >= MOST_ROUNDS

    def whole_values(self) -> I64:
        """Return the dual values, rounded to whole numbers that are feasible."""
        # No sum of values may overflow.
        most = MOST_VALUES / self._n_primary
        value = np.rint(np.clip(self.value, -most, most)).astype(np.int64)
        rest = self._whole_price - np.add.reduceat(value[self._item], self._first[:-1])
        share = rest // self._length
        least: I64 = np.minimum.reduceat(share[self._by_item], self._start)
        return value + least

    def reduced_costs(self, value: I64) -> I64:
        """Return the reduced cost of each option of the problem for some dual values."""
        reduced = np.empty(len(self._option), dtype=np.int64)
        sums = np.add.reduceat(value[self._item], self._first[:-1])
        reduced[self._option] = self._whole_price - sums
        return reduced

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all that the rounds change."""
        return {
            "values": np.stack([self.value, self._trial]),
            "sizes": np.array([self.bound, self._length_of_steps]),
            "numbers": np.array([self.updates, self.is_done, self._n_rounds, self._n_stale]),
        }

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Restore a snapshot of the same problem."""
        self.value, self._trial = snapshot["values"].copy()
        self.bound, self._length_of_steps = snapshot["sizes"].tolist()
        self.updates, is_done, self._n_rounds, self._n_stale = snapshot["numbers"].tolist()
        self.is_done = bool(is_done)

    def _reduced(self, value: F64) -> F64:
        """Return the reduced costs of all options."""
        sums: F64 = np.add.reduceat(value[self._item], self._first[:-1])
        return self._price - sums

    def _least_shares(self, value: F64) -> F64:
        """Return the least shares of all items, which are feasible."""
        share = self._reduced(value) / self._length
        least: F64 = np.minimum.reduceat(share[self._by_item], self._start)
        return value + least

    def _core(self) -> tuple[Relaxation, int]:
        """Return the options of small reduced cost, and of each item the smallest."""
        n_core = CORE_OPTIONS * self._n_primary
        if len(self._price) <= 2 * n_core:
            chosen: NDArray[Any] = np.arange(len(self._price))
        else:
            reduced = self._reduced(self._trial)
            is_core = reduced <= np.partition(reduced, n_core)[n_core]
            of_nodes = reduced[self._by_item]
            least = np.minimum.reduceat(of_nodes, self._start)
            counts = np.diff(np.append(self._start, len(of_nodes)))
            is_core[self._by_item[of_nodes == np.repeat(least, counts)]] = True
            chosen = np.flatnonzero(is_core)
        lengths = self._length[chosen]
        core = empty_relaxation(len(chosen), int(lengths.sum()), self._n_primary)
        core.first[1:] = np.cumsum(lengths)
        core.item[:] = self._item[ranges(self._first[chosen], lengths)]
        core.price[:] = self._price[chosen]
        return core, len(chosen)
