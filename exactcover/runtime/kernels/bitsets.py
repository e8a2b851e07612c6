"""Sets and numbers of any size in 64-bit words, the lowest word first."""

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.types import U64
from exactcover.runtime.kernels.variants import Forms

MOST_KNOWN = 2
"""There is a kernel for each number of words of a key up to this one, and one for all others."""


KeyWords = Annotated[
    tuple[int, ...] | U64, Forms(*(["int64"] * n for n in range(1, MOST_KNOWN + 1)), "uint64[1]C")
]
"""Zeros, as many as a key has words: `key_words`."""


def key_words(n_words: int) -> KeyWords:
    """Return zeros whose number tells kernels how many words a key has.

    A tuple has a length that is known when kernels are compiled, so that loops over the words
    become straight code. That is done for few words only; one more kernel does all others.

    Examples
    --------
    >>> key_words(1), key_words(4)
    ((0,), array([0, 0, 0, 0], dtype=uint64))
    """
    return (0,) * n_words if n_words <= MOST_KNOWN else np.zeros(n_words, dtype=np.uint64)


def words_for(n_bits: int) -> int:
    """Return the number of words for some bits: a power of 2, so that few sizes are compiled.

    Examples
    --------
    >>> words_for(1), words_for(64), words_for(200)
    (1, 1, 4)
    """
    return 1 << (-(-n_bits // 64) - 1).bit_length()


def pack(bits: NDArray[np.bool_], n_words: int) -> U64:
    """Return the words that hold these bits, the first bit lowest; of a matrix, row by row.

    Examples
    --------
    >>> pack(np.array([False, True, True]), 2).tolist()
    [6, 0]
    >>> pack(np.eye(2, dtype=bool), 1).tolist()
    [[1], [2]]
    """
    padded = np.zeros((*bits.shape[:-1], 64 * n_words), dtype=np.bool_)
    padded[..., : bits.shape[-1]] = bits
    return np.packbits(padded, axis=-1, bitorder="little").view("<u8").astype(np.uint64)


def words_of(number: int) -> U64:
    """Return words that hold a number; the inverse of `number_of`.

    Examples
    --------
    >>> words_of(2**64 + 5).tolist(), words_of(0).tolist()
    ([5, 1], [0])
    """
    n_words = max(1, -(-number.bit_length() // 64))
    return np.frombuffer(number.to_bytes(8 * n_words, "little"), dtype="<u8").astype(np.uint64)


def number_of(words: U64) -> int:
    """Return the number that words hold; of a set, the sum of 2**k over its members k.

    Examples
    --------
    >>> number_of(np.array([5, 1], dtype=np.uint64)) == 2**64 + 5
    True
    """
    return int.from_bytes(words.astype("<u8").tobytes(), "little")
