"""Latin squares: fill a square so that each row and each column has every digit once.

The items are the cells, the digits of each row and the digits of each column. An option is a digit
in a cell. The clues of a puzzle are options that are chosen before the search starts.

Reference: N. J. Cavenagh, D. M. Donovan and A. Khodkar, "On the spectrum of critical sets in back
circulant Latin squares" (2000), about squares that few clues determine.
"""

from collections.abc import Iterable
from itertools import product

from exactcover import Problem

Entry = tuple[int, int, int]


def entries(n: int) -> list[Entry]:
    """Return each (row, column, digit) that there may be."""
    return list(product(range(n), range(n), range(1, n + 1)))


def latin(n: int) -> Problem:
    """Return the problem of the Latin squares of an order; the options' labels are the entries."""
    return Problem(
        {
            (r, c, digit): [("cell", r, c), ("row", r, digit), ("column", c, digit)]
            for r, c, digit in entries(n)
        }
    )


def count_squares(n: int, clues: Iterable[Entry] = ()) -> int:
    """Count the Latin squares that have these clues.

    >>> count_squares(4)
    576
    """
    return latin(n).count(chosen=clues)


def complete(n: int, clues: Iterable[Entry]) -> list[Entry]:
    """Return the entries of a Latin square that has these clues.

    >>> complete(2, [(0, 0, 2)])
    [(0, 0, 2), (0, 1, 1), (1, 0, 1), (1, 1, 2)]
    """
    square = next(latin(n).solutions(chosen=clues))
    return [entries(n)[i] for i in square.indices]


def corners(n: int) -> list[Entry]:
    """Return a critical set in two corners: it has one completion, and no clue is redundant.

    >>> corners(3)
    [(0, 0, 1), (2, 2, 2)]
    """
    return [
        (r, c, digit)
        for r, c, digit in entries(n)
        if digit == (r + c) % n + 1 and not n // 2 <= r + c < n + n // 2
    ]


def draw(square: Iterable[Entry], n: int) -> list[str]:
    """Draw a square line by line, with a dot for an empty cell."""
    digits = {(r, c): str(digit) for r, c, digit in square}
    return [" ".join(digits.get((r, c), "·") for c in range(n)) for r in range(n)]


def main() -> None:
    """Complete a square, and count the Latin squares of small orders."""
    clues = corners(8)
    print(f"{len(clues)} clues of 64 allow {count_squares(8, clues)} Latin square:\n")
    for before, after in zip(draw(clues, 8), draw(complete(8, clues), 8), strict=True):
        print(f"{before}     {after}")
    print("\nWithout clues there are")
    for n in range(1, 6):
        print(f"{count_squares(n):>7,} of order {n}")


if __name__ == "__main__":
    main()
