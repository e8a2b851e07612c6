"""Dancing cells that the caller steers: which item to branch on, what to prune, what to record.

The search is that of `exactcover.engines.dancing_cells`, with its own kernels, so that plain
searches do not pay for what this one can do: other orders of items (`choosing`), functions of the
caller that are called by their address (`hooks`), domain consistency (`consistency`), and a profile
of the search tree. Without any of these it visits the same nodes as dancing cells.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.compiled.jit import helper, kernel
from exactcover.compiled.pointers import call
from exactcover.compiled.types import U32
from exactcover.engines.dancing_cells.branching import close_levels
from exactcover.engines.dancing_cells.cells import (
    BACK_UP,
    CHOOSE,
    CURSOR,
    DEPTH,
    ENTER,
    FIRST,
    FORCED,
    LAST,
    NODES,
    NONE,
    ONE,
    PHASE,
    SAVED,
    SOLUTIONS,
    UPDATES,
    is_live,
    put,
)
from exactcover.engines.dancing_cells.engine import DancingCells
from exactcover.engines.multicover.cells import agree
from exactcover.engines.steered import checks
from exactcover.engines.steered.choosing import WRONG_ITEM, learn, select
from exactcover.engines.steered.consistency import establish, restore_supports
from exactcover.engines.steered.hooks import Hooks
from exactcover.engines.steered.moves import branch, next_option, note_siblings, take
from exactcover.engines.steered.state import (
    CHANGING,
    GONE,
    HAS_RAISED,
    IS_CONSISTENT,
    NO_HOOK,
    PROFILE_NODES,
    PROFILE_SOLUTIONS,
    PROFILE_UPDATES,
    PRUNER,
    Plan,
    State,
    initial_state,
)
from exactcover.errors import ProblemError
from exactcover.limits import stop_if_due
from exactcover.problem.links import Links
from exactcover.problem.problem import Problem
from exactcover.search.protocol import (
    BUDGET_SPENT,
    EXHAUSTED,
    MOST_UPDATES,
    OUT_FULL,
    STATUSES,
    Out,
    Status,
    copied,
    put_back,
)
from exactcover.search.result import Level
from exactcover.search.steering import ORDERS, Steering

CHUNK = 1 << 16
"""The pairs of options and items that get their first support between two looks at the clock."""
# What one step of the search did.
BRANCHED, SOLVED, DEAD_END, TOOK, FAILED, PRUNED, BACKED_UP, ENDED, RAISED = range(9)


class SteeredCells(DancingCells):
    """The engine; see `exactcover.search.protocol.CoverEngine`.

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
        own, memory, inner = self._hooks.own, self._hooks.memory, self._hooks.inner
        self.state = initial_state(links, plan, own, memory, inner)
        self._state = self.state.cells
        self._handles = self._hooks.connect(self.state)
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
        self._state.position[[DEPTH, SAVED, FORCED, GONE]] = 0
        self._state.position[PHASE] = BACK_UP

    def choose(self, options: list[int]) -> bool:
        """Choose these options before the search begins; return whether they agree."""
        self._chosen += options
        if not agree(self._links, self._chosen):
            return False
        is_over = self._state.position[PHASE] == BACK_UP
        if not is_over and not choose(self.state, *self._handles, self._links.node_of[options]):
            self._raise_error()
            self._end()
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
        If an item is unknown, Numba cannot compile a hook, or the problem cannot be steered.
    """
    reason = SteeredCells.refuses(problem)
    if reason:
        raise ProblemError(f"a search of this problem cannot be steered: {reason}")
    first, weights = steering.first_items(problem), steering.weights_of(problem)
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


@kernel
def propagate(state: State) -> bool:
    """Find other supports for what the options that were deleted supported."""
    return restore_supports(state)


@kernel
def choose(state: State, chooser: Any, pruner: Any, nodes: U32) -> bool:
    """Choose the options of `nodes`, which agree, each on a closed level of its own.

    Return False if one is in no solution, or a hook prunes it.
    """
    position, levels = state.cells.position, state.cells.levels
    for k in range(len(nodes)):
        node = nodes[k]
        if not is_live(state.cells, node):
            return False
        depth = position[DEPTH]
        levels[depth, FIRST] = state.cells.place[node]
        levels[depth, CURSOR] = state.cells.place[node]
        levels[depth, LAST] = state.cells.place[node] + ONE
        position[DEPTH] = depth + ONE
        if take_option(state, pruner, node) != TOOK:
            return False
    return True


@helper
def take_option(state: State, pruner: Any, node: Any) -> int:
    """Take the option of a node, restore consistency, and ask the hook that prunes."""
    if not take(state, node):
        return FAILED
    if state.settings[IS_CONSISTENT] and not restore_supports(state):
        return FAILED
    return PRUNED if is_pruned(state, pruner) else TOOK


@helper
def is_pruned(state: State, pruner: Any) -> bool:
    """Return whether the hook that prunes, if there is one, cuts this branch."""
    if state.settings[PRUNER] == NO_HOOK:
        return False
    level = state.cells.position[DEPTH] - ONE
    option = state.cells.option_of[state.cells.block[state.cells.levels[level, CURSOR]]]
    answer = call(state.settings[PRUNER], pruner, np.uint64(option))
    if answer < 0:
        state.cells.position[HAS_RAISED] = 1
    return bool(answer != 0)


@kernel
def advance(state: State, chooser: Any, pruner: Any, node_budget: int, out: Out) -> int:
    """Continue the search, step by step, up to a limit or the end."""
    position = state.cells.position
    last_node = position[NODES] + np.uint64(node_budget)
    last_update = position[UPDATES] + MOST_UPDATES
    found = np.uint64(0)
    room = np.uint64(out.room)
    status = BUDGET_SPENT
    while position[UPDATES] < last_update:
        if position[PHASE] == ENTER and position[NODES] >= last_node:
            break
        event = do_step(state, chooser, pruner, out, found)
        if event == SOLVED:
            found += ONE
            if found >= room:
                status = OUT_FULL
                break
        elif event == ENDED:
            status = EXHAUSTED
            break
        elif event == RAISED:
            break
    return status


@kernel
def one_step(state: State, chooser: Any, pruner: Any, out: Out) -> int:
    """Do one step of the search, and write a solution as row 0 of `out`."""
    return do_step(state, chooser, pruner, out, np.uint64(0))


@helper
def do_step(state: State, chooser: Any, pruner: Any, out: Out, found: Any) -> int:
    """Do one step of the search; return which it was. A solution is written as row `found`."""
    position, profile = state.cells.position, state.profile
    depth, updates = position[DEPTH], position[UPDATES]
    if position[PHASE] == ENTER:
        position[NODES] += ONE
        profile[depth, PROFILE_NODES] += ONE
        event = enter(state, chooser)
        if event == SOLVED:
            put(state.cells, out, found)
            position[SOLUTIONS] += ONE
            profile[depth, PROFILE_SOLUTIONS] += ONE
    elif position[PHASE] == CHOOSE:
        event = try_option(state, pruner)
    else:
        event = back_up(state)
    profile[depth, PROFILE_UPDATES] += position[UPDATES] - updates
    return event


@helper
def enter(state: State, chooser: Any) -> int:
    """Visit a node: choose an item and open a level for it."""
    item = select(state, chooser)
    state.cells.position[PHASE] = BACK_UP
    if item == NONE:
        return SOLVED
    if item == WRONG_ITEM:
        state.cells.position[HAS_RAISED] = 1
        return RAISED
    if state.cells.size[item] == 0:
        return DEAD_END
    branch(state, item)
    state.cells.position[PHASE] = CHOOSE
    return BRANCHED


@helper
def try_option(state: State, pruner: Any) -> int:
    """Choose the option under the cursor."""
    position = state.cells.position
    if state.settings[IS_CONSISTENT]:
        note_siblings(state)
    event = take_option(
        state, pruner, state.cells.block[state.cells.levels[position[DEPTH] - ONE, CURSOR]]
    )
    learn(state, event != TOOK, event == FAILED)
    position[PHASE] = ENTER
    if event != TOOK:
        position[FORCED] = 0
        position[GONE] = 0
        position[PHASE] = BACK_UP
    return RAISED if position[HAS_RAISED] > 0 else event


@helper
def back_up(state: State) -> int:
    """Close the levels without options left, and move to the next option of the last level."""
    close_levels(state.cells)
    if state.cells.position[DEPTH] == 0:
        return ENDED
    next_option(state)
    state.cells.position[PHASE] = CHOOSE
    return BACKED_UP
