"""The number of all grids of a shape, band by band.

A grid of boxes of ``p x q`` cells has `p` bands of `q` rows, and `q` stacks of `p` columns. The
number of ways to fill one band depends only on the set of digits in each of its columns, and two
bands fit together if these sets are disjoint. So

    grids = sum over the sets of all bands of (bands with these sets) * ... for each band.

The first band is taken up to all that does not matter (`classes`), bands with given sets are
counted digit by digit (`bands`), and the others are summed stack by stack (`completions`).

References
----------
B. Felgenhauer and F. Jarvis, "Mathematics of Sudoku I" (2006), classified the first bands of the
usual grids in the same way: there are 44 classes.
"""

from __future__ import annotations

import threading
from collections.abc import Generator
from math import factorial, log

from exactcover.runtime.formatting import format_number
from exactcover.runtime.search.limits import Flag
from sudoku.counting.band_numbers import BandNumbers
from sudoku.counting.bands_by_column_sets import Bands, log_most_bands
from sudoku.counting.classes import Classes
from sudoku.counting.completions import Completions
from sudoku.counting.splits import n_splits
from sudoku.counting.stage import Counting, Stage
from sudoku.geometry.shape import Shape

MOST_SPLITS = 6000
"""The most splits of a stack: a table has their number squared."""
MOST_LEAVES = 50_000_000
"""The most tuples of splits up to permutations of the digits, about."""
SHARE_OF_BANDS = {2: 0.95, 3: 0.3}
"""The part of the work until all bands are counted, by the number of bands of a grid."""


def refusal(shape: Shape) -> str | None:
    """Return why this method cannot count the grids of a shape; None if it can.

    >>> refusal(Shape(3, 4)), refusal(Shape(4, 4))
    (None, 'there are about 2.28e12 kinds of bands, and at most 50,000,000 are possible')
    """
    p, q = sorted((shape.p, shape.q))
    n = n_splits(p, q)
    n_leaves = n**q // factorial(p * q)
    if n_leaves > MOST_LEAVES:
        return (
            f"there are about {format_number(n_leaves)} kinds of bands, and at most "
            f"{MOST_LEAVES:,} are possible"
        )
    if n > MOST_SPLITS:
        return f"a stack has {n:,} splits of its digits, and at most {MOST_SPLITS:,} are possible"
    return None


def count_by_bands(p: int, q: int) -> Counting:
    """Count the grids with `p` bands of `q` rows.

    There must be several columns in a stack, and several rows in a band.
    """
    bands = yield from count_all_bands(p, q)
    return (yield from count_completions(bands))


def count_all_bands(p: int, q: int) -> Generator[Stage, list[int], BandNumbers]:
    """Count all bands of `q` rows that have `p` columns in each stack."""
    if log_most_bands(p, q) > 63 * log(2):
        raise OverflowError(f"the bands of {p}x{q} need more than 64 bits")
    classes = Classes.of(p, q)
    counters = threading.local()

    def count_bands(task: int, due: Flag) -> int | None:
        if not hasattr(counters, "bands"):
            counters.bands = Bands(q, p)
        found = counters.bands.count(classes.digits(task), due)
        return None if found is None else int(found) // factorial(q)

    share = SHARE_OF_BANDS.get(p, 0.1)
    numbers = yield Stage("bands", [1.0] * len(classes), count_bands, share)
    return BandNumbers(classes, numbers)


def count_completions(bands: BandNumbers) -> Counting:
    """Count the grids, by the numbers of bands."""
    p, q = bands.classes.splits.p, bands.classes.splits.q
    completions = Completions(bands.classes, bands.numbers)
    # All orders of the columns in a stack of the first band, and of the rows in all bands.
    factor = int(factorial(p) ** q * factorial(q) ** p)
    sizes = [float(size) for size in completions.sizes for _ in range(completions.n_parts)]
    (total,) = yield Stage(
        "completions", sizes, completions.sum, 1.0, lambda found: factor * found[0], adds_up=True
    )
    return factor * total
