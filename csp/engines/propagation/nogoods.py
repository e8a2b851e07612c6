"""Nogood recording from restarts.

At a restart, each decision refuted on the current branch yields a nogood: this decision and the
decisions above it cannot all be made. Most searches never restart; so the propagator of nogoods
is made and compiled at the first restart.

References
----------
C. Lecoutre, L. Sais, S. Tabary and V. Vidal, Nogood recording from restarts, IJCAI 2007.
"""

from typing import Any

import numpy as np

from csp.kernels.domains import ZERO
from csp.kernels.state import N_FIXED, N_REFUTED, N_SUMMARY, N_TRAIL, State, state_of
from csp.kernels.tree import BELOW, IS, REFUTED, REFUTED_KIND, REFUTED_VALUE, Tree
from csp.model.layout import with_table
from csp.propagators.nogoods import add_nogood
from exactcover.runtime.kernels.jit import kernel
from exactcover.runtime.kernels.types import Unsigned


@kernel
def record_nogoods(handle: Any, tree: Tree, p: Unsigned) -> bool:
    """Record the refuted decisions as nogoods of propagator `p`; False if no solution is left."""
    state = state_of(handle)
    n = state.position[N_REFUTED]
    state.position[N_REFUTED] = ZERO
    for k in range(n):
        if tree.refuted[k, REFUTED_KIND] != IS:  # nogoods have no halves of wide domains
            continue
        below, v = np.uint64(tree.refuted[k, BELOW]), np.uint64(tree.refuted[k, REFUTED])
        value = tree.refuted[k, REFUTED_VALUE]
        if not add_nogood(state, np.uint64(p), tree.levels, below, v, value):
            return False
    return True


def moved(old: State, new: State) -> State:
    """Copy the position of an old state to a new one, which has one more propagator at the end.

    The old state is at the root of the search tree, and its propagation queue is empty.
    """
    for name in ("cells", "stamps", "memory"):
        own = getattr(old, name)
        getattr(new, name)[: len(own)] = own
    n_summary, n_trail = new.position[N_SUMMARY], old.position[N_TRAIL]
    new.position[:] = old.position
    new.position[N_SUMMARY], new.position[N_FIXED] = n_summary, 0
    new.queue[:] = 0
    trail = np.empty((max(len(old.trail), len(new.trail)), 2), dtype=np.uint64)
    trail[:n_trail] = old.trail[:n_trail]
    return with_table(new._replace(trail=trail))
