"""Domination: attack every square of a chessboard with the minimum number of queens.

The items are the squares, and one more for the queens. An option is a queen: it covers its own
square and all that it attacks. The bounds of a square say that it must be covered by one queen or
more; those of the queens' item say how many queens there are.

Reference: W. Ahrens, "Mathematische Unterhaltungen und Spiele" (1910), volume 1, chapter 10.
"""

from itertools import count, product

from exactcover import Problem, Solution


def domination(n: int, n_queens: int) -> Problem:
    """Return the problem; the label of an option is the (row, column) of its queen."""
    squares = list(product(range(n), repeat=2))
    return Problem(
        {(r, c): ["queens", *(s for s in squares if attacks(r, c, *s))] for r, c in squares},
        bounds={"queens": (n_queens, n_queens)} | dict.fromkeys(squares, (1, n_queens)),
    )


def attacks(r: int, c: int, row: int, column: int) -> bool:
    """Return whether a queen at r, c stands on a square or could move there."""
    return r == row or c == column or abs(r - row) == abs(c - column)


def count_boards(n: int, n_queens: int) -> int:
    """Return the number of ways to dominate a board with this number of queens.

    >>> [count_boards(6, n_queens) for n_queens in range(1, 4)]
    [0, 0, 4]
    """
    return domination(n, n_queens).count()


def fewest_queens(n: int) -> int:
    """Return the domination number: the least number of queens that dominate a board.

    >>> fewest_queens(5)
    3
    """
    return next(n_queens for n_queens in count(1) if domination(n, n_queens).solve())


def draw(boards: list[Solution], n: int) -> str:
    """Draw boards side by side."""
    queens = [set(board.labels) for board in boards]
    lines = (
        "     ".join(" ".join("♛" if (r, c) in each else "·" for c in range(n)) for each in queens)
        for r in range(n)
    )
    return "\n".join(lines)


def main() -> None:
    """Draw four boards, and count those of all sizes."""
    print(draw([next(domination(8, 5).solutions(seed=seed)) for seed in range(4)], 8), end="\n\n")
    for n in range(4, 9):
        n_queens = fewest_queens(n)
        print(f"{n} x {n}: {n_queens} queens, in {count_boards(n, n_queens):,} ways")


if __name__ == "__main__":
    main()
