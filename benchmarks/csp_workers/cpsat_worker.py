"""The peer CP-SAT with one worker, models as its documentation writes them."""

from collections.abc import Callable, Iterable
from itertools import combinations, pairwise
from typing import Any

from ortools.sat.python import cp_model  # type: ignore[import-not-found]

from benchmarks.csp_workers.protocol import main

Answer = Callable[[], int | None]
Rows = list[list[Any]]


class Counter(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
    """Counts solutions."""

    def __init__(self) -> None:
        super().__init__()
        self.number = 0

    def on_solution_callback(self) -> None:
        """Count one."""
        self.number += 1


def solve(model: Any, what: str) -> Answer:
    """Count all solutions, find the first one, or find the best value."""

    def run() -> int | None:
        solver, counter = cp_model.CpSolver(), Counter()
        solver.parameters.num_workers = 1
        solver.parameters.enumerate_all_solutions = what == "all"
        status = solver.solve(model, counter)
        if what == "best":
            return round(solver.objective_value) if status == cp_model.OPTIMAL else None
        return counter.number if what == "all" else int(counter.number > 0)

    return run


def grid(model: Any, rows: int, columns: int, low: int, high: int) -> Rows:
    """Make variables with the same bounds."""
    return [[model.new_int_var(low, high, "") for _ in range(columns)] for _ in range(rows)]


def columns_of(x: Rows) -> Rows:
    """Transpose."""
    return [list(column) for column in zip(*x, strict=True)]


def all_different(model: Any, lines: Iterable[list[Any]]) -> None:
    """Require that the variables of each line differ."""
    for line in lines:
        model.add_all_different(line)


def queens(n: int, what: str) -> Answer:
    """Place n queens."""
    model = cp_model.CpModel()
    (q,) = grid(model, 1, n, 0, n - 1)
    all_different(model, [q, [v + i for i, v in enumerate(q)], [v - i for i, v in enumerate(q)]])
    return solve(model, what)


def magic_square(n: int) -> Answer:
    """Magic squares up to symmetry."""
    model, total = cp_model.CpModel(), n * (n * n + 1) // 2
    x = grid(model, n, n, 1, n * n)
    model.add_all_different([v for row in x for v in row])
    diagonals = [[x[i][i] for i in range(n)], [x[i][n - 1 - i] for i in range(n)]]
    for line in (*x, *columns_of(x), *diagonals):
        model.add(sum(line) == total)
    for one, other in ((0, -1), (-1, 0), (-1, -1)):
        model.add(x[0][0] < x[one][other])
    model.add(x[0][-1] < x[-1][0])
    return solve(model, "all")


def magic_sequence(n: int) -> Answer:
    """State a magic sequence, with a literal for each variable and value."""
    model = cp_model.CpModel()
    has = [[model.new_bool_var("") for _ in range(n)] for _ in range(n)]
    x = [sum(k * bit for k, bit in enumerate(row)) for row in has]
    for row in has:
        model.add_exactly_one(row)
    for value, bits in enumerate(columns_of(has)):
        model.add(x[value] == sum(bits))
    model.add(sum(i * v for i, v in enumerate(x)) == n)
    return solve(model, "all")


def golomb(n: int) -> Answer:
    """State the shortest ruler."""
    model = cp_model.CpModel()
    (x,) = grid(model, 1, n, 0, n * (n - 1) ** 2 // 2)
    model.add(x[0] == 0)
    for a, b in pairwise(x):
        model.add(a < b)
    model.add_all_different([b - a for a, b in combinations(x, 2)])
    model.add(x[1] < x[-1] - x[-2])
    model.minimize(x[-1])
    return solve(model, "best")


def all_interval(n: int) -> Answer:
    """All-interval series up to symmetry."""
    model = cp_model.CpModel()
    (x,), (d,) = grid(model, 1, n, 0, n - 1), grid(model, 1, n - 1, 1, n - 1)
    for (a, b), step in zip(pairwise(x), d, strict=True):
        model.add_abs_equality(step, b - a)
    all_different(model, [x, d])
    model.add(x[0] < x[1])
    model.add(d[0] > d[-1])
    return solve(model, "all")


def langford(k: int, n: int) -> Answer:
    """Langford sequences."""
    model = cp_model.CpModel()
    place = grid(model, n, k, 0, k * n - 1)
    for i, row in enumerate(place):
        for a, b in pairwise(row):
            model.add(b == a + i + 2)
    model.add_all_different([v for row in place for v in row])
    return solve(model, "all")


def bibd(v: int, b: int, r: int, k: int, common: int) -> Answer:
    """Block designs; lexicographic order by sums of powers of two."""
    model = cp_model.CpModel()
    x = grid(model, v, b, 0, 1)
    for row in x:
        model.add(sum(row) == r)
    for column in columns_of(x):
        model.add(sum(column) == k)
    for one, other in combinations(x, 2):
        both = [model.new_bool_var("") for _ in range(b)]
        for p, q, z in zip(one, other, both, strict=True):
            model.add_multiplication_equality(z, [p, q])
        model.add(sum(both) == common)
    for lines in (x, columns_of(x)):
        numbers = [sum(2**i * bit for i, bit in enumerate(reversed(line))) for line in lines]
        for before, after in pairwise(numbers):
            model.add(before <= after)
    return solve(model, "all")


def quasigroup(kind: int, n: int) -> Answer:
    """Idempotent quasigroups of kind 3 or 5."""
    model = cp_model.CpModel()
    x = grid(model, n, n, 0, n - 1)
    all_different(model, [*x, *columns_of(x)])
    for i in range(n):
        model.add(x[i][i] == i)
        model.add(x[i][n - 1] >= i - 1)
    flat, columns = [v for row in x for v in row], columns_of(x)
    for a, b in ((a, b) for a in range(n) for b in range(n) if a != b):
        if kind == 3:
            model.add_element(n * x[a][b] + x[b][a], flat, a)
        else:
            middle = model.new_int_var(0, n - 1, "")
            model.add_element(x[b][a], columns[b], middle)
            model.add_element(middle, columns[b], a)
    return solve(model, "all")


def latin(rows: list[list[int]], least: int, what: str, cages: list[Any] | None = None) -> Answer:
    """State a Latin square, or from digit 1 on a sudoku, with or without cages."""
    model, n, side = cp_model.CpModel(), len(rows), round(len(rows) ** 0.5)
    x = [
        [model.new_int_var(c, c, "") if c >= least else model.new_int_var(least, least + n - 1, "")
         for c in row]
        for row in rows
    ]  # fmt: skip
    all_different(model, [*x, *columns_of(x)])
    if least:
        for r, c in ((r, c) for r in range(0, n, side) for c in range(0, n, side)):
            model.add_all_different([x[r + i][c + j] for i in range(side) for j in range(side)])
    for total, cells in cages or ():
        cage = [x[cell // n][cell % n] for cell in cells]
        model.add_all_different(cage)
        model.add(sum(cage) == total)
    return solve(model, what)


def knapsack(values: list[int], weights: list[int], capacity: int) -> Answer:
    """State the most valuable set."""
    model = cp_model.CpModel()
    x = [model.new_bool_var("") for _ in values]
    model.add(sum(w * v for w, v in zip(weights, x, strict=True)) <= capacity)
    model.maximize(sum(c * v for c, v in zip(values, x, strict=True)))
    return solve(model, "best")


if __name__ == "__main__":
    main(
        {
            "queens": lambda n: queens(n, "all"),
            "queens_first": lambda n: queens(n, "first"),
            "magic_square": magic_square,
            "magic_sequence": magic_sequence,
            "golomb": golomb,
            "all_interval": all_interval,
            "langford": langford,
            "bibd": bibd,
            "quasigroup": quasigroup,
            "sudoku": lambda rows: latin(rows, 1, "all"),
            "holes": lambda rows: latin(rows, 0, "first"),
            "killer": lambda cages: latin([[0] * 9] * 9, 1, "all", cages),
            "knapsack": knapsack,
        }
    )
