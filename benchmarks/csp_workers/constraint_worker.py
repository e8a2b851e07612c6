"""The peer python-constraint2, on the models that its constraints can express."""

from collections.abc import Callable, Iterable
from typing import Any

from constraint import (  # type: ignore[import-not-found]
    AllDifferentConstraint,
    ExactSumConstraint,
    Problem,
)

from benchmarks.csp_workers.protocol import main

Answer = Callable[[], int | None]


def counting(problem: Any) -> Answer:
    """Count all solutions."""
    return lambda: len(problem.getSolutions())


def queens_problem(n: int) -> Any:
    """State n queens."""
    problem = Problem()
    problem.addVariables(range(n), range(n))
    for i in range(n):
        for j in range(i):
            problem.addConstraint(
                lambda a, b, d=i - j: a != b and a - b != d and b - a != d, (i, j)
            )
    return problem


def magic_square(n: int) -> Answer:
    """Magic squares up to symmetry."""
    problem, total = Problem(), n * (n * n + 1) // 2
    cells = range(n * n)
    problem.addVariables(cells, range(1, n * n + 1))
    problem.addConstraint(AllDifferentConstraint(), cells)
    lines = [cells[n * i : n * i + n] for i in range(n)] + [cells[i::n] for i in range(n)]
    for line in (*lines, cells[:: n + 1], cells[n - 1 : -1 : n - 1]):
        problem.addConstraint(ExactSumConstraint(total), line)
    a, b, c, d = 0, n - 1, n * n - n, n * n - 1
    for one, other in ((a, b), (a, c), (a, d), (b, c)):
        problem.addConstraint(lambda x, y: x < y, (one, other))
    return counting(problem)


def latin_problem(rows: list[list[int]], least: int, has_boxes: bool) -> Any:
    """State a Latin square or a sudoku."""
    problem, n, side = Problem(), len(rows), round(len(rows) ** 0.5)
    for cell in range(n * n):
        clue = rows[cell // n][cell % n]
        problem.addVariable(cell, [clue] if clue >= least else range(least, least + n))
    houses: list[Iterable[int]] = [range(n * i, n * i + n) for i in range(n)]
    houses += [range(i, n * n, n) for i in range(n)]
    if has_boxes:
        houses += [
            [n * (r + i) + c + j for i in range(side) for j in range(side)]
            for r in range(0, n, side)
            for c in range(0, n, side)
        ]
    for house in houses:
        problem.addConstraint(AllDifferentConstraint(), house)
    return problem


def killer(cages: list[tuple[int, list[int]]]) -> Answer:
    """State a killer sudoku."""
    problem = latin_problem([[0] * 9] * 9, 1, True)
    for total, cells in cages:
        problem.addConstraint(AllDifferentConstraint(), cells)
        problem.addConstraint(ExactSumConstraint(total), cells)
    return counting(problem)


def first(problem: Any) -> Answer:
    """Find one solution."""
    return lambda: int(problem.getSolution() is not None)


if __name__ == "__main__":
    main(
        {
            "queens": lambda n: counting(queens_problem(n)),
            "queens_first": lambda n: first(queens_problem(n)),
            "magic_square": magic_square,
            "sudoku": lambda rows: counting(latin_problem(rows, 1, True)),
            "holes": lambda rows: first(latin_problem(rows, 0, False)),
            "killer": killer,
        }
    )
