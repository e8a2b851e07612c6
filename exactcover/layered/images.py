"""Equal states up to a small group: each state is known by the least of its images."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from exactcover.layered.coverage import Coverage
from exactcover.orders.fixed_order import Arrangement, Numbers
from exactcover.runtime.kernels.bitsets import pack, words_for
from exactcover.runtime.kernels.types import U64

PIECE = 1 << 12
"""How many states are looked at at once."""


class Images:
    """Names of states that are equal for states that symmetries take to each other.

    Parameters
    ----------
    arrangement
        The problem in the order of the layers.
    elements
        The symmetries other than the identity, as permutations of the options of the problem.
    """

    piece = PIECE
    most = 1 << 18

    def __init__(self, arrangement: Arrangement, elements: list[Numbers]) -> None:
        self._coverage = Coverage(arrangement)
        self._n_words = words_for(arrangement.n_bits)
        permuted = [bit_permutation(arrangement, element) for element in elements]
        self._bits = np.array(permuted).reshape(-1, arrangement.n_bits)
        # A symmetry keeps the items before a layer if it takes none of them behind it.
        furthest = np.maximum.accumulate(self._bits[:, : arrangement.n_primary], axis=1)
        self._keeps = furthest <= np.arange(arrangement.n_primary)

    def orders(self, n_layers: int) -> list[int]:
        """Return for each layer how many symmetries keep the items before it."""
        return [int(self._elements(layer).sum()) + 1 for layer in range(n_layers)]

    def _elements(self, layer: int) -> NDArray[np.bool_]:
        if layer == 0:
            return np.ones(len(self._bits), dtype=np.bool_)
        kept: NDArray[np.bool_] = self._keeps[:, layer - 1]
        return kept

    def names(self, keys: U64, layer: int, cut: int) -> tuple[U64, NDArray[np.bool_]]:
        """Return a name of each state of a layer, and whether it may have solutions.

        Parameters
        ----------
        keys
            The keys of the states.
        layer
            Their layer.
        cut
            The layer before which all items are covered, and stay covered by the symmetries.
        """
        covered = self._coverage.table(keys, layer)
        least = pack(covered, self._n_words)
        for permutation in self._bits[self._elements(cut)]:
            image = np.empty_like(covered)
            image[:, permutation] = covered
            other = pack(image, self._n_words)
            differs = (other != least).argmax(axis=1)
            rows = np.arange(len(keys))
            is_less = other[rows, differs] < least[rows, differs]
            least[is_less] = other[is_less]
        return least, np.ones(len(keys), dtype=np.bool_)


def bit_permutation(arrangement: Arrangement, element: Numbers) -> Numbers:
    """Return where a permutation of options takes each bit.

    A bit is known by the options that set it, and those that clash with it. Bits with the same ones
    keep their order.
    """
    number = np.empty(int(arrangement.option_of.max(initial=-1)) + 1, dtype=np.int64)
    number[arrangement.option_of] = np.arange(arrangement.n_options)
    image = number[element[arrangement.option_of]]
    same = np.arange(arrangement.n_options)
    known: dict[object, list[int]] = {}
    for bit, key in enumerate(_keys(arrangement, same)):
        known.setdefault(key, []).append(bit)
    found = np.empty(arrangement.n_bits, dtype=np.int64)
    taken = dict.fromkeys(known, 0)
    for bit, key in enumerate(_keys(arrangement, image)):
        found[bit] = known[key][taken[key]]
        taken[key] += 1
    return found


def _keys(arrangement: Arrangement, image: Numbers) -> list[tuple[object, ...]]:
    """Return the key of each bit if options are replaced by their images; keys identify bits."""
    found: list[list[bytes]] = [[], []]
    for pairs, keys in zip(arrangement[:2], found, strict=True):
        options, bits = image[pairs.option], pairs.bit
        in_order = np.lexsort((options, bits))
        ends = np.searchsorted(bits[in_order], np.arange(arrangement.n_bits + 1))
        options = options[in_order]
        keys += [options[a:b].tobytes() for a, b in pairwise(ends)]
    is_primary = [bit < arrangement.n_primary for bit in range(arrangement.n_bits)]
    return list(zip(is_primary, *found, strict=True))
