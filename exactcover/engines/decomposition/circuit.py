"""The values of the rows of all tables, for any weights of the options: an arithmetic circuit.

Every row is a sum of products of two earlier rows. So one pass over the terms computes the values
of all rows: as floats, which tell the size of the result, or modulo 2**64 or primes, which together
are exact. A second pass, from the last term to the first, computes how the result depends on every
row, and so how much of it each option contributes. Both passes take a few nanoseconds a term, while
to find the terms takes ten times as long.

All functions are generators that yield between two pieces of work, and return their result.

References
----------
A. Darwiche, A differential approach to inference in Bayesian networks, Journal of the ACM 50
(2003), 280-305.
"""

import math
from collections.abc import Generator, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeVar

import numpy as np

from exactcover.engines.decomposition import passes
from exactcover.engines.decomposition.passes import LANES, STEP_BITS
from exactcover.engines.decomposition.residues import WORD, combined, prime, primes_needed
from exactcover.runtime.kernels.types import F64, I64, U32, U64
from exactcover.runtime.search.limits import stop_if_due

PIECE = 1 << 20
"""So many terms are computed between two looks at the limits: some 10 ms."""
GUARD_BITS = 1.5
"""Bits beside those that floats tell: for rounding, and for the sign of the result."""
MONTGOMERY = 1 << 32

Answer = TypeVar("Answer")
Steps = Generator[None, None, Answer]


class Circuit(NamedTuple):
    """All terms, in the order in which they were found.

    ========= ============= =======================================================================
    array     shape         holds
    ========= ============= =======================================================================
    left      (n_terms,)    one of the rows that a term multiplies
    right     (n_terms,)    the other one
    total     (n_terms,)    the row to which the product is added
    option_of (n_options,)  the index in the problem of each of the first rows
    ========= ============= =======================================================================

    The first rows are the options, then comes the row of value 1. The last row is the result.
    """

    left: U32
    right: U32
    total: U32
    option_of: I64
    n_rows: int

    @property
    def terms(self) -> tuple[U32, U32, U32]:
        """The arrays of the terms."""
        return self.left, self.right, self.total

    def pieces(self) -> list[tuple[int, int]]:
        """Return ranges of terms that are computed at once."""
        n_terms = len(self.left)
        return [(k, min(k + PIECE, n_terms)) for k in range(0, n_terms, PIECE)]


class Weights(NamedTuple):
    """The weights of the options of a problem as exact numbers: numerators and denominators."""

    numerators: Sequence[int]
    denominators: Sequence[int]

    @classmethod
    def of(cls, weights: Sequence[Fraction]) -> "Weights":
        """Return the weights that are given as fractions."""
        return cls([w.numerator for w in weights], [w.denominator for w in weights])


class Floats(NamedTuple):
    """Values with their scales, see `exactcover.engines.decomposition.passes`."""

    values: F64
    scales: I64

    @property
    def bits(self) -> float:
        """The logarithm to base 2 of the absolute value of the last one; -inf if it is 0."""
        last = abs(float(self.values[-1]))
        return math.log2(last) + STEP_BITS * int(self.scales[-1]) if last else -math.inf


def finish(steps: Steps[Answer]) -> Answer:
    """Run a generator to its end, as far as the limits of the verb allow; return its result."""
    while True:
        stop_if_due()
        try:
            next(steps)
        except StopIteration as end:
            answer: Answer = end.value
            return answer


def scaled(weight: Fraction | float) -> tuple[float, int]:
    """Return a number as a float and its scale.

    Examples
    --------
    >>> scaled(3), scaled(Fraction(10)**200) == (10**200 / 2**512, 1)
    ((3.0, 0), True)
    """
    if not weight:
        return 0.0, 0
    exact = Fraction(weight)
    bits = abs(exact.numerator).bit_length() - exact.denominator.bit_length()
    scale = round(bits / STEP_BITS)
    shifted = exact / 2 ** (STEP_BITS * scale) if scale >= 0 else exact * 2 ** (-STEP_BITS * scale)
    return float(shifted), scale


def as_floats(circuit: Circuit, weights: Sequence[Fraction | float] | None = None) -> Steps[Floats]:
    """Compute all rows as floats; without weights, each option has weight 1."""
    values = np.zeros(circuit.n_rows)
    scales = np.zeros(circuit.n_rows, dtype=np.int64)
    values[: len(circuit.option_of) + 1] = 1.0
    if weights is not None:
        for row, option in enumerate(circuit.option_of.tolist()):
            values[row], scales[row] = scaled(weights[option])
    for first, last in circuit.pieces():
        passes.floats_forward(*circuit.terms, values, scales, first, last)
        yield
    return Floats(values, scales)


def slopes_of(circuit: Circuit, floats: Floats) -> Steps[Floats]:
    """Compute the derivatives of the result by all rows as floats."""
    slopes = np.zeros(circuit.n_rows)
    scales = np.zeros(circuit.n_rows, dtype=np.int64)
    slopes[-1] = 1.0
    for first, last in reversed(circuit.pieces()):
        passes.floats_backward(*circuit.terms, *floats, slopes, scales, first, last)
        yield
    return Floats(slopes, scales)


def as_words(circuit: Circuit) -> Steps[U64]:
    """Compute all rows modulo 2**64, where each option has weight 1."""
    values = np.zeros(circuit.n_rows, dtype=np.uint64)
    values[: len(circuit.option_of) + 1] = 1
    for first, last in circuit.pieces():
        with np.errstate(over="ignore"):
            passes.words_forward(*circuit.terms, values, first, last)
        yield
    return values


def count_of(circuit: Circuit) -> Steps[int]:
    """Compute the exact number of solutions."""
    floats = yield from as_floats(circuit)
    if not floats.values[-1]:
        return 0
    words = yield from as_words(circuit)
    bits = floats.bits + GUARD_BITS
    if bits < 64:
        return int(words[-1])
    residues, moduli = [int(words[-1])], [WORD]
    for lanes in _primes(primes_needed(bits), 1):
        values = yield from _Lanes(lanes).forward(circuit, None)
        residues += _Lanes(lanes).out(values[-1])
        moduli += lanes
    return combined(residues, moduli)


def sum_of(circuit: Circuit, weights: Sequence[Fraction], depth: int) -> Steps[Fraction]:
    """Compute the exact sum, over all solutions, of the products of the weights of their options.

    No solution has more than `depth` options.
    """
    exact = Weights.of(weights)
    scale = math.lcm(*exact.denominators) ** depth
    floats = yield from as_floats(circuit, [abs(weight) for weight in weights])
    bits = floats.bits + math.log2(scale) + GUARD_BITS
    if not floats.values[-1]:
        return Fraction(0)
    residues, moduli = list[int](), list[int]()
    for primes in _primes(1 + primes_needed(bits) + 64 // 30, scale):
        lanes = _Lanes(primes)
        values = yield from lanes.forward(circuit, exact)
        residues += [r * scale % p for r, p in zip(lanes.out(values[-1]), primes, strict=True)]
        moduli += primes
    return Fraction(_signed(combined(residues, moduli), math.prod(moduli)), scale)


def shares_of(circuit: Circuit, weights: Sequence[Fraction], depth: int) -> Steps[list[Fraction]]:
    """Compute, for each option, the exact sum of the products over the solutions that have it."""
    exact = Weights.of(weights)
    scale = math.lcm(*exact.denominators) ** depth
    floats = yield from as_floats(circuit, [abs(weight) for weight in weights])
    shares = [Fraction(0)] * len(weights)
    if not floats.values[-1]:
        return shares
    bits = floats.bits + math.log2(scale) + GUARD_BITS
    options = circuit.option_of.tolist()
    residues: list[list[int]] = [[] for _ in options]
    moduli = list[int]()
    for primes in _primes(1 + primes_needed(bits) + 64 // 30, scale):
        lanes = _Lanes(primes)
        values = yield from lanes.forward(circuit, exact)
        slopes = yield from lanes.backward(circuit, values)
        for row, option in enumerate(options):
            for slope, p in zip(lanes.out(slopes[row]), primes, strict=True):
                residues[row].append(slope * lanes.weight(exact, option, p) * scale % p)
        moduli += primes
    whole = math.prod(moduli)
    for row, option in enumerate(options):
        shares[option] = Fraction(_signed(combined(residues[row], moduli), whole), scale)
    return shares


def _primes(n: int, scale: int) -> list[list[int]]:
    """Return the first n primes that do not divide a number, in lots of at most `LANES`."""
    found, index = list[int](), 0
    while len(found) < n:
        if scale == 1 or scale % prime(index):
            found.append(prime(index))
        index += 1
    return [found[k : k + LANES] for k in range(0, n, LANES)]


def _signed(residue: int, modulus: int) -> int:
    """Return the number with a residue whose absolute value is least."""
    return residue - modulus if 2 * residue > modulus else residue


class _Lanes:
    """The passes modulo some primes at once; the lanes that are left over repeat the first one.

    Parameters
    ----------
    primes
        At most `LANES` primes.
    """

    def __init__(self, primes: list[int]) -> None:
        self._primes = primes + primes[:1] * (LANES - len(primes))
        self._n = len(primes)
        self._moduli = np.array(self._primes, dtype=np.uint64)
        inverses = [-pow(p, -1, MONTGOMERY) % MONTGOMERY for p in self._primes]
        self._inverses = np.array(inverses, dtype=np.uint64)

    def weight(self, weights: Weights, option: int, p: int) -> int:
        """Return the residue of the weight of an option."""
        return weights.numerators[option] * pow(weights.denominators[option], -1, p) % p

    def out(self, lanes: U32) -> list[int]:
        """Return the residues in a row, out of Montgomery's form."""
        pairs = zip(lanes.tolist(), self._primes[: self._n], strict=False)
        return [value * pow(MONTGOMERY, -1, p) % p for value, p in pairs]

    def forward(self, circuit: Circuit, weights: Weights | None) -> Steps[U32]:
        """Compute all rows; without weights, each option has weight 1."""
        n_options = len(circuit.option_of)
        values = np.zeros((circuit.n_rows, LANES), dtype=np.uint32)
        values[: n_options + 1] = [MONTGOMERY % p for p in self._primes]
        if weights is not None:
            for row, option in enumerate(circuit.option_of.tolist()):
                values[row] = [
                    self.weight(weights, option, p) * MONTGOMERY % p for p in self._primes
                ]
        units = np.array([0 if weights is None else n_options, n_options + 1])
        for first, last in circuit.pieces():
            with np.errstate(over="ignore"):
                passes.residues_forward(
                    *circuit.terms, values, self._moduli, self._inverses, units, first, last
                )
            yield
        return values

    def backward(self, circuit: Circuit, values: U32) -> Steps[U32]:
        """Compute the derivatives of the result by all rows."""
        slopes = np.zeros((circuit.n_rows, LANES), dtype=np.uint32)
        slopes[-1] = [MONTGOMERY % p for p in self._primes]
        for first, last in reversed(circuit.pieces()):
            with np.errstate(over="ignore"):
                passes.residues_backward(
                    *circuit.terms, values, self._moduli, self._inverses, slopes, first, last
                )
            yield
        return slopes
