"""Random tilings: dominoes on Aztec diamonds, every tiling equally likely.

Almost all tilings of a large diamond look alike: towards each of the four corners all dominoes lie
in one direction, and the mixed region is a circle. The diagram of all tilings is small, so that
tilings can be drawn from it uniformly. A random search would not be uniform. Run it with the name
of a file, such as `diamond.svg`, for a picture.

References: N. Elkies, G. Kuperberg, M. Larsen, J. Propp, "Alternating-sign matrices and domino
tilings" (1992), for the number; W. Jockusch, J. Propp, P. Shor, "Random domino tilings and the
arctic circle theorem" (1998).
"""

import sys
from itertools import product

from exactcover import Problem, Solution, picture

SHADES = {"north": "██", "south": "░░", "west": "▓▓", "east": "··"}


def aztec(n: int) -> Problem:
    """Return the problem of the domino tilings of the diamond of order n.

    The options are labelled by direction: which way a domino lies, and which of its two cells is a
    black one, when the cells are coloured like a chessboard.
    """
    centre = n - 0.5
    cells = [
        (r, c) for r, c in product(range(2 * n), repeat=2) if abs(r - centre) + abs(c - centre) <= n
    ]
    inside = set(cells)
    options, labels = [], []
    for r, c in cells:
        is_black = (r + c + n) % 2 == 1
        for other, directions in (
            ((r, c + 1), ("north", "south")),
            ((r + 1, c), ("west", "east")),
        ):
            if other in inside:
                options.append([(r, c), other])
                labels.append(directions[0] if is_black else directions[1])
    return Problem(options, primary=cells, labels=labels)


def count_tilings(n: int) -> int:
    """Count the tilings.

    >>> count_tilings(4) == 2 ** (4 * 5 // 2)
    True
    """
    return aztec(n).diagram().count()


def draw(tiling: Solution, n: int) -> str:
    """Draw every domino in the shade of its direction."""
    shade = {cell: SHADES[option.label] for option in tiling for cell in option.items}
    rows = ["".join(shade.get((r, c), "  ") for c in range(2 * n)) for r in range(2 * n)]
    return "\n".join(row.rstrip() for row in rows)


def main(path: str = "") -> None:
    """Draw a tiling fairly, also to a file, and one that a random search finds."""
    n = 10
    problem = aztec(n)
    tilings = problem.diagram()
    print(f"One of {tilings.count():,} tilings, drawn from {tilings.size:,} nodes:\n")
    [fair] = tilings.sample(seed=1)
    print(draw(fair, n))
    if path:
        picture(fair, colour=lambda option: list(SHADES).index(option.label)).save(path)
    [found] = problem.sample(seed=1, max_bytes=0)
    print("\nAnd one that a random search finds:\n")
    print(draw(found, n))


if __name__ == "__main__":
    main(*sys.argv[1:])
