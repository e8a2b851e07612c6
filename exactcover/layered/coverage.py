"""The items that the states of a layer cover, as a table of bits for each state."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from exactcover.engines.frontier.tables import slots
from exactcover.orders.fixed_order import Arrangement
from exactcover.runtime.kernels.types import U64

Table = NDArray[np.bool_]
"""A row for each state."""


class Coverage:
    """The meaning of the bits in the keys of states, for each layer.

    Parameters
    ----------
    arrangement
        The problem in the order of the layers.
    """

    def __init__(self, arrangement: Arrangement) -> None:
        self._birth, self._death = arrangement.lifetimes()
        self._slot = slots(self._birth, self._death)
        self._n_primary, self._n_bits = arrangement.n_primary, arrangement.n_bits

    def table(self, keys: U64, layer: int) -> Table:
        """Return for states of a layer which bits are set, of those that matter."""
        matters = (self._birth <= layer) & (layer <= self._death)
        living = np.flatnonzero(matters)
        set_bits = np.unpackbits(
            np.ascontiguousarray(keys).astype("<u8").view(np.uint8), axis=1, bitorder="little"
        )
        found = np.zeros((len(keys), self._n_bits), dtype=np.bool_)
        found[:, :layer] = True
        found[:, living] = set_bits[:, self._slot[living]]
        return found
