"""The order in which the problem lists its items."""

import numpy as np

from exactcover.orders.fixed_order import Numbers
from exactcover.orders.structure import Structure


def order(structure: Structure) -> Numbers:
    """Return the items in the order of the problem."""
    return np.arange(structure.bits.n_primary)


def work(structure: Structure) -> int:
    """Return 0: it takes no time."""
    return 0
