"""Powers in kernels, by products: a library of kernels calls none of C's functions."""

from itertools import accumulate, repeat
from math import sqrt

import numpy as np

from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned

ONE = np.uint64(1)
ZERO = np.uint64(0)
ROOTS = np.array(list(accumulate(repeat(2.0, 51), lambda root, _: sqrt(root))))
"""Two to the powers 1, 1/2, 1/4 ..."""


@helper
def power(base: float, n: Unsigned) -> float:
    """Return a number to the power n."""
    result = 1.0
    while n != ZERO:
        if n & ONE != ZERO:
            result *= base
        base *= base
        n >>= ONE
    return result


@helper
def power_of_two(bits: float) -> float:
    """Return two to a power that is not negative; the relative error is below 2^-46."""
    whole = np.uint64(bits)
    result, rest = power(2.0, whole), bits - float(whole)
    for k in range(1, len(ROOTS)):
        rest *= 2.0
        if rest >= 1.0:
            rest -= 1.0
            result *= ROOTS[np.uint64(k)]
    return float(result)
