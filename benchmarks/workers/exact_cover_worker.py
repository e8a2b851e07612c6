"""The peer exact_cover 1.5 (dancing links in C), which takes a matrix of primary items.

A secondary item becomes a primary one with an option of its own for "not covered": the number of
covers stays the same. Colours cannot be stated.
"""

from time import perf_counter
from typing import Any

import exact_cover  # type: ignore[import-not-found]
import numpy as np
from numpy.typing import NDArray

from benchmarks.workers import grids, knuth
from benchmarks.workers.protocol import UnsupportedError, serve


def matrix_of(text: knuth.Text) -> NDArray[np.bool_]:
    """Lay out a problem as rows of options, with the rows for uncovered secondary items last."""
    if text.coloured:
        raise UnsupportedError("colours")
    options = text.options + [[item] for item in text.secondary]
    number = {item: k for k, item in enumerate(text.primary + text.secondary)}
    matrix = np.zeros((len(options), len(number)), dtype=bool)
    for row, option in zip(matrix, options, strict=True):
        row[[number[item] for item in option]] = True
    return matrix


def count(path: str) -> dict[str, Any]:
    """Read an instance and count its solutions, each timed."""
    start = perf_counter()
    matrix = matrix_of(knuth.read(path))
    loaded = perf_counter()
    n_solutions = exact_cover.get_solution_count(matrix)
    counted = perf_counter()
    return {"load": loaded - start, "seconds": counted - loaded, "count": int(n_solutions)}


def covers(line: str) -> list[NDArray[np.intp]]:
    """Find up to two covers."""
    clues, options, matrix = grids.rest(line)
    found = exact_cover.get_all_solutions(matrix, 2)
    return [np.concatenate([clues, options[list(cover)]]) for cover in found]


def solve_sudoku(lines: list[str]) -> dict[str, Any]:
    """Find up to two solutions of each puzzle and measure the total time."""
    start = perf_counter()
    found = [covers(line) for line in lines]
    seconds = perf_counter() - start
    return {"seconds": seconds, "solutions": [[*map(grids.grid, each)] for each in found]}


if __name__ == "__main__":
    serve({"count": count, "solve_sudoku": solve_sudoku})
