"""Exact cover in one small matrix: choose rows so that each column has exactly one 1.

Reference: T. Mychaskiw, "Generation of Minimal Well Formed Sudoku Puzzles" (2014), section 2.3.1.
It gives the cover A, D, E; as C is the same set as A, there is one more.
"""

from collections.abc import Iterable

from exactcover import Problem

ELEMENTS = range(1, 7)
MATRIX = {
    "A": [0, 1, 0, 0, 0, 0],
    "B": [0, 0, 1, 1, 1, 0],
    "C": [0, 1, 0, 0, 0, 0],
    "D": [0, 0, 1, 0, 1, 1],
    "E": [1, 0, 0, 1, 0, 0],
}


def find_covers() -> list[str]:
    """Return the names of each cover's rows.

    >>> find_covers()
    ['ADE', 'CDE']
    """
    problem = Problem.from_matrix([*MATRIX.values()], names=ELEMENTS, labels=[*MATRIX])
    return ["".join(map(str, solution.labels)) for solution in problem.solutions()]


def draw(rows: Iterable[str]) -> str:
    """Draw some rows of the matrix."""
    lines = [" ".join([row, *(".1"[bit] for bit in MATRIX[row])]) for row in rows]
    return "\n".join(["  " + " ".join(map(str, ELEMENTS)), *lines, ""])


def main() -> None:
    """Draw the matrix and the covers."""
    print(draw(MATRIX))
    for cover in find_covers():
        print(f"{', '.join(cover)} cover each element once:\n{draw(cover)}")


if __name__ == "__main__":
    main()
