"""Large numbers by their residues modulo 2**64 and primes, which the kernels compute quickly."""

from collections.abc import Sequence
from functools import cache
from math import ceil

LARGEST = 1 << 31
"""Primes are below this."""
PRIME_BITS = 30.9
"""As many bits of a number as one more prime determines, at least for the first million primes."""
WORD = 1 << 64
"""The residue that costs nothing: arithmetic of words wraps around."""
_WITNESSES = (2, 3, 5, 7)
"""By these Miller and Rabin's test is exact below 3,215,031,751."""


@cache
def prime(index: int) -> int:
    """Return the largest prime below 2**31, or one of the next ones.

    Examples
    --------
    >>> prime(0), prime(1)
    (2147483647, 2147483629)
    """
    candidate = LARGEST - 1 if index == 0 else prime(index - 1) - 2
    while not _is_prime(candidate):
        candidate -= 2
    return candidate


def primes(n: int) -> list[int]:
    """Return the n largest primes below 2**31."""
    return [prime(index) for index in range(n)]


def primes_needed(bits: float) -> int:
    """Return how many primes determine a number of so many bits beside its residue of a word.

    Examples
    --------
    >>> primes_needed(63), primes_needed(64.5)
    (0, 1)
    """
    return max(0, ceil((bits - 64) / PRIME_BITS))


def combined(residues: Sequence[int], moduli: Sequence[int]) -> int:
    """Return the least number with these residues, by the Chinese remainder theorem.

    Pairs of neighbours are combined first, so that most products are of small numbers.

    Examples
    --------
    >>> combined([2, 3, 2], [3, 5, 7])
    23
    """
    pairs = list(zip(residues, moduli, strict=True))
    while len(pairs) > 1:
        joined = [_joined(*pairs[k], *pairs[k + 1]) for k in range(0, len(pairs) - 1, 2)]
        pairs = joined + pairs[2 * len(joined) :]
    return pairs[0][0]


def _joined(one: int, modulus: int, other: int, other_modulus: int) -> tuple[int, int]:
    steps = (other - one) * pow(modulus, -1, other_modulus) % other_modulus
    return one + modulus * steps, modulus * other_modulus


def _is_prime(number: int) -> bool:
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in _WITNESSES:
        power = pow(base, odd, number)
        if power in (1, number - 1):
            continue
        for _ in range(twos - 1):
            power = power * power % number
            if power == number - 1:
                break
        else:
            return False
    return True
