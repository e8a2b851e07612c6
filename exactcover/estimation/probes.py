"""Searches that go into some branches only, drawn at random, to estimate the whole tree.

A tour is a search by dancing cells in which every node carries a weight: how many nodes of its
depth it stands for. The root weighs 1. A branch may keep fewer of its options than there are, or
none; those kept are heavier, so that the weights of all nodes reached add up to the size of the
tree, on average and whatever was kept. A tour keeps as many as give the nodes of a depth one
target weight: all options at the top of the tree, where nodes are few, and about one for each node
further down.

How many options a branch keeps is not drawn for each branch alone: the fractions left over are
carried to the next branch of that depth ("systematic sampling"). That spreads the nodes reached
evenly over the tree, and divides the error by two or three.

References
----------
D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29
(1975); P. C. Chen, "Heuristic sampling: a method for predicting the performance of tree searching
programs", SIAM Journal on Computing 21 (1992); P. Grassberger, "Pruned-enriched Rosenbluth method",
Physical Review E 56 (1997).
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.compiled.jit import helper, kernel
from exactcover.compiled.types import U32, Unsigned
from exactcover.engines.dancing_cells.cells import (
    CURSOR,
    DEPTH,
    FIRST,
    FORCED,
    LAST,
    NONE,
    ONE,
    SAVED,
    UPDATES,
    State,
    branch,
    close_levels,
    next_forced,
    next_option,
    smallest,
    take,
)
from exactcover.engines.dancing_cells.engine import (
    DancingCells,
)
from exactcover.limits import HaltedError, stop_if_due
from exactcover.problem.links import Links

# The columns of `Tour.table`.
TARGET, WEIGHT, FRACTION, TRIES, TRIED, REACHED, SOLVED, SOLUTIONS, WORK = range(9)
N_COLUMNS = 9

BEGIN, ENTER, GO_ON = (np.uint64(k) for k in range(3))

MOST_WEIGHT = 1e300
"""Weights stay below; a tree that is larger is taken to be so large."""
UNIT = 2.0**-53


class Tour(NamedTuple):
    """What a tour is told and what it finds, beside the position of the search.

    ======== ============= ============ ========================================================
    array    shape, dtype  indexed by   holds
    ======== ============= ============ ========================================================
    sizes    (n_items,)    item         the sizes at the root; uint32
    table    (depth+2, 9)  depth        TARGET: the weight that nodes should have, infinite to
                                        keep one option always; WEIGHT: what those below the
                                        open branch have; FRACTION: of an option, carried on;
                                        TRIES: options tried since the target was set. Added
                                        up: the weights of options TRIED, nodes REACHED and
                                        solutions SOLVED, and the number of SOLUTIONS seen;
                                        updates times weights (WORK). float64
    random   (1,), uint64               the state of the generator (xorshift), never 0
    phase    (1,), uint64               BEGIN, ENTER a node, or GO ON with the next option
    ======== ============= ============ ========================================================
    """

    sizes: U32
    table: NDArray[np.float64]
    random: NDArray[np.uint64]
    phase: NDArray[np.uint64]


class Tours(NamedTuple):
    """What some tours found.

    Attributes
    ----------
    nodes, solutions, updates
        How many there are in the whole tree, as each tour estimates it.
    n_solutions
        How many all tours together saw.
    heaviest
        The greatest weight that a node had.
    """

    nodes: NDArray[np.float64]
    solutions: NDArray[np.float64]
    updates: NDArray[np.float64]
    n_solutions: int
    heaviest: float


N_PILOT_DIVES = 10
"""Plain dives before the first tour, to learn how many nodes there are of each depth."""
MOST_TRIES = 4.0
"""A tour may try this many times more options of one depth than was meant."""
MOST_VISITS = 1 << 22
"""One call of the kernel visits no more items and nodes of options than about this: some 20 ms."""
LEAST_TARGET = 2.0
"""Below this weight all options are kept. To leave out one in ten would often go unnoticed."""


class Sampler:
    """Makes tours of one problem, each with the targets that those before it suggest.

    `chosen` are options taken before the search begins, which must agree.
    """

    def __init__(self, links: Links, rng: np.random.Generator, chosen: Sequence[int] = ()) -> None:
        engine = DancingCells(links)
        engine.choose(list(chosen))
        self._state = engine._state
        self._tour = Tour(
            self._state.size.copy(),
            np.zeros((links.depth + 2, N_COLUMNS)),
            rng.integers(1, 1 << 63, size=1, dtype=np.uint64),
            np.zeros(1, dtype=np.uint64),
        )

    def tours(self, number: int, width: int) -> Tours:
        """Make tours that try about `width` options of every depth.

        Where the verb is to stop before two of them are made, return the plain dives that come
        before them.

        Raises
        ------
        HaltedError
            If not even one dive came to its end.
        """
        dives: list[NDArray[np.float64]] = []
        tours: list[NDArray[np.float64]] = []
        try:
            while len(dives) < N_PILOT_DIVES:
                dives.append(self._run(np.inf, np.inf))
                stop_if_due()
            # The dives and the first tour only serve to aim the tours.
            tried = np.mean(dives, axis=0)[:, TRIED]
            for k in range(number + 1):
                targets = tried / width
                targets[targets < LEAST_TARGET] = 1.0
                table = self._run(targets, MOST_TRIES * width)
                tried += (table[:, TRIED] - tried) / (k + 1.5)
                tours += [table] * (k > 0)
                stop_if_due()
        except HaltedError:
            if not dives:
                raise
        return _summary(tours if len(tours) > 1 else dives)

    def _run(self, targets: NDArray[np.float64] | float, most_tries: float) -> NDArray[np.float64]:
        table = self._tour.table
        table[:] = 0.0
        table[:, TARGET] = targets
        self._tour.phase[0] = BEGIN
        while not run(self._state, self._tour, most_tries, MOST_VISITS):
            stop_if_due()
        return table.copy()


def _summary(tables: list[NDArray[np.float64]]) -> Tours:
    total = np.array([table.sum(axis=0) for table in tables])
    return Tours(
        total[:, REACHED],
        total[:, SOLVED],
        total[:, WORK],
        int(total[:, SOLUTIONS].sum()),
        float(max(table[:, WEIGHT].max() for table in tables)),
    )


@kernel
def run(state: State, tour: Tour, most_tries: float, most_visits: int) -> bool:
    """Make a tour, or go on with one; tell whether it has come to its end.

    Where it tries more options of one depth than `most_tries`, the target weight is doubled, again
    and again if need be. That cannot bias it, because it depends on nothing that is still to come.
    After about `most_visits` it comes back early.
    """
    position, table, phase = state.position, tour.table, tour.phase
    if phase[0] == BEGIN:
        _begin(state, tour)
        phase[0] = ENTER
    n_items = np.uint64(len(state.size))
    # A step goes through the items to find the smallest, or to save or restore their sizes.
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
            elif state.size[item] > 0:
                before = position[UPDATES]
                branch(state, item)
                table[depth, WORK] += table[depth, WEIGHT] * (position[UPDATES] - before)
                if _keep_some(state, tour):
                    is_entering = _choose(state, tour, most_tries)
        else:
            close_levels(state)
            if position[DEPTH] == 0:
                return True
            next_option(state)
            is_entering = _choose(state, tour, most_tries)
        phase[0] = ENTER if is_entering else GO_ON
    return False


@helper
def _begin(state: State, tour: Tour) -> None:
    """Go to the root."""
    position, size, table = state.position, state.size, tour.table
    for item in range(np.uint64(len(size))):
        size[item] = tour.sizes[item]
    position[DEPTH] = 0
    position[SAVED] = 0
    position[FORCED] = 0
    for depth in range(np.uint64(len(table))):
        table[depth, FRACTION] = _uniform(tour)
        table[depth, TRIES] = 0.0
    table[0, WEIGHT] = 1.0


@helper
def _choose(state: State, tour: Tour, most_tries: float) -> bool:
    """Choose the option under the last level's cursor; False if that leaves an item without any."""
    position, table = state.position, tour.table
    depth = position[DEPTH]
    table[depth, TRIED] += table[depth, WEIGHT]
    table[depth, TRIES] += 1.0
    if table[depth, TRIES] > most_tries:
        table[depth, TRIES] = 0.0
        table[depth, TARGET] *= 2.0
    before = position[UPDATES]
    is_alive = take(state, state.block[state.levels[depth - ONE, CURSOR]], True)
    table[depth, WORK] += table[depth, WEIGHT] * (position[UPDATES] - before)
    if not is_alive:
        position[FORCED] = 0
    return is_alive


@helper
def _keep_some(state: State, tour: Tour) -> bool:
    """Keep some of the options of the level just opened; tell whether there are any."""
    position, levels, table = state.position, state.levels, tour.table
    depth = position[DEPTH]
    level = depth - ONE
    first = levels[level, FIRST]
    degree = levels[level, LAST] - first
    n_kept = degree
    weight = table[level, WEIGHT]
    if table[depth, TARGET] == np.inf:
        n_kept = ONE
        weight = min(weight * degree, MOST_WEIGHT)
    elif weight < table[depth, TARGET]:
        wanted = table[depth, FRACTION] + degree * (weight / table[depth, TARGET])
        n_kept = np.uint32(wanted)
        table[depth, FRACTION] = wanted - n_kept
        weight = min(table[depth, TARGET], MOST_WEIGHT)
    table[depth, WEIGHT] = weight
    if n_kept >= degree:
        return True
    if n_kept <= 1 and degree > 1:
        # `branch` has saved the sizes, but nobody will come back for them.
        position[SAVED] -= ONE
    if n_kept == 0:
        position[DEPTH] = level
        position[FORCED] = 0
        return False
    for k in range(n_kept):
        _swap(state, first + k, first + k + np.uint32(_uniform(tour) * (degree - k)))
    levels[level, LAST] = first + n_kept
    return True


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
def _uniform(tour: Tour) -> float:
    """Draw a number from 0 to 1, without 1."""
    x = tour.random[0]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    tour.random[0] = x
    return float((x >> np.uint64(11)) * UNIT)
