"""Equal states up to a large group: each state is known by the problem that it leaves.

What is left of a problem after a state are the items that it does not cover and the options that do
not clash with it. States whose rests are isomorphic have equal numbers of completions. A symmetry
of the problem that takes one state to another is an isomorphism of their rests, so states are
merged at least up to all symmetries. The canonical form of a rest is found by igraph (BLISS).
"""

from __future__ import annotations

import hashlib

import numpy as np
from numpy.typing import NDArray

from exactcover.layered.coverage import Coverage
from exactcover.orders.fixed_order import Arrangement, Pairs
from exactcover.runtime.kernels.types import I64, U64
from exactcover.runtime.search.limits import stop_if_due
from exactcover.symmetry.graph import Coloured

DIGEST_WORDS = 4
"""The words of a name: a cryptographic digest of the canonical form of a rest, 256 bits."""
PRIMARY, SETS, CLASHES, OPTION = range(4)
"""The colours of the vertices of the graph of a rest."""


class Residues:
    """Names of states that are equal for states with isomorphic rests.

    Parameters
    ----------
    arrangement
        The problem in the order of the layers.
    costs
        The cost of each option, if isomorphisms must respect costs.
    """

    piece, most = 8, 1 << 18

    def __init__(self, arrangement: Arrangement, costs: I64 | None = None) -> None:
        self._arrangement = arrangement
        if costs is None:
            costs = np.zeros(arrangement.n_options, dtype=np.int64)
        self._kinds = OPTION + np.unique(costs, return_inverse=True)[1]
        self._coverage = Coverage(arrangement)
        clashes = np.zeros((arrangement.n_options, arrangement.n_bits), dtype=np.float32)
        clashes[arrangement.clashes.option, arrangement.clashes.bit] = 1
        self._clashes = clashes.T
        # A secondary item is two vertices: options that set it and those that clash with it differ.
        n_bits, n_primary = arrangement.n_bits, arrangement.n_primary
        is_secondary = arrangement.clashes.bit >= n_primary
        beside = arrangement.clashes.bit[is_secondary] + n_bits
        self._edges = Pairs(
            np.concatenate((arrangement.sets.option, arrangement.clashes.option[is_secondary])),
            np.concatenate((arrangement.sets.bit, beside)),
        )
        self._colours = np.full(2 * n_bits, SETS)
        self._colours[:n_primary], self._colours[n_bits:] = PRIMARY, CLASHES

    def orders(self, n_layers: int) -> list[int]:
        """Return for each layer how many symmetries of the problem keep the items before it."""
        arrangement = self._arrangement
        edges = np.stack(self._edges, axis=1)
        edges[:, 0] += len(self._colours)
        beside = np.arange(arrangement.n_primary, arrangement.n_bits)
        edges = np.concatenate((edges, np.stack((beside, beside + arrangement.n_bits), axis=1)))
        colours = np.concatenate((self._colours, self._kinds))
        kept = int(self._kinds.max(initial=OPTION)) + 1
        found = []
        for layer in range(n_layers):
            stop_if_due()
            colours[:layer] = kept
            found.append(Coloured(edges, colours.tolist()).order)
        return found

    def names(self, keys: U64, layer: int, cut: int) -> tuple[U64, NDArray[np.bool_]]:
        """Return a name of each state of a layer, and whether it may have solutions."""
        covered = self._coverage.table(keys, layer)
        is_left = (covered.astype(np.float32) @ self._clashes) == 0
        is_left[:, self._arrangement.lowest < layer] = False
        names = np.zeros((len(keys), DIGEST_WORDS), dtype=np.uint64)
        has_hope = np.ones(len(keys), dtype=np.bool_)
        for row, (bits, options) in enumerate(zip(covered, is_left, strict=True)):
            form = self._form(bits, options)
            has_hope[row] = form is not None
            digest = hashlib.blake2b(form or b"", digest_size=8 * DIGEST_WORDS).digest()
            names[row] = np.frombuffer(digest, dtype="<u8")
        return names, has_hope

    def _form(self, covered: NDArray[np.bool_], is_left: NDArray[np.bool_]) -> bytes | None:
        """Return the canonical form of a rest; None if an item of it has no options."""
        n_primary, n_bits = self._arrangement.n_primary, self._arrangement.n_bits
        is_open = ~np.concatenate((covered, covered))
        kept = is_left[self._edges.option] & is_open[self._edges.bit]
        option, bit = self._edges.option[kept], self._edges.bit[kept]
        is_used = np.bincount(bit, minlength=2 * n_bits) > 0
        if (is_open[:n_primary] & ~is_used[:n_primary]).any():
            return None
        if not is_left.any():
            return b""
        # Of a secondary item, both vertices or none.
        is_used[n_primary:n_bits] |= is_used[n_bits + n_primary :]
        is_used[n_bits + n_primary :] = is_used[n_primary:n_bits]
        vertices = np.flatnonzero(is_used)
        number = np.cumsum(is_used) - 1
        number_of_option = len(vertices) + np.cumsum(is_left) - 1
        edges = np.stack((number_of_option[option], number[bit]), axis=1)
        beside = vertices[(vertices >= n_primary) & (vertices < n_bits)]
        if len(beside):
            pairs = np.stack((number[beside], number[beside + n_bits]), axis=1)
            edges = np.concatenate((edges, pairs))
        colours = [*self._colours[vertices].tolist(), *self._kinds[is_left].tolist()]
        # With the number of vertices, so that no colours can be taken for edges.
        return len(colours).to_bytes(8, "little") + Coloured(edges, colours).form()
