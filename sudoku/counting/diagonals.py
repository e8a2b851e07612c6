"""The number of X-sudoku grids: both diagonals hold every digit once.

The first diagonal may hold the digits in their order. The possible second diagonals are taken up to
the symmetries that map the two diagonals to themselves; for one of each class, the grids are
counted by `sudoku.counting.pinned`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from math import factorial

from exactcover.runtime.search.limits import Flag, watched
from sudoku.counting.pinned import count_pinned
from sudoku.counting.stage import Counting, Stage
from sudoku.geometry.shape import Shape

MOST_DIGITS = 9
"""The largest number of digits: with more, there are too many diagonals to try them all."""

Diagonal = tuple[int, ...]
"""The digit of each row in a diagonal, from the top."""


def count_with_diagonals(shape: Shape) -> Counting:
    """Count the grids whose diagonals hold every digit once."""
    weights = diagonal_classes(shape)
    chosen = list(weights)

    def count(task: int, due: Flag) -> int | None:
        n = shape.n
        pins = {(row, row): row for row in range(n)}
        pins |= {(row, n - 1 - row): digit for row, digit in enumerate(chosen[task])}
        found = count_pinned(shape, pins, due)
        return None if found is None else found * weights[chosen[task]] * factorial(n)

    (total,) = yield Stage(
        "diagonals", [1.0] * len(chosen), count, 1.0, lambda found: found[0], adds_up=True
    )
    return total


def diagonal_classes(shape: Shape) -> dict[Diagonal, int]:
    """Return second diagonals, one of each class, and the sizes of their classes.

    >>> diagonal_classes(Shape(2, 2))
    {(1, 0, 3, 2): 2, (1, 3, 0, 2): 2}
    """
    left = set(watched(_diagonals(shape), 1024))
    moves = list(_moves(shape))
    found = {}
    while left:
        first = min(left)
        images = {_image(first, *move) for move in moves}
        found[first] = len(images)
        left -= images
    return found


def _diagonals(shape: Shape) -> Iterator[Diagonal]:
    """Yield all second diagonals that fit to the digits in their order on the first one."""
    n = shape.n

    def fits(row: int, digit: int) -> bool:
        cell = shape.cell(row, n - 1 - row)
        other = shape.cell(digit, digit)
        if cell == other:
            return True
        return not (digit in (row, n - 1 - row) or shape.box_of(cell) == shape.box_of(other))

    middle = n // 2 if n % 2 else None
    for digits in permutations(range(n)):
        if middle is not None and digits[middle] != middle:
            continue
        if all(fits(row, digit) for row, digit in enumerate(digits)):
            yield digits


def _moves(shape: Shape) -> Iterator[tuple[tuple[int, ...], bool, bool]]:
    """Yield the symmetries: what becomes of each row, and whether the grid is mirrored, transposed.

    Rows and columns are permuted alike, such that opposite ones stay opposite.
    """
    n = shape.n
    for rows in _opposite(n):
        keeps = all(
            len({rows[line] // size for line in range(start, start + size)}) == 1
            for size in {shape.p, shape.q}
            for start in range(0, n, size)
        )
        if keeps:
            for is_mirrored, is_transposed in product((False, True), repeat=2):
                if shape.p == shape.q or not is_transposed:
                    yield rows, is_mirrored, is_transposed


def _opposite(n: int) -> Iterator[tuple[int, ...]]:
    """Yield the permutations of rows that keep opposite rows opposite."""
    half = n // 2
    for order, turns in product(permutations(range(half)), product((False, True), repeat=half)):
        upper = [n - 1 - row if turned else row for row, turned in zip(order, turns, strict=True)]
        middle = [half] if n % 2 else []
        yield (*upper, *middle, *(n - 1 - row for row in reversed(upper)))


def _image(
    second: Diagonal, rows: tuple[int, ...], is_mirrored: bool, is_transposed: bool
) -> Diagonal:
    """Return the second diagonal after a symmetry, relabelled to fit to the first one."""
    n = len(second)
    one, other = [0] * n, [0] * n
    for row, digit in enumerate(second):
        one[rows[row]], other[rows[row]] = row, digit
    if is_transposed:
        other.reverse()
    if is_mirrored:
        one, other = other, one
    names = {digit: row for row, digit in enumerate(one)}
    return tuple(names[digit] for digit in other)
