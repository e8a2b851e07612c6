"""`Tree`: a depth-first search that can start again with other limits and other options chosen."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.engines.cheapest.best import UNBOUNDED, Best
from exactcover.engines.cheapest.cells import bound_of_levels, first_primary_nodes
from exactcover.engines.dancing_cells import cells
from exactcover.engines.dancing_cells.cells import (
    BACK_UP,
    CURSOR,
    DEPTH,
    ENTER,
    FORCED,
    LAST,
    NODES,
    PHASE,
    SAVED,
    SOLUTIONS,
    UPDATES,
)
from exactcover.engines.dancing_cells.engine import choose, initial_state
from exactcover.engines.lagrangian.duals import empty_relaxation
from exactcover.engines.lagrangian.tree import (
    BELOW,
    CHANGING,
    FROM,
    LAST_UPDATE,
    Ledger,
    advance,
    fix,
)
from exactcover.engines.levels import part_done
from exactcover.problem.links import Links
from exactcover.runtime.kernels.types import F64, I64
from exactcover.runtime.search.protocol import STATUSES, Out, Status, copied, put_back


class Tree:
    """A search tree on dancing cells.

    Parameters
    ----------
    links
        The problem.
    price
        The price of each option.
    best
        The costs of the best covers, which several trees may share.
    """

    def __init__(self, links: Links, price: I64, best: Best) -> None:
        self._links = links
        self._state = initial_state(links)
        self._size = self._state.size.copy()
        self._ledger = Ledger(
            price,
            first_primary_nodes(links),
            np.zeros(links.n_primary, dtype=np.int64),
            np.empty((links.depth + 3, links.n_primary), dtype=np.int64),
            np.zeros(len(links.block), dtype=np.int64),
            np.zeros(links.depth + 1, dtype=np.int64),
            np.zeros(3, dtype=np.int64),
            np.ones(1),
            empty_relaxation(len(links.node_of), len(links.item_of), links.n_primary),
            best,
        )
        self._n_chosen = 0
        self._ledger.span[:] = -UNBOUNDED, UNBOUNDED, 0

    def start(
        self,
        options: list[int],
        value: I64,
        span: tuple[int, int],
        margin: float = 1.0,
        cap: int | None = None,
    ) -> bool:
        """Start from the root with options chosen; return whether they agree.

        Parameters
        ----------
        options
            The options.
        value
            Feasible dual values of the items.
        span
            Only covers that cost at least the first number and less than the second one are
            searched for.
        margin
            How far above the bound subgradient steps aim at most.
        cap
            Only options whose reduced cost is less than this are searched.
        """
        state, ledger = self._state, self._ledger
        state.size[:] = self._size
        state.position[[PHASE, DEPTH, SAVED, FORCED]] = 0
        ledger.value[:] = value
        ledger.margin[0] = max(1.0, margin)
        ledger.span[FROM], ledger.span[BELOW] = span
        self._n_chosen = len(options)
        is_left_out = np.zeros(len(options), dtype=np.bool_)
        if not choose(state, self._links.node_of[options], is_left_out):
            return False
        ledger.spent[1 : len(options) + 1] = np.cumsum(ledger.price[options])
        return cap is None or fix(state, ledger, cap)

    def fix(self, value: I64, slack: int) -> None:
        """Remove the options whose reduced cost is at least `slack` from all later searches."""
        self.start([], value, (-UNBOUNDED, UNBOUNDED))
        if fix(self._state, self._ledger, slack):
            self._size[:] = self._state.size

    def advance(self, node_budget: int, out: Out, last_update: int) -> Status:
        """Continue the search for some nodes, or until it has done so many updates."""
        self._ledger.span[LAST_UPDATE] = last_update
        return STATUSES[advance(self._state, self._ledger, node_budget, out)]

    @property
    def nodes(self) -> int:
        """The number of nodes visited, since the tree was made."""
        return int(self._state.position[NODES])

    @property
    def updates(self) -> int:
        """How much work was done, since the tree was made."""
        return int(self._state.position[UPDATES])

    @property
    def solutions(self) -> int:
        """The number of covers found, since the tree was made."""
        return int(self._state.position[SOLUTIONS])

    def bound(self) -> int | None:
        """Return a lower bound of the cost of covers in the open levels; None without levels."""
        return bound_of_levels(self._state, self._ledger.floor, self._n_chosen)

    def part_done(self) -> float:
        """Sum, over the levels, the part of the tree that lies left of the cursor."""
        return part_done(self._state.levels[: self._state.position[DEPTH]].tolist())

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        own = copied(self._ledger, CHANGING, kept=int(self._state.position[SAVED]))
        fixed = {"fixed": self._size.copy(), "n_chosen": np.array(self._n_chosen)}
        return copied(self._state, cells.CHANGING) | own | fixed

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Restore a snapshot of a tree that was made with the same arguments."""
        put_back(self._state, cells.CHANGING, snapshot)
        put_back(self._ledger, CHANGING, snapshot)
        self._size[:] = snapshot["fixed"]
        self._n_chosen = int(snapshot["n_chosen"])

    def check(self, *, has_values: bool) -> None:
        """Raise AssertionError if an invariant of the position does not hold (slow).

        Before the search, and without a limit, there are no dual values.
        """
        state, ledger = self._state, self._ledger
        nodes = self._links.block
        assert (state.block[state.place[nodes]] == nodes).all()
        levels = state.levels[: int(state.position[DEPTH])]
        for first, _, last, _ in levels.tolist():
            assert (np.diff(ledger.floor[first:last]) >= 0).all()
        assert state.position[PHASE] in range(ENTER, BACK_UP + 1)
        assert (levels[:, CURSOR] < levels[:, LAST]).all()
        if has_values and state.position[PHASE] == ENTER:
            self._check_values()

    def _check_values(self) -> None:
        """Assert that the reduced costs of the live options are not negative."""
        state, ledger = self._state, self._ledger
        n_primary = self._links.n_primary
        live: F64 = np.zeros(len(state.item_of))
        for item in np.flatnonzero(state.size[:n_primary] < cells.TAKEN).tolist():
            first = int(state.start[item])
            for node in state.block[first : first + int(state.size[item])].tolist():
                live[state.first_of[node]] = 1
        for option in state.option_of[np.flatnonzero(live)].tolist():
            node = int(self._links.node_of[option])
            total = 0
            while state.item_of[node] < len(state.size):
                if state.item_of[node] < n_primary:
                    total += int(ledger.value[state.item_of[node]])
                node += 1
            assert total <= ledger.price[option]
