"""`Circuit`: all solutions of a problem as sums of products, for any weights of the options.

Every row is a sum of products of two earlier rows. So one pass over the terms computes the values
of all rows: as floats, which tell the size of the result, or modulo 2**64 or primes, which together
are exact. A second pass, from the last term to the first, computes how the result depends on every
row, and so how much of it each option contributes. Both passes take a few nanoseconds a term.

All functions are generators that yield between two pieces of work, and return their result.

References
----------
A. Darwiche, A differential approach to inference in Bayesian networks, Journal of the ACM 50
(2003), 280-305.
"""

import math
from collections.abc import Generator
from typing import NamedTuple, TypeVar

import numpy as np

from exactcover.circuits import passes
from exactcover.circuits.passes import LANES, STEP_BITS
from exactcover.circuits.weights import Weights
from exactcover.runtime.kernels.types import F64, I64, U32, U64
from exactcover.runtime.search.limits import stop_if_due

PIECE = 1 << 20
"""So many terms are computed between two looks at the limits: some 10 ms."""
MONTGOMERY = 1 << 32
WORD = 1 << 64
_WEIGHTS_AT_ONCE = 1 << 13
"""So many weights are converted between two looks at the limits."""

Answer = TypeVar("Answer")
Steps = Generator[None, None, Answer]


class Circuit(NamedTuple):
    """All terms; those of the rows of a term come before it.

    ========= ============= =======================================================================
    array     shape         holds
    ========= ============= =======================================================================
    left      (n_terms,)    one of the rows that a term multiplies
    right     (n_terms,)    the other one
    total     (n_terms,)    the row to which the product is added
    option_of (n_options,)  the index in the problem of each of the first rows
    ========= ============= =======================================================================

    The first rows are the options, then comes the row of value 1. The last row is the result. Every
    solution is one way to choose a term for the last row, then for the rows of that term, and so
    on; no row is reached twice on such a way, but for the first ones.
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

    @property
    def one(self) -> int:
        """The row of value 1."""
        return len(self.option_of)

    def pieces(self) -> list[tuple[int, int]]:
        """Return ranges of terms that are computed at once."""
        n_terms = len(self.left)
        return [(k, min(k + PIECE, n_terms)) for k in range(0, n_terms, PIECE)]

    def weighed(self, weights: Weights | None) -> Steps[list[tuple[int, int, int]]]:
        """Return row, numerator and denominator of the options whose weight is not 1."""
        found = list[tuple[int, int, int]]()
        if weights is None:
            return found
        above, below = weights.numerators, weights.denominators
        for row, option in enumerate(self.option_of.tolist()):
            if above[option] != 1 or below[option] != 1:
                found.append((row, above[option], below[option]))
            if row % _WEIGHTS_AT_ONCE == 0:
                yield
        return found


class Floats(NamedTuple):
    """Values with their scales, see `exactcover.circuits.passes`."""

    values: F64
    scales: I64

    def bits(self, row: int) -> float:
        """Return the logarithm to base 2 of the absolute value of a row; -inf if it is 0."""
        value = abs(float(self.values[row]))
        return math.log2(value) + STEP_BITS * int(self.scales[row]) if value else -math.inf

    def number(self, row: int) -> float:
        """Return the value of a row as one float.

        Raises
        ------
        OverflowError
            If it is too large for one.
        """
        return math.ldexp(float(self.values[row]), STEP_BITS * int(self.scales[row]))


def finish(steps: Steps[Answer]) -> Answer:
    """Run a generator to its end, as far as the limits of the verb allow; return its result."""
    while True:
        stop_if_due()
        try:
            next(steps)
        except StopIteration as end:
            answer: Answer = end.value
            return answer


def scaled(above: int, below: int = 1) -> tuple[float, int]:
    """Return a fraction, not 0, as a float and its scale.

    Examples
    --------
    >>> scaled(3), scaled(10**200) == (10**200 / 2**512, 1), scaled(1, 10**400)[1]
    ((3.0, 0), True, -3)
    """
    scale = round((abs(above).bit_length() - below.bit_length()) / STEP_BITS)
    if scale > 0:
        below <<= STEP_BITS * scale
    else:
        above <<= STEP_BITS * -scale
    return above / below, scale


def as_floats(circuit: Circuit, weights: Weights | None = None) -> Steps[Floats]:
    """Compute all rows as floats, by the absolute values of the weights."""
    values = np.zeros(circuit.n_rows)
    scales = np.zeros(circuit.n_rows, dtype=np.int64)
    values[: circuit.one + 1] = 1.0
    for row, above, below in (yield from circuit.weighed(weights)):
        values[row], scales[row] = scaled(abs(above), below) if above else (0.0, 0)
    for first, last in circuit.pieces():
        passes.floats_forward(*circuit.terms, values, scales, first, last)
        yield
    return Floats(values, scales)


def errors_of(circuit: Circuit) -> Steps[F64]:
    """Compute by how many units in the last place the values of `as_floats` are wrong at most."""
    errors = np.zeros(circuit.n_rows)
    errors[: circuit.one] = 1.0
    for first, last in circuit.pieces():
        passes.errors_forward(*circuit.terms, errors, first, last)
        yield
    return errors


def longest_of(circuit: Circuit) -> Steps[int]:
    """Compute how many options a solution has at most."""
    lengths = np.zeros(circuit.n_rows, dtype=np.uint32)
    lengths[: circuit.one] = 1
    for first, last in circuit.pieces():
        passes.lengths_forward(*circuit.terms, lengths, first, last)
        yield
    return int(lengths[-1])


def slopes_of(circuit: Circuit, floats: Floats) -> Steps[Floats]:
    """Compute the derivatives of the result by all rows as floats."""
    slopes = np.zeros(circuit.n_rows)
    scales = np.zeros(circuit.n_rows, dtype=np.int64)
    slopes[-1] = 1.0
    for first, last in reversed(circuit.pieces()):
        passes.floats_backward(*circuit.terms, *floats, slopes, scales, first, last)
        yield
    return Floats(slopes, scales)


class InWords:
    """The passes modulo 2**64, for weights that are whole numbers."""

    moduli = (WORD,)

    def forward(self, circuit: Circuit, weights: Weights | None) -> Steps[U64]:
        """Compute all rows."""
        values = np.zeros(circuit.n_rows, dtype=np.uint64)
        values[: circuit.one + 1] = 1
        for row, above, _ in (yield from circuit.weighed(weights)):
            values[row] = above % WORD
        for first, last in circuit.pieces():
            with np.errstate(over="ignore"):
                passes.words_forward(*circuit.terms, values, first, last)
            yield
        return values

    def backward(self, circuit: Circuit, values: U64) -> Steps[U64]:
        """Compute the derivatives of the result by all rows."""
        slopes = np.zeros(circuit.n_rows, dtype=np.uint64)
        slopes[-1] = 1
        for first, last in reversed(circuit.pieces()):
            with np.errstate(over="ignore"):
                passes.words_backward(*circuit.terms, values, slopes, first, last)
            yield
        return slopes

    def out(self, values: U64) -> U64:
        """Return the residues of some rows, a column for each modulus."""
        return values[:, np.newaxis]

    def shares(self, slopes: U64, weights: U64) -> U64:
        """Return the residues of derivatives times weights."""
        with np.errstate(over="ignore"):
            return self.out(slopes * weights)


class InLanes:
    """The passes modulo some primes at once; the lanes that are left over repeat the first one.

    Parameters
    ----------
    primes
        At most `LANES` primes, which divide no denominator of a weight.
    """

    def __init__(self, primes: list[int]) -> None:
        self.moduli = tuple(primes)
        self._primes = primes + primes[:1] * (LANES - len(primes))
        self._modulus = np.array(self._primes, dtype=np.uint64)
        inverses = [-pow(p, -1, MONTGOMERY) % MONTGOMERY for p in self._primes]
        self._inverses = np.array(inverses, dtype=np.uint64)

    def forward(self, circuit: Circuit, weights: Weights | None) -> Steps[U32]:
        """Compute all rows."""
        values = np.zeros((circuit.n_rows, LANES), dtype=np.uint32)
        values[: circuit.one + 1] = [MONTGOMERY % p for p in self._primes]
        weighed = yield from circuit.weighed(weights)
        for place, (row, above, below) in enumerate(weighed):
            values[row] = [
                above * MONTGOMERY * (1 if below == 1 else pow(below, -1, p)) % p
                for p in self._primes
            ]
            if place % _WEIGHTS_AT_ONCE == 0:
                yield
        units = np.array([circuit.one if weighed else 0, circuit.one + 1])
        for first, last in circuit.pieces():
            with np.errstate(over="ignore"):
                passes.residues_forward(
                    *circuit.terms, values, self._modulus, self._inverses, units, first, last
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
                    *circuit.terms, values, self._modulus, self._inverses, slopes, first, last
                )
            yield
        return slopes

    def out(self, values: U32) -> U64:
        """Return the residues of some rows out of Montgomery's form, a column for each prime."""
        inverses = np.array([pow(MONTGOMERY, -1, p) for p in self._primes], dtype=np.uint64)
        found = values.astype(np.uint64) * inverses % self._modulus
        return found[:, : len(self.moduli)]

    def shares(self, slopes: U32, weights: U32) -> U64:
        """Return the residues of derivatives times weights."""
        n = len(self.moduli)
        return self.out(slopes) * self.out(weights) % self._modulus[:n]


Residues = InWords | InLanes
