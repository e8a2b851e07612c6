"""Our solver, in our environment, by the public API alone."""

from time import perf_counter
from typing import Any

import exactcover
import sudoku
from benchmarks.workers.protocol import UnsupportedError, serve


def count(path: str, method: str = "auto") -> dict[str, Any]:
    """Read an instance and count its solutions, each timed.

    The problem is read again each time, so that no cached data of an earlier count is used.

    Raises
    ------
    UnsupportedError
        If the method cannot take the problem, or gives it up.
    """
    start = perf_counter()
    problem = exactcover.Problem.read(path)
    loaded = perf_counter()
    try:
        n_solutions = problem.count(method=method)
    except (exactcover.ProblemError, exactcover.GaveUpError) as reason:
        raise UnsupportedError(str(reason)) from reason
    counted = perf_counter()
    return {
        "load": loaded - start,
        "seconds": counted - loaded,
        "count": int(n_solutions),
        "engine": n_solutions.engine,
    }


def listing(path: str, method: str = "auto") -> dict[str, Any]:
    """List all solutions of an instance, as arrays and as lists of options, each timed."""
    start = perf_counter()
    rows = exactcover.Problem.read(path).solutions(method=method).arrays()
    n_rows = sum(map(len, rows))
    listed = perf_counter()
    solutions = exactcover.Problem.read(path).solutions(method=method)
    n_solutions = sum(1 for _ in solutions)
    end = perf_counter()
    return {"arrays": listed - start, "lists": end - listed, "count": n_solutions, "rows": n_rows}


def first(path: str, method: str = "auto") -> dict[str, Any]:
    """Find one solution of an instance."""
    problem = exactcover.Problem.read(path)
    start = perf_counter()
    result = problem.solve(method=method)
    seconds = perf_counter() - start
    return {"seconds": seconds, "found": bool(result), "engine": result.engine}


def cheapest(path: str) -> dict[str, Any]:
    """Find the cheapest solution of an instance, with proof."""
    problem = exactcover.Problem.read(path)
    start = perf_counter()
    best = problem.cheapest()
    seconds = perf_counter() - start
    return {"seconds": seconds, "cost": best.cost, "proved": best.complete}


def estimate(path: str) -> dict[str, Any]:
    """Estimate the nodes of a search, and search."""
    problem = exactcover.Problem.read(path)
    start = perf_counter()
    nodes = problem.estimate(seed=1).nodes
    seconds = perf_counter() - start
    true = problem.count(method="dancing_cells").statistics.nodes
    return {"seconds": seconds, "low": nodes.low, "high": nodes.high, "nodes": true}


def count_grid(rows: int, columns: int) -> dict[str, Any]:
    """Count the filled grids of sudoku with boxes of these sides."""
    puzzle = sudoku.Puzzle(sudoku.Shape(rows, columns))
    start = perf_counter()
    n_grids = sudoku.count(puzzle)
    return {"seconds": perf_counter() - start, "count": int(n_grids), "engine": n_grids.engine}


def count_tilings(side: int) -> dict[str, Any]:
    """Count the tilings of a square by dominoes."""
    cells = [(row, column) for row in range(side) for column in range(side)]
    pairs = [((r, c), other) for r, c in cells for other in ((r, c + 1), (r + 1, c))]
    problem = exactcover.Problem([pair for pair in pairs if max(pair[1]) < side], primary=cells)
    start = perf_counter()
    n_tilings = problem.count()
    return {
        "seconds": perf_counter() - start,
        "count": int(n_tilings),
        "engine": n_tilings.engine,
    }


def prove_board(text: str) -> dict[str, Any]:
    """Count the solutions of a sudoku of any size, up to two."""
    puzzle = sudoku.Puzzle.from_text(text)
    start = perf_counter()
    n_solutions = sudoku.count(puzzle, limit=2)
    return {"seconds": perf_counter() - start, "count": int(n_solutions)}


def solve_sudoku(lines: list[str]) -> dict[str, Any]:
    """Parse each puzzle, find up to two solutions, and measure the total time."""
    start = perf_counter()
    found = [list(sudoku.solutions(sudoku.Puzzle.from_text(line), limit=2)) for line in lines]
    seconds = perf_counter() - start
    return {
        "seconds": seconds,
        "solutions": [[grid.to_line() for grid in grids] for grids in found],
    }


if __name__ == "__main__":
    commands = (
        count,
        listing,
        first,
        cheapest,
        estimate,
        count_grid,
        count_tilings,
        prove_board,
        solve_sudoku,
    )
    serve({command.__name__: command for command in commands})
