"""`Interval`: an estimated number, its standard error and its 95 % interval."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import exp, log, sqrt

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.formatting import format_number, format_repr

QUANTILE = 1.959963984540054
"""The 97.5 % quantile of the normal distribution."""
MIN_RELATIVE_ERROR = 0.015
"""The order of forced moves changes the size of a tree by about this much."""
UPPER_FACTOR = 1.5
"""The factor by which the upper half of an interval is longer, on a logarithmic scale: parts of a
tree that no sample reached can only make the true number larger."""


@dataclass(frozen=True, repr=False)
class Interval:
    """An estimated number.

    Attributes
    ----------
    mean, error
        The mean of all samples, which is unbiased, and its standard error.
    median
        The median of the samples. If it is far below the mean, a few samples are large.
    low, high
        The interval that contains the true number with a probability of 95 %.

    Examples
    --------
    >>> Interval.exact(1234)
    Interval(mean=1234, error=0.0, median=1234, low=1234, high=1234)
    >>> print(Interval.of(np.array([90.0, 100.0, 140.0])))
    110 (61.8 to 261)
    """

    mean: float
    error: float
    median: float
    low: float
    high: float

    def __repr__(self) -> str:
        return format_repr(self, self.__dataclass_fields__)

    @classmethod
    def exact(cls, number: float) -> Interval:
        """Return the interval of a number that is known."""
        return cls(number, 0.0, number, number, number)

    @classmethod
    def of(cls, samples: NDArray[np.float64]) -> Interval:
        """Return the interval of a number with these independent, unbiased samples.

        The samples are taken as lognormal.
        """
        mean = float(samples.mean())
        median = float(np.median(samples))
        if mean == 0.0:
            return cls(0.0, 0.0, 0.0, 0.0, 0.0)
        if len(samples) == 1:
            return cls(mean, float("inf"), median, 0.0, float("inf"))
        relative = float(np.std(samples / mean, ddof=1)) / sqrt(len(samples))
        width = sqrt(log(1 + max(relative, MIN_RELATIVE_ERROR) ** 2)) * _student(len(samples) - 1)
        return cls(
            mean, mean * relative, median, mean * exp(-width), mean * exp(UPPER_FACTOR * width)
        )

    def times(self, factor: float, uncertainty: float = 1.0) -> Interval:
        """Return the interval times `factor`, which is known up to a factor of `uncertainty`."""
        return Interval(
            self.mean * factor,
            self.error * factor,
            self.median * factor,
            self.low * factor / uncertainty,
            self.high * factor * uncertainty,
        )

    def widened(self, n_seen: int, weight: float) -> Interval:
        """Return the interval widened by the Poisson error of a count of rare events.

        Parameters
        ----------
        n_seen
            How many events were seen.
        weight
            How many events a single one would stand for, used where none was seen.
        """
        low, high = _poisson(n_seen)
        if n_seen:
            weight = self.mean / n_seen
        return Interval(
            self.mean,
            self.error,
            self.median,
            min(self.low, low * weight),
            max(self.high, high * weight),
        )

    def __str__(self) -> str:
        return self.text(format_number)

    def text(self, form: Callable[[float], str]) -> str:
        """Return the mean and the interval as text, with numbers in the given form."""
        if self.low == self.high:
            return form(self.mean)
        if self.mean == 0.0:
            return f"0 (at most {form(self.high)})"
        return f"{form(self.mean)} ({form(self.low)} to {form(self.high)})"


def _poisson(seen: int) -> tuple[float, float]:
    """Return the 95 % interval of the mean of a Poisson count (Wilson and Hilferty)."""

    def bound(n: int, side: float) -> float:
        return max(0.0, n * (1 - 1 / (9 * n) + side * QUANTILE / (3 * sqrt(n))) ** 3)

    return bound(seen, -1.0) if seen else 0.0, bound(seen + 1, 1.0)


def _student(freedom: int) -> float:
    """Return an approximation of the quantile of Student's distribution, as for `QUANTILE`."""
    z = QUANTILE
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
