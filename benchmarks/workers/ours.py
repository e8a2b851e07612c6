"""Our solver, in our environment, by the public API alone."""

from time import perf_counter
from typing import Any

import exactcover
import sudoku
from benchmarks.workers.protocol import serve


def count(path: str) -> dict[str, Any]:
    """Read an instance and count its solutions, each timed.

    The problem is read anew each time, so that nothing it remembers of an earlier count helps.
    """
    start = perf_counter()
    problem = exactcover.Problem.read(path)
    loaded = perf_counter()
    n_solutions = problem.count()
    counted = perf_counter()
    return {"load": loaded - start, "seconds": counted - loaded, "count": int(n_solutions)}


def solve_sudoku(lines: list[str]) -> dict[str, Any]:
    """Parse each puzzle, find up to two solutions, and time the lot."""
    start = perf_counter()
    found = [list(sudoku.solutions(sudoku.Puzzle.from_text(line), limit=2)) for line in lines]
    seconds = perf_counter() - start
    return {
        "seconds": seconds,
        "solutions": [[grid.to_line() for grid in grids] for grids in found],
    }


if __name__ == "__main__":
    serve({"count": count, "sudoku": solve_sudoku})
