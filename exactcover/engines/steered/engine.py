"""Dancing cells that the caller steers: which item to branch on, what to prune, what to record.

The search is that of `exactcover.engines.dancing_cells`, with its own kernels, so that plain
searches do not pay for what this one can do: other orders of items (`choosing`), functions of the
caller that are called by their address (`hooks`), domain consistency (`consistency`), and a profile
of the search tree. Without any of these it visits the same nodes as dancing cells. It also searches
problems with bounds on items (`moves`).
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.engines.dancing_cells.cells import (
    BACK_UP,
    CHOOSE,
    CURSOR,
    DEPTH,
    ENTER,
    FIRST,
    FORCED,
    LAST,
    PHASE,
    SAVED,
)
from exactcover.engines.dancing_cells.engine import DancingCells
from exactcover.engines.levels import others, part_done
from exactcover.engines.multicover.bounds import MULTIPLICITIES, agree
from exactcover.engines.steered import checks
from exactcover.engines.steered.consistency import establish
from exactcover.engines.steered.hooks import Hooks
from exactcover.engines.steered.search import advance, choose, one_step, propagate
from exactcover.engines.steered.state import (
    CHANGING,
    GONE,
    HAS_RAISED,
    SKIP,
    SKIPPED,
    Plan,
    initial_state,
)
from exactcover.problem.links import Links
from exactcover.problem.problem import Problem
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.kernels.pointers import handle
from exactcover.runtime.kernels.types import U32
from exactcover.runtime.search.limits import stop_if_due
from exactcover.runtime.search.protocol import (
    STATUSES,
    Out,
    Part,
    Status,
    copied,
    put_back,
)
from exactcover.runtime.search.result import Level
from exactcover.runtime.search.steering import ORDERS, Steering

CHUNK = 1 << 16
"""The pairs of options and items that get their first support between two looks at the clock."""


class SteeredCells(DancingCells):
    """The engine; see `exactcover.engines.protocol.CoverEngine`.

    Parameters
    ----------
    links
        The problem, laid out.
    plan
        How the search is steered; by default as dancing cells.
    hooks
        The functions of the caller.

    Attributes
    ----------
    state
        The position of the search.
    """

    name = "steered"

    def __init__(self, links: Links, plan: Plan | None = None, hooks: Hooks | None = None) -> None:
        self.depth = links.depth
        self._links = links
        self._hooks = hooks or Hooks.none()
        plan = plan or Plan.plain(links)
        self._shows_profile = plan.shows_profile
        self._chosen: list[int] = []
        self._n_given = 0
        own, memory, inner = self._hooks.own, self._hooks.memory, self._hooks.inner
        self.state = initial_state(links, plan, own, memory, inner)
        self._state = self.state.cells
        self._views = self._hooks.connect(self.state)
        self._handles = handle(self._views[0]), handle(self._views[1])
        if plan.keeps_consistency and not self._establish():
            self._end()

    def _establish(self) -> bool:
        """Make the problem consistent; return False if that shows that it has no solution."""
        n_options, step = len(self._links.node_of), 1 + CHUNK // (self._links.n_primary + 1)
        for first in range(0, n_options, step):
            stop_if_due()
            if not establish(self.state, first, min(n_options, first + step)):
                return False
        return bool(propagate(self.state))

    def _end(self) -> None:
        """Let the search end at its next step."""
        self._state.position[[DEPTH, SAVED, FORCED, GONE, SKIPPED]] = 0
        self._state.position[PHASE] = BACK_UP

    def choose(self, options: list[int]) -> bool:
        """Choose these options before the search begins, or leave them out.

        See `exactcover.problem.choices` about the numbers. Return whether the options agree.
        """
        n_options = len(self._links.node_of)
        numbers = np.array(options, dtype=np.int64)
        is_left_out = numbers >= n_options
        numbers %= n_options or 1
        self._chosen += numbers[~is_left_out].tolist()
        is_clash = not set(numbers[is_left_out].tolist()).isdisjoint(self._chosen)
        if is_clash or not agree(self._links, self._chosen):
            return False
        nodes = self._links.node_of[numbers]
        is_over = self._state.position[PHASE] == BACK_UP
        if not is_over and not choose(self.state, *self._handles, nodes, is_left_out):
            self._raise_error()
            self._end()
        self._n_given = int(self._state.position[DEPTH])
        return True

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` nodes and `out.room` solutions."""
        status = advance(self.state, *self._handles, node_budget, out)
        self._raise_error()
        return STATUSES[status]

    def step(self, out: Out) -> int:
        """Do one step of the search, such as to branch on an item; return which."""
        found = int(one_step(self.state, *self._handles, out))
        self._raise_error()
        return found

    def _raise_error(self) -> None:
        """Raise the error of a hook, if there was one."""
        if self._state.position[HAS_RAISED]:
            raise ProblemError(self._hooks.error)

    def part_done(self) -> float:
        """Sum, over the levels, the part of the tree that lies left of the cursor."""
        phase, depth = self._state.position[[PHASE, DEPTH]].tolist()
        if phase == BACK_UP and depth <= self._n_given:
            return 1.0
        return part_done(self._levels(depth)[self._n_given :])

    def remaining(self) -> list[Part]:
        """Return the parts of the tree that are still to be searched; see `Splittable`.

        A part has numbers for `choose`: an option is chosen in it, or left out.
        """
        phase, depth = self._state.position[[PHASE, DEPTH]].tolist()
        places, n_options = (self._state.option_of, self._state.block), len(self._links.node_of)
        parts = others(self._levels(depth), self._n_given, *places, n_options)
        return parts if phase in (ENTER, CHOOSE) else parts[1:]

    def _levels(self, depth: int) -> list[list[int]]:
        rows: list[list[int]] = self._state.levels[:depth, [FIRST, CURSOR, LAST, SKIP]].tolist()
        return rows

    @staticmethod
    def refuses(problem: Problem) -> str | None:
        """Refuse multiplicities."""
        return MULTIPLICITIES if problem.has_multiplicities else None

    @property
    def outer(self) -> U32:
        """The number in the problem of each item of the search."""
        return self._hooks.outer

    @property
    def profile(self) -> tuple[Level, ...]:
        """The nodes, updates and solutions of each level of the search tree, if asked for."""
        return self.levels if self._shows_profile else ()

    @property
    def levels(self) -> tuple[Level, ...]:
        """The nodes, updates and solutions of each level of the search tree."""
        rows = self.state.profile.tolist()
        while rows and not any(rows[-1]):
            rows.pop()
        return tuple(Level(*row) for row in rows)

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        n_saved = int(self._state.position[SAVED])
        return super().snapshot() | copied(self.state, CHANGING, kept=n_saved)

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Restore a snapshot of an engine that was made with the same arguments."""
        super().restore(snapshot)
        put_back(self.state, CHANGING, snapshot)

    def check(self) -> None:
        """Raise AssertionError if an invariant of the position does not hold (slow)."""
        checks.check(self._links, self.state)


def steered(problem: Problem, steering: Steering) -> Callable[[Links], SteeredCells]:
    """Return the factory of an engine that is steered; its kernels are compiled.

    Raises
    ------
    ProblemError
        If an item is unknown, options have multiplicities, or Numba cannot compile a hook.
    """
    if problem.has_multiplicities:
        raise ProblemError(f"a search cannot be steered or traced if {MULTIPLICITIES}")
    primary = problem.primary
    first, weights = steering.first_items(primary), steering.weights_of(primary)
    hooks = Hooks.of(steering.chooser, steering.pruner)

    def made(links: Links) -> SteeredCells:
        numbered = hooks.of_links(problem, links)
        plan = Plan(
            ORDERS.index(steering.order),
            numbered.inner[first].astype(np.int64),
            weights[numbered.outer[: problem.n_primary]],
            steering.keeps_consistency,
            steering.profile,
        )
        return SteeredCells(links, plan, numbered)

    return made
