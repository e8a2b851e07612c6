"""Domino frames: four dominoes around a square, all of whose sides have the same sum.

The frame has eight cells, three on each side; the corners belong to two sides. An option is a
domino in a place. It covers its cells, itself and each of its sides: with as many units as it has
pips there, and the bounds of the sides are on the sums of these.

Reference: H. E. Dudeney, "The Canterbury Puzzles" (1907), has such frames of more dominoes.
"""

from itertools import combinations_with_replacement
from typing import Any

from exactcover import Problem, Solution

Label = tuple[int, int, int]

CELLS = [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0)]
SIDES = {"top": (0, 1, 2), "right": (2, 3, 4), "bottom": (4, 5, 6), "left": (6, 7, 0)}


def frames(most: int, total: int) -> Problem:
    """Return the problem of a set of dominoes with at most `most` pips at an end.

    The label of an option is the cell, by its number along the frame, and the pips there and on the
    next cell.
    """
    dominoes = list(combinations_with_replacement(range(most + 1), 2))
    options: dict[Label, list[Any]] = {}
    units: dict[tuple[Label, str], int] = {}
    for one, other in dominoes:
        for cell in range(8):
            for pips in dict.fromkeys([(one, other), (other, one)]):
                held = dict(zip((cell, (cell + 1) % 8), pips, strict=True))
                sums = {side: sum(held.get(k, 0) for k in cells) for side, cells in SIDES.items()}
                label = (cell, *pips)
                sides = [side for side in sums if sums[side]]
                options[label] = [*(CELLS[k] for k in held), (one, other, "domino"), *sides]
                units |= {(label, side): sums[side] for side in sides}
    return Problem(
        options,
        primary=[*CELLS, *SIDES],
        secondary=[(*domino, "domino") for domino in dominoes],
        bounds=dict.fromkeys(SIDES, total),
        multiplicities=units,
    )


def draw(frame: Solution) -> str:
    """Return the pips of a frame as three lines."""
    pips = {}
    for cell, first, second in frame.labels:
        pips[CELLS[cell]], pips[CELLS[(cell + 1) % 8]] = first, second
    return "\n".join(" ".join(str(pips.get((r, c), " ")) for c in range(3)) for r in range(3))


def main() -> None:
    """Count the frames of a small set for each sum, and draw one."""
    for total in range(10):
        print(f"sum {total}: {frames(3, total).count():,} frames")
    frame = frames(3, 5).solve(seed=1).solution
    assert frame is not None
    print(draw(frame))


if __name__ == "__main__":
    main()
