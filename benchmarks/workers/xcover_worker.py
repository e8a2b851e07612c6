"""The peer xcover 0.2.6 (dancing cells in Numba), by its fastest functions that count correctly.

We tried three ways on these instances. The first iterates over `algorithm_c` from Python. The
second does the same inside a kernel of our own: it is not faster, and it fails if xcover is in the
disk cache of Numba. The third adds up the diagram of `covers_zdd`: it takes 1.2 to 1.8 times as
long, and with its memo it counts wrongly (161170 for latin5). So the first way is measured, on
arrays that `input_as_arrays` (which `covers` itself calls) makes before: making them counts as
loading, not as solving.
"""

from itertools import islice
from time import perf_counter
from typing import Any

import numpy as np
import xcover  # type: ignore[import-not-found]
from numpy.typing import NDArray
from xcover.solvers import input_as_arrays  # type: ignore[import-not-found]

from benchmarks.workers import grids, knuth
from benchmarks.workers.protocol import serve


def count(path: str) -> dict[str, Any]:
    """Read an instance and count its solutions, each timed."""
    start = perf_counter()
    text = knuth.read(path)
    arrays = input_as_arrays(text.options, text.primary, text.secondary, colored=text.coloured)
    loaded = perf_counter()
    n_solutions = sum(1 for _ in xcover.algorithm_c(*arrays))
    counted = perf_counter()
    return {"load": loaded - start, "seconds": counted - loaded, "count": n_solutions}


def covers_by_matrix(line: str) -> list[NDArray[np.intp]]:
    """Find up to two covers by xcover's call for matrices."""
    clues, options, matrix = grids.rest(line)
    return [np.concatenate([clues, options[c]]) for c in islice(xcover.covers_bool(matrix), 2)]


def covers_by_arrays(line: str) -> list[NDArray[np.intp]]:
    """Find up to two covers by xcover's kernel, on arrays laid out by hand, which is faster.

    Leaving out the options that the clues exclude, as for the matrix, would be slower here.
    """
    options = grids.compatible(line)
    members = grids.ITEMS[options].ravel()
    starts = np.arange(0, len(members) + 1, 4, dtype=np.uint32)
    colours = np.zeros(len(members), dtype=np.uint32)
    covers = xcover.algorithm_c(members, starts, colours, grids.N_ITEMS, 0)
    return [options[cover] for cover in islice(covers, 2)]


def solve_sudoku(lines: list[str], arrays: bool) -> dict[str, Any]:
    """Find up to two solutions of each puzzle and measure the total time."""
    covers = covers_by_arrays if arrays else covers_by_matrix
    start = perf_counter()
    found = [covers(line) for line in lines]
    seconds = perf_counter() - start
    return {"seconds": seconds, "solutions": [[*map(grids.grid, each)] for each in found]}


if __name__ == "__main__":
    serve({"count": count, "solve_sudoku": solve_sudoku})
