"""Dominoes: cover a board with pieces of two cells, and count the ways as Kasteleyn did.

The cells are the items, and an option is a domino on two of them. Run it with the name of a file,
such as `tiling.svg`, for a picture.

Reference: P. W. Kasteleyn, "The statistics of dimers on a lattice", Physica 27 (1961).
"""

import sys
from itertools import product
from math import cos, pi, prod

from exactcover import Problem, Solution, picture


def dominoes(rows: int, columns: int) -> Problem:
    """Return the problem of the domino tilings of a board."""
    cells = list(product(range(rows), range(columns)))
    options = []
    for r, c in cells:
        options += [[(r, c), cell] for cell in ((r, c + 1), (r + 1, c)) if cell in cells]
    return Problem(options, primary=cells)


def count_tilings(rows: int, columns: int) -> int:
    """Count the tilings one by one.

    >>> count_tilings(6, 6)
    6728
    """
    return dominoes(rows, columns).count()


def kasteleyn(rows: int, columns: int) -> int:
    """Count the tilings by Kasteleyn's formula.

    >>> kasteleyn(6, 6)
    6728
    """
    return round(
        prod(
            4 * cos(pi * j / (rows + 1)) ** 2 + 4 * cos(pi * k / (columns + 1)) ** 2
            for j in range(1, (rows + 1) // 2 + 1)
            for k in range(1, (columns + 1) // 2 + 1)
        )
    )


def draw(tiling: Solution, rows: int, columns: int) -> str:
    """Draw each domino as two dots and the line between them."""
    pairs = {option.items for option in tiling}
    lines = []
    for r in range(rows):
        dots = ("●━━━" if ((r, c), (r, c + 1)) in pairs else "●   " for c in range(columns))
        below = ("┃   " if ((r, c), (r + 1, c)) in pairs else "    " for c in range(columns))
        lines += ["".join(dots).rstrip(), "".join(below).rstrip()]
    return "\n".join(lines)


def main(path: str = "") -> None:
    """Draw a tiling, also to a file, and count those of small boards in both ways."""
    tiling = next(dominoes(8, 14).solutions(seed=5))
    print(draw(tiling, 8, 14))
    if path:
        picture(tiling).save(path)
    for n in range(2, 9):
        counted, computed = count_tilings(n, n), kasteleyn(n, n)
        print(f"{n} x {n}: {counted:>10,} tilings; by the formula {computed:>10,}")


if __name__ == "__main__":
    main(*sys.argv[1:])
