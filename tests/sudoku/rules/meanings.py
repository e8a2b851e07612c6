"""The meaning of rules, as plain tests of whole 4x4 grids that use nothing of the library."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise, product

from sudoku import Shape
from tests.oracle import Rows

Place = tuple[int, int]
Test = Callable[[Rows], bool]

SHAPE = Shape(2, 2)
PLACES: list[Place] = [(row, column) for row in range(4) for column in range(4)]
TOUCHING = [
    (a, b) for a, b in product(PLACES, PLACES) if a < b and abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1
]


def read(grid: Rows, places: Sequence[Place]) -> list[int]:
    return [grid[row][column] for row, column in places]


def is_increasing(digits: Sequence[int]) -> bool:
    return all(a < b for a, b in pairwise(digits))


def n_seen(digits: Sequence[int]) -> int:
    return sum(digit == max(digits[: k + 1]) for k, digit in enumerate(digits))


def between_ends(digits: Sequence[int]) -> int:
    first, last = sorted((digits.index(1), digits.index(4)))
    return sum(digits[first + 1 : last])


def box_sums(grid: Rows, line: Sequence[Place]) -> list[int]:
    sums: list[int] = []
    boxes = [(r // 2, c // 2) for r, c in line]
    for k, place in enumerate(line):
        if k == 0 or boxes[k] != boxes[k - 1]:
            sums.append(0)
        sums[-1] += grid[place[0]][place[1]]
    return sums


def plain_rules() -> dict[str, Test]:
    """Return the rules that have no parameters, each as a test of a whole grid."""

    def apart(*moves: Place) -> Test:
        return lambda g: all(
            g[r][c] != g[r + i][c + j]
            for (r, c), (i, j) in product(PLACES, moves)
            if (r + i, c + j) in PLACES
        )

    return {
        "diagonal": lambda g: (
            len({g[i][i] for i in range(4)}) == 4 == len({g[i][3 - i] for i in range(4)})
        ),
        "windoku": lambda g: len({g[1][1], g[1][2], g[2][1], g[2][2]}) == 4,
        "disjoint_groups": lambda g: all(
            len({g[i][j], g[i][j + 2], g[i + 2][j], g[i + 2][j + 2]}) == 4
            for i in (0, 1)
            for j in (0, 1)
        ),
        "anti_knight": apart((1, 2), (1, -2), (2, 1), (2, -1)),
        "anti_king": apart((1, 1), (1, -1)),
        "anti_taxicab": lambda g: all(
            g[a[0]][a[1]] != d or g[b[0]][b[1]] != d
            for a, b in product(PLACES, PLACES)
            if a < b
            for d in [abs(a[0] - b[0]) + abs(a[1] - b[1])]
        ),
        "dutch_flatmates": lambda g: all(
            g[r][c] != 2 or (r > 0 and g[r - 1][c] == 1) or (r < 3 and g[r + 1][c] == 4)
            for r, c in PLACES
        ),
        "global_entropy": lambda g: all({3, 4} < s and s & {1, 2} for s in squares(g)),
        "global_modular": lambda g: all({2, 3} < s and s & {1, 4} for s in squares(g)),
        "non_consecutive": lambda g: all(
            abs(g[a[0]][a[1]] - g[b[0]][b[1]]) != 1 for a, b in TOUCHING
        ),
    }


def box_of(g: Rows, r: int, c: int) -> list[int]:
    """Return the digits of the box that a place is in, row by row."""
    return [g[r - r % 2 + i][c - c % 2 + j] for i in (0, 1) for j in (0, 1)]


def box_sum(digits: Sequence[int]) -> int:
    """Return the sum of what stands between the lowest and the highest."""
    first, last = sorted((digits.index(min(digits)), digits.index(max(digits))))
    return sum(digits[first + 1 : last])


def are_whole_sums(digits: Sequence[int], total: int) -> bool:
    so_far = 0
    for digit in digits:
        so_far += digit
        if so_far > total:
            return False
        so_far %= total
    return so_far == 0


def first_hidden(digits: Sequence[int]) -> int:
    return next((d for k, d in enumerate(digits) if d < max(digits[: k + 1])), 0)


def all_in_turn(digits: Sequence[int], kind_of: Callable[[int], int]) -> bool:
    kinds = [kind_of(digit) for digit in digits]
    return all(a != b for k, a in enumerate(kinds) for b in kinds[max(0, k - 2) : k])


def is_unsummed(digits: Sequence[int], total: int) -> bool:
    sums = {sum(d for k, d in enumerate(digits) if m >> k & 1) for m in range(1, 1 << len(digits))}
    return total not in sums and len(set(digits)) == len(digits)


def is_zipped(digits: Sequence[int]) -> bool:
    half = len(digits) // 2
    sums = {digits[k] + digits[-1 - k] for k in range(half)}
    return len(sums | set(digits[half : half + len(digits) % 2])) == 1


def squares(g: Rows) -> list[set[int]]:
    return [
        {g[r][c], g[r][c + 1], g[r + 1][c], g[r + 1][c + 1]} for r in range(3) for c in range(3)
    ]


def is_double(a: int, b: int) -> bool:
    return 2 * a == b or 2 * b == a


def is_next(a: int, b: int) -> bool:
    return abs(a - b) == 1


def is_equal_cage(digits: Sequence[int]) -> bool:
    n_odd, n_low = sum(d % 2 for d in digits), sum(d <= 2 for d in digits)
    return len(set(digits)) == len(digits) == 2 * n_odd == 2 * n_low
