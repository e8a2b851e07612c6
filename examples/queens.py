"""Queens: put n of them on a chessboard so that none attacks another.

Every row and every column has exactly one queen: those are the primary items. A diagonal has at
most one: the diagonals are secondary items.
"""

from collections.abc import Iterator
from itertools import product

from exactcover import Problem

Board = frozenset[tuple[int, int]]


def queens(n: int) -> Problem:
    """Return the problem of n queens; option i puts one on row i // n and column i % n."""
    return Problem(
        [
            [("row", r), ("column", c), ("falling", r - c), ("rising", r + c)]
            for r, c in product(range(n), repeat=2)
        ],
        secondary=[("falling", d) for d in range(1 - n, n)]
        + [("rising", d) for d in range(2 * n - 1)],
    )


def count_boards(n: int) -> int:
    """Count the ways to put n queens.

    >>> count_boards(8)
    92
    """
    return queens(n).count()


def different_boards(n: int) -> list[Board]:
    """Return one board of each class under rotation and reflection.

    >>> len(different_boards(8))
    12
    """
    left = {frozenset(divmod(i, n) for i in each.indices) for each in queens(n).solutions()}
    boards = []
    while left:
        boards.append(min(left, key=sorted))
        left.difference_update(images(boards[-1], n))
    return boards


def images(board: Board, n: int) -> Iterator[Board]:
    """Yield the eight rotations and reflections of a board."""
    for _ in range(4):
        board = frozenset((c, n - 1 - r) for r, c in board)
        yield board
        yield frozenset((c, r) for r, c in board)


def draw(board: Board, n: int) -> list[str]:
    """Draw a chessboard, line by line."""
    return [" ".join("♛" if (r, c) in board else "·" for c in range(n)) for r in range(n)]


def main() -> None:
    """Draw the boards with eight queens, and count those of all sizes."""
    drawings = [draw(board, 8) for board in different_boards(8)]
    for row in range(0, 12, 4):
        for lines in zip(*drawings[row : row + 4], strict=True):
            print("     ".join(lines))
        print()
    for n in range(4, 11):
        print(f"{n:2} queens: {count_boards(n):3} boards, {len(different_boards(n)):2} different")


if __name__ == "__main__":
    main()
