"""The number of Latin squares: grids whose boxes are their rows or columns.

In the terms of `sudoku.counting.bands` the grid is one band, with one column in each stack, and
each column has all digits.
"""

from __future__ import annotations

from exactcover.runtime.search.limits import Flag
from sudoku.counting.bands import Bands
from sudoku.counting.stage import Counting, Stage

__all__ = ["MOST_ORDER", "count_latin_squares"]

MOST_ORDER = 8
"""The largest order: numbers of more than 64 bits would be needed for the next one."""


def count_latin_squares(order: int) -> Counting:
    """Count the Latin squares of an order.

    References
    ----------
    OEIS A002860.
    """
    if order == 1:
        return 1

    def count(task: int, due: Flag) -> int | None:
        return Bands(order, 1).count([list(range(order))] * order, due)

    (number,) = yield Stage("squares", [1.0], count, 1.0)
    return number
