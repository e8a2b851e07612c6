"""The parts of a diagram: the arrays of its nodes, and the two terminal nodes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

NONE, ALL = 0, 1
"""The two terminal nodes: no solution, and the solution without further options."""
MAX_BYTES = 1 << 29
"""The most memory for the construction of a diagram, and for an operation on diagrams."""


class Nodes(NamedTuple):
    """The nodes of a diagram.

    ======== ================ ==================================================================
    array    shape, uint32    holds, for every node
    ======== ================ ==================================================================
    option   (size + 2,)      the option that it tests
    lo       (size + 2,)      the node of the solutions without the option
    hi       (size + 2,)      the node of the rest of the solutions with the option; never `NONE`
    ======== ================ ==================================================================

    The first two are `NONE` and `ALL`, for which the arrays contain 0; every other node comes after
    its children.
    """

    option: NDArray[np.uint32]
    lo: NDArray[np.uint32]
    hi: NDArray[np.uint32]
