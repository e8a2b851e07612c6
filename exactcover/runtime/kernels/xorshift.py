"""Pseudo-random numbers in kernels, by xorshift.

References
----------
G. Marsaglia, Xorshift RNGs, Journal of Statistical Software 8 (2003).
"""

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned

__all__ = ["random_bits"]


@helper
def random_bits(numbers: NDArray[np.uint64], place: Unsigned) -> Unsigned:
    """Return 53 pseudo-random bits; the state is the number at a place, which is never 0."""
    x = numbers[place]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    numbers[place] = x
    return x >> np.uint64(11)
