"""Costs as whole numbers, with which engines search."""

import math
from typing import NamedTuple

import numpy as np

from exactcover.compiled.types import I64
from exactcover.problem.links import Links, cached_per_links

__all__ = ["BITS", "Scaled", "scaled"]

BITS = 52
"""Costs are scaled so that no cover costs more than 2**BITS."""
FRACTION_BITS = 20
"""Integer costs are scaled by at most 2**FRACTION_BITS, because taxes are fractions."""


class Scaled(NamedTuple):
    """Costs as whole numbers.

    Attributes
    ----------
    price
        The cost of each option times 2**bits, rounded.
    unit
        The least by which the prices of two covers can differ, if they do.
    bits
        The scale; it may be negative.
    """

    price: I64
    unit: int
    bits: int

    def cost(self, price: float) -> float:
        """Return the cost that corresponds to a price."""
        return math.ldexp(price, -self.bits)


@cached_per_links
def scaled(links: Links) -> Scaled:
    """Scale the costs to whole numbers.

    Whole costs stay exact, as long as no cover can cost 2**BITS. Others are rounded to multiples
    of a power of two, 2**-BITS of the most that a cover could cost.
    """
    # The most that a cover could cost is less than 2**exponent; it may be more than a float holds.
    mantissa, exponent = math.frexp(abs(links.costs).max(initial=0))
    exponent += math.frexp(mantissa * (links.n_primary + 1))[1]
    spare_bits = BITS - exponent
    if links.costs.dtype.kind == "i" and spare_bits >= 0:
        bits = min(spare_bits, FRACTION_BITS)
        price = links.costs.astype(np.int64) << bits
        return Scaled(price, max(1, int(np.gcd.reduce(price))), bits)
    price = np.rint(np.ldexp(links.costs, spare_bits)).astype(np.int64)
    return Scaled(price, 1, spare_bits)
