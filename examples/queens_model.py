"""Queens by constraints: a variable for the row of each column's queen.

`examples/queens.py` states the same as an exact cover problem, into which this model can be
translated.
"""

from csp import Model, all_different


def queens(n: int) -> Model:
    """State n queens that do not attack each other."""
    model = Model()
    row = model.variables(n, range(n), name="row")
    model.post(all_different(row))
    model.post(all_different([r + c for c, r in enumerate(row)]))
    model.post(all_different([r - c for c, r in enumerate(row)]))
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


def main() -> None:
    """Count the boards of all sizes, both ways, and draw a large one."""
    for n in range(4, 11):
        print(f"{n:2} queens: {count_boards(n):3} boards, {count_covers(n):3} covers")
    model = queens(30)
    rows = model.solve().get()[model.unknowns]
    for row in range(30):
        print(" ".join("♛" if rows[column] == row else "·" for column in range(30)))


if __name__ == "__main__":
    main()
