"""Pseudo-random numbers in kernels, by xorshift.

References
----------
G. Marsaglia, Xorshift RNGs, Journal of Statistical Software 8 (2003).
"""

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned


def first_state(seed: int) -> int:
    """Return the state of random numbers for a seed, which is never 0.

    Seeds that differ in a bit have unlike states.

    Examples
    --------
    >>> first_state(0) != first_state(1)
    True
    """
    return int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0]) | 1


@helper
def random_bits(numbers: NDArray[np.uint64], place: Unsigned) -> Unsigned:
    """Return 53 pseudo-random bits; the state is the number at a place, which is never 0."""
    x = numbers[place]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    numbers[place] = x
    return x >> np.uint64(11)
