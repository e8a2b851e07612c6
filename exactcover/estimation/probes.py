"""Random probes: estimate a search tree by searching randomly drawn branches of it.

A plain probe (Knuth) follows one random path from the root to a leaf. A batch of probes follows
several paths together, as a search by dancing cells in which every node has a weight: the number of
nodes of its depth that it stands for. The root has weight 1. A branch may keep fewer options than
it has, or none, and the options kept get a larger weight, so that the sum of the weights of all
nodes visited is an unbiased estimate of the size of the tree. A batch keeps as many options as
give all nodes of a depth the same target weight: all options at the top of the tree, where nodes
are few, and about one for each node further down.

The number of options that a branch keeps is not drawn independently: the remaining fraction is
carried over to the next branch of the same depth ("systematic sampling"). The visited nodes are
then spread evenly over the tree, and the error is two to three times smaller.

References
----------
D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29
(1975); P. C. Chen, "Heuristic sampling: a method for predicting the performance of tree searching
programs", SIAM Journal on Computing 21 (1992); P. Grassberger, "Pruned-enriched Rosenbluth method",
Physical Review E 56 (1997).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.engines.dancing_cells.branching import branch, forget, select
from exactcover.engines.dancing_cells.cells import (
    BACK_UP,
    DEPTH,
    ENTER,
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
    has_bounds,
)
from exactcover.engines.dancing_cells.engine import DancingCells
from exactcover.engines.dancing_cells.search import Policy, close, follow, never, search
from exactcover.engines.multicover.engine import MultiCover
from exactcover.problem.links import Links
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U32, Unsigned
from exactcover.runtime.kernels.xorshift import random_bits
from exactcover.runtime.search.limits import HaltedError, stop_if_due
from exactcover.runtime.search.protocol import EXHAUSTED, UNLIMITED

# The columns of `Batch.table`.
TARGET, WEIGHT, FRACTION, TRIES, TRIED, REACHED, SOLVED, SOLUTIONS, WORK = range(9)
N_COLUMNS = 9

MAX_WEIGHT = 1e300
"""The maximum weight of a node; it limits the estimate for larger trees."""
UNIT = 2.0**-53


class Batch(NamedTuple):
    """The arrays of a batch of probes, in addition to the state of the search.

    ======== ============= ============ ========================================================
    array    shape, dtype  indexed by   holds
    ======== ============= ============ ========================================================
    sizes    (n_items,)    item         the sizes at the root; uint32
    table    (depth+2, 9)  depth        TARGET: the intended weight of a node, or infinity to
                                        keep exactly one option of each branch; WEIGHT: the
                                        weight of the nodes below the open branch; FRACTION: of
                                        an option, carried over to the next branch; TRIES: the
                                        options tried since the target was set. Sums: the
                                        weights of options TRIED, nodes REACHED and solutions
                                        SOLVED; the number of SOLUTIONS seen; updates times
                                        weights (WORK). float64
    random   (1,), uint64               the state of the generator (xorshift), never 0
    most     (1,)                       how many options of one depth are tried before its target
                                        is doubled; float64
    ======== ============= ============ ========================================================
    """

    sizes: U32
    table: NDArray[np.float64]
    random: NDArray[np.uint64]
    most: NDArray[np.float64]


class Estimates(NamedTuple):
    """The estimates of some batches of probes.

    Attributes
    ----------
    nodes, solutions, updates
        The estimated number in the whole tree, for each batch.
    n_solutions
        How many solutions all batches together visited.
    max_weight
        The maximum weight of a node.
    """

    nodes: NDArray[np.float64]
    solutions: NDArray[np.float64]
    updates: NDArray[np.float64]
    n_solutions: int
    max_weight: float


N_PILOT_PROBES = 10
"""The number of plain probes before the first batch, which estimate the nodes of each depth."""
MAX_TRIES = 4.0
"""A batch may try this many times more options of one depth than intended."""
MAX_VISITS = 1 << 21
"""The maximum of items, times the nodes that one call of the kernel visits: 20 ms."""
MIN_TARGET = 2.0
"""Below this target weight all options are kept: leaving out one in ten would cause an error that
the differences between batches often do not show."""


class Sampler:
    """Runs batches of probes on one problem; each uses target weights learned from earlier ones.

    `chosen` are options chosen before the search starts; they must not clash.
    """

    def __init__(self, links: Links, rng: np.random.Generator, chosen: Sequence[int] = ()) -> None:
        is_plain = ((links.low == 1) & (links.high == 1)).all()
        engine = (DancingCells if is_plain else MultiCover)(links)
        engine.choose(list(chosen))
        self._state = state = engine._state
        self._batch = Batch(
            state.size.copy(),
            np.zeros((len(state.levels) + 1, N_COLUMNS)),
            rng.integers(1, 1 << 63, size=1, dtype=np.uint64),
            np.zeros(1),
        )
        if state.position[PHASE] == BACK_UP:
            # The choices leave an item with too few options: let the root fail.
            self._batch.sizes[: links.n_primary] = 0

    def batches(self, n_batches: int, width: int) -> Estimates:
        """Run batches of about `width` probes each.

        If the limits stop this before two batches are complete, return the estimates of the plain
        probes that come before the batches.

        Raises
        ------
        HaltedError
            If not a single probe was complete.
        """
        probes: list[NDArray[np.float64]] = []
        batches: list[NDArray[np.float64]] = []
        try:
            while len(probes) < N_PILOT_PROBES:
                probes.append(self._run(np.inf, np.inf))
                stop_if_due()
            # The plain probes and the first batch are used for the target weights only.
            tried = np.mean(probes, axis=0)[:, TRIED]
            for k in range(n_batches + 1):
                targets = tried / width
                targets[targets < MIN_TARGET] = 1.0
                table = self._run(targets, MAX_TRIES * width)
                tried += (table[:, TRIED] - tried) / (k + 1.5)
                batches += [table] * (k > 0)
                stop_if_due()
        except HaltedError:
            if not probes:
                raise
        return _summary(batches if len(batches) > 1 else probes)

    def _run(self, targets: NDArray[np.float64] | float, most_tries: float) -> NDArray[np.float64]:
        table = self._batch.table
        table[:] = 0.0
        table[:, TARGET] = targets
        self._batch.most[0] = most_tries
        begin(self._state, self._batch)
        budget = max(1, MAX_VISITS // len(self._state.size))
        while not run(self._state, self._batch, budget):
            stop_if_due()
        return table.copy()


def _summary(tables: list[NDArray[np.float64]]) -> Estimates:
    total = np.array([table.sum(axis=0) for table in tables])
    return Estimates(
        total[:, REACHED],
        total[:, SOLVED],
        total[:, WORK],
        int(total[:, SOLUTIONS].sum()),
        float(max(table[:, WEIGHT].max() for table in tables)),
    )


@kernel
def begin(state: State, batch: Batch) -> None:
    """Return to the root of the tree, and draw the fractions with which the depths begin."""
    position, size, table = state.position, state.size, batch.table
    for item in range(np.uint64(len(size))):
        size[item] = batch.sizes[item]
    position[PHASE] = ENTER
    position[DEPTH] = 0
    position[SAVED] = 0
    position[FORCED] = 0
    for depth in range(np.uint64(len(table))):
        table[depth, FRACTION] = uniform(batch)
    table[0, WEIGHT] = 1.0


@kernel
def run(state: State, batch: Batch, node_budget: int) -> bool:
    """Continue a batch of probes for at most `node_budget` nodes; return whether it is complete.

    Each time that it has tried more than `most` options of one depth, the target weight is doubled.
    This does not bias the estimate, because it depends only on earlier choices.
    """
    return search(state, PROBING, batch, node_budget, UNLIMITED) == EXHAUSTED


@helper
def _enter(state: State, batch: Batch, found: Unsigned, most: Unsigned) -> tuple[bool, Unsigned]:
    """Visit a node, and keep some of its options."""
    position, table = state.position, batch.table
    depth, before = position[DEPTH], position[UPDATES]
    table[depth, REACHED] += table[depth, WEIGHT]
    item = select(state)
    if item == NONE:
        table[depth, SOLVED] += table[depth, WEIGHT]
        table[depth, SOLUTIONS] += 1.0
        return False, found
    is_open = bool(state.size[item] > 0) and branch(state, item)
    table[depth, WORK] += table[depth, WEIGHT] * (position[UPDATES] - before)
    return is_open and _keep_some(state, batch), found


@helper
def _choose(state: State, batch: Batch) -> bool:
    """Make the choice under the cursor of the last level; return False if an item fails."""
    position, table = state.position, batch.table
    depth, before = position[DEPTH], position[UPDATES]
    table[depth, TRIED] += table[depth, WEIGHT]
    table[depth, TRIES] += 1.0
    if table[depth, TRIES] > batch.most[0]:
        table[depth, TRIES] = 0.0
        table[depth, TARGET] *= 2.0
    is_alive = follow(state, batch)
    table[depth, WORK] += table[depth, WEIGHT] * (position[UPDATES] - before)
    return is_alive


PROBING = Policy(never, _enter, _choose, close)
"""Search some randomly drawn branches; the arrays are a `Batch`."""


@helper
def _keep_some(state: State, batch: Batch) -> bool:
    """Keep some of the alternatives of the level just opened; return whether any is kept."""
    position, levels, table = state.position, state.levels, batch.table
    depth = position[DEPTH]
    level = depth - ONE
    degree = levels[level, LAST] - levels[level, FIRST]
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
        # `branch` has saved the sizes, but they will not be restored.
        forget(state)
    if n_kept == 0:
        position[DEPTH] = level
        return False
    _draw(state, batch, level, degree, n_kept)
    return True


@helper
def _draw(state: State, batch: Batch, level: Unsigned, degree: Unsigned, n_kept: Unsigned) -> None:
    """Keep only some alternatives of a level, drawn at random."""
    levels = state.levels
    first, n_options, n_drawn = levels[level, FIRST], degree, n_kept
    if has_bounds(state) and levels[level, SKIP] != NONE:
        n_options -= ONE
        levels[level, SKIP] = NONE
        if uniform(batch) * degree < n_kept:
            n_drawn -= ONE
            levels[level, SKIP] = first + n_drawn
    for k in range(n_drawn):
        _swap(state, first + k, first + k + np.uint32(uniform(batch) * (n_options - k)))
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


@helper
def uniform(batch: Batch) -> float:
    """Draw a number from the interval [0, 1)."""
    return float(random_bits(batch.random, 0) * UNIT)
