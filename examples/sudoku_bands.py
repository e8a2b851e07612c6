"""Bands of a sudoku: the ways to fill the top three boxes, counted by exact cover.

A band in standard form has 1 2 3, 4 5 6, 7 8 9 in its first box. Felgenhauer and Jarvis begin with
these when they count all sudoku grids. The number of all bands is 9! times as large. The symmetries
of a grid follow, and an estimate of the number of grids, by random dives into the search tree.

Reference: T. Morgans, "Automatic puzzle solving" (2020), section 5.1, after B. Felgenhauer and F.
Jarvis, "Mathematics of Sudoku I" (2006). It divides the number of grids by that of the symmetries,
but the quotient is not the 5,472,730,538 of E. Russell and F. Jarvis: grids that are symmetric
themselves have smaller classes, so there are a few classes more (Burnside's lemma).
"""

from itertools import product
from math import factorial

from exactcover import Problem
from sudoku import Puzzle, encode

GRIDS = 6_670_903_752_021_072_936_960
"""The number of sudoku grids: Felgenhauer and Jarvis."""


def bands(p: int = 3, q: int = 3) -> Problem:
    """Return the problem of the bands of q rows and of q boxes, each p wide and q high.

    >>> bands(2, 2).count()
    96
    """
    n = p * q
    return Problem(
        {
            (row, column, digit): [
                ("cell", row, column),
                ("row", row, digit),
                ("box", column // p, digit),
            ]
            for row, column, digit in product(range(q), range(n), range(n))
        }
    )


def standard_form(p: int = 3, q: int = 3) -> list[tuple[int, int, int]]:
    """Return the options that put the digits of the first box in order.

    >>> standard_form(2, 2)
    [(0, 0, 0), (0, 1, 1), (1, 0, 2), (1, 1, 3)]
    """
    return [(row, column, p * row + column) for row in range(q) for column in range(p)]


def symmetries() -> int:
    """Count the symmetries of a grid: rows, columns, bands, stacks, transposition, digits.

    >>> symmetries()
    1218998108160
    """
    return 6**6 * 6**2 * 2 * factorial(9)


def main() -> None:
    """Count the bands in standard form and all bands, and estimate the number of grids."""
    in_form = bands().count(chosen=standard_form())
    print(f"{in_form:,} bands in standard form; 9! times that: {in_form * factorial(9):,}")
    print(f"{bands().count():,} bands, counted as a whole")
    print(f"{symmetries():,} symmetries; grids by symmetries: {GRIDS / symmetries():,.1f}")
    found = encode(Puzzle()).estimate(n_probes=2000, seed=1).solutions
    print(f"{GRIDS:,} grids by enumeration")
    print(f"{found.low:.3g} to {found.high:.3g} grids, estimated from 2,000 dives")


if __name__ == "__main__":
    main()
