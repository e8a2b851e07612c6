"""The kernels that compute the values of all rows, and how the result depends on each.

A forward pass adds each product of two rows to a third one; a backward pass goes from the last term
to the first, and passes the derivative of a row on to the rows of its terms.

Floats have a scale, a further exponent: a value is ``float * STEP**scale``. So they neither become
too large nor too small, and sums of positive ones lose no more than rounding.

Residues modulo primes are multiplied in Montgomery's form: instead of by a division, a product is
reduced by a multiple of the prime that makes its low half zero.

References
----------
P. L. Montgomery, Modular multiplication without trial division, Mathematics of Computation 44
(1985), 519-521.
"""

import numpy as np

from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import F64, I64, U32, U64, Unsigned

STEP_BITS = 512
STEP = 2.0**STEP_BITS
LARGE = 2.0 ** (STEP_BITS // 2)
"""The absolute values of floats are below this, and not below its reciprocal unless they are 0."""
LANES = 8
"""As many primes are computed at once."""

_HALF, _LOW = np.uint64(32), np.uint64(0xFFFFFFFF)
_SMALL, _DOWN = 1.0 / LARGE, 1.0 / STEP


@kernel
def floats_forward(
    left: U32, right: U32, total: U32, values: F64, scales: I64, first: int, last: int
) -> None:
    """Compute the rows of some terms as floats."""
    for term in range(first, last):
        one, other = left[term], right[term]
        value = values[one] * values[other]
        _add(values, scales, total[term], value, scales[one] + scales[other])


@kernel
def floats_backward(
    left: U32,
    right: U32,
    total: U32,
    values: F64,
    scales: I64,
    slopes: F64,
    slope_scales: I64,
    first: int,
    last: int,
) -> None:
    """Pass on the derivatives of the rows of some terms, from the last term to the first."""
    for term in range(last - 1, first - 1, -1):
        one, other, row = left[term], right[term], total[term]
        slope, scale = slopes[row], slope_scales[row]
        if slope != 0.0:
            _add(slopes, slope_scales, one, slope * values[other], scale + scales[other])
            _add(slopes, slope_scales, other, slope * values[one], scale + scales[one])


@helper
def _add(values: F64, scales: I64, row: Unsigned, value: float, scale: int) -> None:
    """Add a float with a scale to that of a row."""
    if value == 0.0:
        return
    size = abs(value)
    if size >= LARGE:
        value *= _DOWN
        scale += 1
    elif size < _SMALL:
        value *= STEP
        scale -= 1
    if values[row] == 0.0:
        values[row], scales[row] = value, scale
        return
    before = float(values[row])
    if scale == scales[row]:
        value += before
    elif scale == scales[row] + 1:
        value += before * _DOWN
    elif scale == scales[row] - 1:
        value = before + value * _DOWN
        scale += 1
    elif scale < scales[row]:
        return
    size = abs(value)
    if size >= LARGE:
        value *= _DOWN
        scale += 1
    elif size < _SMALL and size > 0.0:
        value *= STEP
        scale -= 1
    values[row], scales[row] = value, scale


@kernel
def errors_forward(left: U32, right: U32, total: U32, errors: F64, first: int, last: int) -> None:
    """Bound the relative errors that the rows of some terms have as floats, in units of 2**-53.

    A product is as wrong as both of its rows, and is rounded; a sum of positive numbers is at most
    as wrong as they are, and is rounded, too.
    """
    for term in range(first, last):
        row = total[term]
        error = errors[left[term]] + errors[right[term]] + 1.0
        errors[row] = max(errors[row], error) + 1.0


@kernel
def lengths_forward(left: U32, right: U32, total: U32, lengths: U32, first: int, last: int) -> None:
    """Compute how many options the solutions of the rows of some terms have at most."""
    for term in range(first, last):
        row = total[term]
        lengths[row] = max(lengths[row], lengths[left[term]] + lengths[right[term]])


@kernel
def words_forward(left: U32, right: U32, total: U32, values: U64, first: int, last: int) -> None:
    """Compute the rows of some terms modulo 2**64."""
    for term in range(first, last):
        values[total[term]] += values[left[term]] * values[right[term]]


@kernel
def words_backward(
    left: U32, right: U32, total: U32, values: U64, slopes: U64, first: int, last: int
) -> None:
    """Pass on the derivatives of the rows of some terms, modulo 2**64."""
    for term in range(last - 1, first - 1, -1):
        one, other, slope = left[term], right[term], slopes[total[term]]
        slopes[one] += slope * values[other]
        slopes[other] += slope * values[one]


@kernel
def residues_forward(
    left: U32,
    right: U32,
    total: U32,
    values: U32,
    moduli: U64,
    inverses: U64,
    units: I64,
    first: int,
    last: int,
) -> None:
    """Compute the rows of some terms modulo `LANES` primes.

    Rows from ``units[0]`` to ``units[1]`` are 1. `inverses` are those of the primes modulo 2**32,
    with the other sign.
    """
    begin, end = units[0], units[1]
    for term in range(first, last):
        one, other, row = left[term], right[term], total[term]
        if begin <= other < end:
            for lane in range(LANES):
                value = np.uint64(values[row, lane]) + np.uint64(values[one, lane])
                values[row, lane] = np.uint32(_below(value, moduli[lane]))
        else:
            for lane in range(LANES):
                value = _product(
                    values[one, lane], values[other, lane], moduli[lane], inverses[lane]
                )
                value += np.uint64(values[row, lane])
                values[row, lane] = np.uint32(_below(value, moduli[lane]))


@kernel
def residues_backward(
    left: U32,
    right: U32,
    total: U32,
    values: U32,
    moduli: U64,
    inverses: U64,
    slopes: U32,
    first: int,
    last: int,
) -> None:
    """Pass on the derivatives of the rows of some terms, modulo `LANES` primes."""
    for term in range(last - 1, first - 1, -1):
        one, other, row = left[term], right[term], total[term]
        for lane in range(LANES):
            modulus, inverse = moduli[lane], inverses[lane]
            slope = slopes[row, lane]
            value = _product(slope, values[other, lane], modulus, inverse)
            value += np.uint64(slopes[one, lane])
            slopes[one, lane] = np.uint32(_below(value, modulus))
            value = _product(slope, values[one, lane], modulus, inverse)
            value += np.uint64(slopes[other, lane])
            slopes[other, lane] = np.uint32(_below(value, modulus))


@helper
def _product(one: Unsigned, other: Unsigned, modulus: Unsigned, inverse: Unsigned) -> Unsigned:
    """Return the product of two residues in Montgomery's form: divided by 2**32."""
    product = np.uint64(one) * np.uint64(other)
    multiple = ((product & _LOW) * inverse & _LOW) * modulus
    return _below((product + multiple) >> _HALF, modulus)


@helper
def _below(value: Unsigned, modulus: Unsigned) -> Unsigned:
    """Return a number below twice a prime, reduced."""
    return value - modulus if value >= modulus else value
