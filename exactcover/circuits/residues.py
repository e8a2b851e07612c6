"""Large numbers by their residues modulo 2**64 and primes, which the kernels compute quickly."""

from collections.abc import Sequence
from functools import cache
from math import ceil, prod

LARGEST = 1 << 31
"""Primes are below this."""
PRIME_BITS = 30.9
"""As many bits of a number as one more prime determines, at least for the first million primes."""
WORD = 1 << 64
"""The modulus that costs least: arithmetic of words wraps around."""
WORD_BITS = 64
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


def primes_for(bits: float, scale: int) -> list[int]:
    """Return primes that determine a number of so many bits, and do not divide `scale`.

    Examples
    --------
    >>> primes_for(31, 1) == [prime(0), prime(1)], primes_for(-3, 1)
    (True, [])
    """
    found, index, needed = list[int](), 0, max(0, ceil(bits / PRIME_BITS))
    while len(found) < needed:
        if scale == 1 or scale % prime(index):
            found.append(prime(index))
        index += 1
    return found


class Remainders:
    """Finds numbers by their residues, by the Chinese remainder theorem.

    Pairs of neighbours are combined first, so that most products are of small numbers.

    Parameters
    ----------
    moduli
        Numbers without common divisors, at least one.

    Examples
    --------
    >>> Remainders([3, 5, 7]).least([2, 3, 2]), Remainders([3, 5, 7]).nearest([2, 4, 6])
    (23, -1)
    """

    def __init__(self, moduli: Sequence[int]) -> None:
        self._product = prod(moduli)
        self._steps: list[list[tuple[int, int, int]]] = []
        level = list(moduli)
        while len(level) > 1:
            pairs = list(zip(level[::2], level[1::2], strict=False))
            self._steps.append([(one, other, pow(one, -1, other)) for one, other in pairs])
            level = [one * other for one, other in pairs] + level[2 * len(pairs) :]

    def least(self, residues: Sequence[int]) -> int:
        """Return the least number with these residues that is not negative."""
        level = list(residues)
        for steps in self._steps:
            pairs = zip(level[::2], level[1::2], steps, strict=False)
            joined = [
                one + modulus * ((other - one) * inverse % other_modulus)
                for one, other, (modulus, other_modulus, inverse) in pairs
            ]
            level = joined + level[2 * len(joined) :]
        return level[0]

    def nearest(self, residues: Sequence[int]) -> int:
        """Return the number with these residues whose absolute value is least."""
        least = self.least(residues)
        return least - self._product if 2 * least > self._product else least


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
