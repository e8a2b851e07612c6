"""Estimated numbers: a mean, how far it may be off, and how to say it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import exp, log, log10, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

QUANTILE = NormalDist().inv_cdf(0.975)
LEAST_ERROR = 0.015
"""Relative. The order in which forced moves are made changes a tree by about this much."""
UPWARDS = 1.5
"""What no tour saw can only make the truth larger: so much longer is the upper half, on a scale of
logarithms."""

MOST_DIGITS = 40
"""Whole numbers of more digits are rounded where they are not the answer but said beside it."""
MOST_WRITTEN = 4300
"""Python refuses to write numbers of more digits."""
MOST_EXACT = 10**18
"""Whole numbers above this are rounded as such: they may be larger than any float."""


@dataclass(frozen=True, repr=False)
class Figure:
    """An estimated number.

    Attributes
    ----------
    mean, error
        The mean of all samples, which is right on average, and its standard error.
    median
        The median of the samples. Far below the mean, it tells of a few large ones.
    low, high
        Where the true number is expected, 19 times out of 20.

    Examples
    --------
    >>> Figure.exact(1234)
    Figure(mean=1234, error=0.0, median=1234, low=1234, high=1234)
    >>> print(Figure.of(np.array([90.0, 100.0, 140.0])))
    110 (61.8 to 261)
    """

    mean: float
    error: float
    median: float
    low: float
    high: float

    def __repr__(self) -> str:
        return shown(self, self.__dataclass_fields__)

    @classmethod
    def exact(cls, number: float) -> Figure:
        """Return the figure of a number that is known."""
        return cls(number, 0.0, number, number, number)

    @classmethod
    def of(cls, samples: NDArray[np.float64]) -> Figure:
        """Return the figure of which there are these independent, unbiased samples.

        The interval is the one of a lognormal variable.
        """
        mean = float(samples.mean())
        median = float(np.median(samples))
        if mean == 0.0:
            return cls(0.0, 0.0, 0.0, 0.0, 0.0)
        if len(samples) == 1:
            return cls(mean, float("inf"), median, 0.0, float("inf"))
        relative = float(np.std(samples / mean, ddof=1)) / sqrt(len(samples))
        spread = sqrt(log(1 + max(relative, LEAST_ERROR) ** 2)) * _student(len(samples) - 1)
        return cls(mean, mean * relative, median, mean * exp(-spread), mean * exp(UPWARDS * spread))

    def times(self, factor: float, uncertainty: float = 1.0) -> Figure:
        """Return the figure times a factor that is itself uncertain by a factor."""
        return Figure(
            self.mean * factor,
            self.error * factor,
            self.median * factor,
            self.low * factor / uncertainty,
            self.high * factor * uncertainty,
        )

    def allowing_for(self, seen: int, weight: float) -> Figure:
        """Widen the interval to what is usual for events of which so few were seen.

        Parameters
        ----------
        weight
            How many events one would stand for, where none was seen.
        """
        low, high = _poisson(seen)
        if seen:
            weight = self.mean / seen
        return Figure(
            self.mean,
            self.error,
            self.median,
            min(self.low, low * weight),
            max(self.high, high * weight),
        )

    def __str__(self) -> str:
        return self.text(number)

    def text(self, say: Callable[[float], str]) -> str:
        """Say the mean and the interval."""
        if self.low == self.high:
            return say(self.mean)
        if self.mean == 0.0:
            return f"0 (at most {say(self.high)})"
        return f"{say(self.mean)} ({say(self.low)} to {say(self.high)})"


def number(value: float) -> str:
    """Say a number with three digits.

    >>> number(5), number(0.1234), number(123456.0), number(1.2345e17), number(10**400)
    ('5', '0.123', '123,000', '1.23e17', '1e400')
    """
    if isinstance(value, int) and value > MOST_EXACT:
        return _rounded(value)
    rounded = f"{value:.3g}"
    if 1e3 <= float(rounded) < 1e9:
        return f"{float(rounded):,.0f}"
    mantissa, _, exponent = rounded.partition("e")
    return f"{mantissa}e{int(exponent)}" if exponent else mantissa


def whole(value: int, separator: str = "", most_digits: int = MOST_DIGITS) -> str:
    """Return a whole number as text: all digits, or only three of a number with very many.

    Python refuses to write numbers of more than 4,300 digits, and counts of solutions have more.

    >>> whole(1234567, ","), whole(2**100), whole(2**20000)
    ('1,234,567', '1267650600228229401496703205376', '3.98e6020')
    """
    if abs(value) < 10**most_digits:
        return f"{int(value):{separator}}"
    return "-" * (value < 0) + _rounded(abs(int(value)))


def shown(thing: object, names: Iterable[str]) -> str:
    """Return the `repr` of something with these attributes, of which numbers may be very large."""
    values = ((name, getattr(thing, name)) for name in names)
    parts = (
        f"{name}={whole(value, most_digits=MOST_WRITTEN) if type(value) is int else repr(value)}"
        for name, value in values
    )
    return f"{type(thing).__name__}({', '.join(parts)})"


def _rounded(value: int) -> str:
    """Return a large number as text, with three digits."""
    exponent = int(log10(value))
    scale: int = 10 ** (exponent - 2)
    lead = (value + scale // 2) // scale
    if lead >= 1000:  # such as 9999 rounded, or where the logarithm was
        lead, exponent = (lead + 5) // 10, exponent + 1
    return f"{lead / 100:.3g}e{exponent}"


UNITS = {
    "years": 365.25 * 86400,
    "days": 86400.0,
    "hours": 3600.0,
    "minutes": 60.0,
    "s": 1.0,
    "ms": 1e-3,
    "us": 1e-6,
}


def duration(seconds: float) -> str:
    """Say a time in a unit that suits it.

    >>> duration(0.00123), duration(200.0), duration(1e12)
    ('1.23 ms', '3.33 minutes', '31,700 years')
    """
    unit = next((unit for unit, size in UNITS.items() if seconds >= size), "us")
    return f"{number(seconds / UNITS[unit])} {unit}"


def _poisson(seen: int) -> tuple[float, float]:
    """Return how many events may be expected where so many were seen (Wilson and Hilferty)."""

    def bound(n: int, side: float) -> float:
        return max(0.0, n * (1 - 1 / (9 * n) + side * QUANTILE / (3 * sqrt(n))) ** 3)

    return bound(seen, -1.0) if seen else 0.0, bound(seen + 1, 1.0)


def _student(freedom: int) -> float:
    """Return the quantile of Student's distribution that goes with `QUANTILE`, nearly."""
    z = QUANTILE
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
