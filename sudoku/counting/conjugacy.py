"""The symmetries of the cells of a grid, up to conjugation.

Rows may be permuted within a band, and bands among one another; these permutations are a wreath
product of symmetric groups. A class of conjugate elements of it is known by the cycles of bands
and, for each cycle, by the cycles of the permutation of rows with which one arrives after a round.
The same holds for columns. If boxes are square, the grid can also be transposed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from math import factorial, prod

from sudoku.geometry.shape import Shape

Cycles = tuple[int, ...]
"""The lengths of the cycles of a permutation, in descending order."""


@dataclass(frozen=True)
class CellSymmetry:
    """A class of conjugate symmetries of the cells.

    Attributes
    ----------
    images
        The image of each cell under one of them.
    size
        The number of symmetries in the class.
    """

    images: tuple[int, ...]
    size: int


@dataclass(frozen=True)
class _Lines:
    """A class of conjugate permutations of the rows, or of the columns."""

    images: tuple[int, ...]
    size: int


def cell_symmetries(shape: Shape) -> Iterator[CellSymmetry]:
    """Yield the classes of conjugate symmetries of the cells; first the identity.

    Examples
    --------
    >>> [len(list(cell_symmetries(Shape(p, q)))) for p, q in ((2, 2), (2, 3), (3, 3))]
    [20, 90, 275]
    >>> sum(each.size for each in cell_symmetries(Shape(3, 3)))
    3359232
    """
    rows = list(_lines(shape.p, shape.q))
    columns = list(_lines(shape.q, shape.p))
    if not can_transpose(shape):
        for one, other in product(rows, columns):
            yield CellSymmetry(_images(one.images, other.images), one.size * other.size)
        return
    for one, other in combinations_with_replacement(rows, 2):
        n_orders = 1 if one is other else 2
        images = _images(one.images, other.images)
        yield CellSymmetry(images, n_orders * one.size * other.size)
    n, n_all = shape.n, sum(each.size for each in rows)
    for one in rows:
        images = tuple(n * one.images[column] + row for row, column in product(range(n), repeat=2))
        yield CellSymmetry(images, n_all * one.size)


def can_transpose(shape: Shape) -> bool:
    """Return whether rows and columns can be exchanged.

    This is so for square boxes, and for boxes that are rows or columns themselves.

    >>> can_transpose(Shape(3, 3)), can_transpose(Shape(3, 2)), can_transpose(Shape(5, 1))
    (True, False, True)
    """
    return shape.p == shape.q or 1 in (shape.p, shape.q)


def n_cell_symmetries(shape: Shape) -> int:
    """Return the number of symmetries of the cells.

    >>> n_cell_symmetries(Shape(3, 3)), n_cell_symmetries(Shape(3, 2))
    (3359232, 3456)
    """
    p, q = shape.p, shape.q
    n_rows, n_columns = factorial(q) ** p * factorial(p), factorial(p) ** q * factorial(q)
    return int(n_rows * n_columns * (2 if can_transpose(shape) else 1))


def partitions(number: int, most: int | None = None) -> Iterator[Cycles]:
    """Yield the cycle lengths of all permutations of a number of things; the identity comes first.

    >>> list(partitions(4))
    [(1, 1, 1, 1), (2, 1, 1), (2, 2), (3, 1), (4,)]
    """
    most = number if most is None else most
    if number == 0:
        yield ()
        return
    for first in range(1, min(number, most) + 1):
        for rest in partitions(number - first, first):
            yield (first, *rest)


def n_commuting(cycles: Sequence[int]) -> int:
    """Return the number of permutations that commute with one of these cycle lengths.

    >>> n_commuting((2, 2, 1))
    8
    """
    return int(prod(length**n * factorial(n) for length, n in Counter(cycles).items()))


def permutation_of(cycles: Sequence[int]) -> tuple[int, ...]:
    """Return a permutation with these cycle lengths.

    >>> permutation_of((3, 1))
    (1, 2, 0, 3)
    """
    images: list[int] = []
    for length in cycles:
        start = len(images)
        images += [start + (k + 1) % length for k in range(length)]
    return tuple(images)


def _lines(n_blocks: int, size: int) -> Iterator[_Lines]:
    """Yield the classes of permutations of lines that keep blocks of lines together."""
    order = factorial(size) ** n_blocks * factorial(n_blocks)
    for blocks in partitions(n_blocks):
        # Cycles of equal length are interchangeable, so only combinations of rounds count.
        choices = [
            combinations_with_replacement(list(partitions(size)), n)
            for _, n in sorted(Counter(blocks).items(), reverse=True)
        ]
        for chosen in product(*choices):
            rounds = [each for some in chosen for each in some]
            kinds = Counter(zip(blocks, rounds, strict=True))
            n_same = prod(
                (length * n_commuting(one)) ** n * factorial(n)
                for (length, one), n in kinds.items()
            )
            yield _Lines(_line_images(blocks, rounds, size), order // n_same)


def _line_images(blocks: Cycles, rounds: Sequence[Cycles], size: int) -> tuple[int, ...]:
    """Return a permutation with these cycles of blocks, where one permutation is made a round."""
    images: list[int] = []
    block = 0
    for length, cycles in zip(blocks, rounds, strict=True):
        for k in range(length):
            is_last = k == length - 1
            target = block if is_last else block + k + 1
            inside = permutation_of(cycles) if is_last else range(size)
            images += [target * size + line for line in inside]
        block += length
    return tuple(images)


def _images(rows: Sequence[int], columns: Sequence[int]) -> tuple[int, ...]:
    n = len(rows)
    return tuple(rows[row] * n + columns[column] for row, column in product(range(n), repeat=2))
