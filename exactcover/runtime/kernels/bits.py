"""Bit operations on words: in kernels each function is one machine instruction.

Plain Python, also without the JIT, executes the bodies of the functions.
"""

import numpy as np

from exactcover.runtime.kernels.jit import instruction
from exactcover.runtime.kernels.types import Unsigned


@instruction("exactcover.runtime.kernels.lowering.bits:popcount")
def popcount64(word: Unsigned) -> Unsigned:
    """Return the number of ones in a word of at most 64 bits.

    >>> int(popcount64(0b10110))
    3
    """
    return np.uint64(int(word).bit_count())


@instruction("exactcover.runtime.kernels.lowering.bits:trailing_zeros")
def trailing_zeros64(word: Unsigned) -> Unsigned:
    """Return the index of the lowest one in a word of at most 64 bits; 64 if the word is 0.

    >>> int(trailing_zeros64(0b10110)), int(trailing_zeros64(0))
    (1, 64)
    """
    word = int(word)
    return np.uint64((word & -word).bit_length() - 1 if word else 64)


@instruction("exactcover.runtime.kernels.lowering.bits:highest_one")
def highest_one64(word: Unsigned) -> Unsigned:
    """Return the index of the highest one in a word of at most 64 bits, which must not be 0.

    >>> int(highest_one64(0b10110))
    4
    """
    return np.uint64(int(word).bit_length() - 1)
