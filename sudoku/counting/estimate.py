"""`estimate_grids`: an estimate of the number of grids of a shape, where it cannot be counted.

In each stack, the sets of digits in the columns of all bands are drawn uniformly from all that are
possible. The product of the numbers of bands with these sets, times the number of possible sets, is
then an unbiased estimate of the number of grids. For other rules, and for grids whose bands are too
large, the random paths of `exactcover.estimate` are used, with a wider interval.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from itertools import permutations
from math import log, prod

import numpy as np
from numpy.typing import NDArray

from exactcover import estimate
from exactcover.runtime.arguments import check_number, check_time, each_of, generator
from exactcover.runtime.confidence_interval import Interval
from exactcover.runtime.errors import UndecidedError
from exactcover.runtime.search.limits import Flag, HaltedError, Stop, is_due, stop_if_due
from exactcover.runtime.search.request import ProgressLike, Seed
from exactcover.runtime.search.work import Work
from sudoku.counting.bands_by_column_sets import Bands, log_most_bands
from sudoku.counting.count_grids import CLASSIC, checked
from sudoku.encodings.exact_cover import encode
from sudoku.geometry.shape import Shape
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import Rule

MOST_BANDS, MOST_DIGITS = 4, 16
"""The largest grids that are estimated by their bands."""
LEAST_SECONDS = 0.1

Order = tuple[int, ...]
"""The column of a digit in each band."""
Matrix = tuple[tuple[int, ...], ...]
"""For each band and column of a stack, how many digits it still takes."""


def estimate_grids(
    shape: Shape,
    *,
    rules: Iterable[Rule] = CLASSIC,
    n_samples: int = 1000,
    seed: Seed | None = None,
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
) -> Interval:
    """Estimate the number of all filled grids of a shape, without counting them.

    Parameters
    ----------
    shape
        The shape.
    rules
        All rules, as for `Puzzle`.
    n_samples
        The number of random samples; four times as many halve the error.
    seed
        The seed of the samples, of which the estimate is a function.
    time_limit
        The maximum number of seconds, but at least a tenth of a second; the estimate then uses the
        samples made so far.
    cancel, progress
        As for `sudoku.solve`; after `cancel`, too, the estimate uses the samples made so far.

    Returns
    -------
    Interval
        The mean, its standard error, and an interval that has the number in 95 % of all cases.

    Raises
    ------
    SudokuError, ProblemError
        If an argument is wrong.
    UndecidedError
        If the time did not suffice for two samples, or `cancel` was set before them.

    Examples
    --------
    >>> from sudoku import Shape, estimate_grids
    >>> found = estimate_grids(Shape(3, 3), n_samples=200, seed=1)
    >>> found.low < 6_670_903_752_021_072_936_960 < found.high
    True
    """
    shape, rules, rng = checked(shape), tuple(each_of("rules", rules)), generator(seed)
    n_samples = check_number("n_samples", n_samples, 2)
    puzzle = Puzzle(shape, rules)
    work = Work(max(LEAST_SECONDS, check_time(time_limit)), cancel, progress)
    p, q = sorted((shape.p, shape.q))
    is_small = 1 < p <= MOST_BANDS and shape.n <= MOST_DIGITS
    if rules != CLASSIC or not is_small or log_most_bands(p, q) > 63 * log(2):
        with work.reporting(), suppress(HaltedError):
            problem = encode(puzzle)
            left = None if time_limit is None else work.left
            found = estimate(problem, n_probes=n_samples, seed=rng, time_limit=left, cancel=cancel)
            return found.solutions
    else:
        samples = _samples(p, q, n_samples, rng, work)
        if len(samples) >= 2:
            return Interval.of(samples)
    if work.stop is None and is_due():
        raise HaltedError  # a verb that called this one must stop
    if work.stop is Stop.TIME:
        raise UndecidedError(f"the time of {time_limit} seconds did not suffice for two samples")
    raise UndecidedError("the estimate was cancelled before two samples were drawn")


def _samples(
    p: int, q: int, n_samples: int, rng: np.random.Generator, work: Work
) -> NDArray[np.float64]:
    """Return independent, unbiased estimates: as many as asked for, or as the time allows."""
    bands = Bands(q, p)
    found: list[float] = []
    with work.reporting(), suppress(HaltedError):
        stacks = _Stacks(p, q)
        for _ in range(n_samples):
            stop_if_due()
            drawn = [stacks.draw(rng) for _ in range(q)]
            numbers = [bands.count(_band(drawn, band, p)) for band in range(p)]
            work.nodes, work.part = len(found), len(found) / n_samples
            found.append(stacks.number**q * float(prod(n for n in numbers if n is not None)))
    return np.array(found)


def _band(stacks: list[list[Order]], band: int, p: int) -> list[list[int]]:
    """Return the columns of each digit in a band, as `Bands.count` takes them."""
    columns = (
        [k * p + order[band] for k, order in enumerate(orders)]
        for orders in zip(*stacks, strict=True)
    )
    return sorted(columns)  # it is faster if digits of one column follow one another


class _Stacks:
    """Draws what the bands have in a stack: for each digit, its column in each band.

    Attributes
    ----------
    number
        The number of all stacks, as a float.
    """

    def __init__(self, p: int, q: int) -> None:
        self._n = p * q
        self._full: Matrix = ((q,) * p,) * p
        self._orders: list[Order] = list(permutations(range(p)))
        self._known: dict[Matrix, float] = {((0,) * p,) * p: 1.0}
        self.number = self._number(self._full)

    def draw(self, rng: np.random.Generator) -> list[Order]:
        """Return a stack, all with the same probability."""
        left, drawn = self._full, []
        for _ in range(self._n):
            ways = np.array([self._number(_less(left, order)) for order in self._orders])
            drawn.append(self._orders[rng.choice(len(ways), p=ways / ways.sum())])
            left = _less(left, drawn[-1])
        return drawn

    def _number(self, left: Matrix) -> float:
        """Return the number of ways to fill what is left, digit by digit."""
        if min(map(min, left)) < 0:
            return 0.0
        # The order of the bands and of the columns does not matter.
        key = tuple(sorted(zip(*sorted(left), strict=True)))
        found = self._known.get(key)
        if found is None:
            stop_if_due()
            found = sum(self._number(_less(key, order)) for order in self._orders)
            self._known[key] = found
        return found


def _less(left: Matrix, order: Order) -> Matrix:
    """Return what is left after a digit is put into one column of each band."""
    return tuple(
        (*row[:column], row[column] - 1, *row[column + 1 :])
        for row, column in zip(left, order, strict=True)
    )
