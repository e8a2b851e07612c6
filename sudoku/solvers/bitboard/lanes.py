"""The layout of the candidates of a 9x9 grid in three vectors of 32 lanes of 16 bits.

Vector 0, 1 and 2 hold the first, the second and the third row of every band. Lane
``10 * band + digit`` holds a digit's places in that row, column c at bit c. Lanes 0, 10 and 20
receive the bits of blank cells, which are discarded; they, and lanes 30 and 31, are empty. A band
has 10 lanes, not 9, so that no pair of lanes belongs to two bands.
"""

from collections.abc import Callable

N_LANES = 32
N_VECTORS = 3
N_WORDS = N_VECTORS * N_LANES
"""The number of words of 16 bits in a grid."""

MINI_ROWS = 0b001_001_001
"""The lowest bit of every mini-row; a mini-row is the three cells of a row in one box."""
ROW = 0b111_111_111


def lane(band: int, digit: int) -> int:
    """Return the lane of a digit in a band.

    >>> lane(2, 9)
    29
    """
    return 10 * band + digit


IS_DIGIT = tuple(k < 30 and k % 10 > 0 for k in range(N_LANES))
"""For each lane, whether it holds a digit."""


def moved(source: Callable[[int, int], tuple[int, int]]) -> tuple[int, ...]:
    """Return, for every lane, the lane from which a permutation takes its word.

    Parameters
    ----------
    source
        A function of a band and a digit from 0 to 9 (0 is the empty lane) that returns the band
        and the digit whose word is taken.

    Examples
    --------
    >>> moved(lambda band, digit: ((band + 1) % 3, digit))[:3]
    (10, 11, 12)
    """
    return tuple(lane(*source(*divmod(k, 10))) if k < 30 else k for k in range(N_LANES))


def next_band(n: int) -> tuple[int, ...]:
    """Return the permutation that takes the words of the n-th next band, cyclically."""
    return moved(lambda band, digit: ((band + n) % 3, digit))


def next_in_group(n: int) -> tuple[int, ...]:
    """Return the permutation to the n-th next digit of a group: 1 to 3, 4 to 6 or 7 to 9."""
    return moved(
        lambda band, digit: (band, digit and (digit - 1) // 3 * 3 + (digit - 1 + n) % 3 + 1)
    )


def next_group(n: int) -> tuple[int, ...]:
    """Return the permutation that takes the words of the n-th next group of three digits."""
    return moved(lambda band, digit: (band, digit and (digit - 1 + 3 * n) % 9 + 1))


def next_pair(n: int) -> tuple[int, ...]:
    """Return the permutation to the n-th next of the five pairs of lanes of a band."""
    return moved(lambda band, digit: (band, (digit + 2 * n) % 10))


SWAPPED = tuple(k ^ 1 for k in range(N_LANES))
"""The permutation that takes the word of the other lane of a pair."""
