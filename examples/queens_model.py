"""Queens by constraints: a variable for the column of each row's queen.

`examples/queens.py` states the same as an exact cover problem, into which this model can be
translated. Run it with the name of a file, such as `queens.svg`, to draw a board.
"""

import sys

from csp import Model, all_different, chess_board


def queens(n: int) -> Model:
    """State n queens that do not attack each other."""
    model = Model()
    column = model.variables(n, range(n), name="column")
    model.post(all_different(column))
    model.post(all_different([c + r for r, c in enumerate(column)]))
    model.post(all_different([c - r for r, c in enumerate(column)]))
    return model


def count_boards(n: int) -> int:
    """Count the ways to put n queens.

    >>> count_boards(8)
    92
    """
    return queens(n).count()


def count_covers(n: int) -> int:
    """Count the covers of the exact cover problem that the model is translated to.

    >>> count_covers(8)
    92
    """
    return queens(n).to_exact_cover().problem.count()


def main(picture: str | None = None) -> None:
    """Count the boards of all sizes, both ways, and print a large one."""
    for n in range(4, 11):
        print(f"{n:2} queens: {count_boards(n):3} boards, {count_covers(n):3} covers")
    model = queens(30)
    solution = model.solve().get()
    for column in solution[model.unknowns]:
        print(" ".join("♛" if c == column else "·" for c in range(30)))
    if picture:
        chess_board(model.unknowns, solution).save(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
