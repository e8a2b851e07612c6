"""Random probes of problems with bounds: see `exactcover.estimation.probes`.

The tree is that of `exactcover.engines.multicover`. One alternative of a branch may be to choose
none of its options; it is kept or dropped like an option.
"""

from collections.abc import Sequence

import numpy as np

from exactcover.engines.multicover.branching import (
    branch,
    close_levels,
    next_forced,
    next_option,
    smallest,
)
from exactcover.engines.multicover.cells import (
    BACK_UP,
    CURSOR,
    DEPTH,
    FIRST,
    FORCED,
    LAST,
    NONE,
    ONE,
    PHASE,
    SAVED,
    SKIP,
    UPDATES,
    State,
    take,
)
from exactcover.engines.multicover.engine import MultiCover
from exactcover.estimation.probes import (
    BEGIN,
    ENTER,
    FRACTION,
    GO_ON,
    MAX_VISITS,
    MAX_WEIGHT,
    REACHED,
    SOLUTIONS,
    SOLVED,
    TARGET,
    TRIED,
    TRIES,
    WEIGHT,
    WORK,
    Batch,
    Sampler,
    batch_of,
    begin_table,
    uniform,
)
from exactcover.problem.links import Links
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import Unsigned


class BoundedSampler(Sampler):
    """Runs batches of probes on a problem with bounds; see `Sampler`."""

    def __init__(self, links: Links, rng: np.random.Generator, chosen: Sequence[int] = ()) -> None:
        engine = MultiCover(links)
        engine.choose(list(chosen))
        self._state = engine._state
        self._batch = batch_of(self._state.degree, len(self._state.levels) + 1, rng)
        if self._state.position[PHASE] == BACK_UP:
            # The choices leave an item with too few options: let the root fail.
            self._batch.sizes[: links.n_primary] = 0

    def _advance(self, most_tries: float) -> bool:
        return run(self._state, self._batch, most_tries, MAX_VISITS)


@kernel
def run(state: State, batch: Batch, most_tries: float, most_visits: int) -> bool:
    """Run a batch of probes, or continue one; return whether it is complete.

    See `exactcover.estimation.probes.run`.
    """
    position, table, phase = state.position, batch.table, batch.phase
    if phase[0] == BEGIN:
        _begin(state, batch)
        phase[0] = ENTER
    n_items = np.uint64(len(state.degree))
    # A step visits all items to find the smallest, or to save or restore their degrees.
    visits, most = np.uint64(0), position[UPDATES] + np.uint64(most_visits)
    while visits + position[UPDATES] < most:
        visits += n_items
        is_entering = False
        if phase[0] == ENTER:
            depth = position[DEPTH]
            table[depth, REACHED] += table[depth, WEIGHT]
            item = next_forced(state)
            if item == NONE:
                item = smallest(state)
            if item == NONE:
                table[depth, SOLVED] += table[depth, WEIGHT]
                table[depth, SOLUTIONS] += 1.0
            else:
                before = position[UPDATES]
                is_open = state.degree[item] > 0 and branch(state, item)
                table[depth, WORK] += table[depth, WEIGHT] * (position[UPDATES] - before)
                if not is_open:
                    position[FORCED] = 0
                elif _keep_some(state, batch):
                    is_entering = _choose(state, batch, most_tries)
        else:
            close_levels(state)
            if position[DEPTH] == 0:
                return True
            next_option(state)
            is_entering = _choose(state, batch, most_tries)
        phase[0] = ENTER if is_entering else GO_ON
    return False


@helper
def _begin(state: State, batch: Batch) -> None:
    """Return to the root of the tree."""
    position, degree = state.position, state.degree
    for item in range(np.uint64(len(degree))):
        degree[item] = batch.sizes[item]
    position[DEPTH] = 0
    position[SAVED] = 0
    position[FORCED] = 0
    begin_table(batch)


@helper
def _choose(state: State, batch: Batch, most_tries: float) -> bool:
    """Make the choice at the cursor of the last level; return whether no item fails."""
    position, table = state.position, batch.table
    depth = position[DEPTH]
    table[depth, TRIED] += table[depth, WEIGHT]
    table[depth, TRIES] += 1.0
    if table[depth, TRIES] > most_tries:
        table[depth, TRIES] = 0.0
        table[depth, TARGET] *= 2.0
    before = position[UPDATES]
    cursor = state.levels[depth - ONE, CURSOR]
    is_alive = cursor == state.levels[depth - ONE, SKIP] or take(state, state.block[cursor])
    table[depth, WORK] += table[depth, WEIGHT] * (position[UPDATES] - before)
    if not is_alive:
        position[FORCED] = 0
    return bool(is_alive)


@helper
def _keep_some(state: State, batch: Batch) -> bool:
    """Keep some of the alternatives of the level just opened; return whether any is kept."""
    position, levels, table = state.position, state.levels, batch.table
    depth = position[DEPTH]
    level = depth - ONE
    first = levels[level, FIRST]
    degree = levels[level, LAST] - first
    n_kept = degree
    weight = table[level, WEIGHT]
    if table[depth, TARGET] == np.inf:
        n_kept = ONE
        weight = min(weight * degree, MAX_WEIGHT)
    elif weight < table[depth, TARGET]:
        wanted = table[depth, FRACTION] + degree * (weight / table[depth, TARGET])
        n_kept = np.uint32(wanted)
        table[depth, FRACTION] = wanted - n_kept
        weight = min(table[depth, TARGET], MAX_WEIGHT)
    table[depth, WEIGHT] = weight
    if n_kept >= degree:
        return True
    if n_kept <= 1 and degree > 1:
        # `branch` has saved the degrees, but they will not be restored.
        position[SAVED] -= ONE
    if n_kept == 0:
        position[DEPTH] = level
        position[FORCED] = 0
        return False
    _draw(state, batch, level, degree, n_kept)
    return True


@helper
def _draw(state: State, batch: Batch, level: Unsigned, degree: Unsigned, n_kept: Unsigned) -> None:
    """Keep only some alternatives of a level, drawn at random."""
    levels = state.levels
    first, skip = levels[level, FIRST], levels[level, SKIP]
    n_options, n_drawn = degree, n_kept
    keeps_skip = False
    if skip != NONE:
        n_options -= ONE
        keeps_skip = uniform(batch) * degree < n_kept
        if keeps_skip:
            n_drawn -= ONE
    for k in range(n_drawn):
        _swap(state, first + k, first + k + np.uint32(uniform(batch) * (n_options - k)))
    levels[level, SKIP] = first + n_drawn if keeps_skip else NONE
    levels[level, LAST] = first + n_kept


@helper
def _swap(state: State, one: Unsigned, other: Unsigned) -> None:
    """Swap the nodes in two places of a block."""
    block, place = state.block, state.place
    node, moved = block[one], block[other]
    block[one] = moved
    place[moved] = one
    block[other] = node
    place[node] = other
