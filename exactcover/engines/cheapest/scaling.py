"""Costs as whole numbers, with which engines search.

The sums of costs and those of *prices* have the same order, wherever that fits into the numbers of
the kernels. Costs are fractions with a common denominator, so most of them only need a factor.
Where they differ by too many bits for that, they are split: into multiples of a large unit and what
is left of each, so little that it never adds up to a unit. A penalty of 1e17 beside costs of 0.5 is
such a unit; so is 0.1, whose multiples differ from their floats in the last bits. Each of the two
parts is then scaled by itself.

Costs that do not fit even so are rounded down. A cover may then cost less than another one although
its price is a little higher, and engines look for such covers, too: see `Scaled.unit`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple, cast

import numpy as np

from exactcover.problem.costs import Costs, whole_numbers
from exactcover.problem.links import Links, cached_per_links
from exactcover.runtime.kernels.types import I64

MOST_BITS = 57
"""No cover has a price of 2**MOST_BITS."""
PRICE_BITS = 53
"""No option has a price of more than 2**PRICE_BITS, so that each is a float, too."""
FRACTION_BITS, BITS = 20, 52
"""Prices are multiples of up to 2**FRACTION_BITS, because taxes are fractions, but only while no
cover has a price of 2**BITS."""
MOST_VALUES = 2.0**59
"""The most that the taxes, or dual values, of all items may be together, without their signs."""
DECIMALS = 12
"""Costs are split at multiples of 1, 0.1 and so on to this number of decimals."""
MOST_SPLITS = 32
"""So many splits are tried at most."""
_HIGHEST = 1 << 62


class Level(NamedTuple):
    """A part of each cost.

    Attributes
    ----------
    weight
        The price of a unit of it.
    unit
        The cost of a unit.
    spread
        The most by which the levels below raise or lower the price of a cover.
    """

    weight: int
    unit: Fraction
    spread: int


class Scaled(NamedTuple):
    """Costs as whole numbers.

    Attributes
    ----------
    price
        The price of each option.
    unit
        A cover that costs less than another one has a price which is lower by at least `unit`. If
        prices are rounded, it is less than 1: the price may be higher by up to `-unit`.
    levels
        What prices mean, the largest units first.
    """

    price: I64
    unit: int
    levels: tuple[Level, ...]

    @property
    def is_exact(self) -> bool:
        """Whether prices have the same order as costs."""
        return self.unit > 0

    def cost(self, price: int) -> Fraction:
        """Return the least that a cover of this price or a higher one can cost."""
        cost = Fraction(0)
        for weight, unit, spread in self.levels:
            number = -((spread - price) // weight)
            cost += number * unit
            price = max(price - number * weight, -spread)
        return cost

    def limit(self, cost: Fraction, *, is_allowed: bool = True) -> int:
        """Return the least price above those of all covers that cost less than a number.

        If `is_allowed`, covers that cost just as much are among them.
        """
        low, high = -_HIGHEST, _HIGHEST
        while low < high:
            middle = (low + high) // 2
            least = self.cost(middle)
            if least > cost or (least == cost and not is_allowed):
                high = middle
            else:
                low = middle + 1
        return low


@cached_per_links
def scaled(links: Links) -> Scaled:
    """Scale the costs to whole numbers."""
    # If items have bounds, solutions may have more options than there are items. Lower bounds are
    # sums of one share of a cost for each item, which must fit into the numbers, too.
    return scale(links.costs, max(links.n_primary, links.depth))


def scale(costs: Costs, n: int) -> Scaled:
    """Scale costs to whole numbers, for solutions of at most `n` options."""
    n = max(1, n)
    if costs.dtype.kind == "i":
        # The same as below, only faster.
        divisor = int(np.gcd.reduce(costs)) or 1
        most = int(abs(costs).max(initial=0)) // divisor
        level = _only_level(divisor, _spare(most, n, MOST_BITS))
        if level is not None:
            price: I64 = (costs // divisor).astype(np.int64) * level.weight
            return Scaled(price, level.weight, (level,))
    different, number = np.unique(cast(Any, costs), return_inverse=True)
    whole, one = whole_numbers(different)
    prices, levels, is_exact = _Scaler(n).scale(whole, one, MOST_BITS)
    levels = tuple(level._replace(unit=level.unit / one) for level in levels)
    unit = levels[-1].weight if is_exact else 1 - n
    return Scaled(np.array(prices, dtype=np.int64)[number].reshape(-1), unit, levels)


Prices = tuple[list[int], tuple[Level, ...], bool]
"""Prices, their levels, and whether their sums have the order of those of the costs."""


def _spare(most: int, n: int, room: int) -> int:
    """Return by how many bits prices of at most `most` could be longer."""
    return min(PRICE_BITS - most.bit_length(), room - (most * (n + 1)).bit_length())


def _only_level(divisor: int, spare: int) -> Level | None:
    """Return the level of prices that are multiples of a divisor; None if they are too long."""
    if spare < 0:
        return None
    bits = max(0, min(FRACTION_BITS, spare - (MOST_BITS - BITS)))
    return Level(1 << bits, Fraction(divisor), 0)


class _Scaler:
    """Finds prices for the costs of options, of which a cover has at most `n`."""

    def __init__(self, n: int) -> None:
        self._n = n
        self._n_splits = MOST_SPLITS

    def scale(self, costs: list[int], one: int, room: int) -> Prices:
        """Return prices such that sums of `n` of them have at most `room` bits.

        `one` is the whole number for a cost of 1.
        """
        divisor = math.gcd(*costs) or 1
        most = max(map(abs, costs), default=0) // divisor
        spare = _spare(most, self._n, room)
        only = _only_level(divisor, spare)
        if only is not None:
            return [cost // divisor * only.weight for cost in costs], (only,), True
        best: Prices | None = None
        for found in self._splits(costs, one, room):
            if found[2]:
                return found
            best = best or found
        level = Level(1, Fraction(divisor << -spare), 0)
        return best or ([cost // divisor >> -spare for cost in costs], (level,), False)

    def _splits(self, costs: list[int], one: int, room: int) -> Iterator[Prices]:
        """Yield prices of costs that are split at a unit, for some units."""
        n = self._n
        for factor, unit in self._units(costs, one):
            split = self._split(costs, factor, unit)
            if split is None:
                continue
            numbers, rests = split
            most = max(map(abs, numbers))
            # Two bits for the signs of the rests.
            of_number, of_sum = most.bit_length(), (most * (n + 1)).bit_length()
            left = min(PRICE_BITS - of_number, room - of_sum) - 2
            if left <= n.bit_length() or self._n_splits == 0:
                continue
            self._n_splits -= 1
            low, levels, is_exact = self.scale(rests, one * factor, left)
            spread = n * max(map(abs, low))
            # A multiple of the lowest weight, as all prices are.
            weight = 2 * spread + levels[-1].weight
            if _spare(most * weight + spread, n, room) >= 0:
                prices = [number * weight + rest for number, rest in zip(numbers, low, strict=True)]
                levels = tuple(level._replace(unit=level.unit / factor) for level in levels)
                yield prices, (Level(weight, Fraction(unit, factor), spread), *levels), is_exact

    def _units(self, costs: list[int], one: int) -> Iterator[tuple[int, int]]:
        """Yield units that are worth a try: each as a factor of all costs, and the unit then."""
        sizes = sorted({abs(cost) for cost in costs} - {0})
        for place in range(len(sizes) - 1, 0, -1):
            if sizes[place] > 2 * self._n * sizes[place - 1]:
                for unit in {sizes[place], math.gcd(*sizes[place:])}:
                    yield 1, unit
        yield from ((10**k, one) for k in range(DECIMALS + 1))

    def _split(
        self, costs: list[int], factor: int, unit: int
    ) -> tuple[list[int], list[int]] | None:
        """Return the number of units and the rest of each cost; None if rests may reach a unit."""
        numbers, rests = [], []
        for cost in costs:
            number = (2 * cost * factor + unit) // (2 * unit)
            rest = cost * factor - number * unit
            if 2 * self._n * abs(rest) >= unit:
                return None
            numbers.append(number)
            rests.append(rest)
        return numbers, rests
