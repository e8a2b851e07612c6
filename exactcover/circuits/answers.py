"""Exact answers from a circuit: the sum of all solutions, the shares of options, values of rows.

Numbers are found by their residues. The denominators of the weights are removed before: a row is a
sum of products of weights, no more of them than the longest solution has options. So it is a whole
number if it is multiplied with the unit of the weights to the power of that.
"""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from exactcover.circuits.circuit import (
    Circuit,
    InLanes,
    InWords,
    Residues,
    Steps,
    as_floats,
    longest_of,
    slopes_of,
)
from exactcover.circuits.passes import LANES
from exactcover.circuits.residues import WORD_BITS, Remainders, primes_for
from exactcover.circuits.weights import Number, Weights, too_large
from exactcover.runtime.kernels.types import U64

GUARD_BITS = 1.5
"""Bits beside those that floats tell: for rounding, and for the sign of a number."""
_ROWS_AT_ONCE = 1 << 10
"""So many numbers are found by their residues between two looks at the limits."""


def values_of(
    circuit: Circuit, weights: Weights | None, rows: Sequence[int]
) -> Steps[list[Fraction]]:
    """Compute the exact values of some rows.

    Parameters
    ----------
    circuit
        The circuit.
    weights
        The weights of the options; None if each of them weighs 1.
    rows
        The rows.
    """
    floats = yield from as_floats(circuit, weights)
    bits = max(map(floats.bits, rows))

    def residues(passes: Residues) -> Steps[U64]:
        values: Any = yield from passes.forward(circuit, weights)
        return passes.out(values[list(rows)])

    return (yield from _exact(circuit, len(rows), bits, weights, residues))


def sum_of(circuit: Circuit, weights: Weights | None) -> Steps[Fraction]:
    """Compute the exact sum, over all solutions, of the products of the weights of their options.

    The arguments are those of `values_of`.
    """
    [value] = yield from values_of(circuit, weights, [circuit.n_rows - 1])
    return value


def shares_of(circuit: Circuit, weights: Weights | None) -> Steps[list[Fraction]]:
    """Compute, for each option, the exact sum of the products over the solutions that have it.

    The arguments are those of `values_of`.
    """
    floats = yield from as_floats(circuit, weights)

    def residues(passes: Residues) -> Steps[U64]:
        values: Any = yield from passes.forward(circuit, weights)
        slopes: Any = yield from passes.backward(circuit, values)
        return passes.shares(slopes[: circuit.one], values[: circuit.one])

    bits = floats.bits(circuit.n_rows - 1)
    found = yield from _exact(circuit, circuit.one, bits, weights, residues)
    shares = [Fraction(0)] * circuit.one
    for option, share in zip(circuit.option_of.tolist(), found, strict=True):
        shares[option] = share
    return shares


def weighted_sum(circuit: Circuit | None, weights: Weights) -> Steps[Number]:
    """Compute the sum of all solutions in the type of the answer; see `Weights.answer`.

    There is no circuit where there are no solutions.
    """
    if circuit is None:
        return weights.answer(0)
    if not weights.is_rounded or weights.is_negative:
        return weights.answer((yield from sum_of(circuit, weights)))
    floats = yield from as_floats(circuit, weights)
    try:
        return floats.number(circuit.n_rows - 1)
    except OverflowError:
        raise too_large() from None


def weighted_shares(
    circuit: Circuit | None, weights: Weights | None, n_options: int
) -> Steps[list[Number]]:
    """Compute the shares of all options in the type of the answer; see `Weights.answer`.

    There is no circuit where there are no solutions.
    """
    if circuit is None:
        return [0 if weights is None else weights.answer(0)] * n_options
    if weights is None or not weights.is_rounded or weights.is_negative:
        shares = yield from shares_of(circuit, weights)
        return [int(share) if weights is None else weights.answer(share) for share in shares]
    floats = yield from as_floats(circuit, weights)
    slopes = yield from slopes_of(circuit, floats)
    found: list[Number] = [0.0] * circuit.one
    for row, option in enumerate(circuit.option_of.tolist()):
        share = slopes.values[row] * floats.values[row]
        try:
            # The derivative alone may be too large for a float.
            found[option] = math.ldexp(share, 512 * int(slopes.scales[row] + floats.scales[row]))
        except OverflowError:
            raise too_large() from None
    return found


def _exact(
    circuit: Circuit,
    n: int,
    bits: float,
    weights: Weights | None,
    residues: Callable[[Residues], Steps[U64]],
) -> Steps[list[Fraction]]:
    """Return n numbers below 2**bits by their residues, which a function computes."""
    if bits == -math.inf:
        return [Fraction(0)] * n
    unit = 1 if weights is None else weights.unit
    scale = 1 if unit == 1 else unit ** (yield from longest_of(circuit))
    bits += math.log2(scale) + GUARD_BITS
    found, moduli = list[U64](), list[int]()
    if unit == 1:
        bits -= WORD_BITS
        found.append((yield from residues(InWords())))
        moduli += InWords.moduli
    primes = primes_for(bits, unit)
    for first in range(0, len(primes), LANES):
        lanes = InLanes(primes[first : first + LANES])
        own = yield from residues(lanes)
        if unit != 1:
            factors = np.array([scale % p for p in lanes.moduli], dtype=np.uint64)
            own = own * factors % np.array(lanes.moduli, dtype=np.uint64)
        found.append(own)
        moduli += lanes.moduli
    if not moduli:
        return [Fraction(0)] * n
    whole, numbers = Remainders(moduli), list[Fraction]()
    for first in range(0, n, _ROWS_AT_ONCE):
        yield
        some = np.concatenate([own[first : first + _ROWS_AT_ONCE] for own in found], axis=1)
        numbers += [Fraction(whole.nearest(row), scale) for row in some.tolist()]
    return numbers
