"""Our search in the place of the C code of exact_cover."""

import sys
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover import Problem


def _problem(matrix: NDArray[Any]) -> Problem:
    return Problem.from_matrix(np.asarray(matrix, dtype=np.bool_), on_useless="ignore")


def get_exact_cover(matrix: NDArray[Any]) -> NDArray[np.int32]:
    """Return the rows of one solution; none if there is no solution."""
    solution = _problem(matrix).solve().solution
    return np.array([] if solution is None else solution.labels, dtype=np.int32)


def get_solution_count(matrix: NDArray[Any]) -> int:
    """Return the number of solutions."""
    return int(_problem(matrix).count())


def get_all_solutions(matrix: NDArray[Any], most: int) -> NDArray[np.int32]:
    """Return the rows of at most so many solutions, with -1 behind the end of each."""
    found = [solution.labels for solution in _problem(matrix).solutions(limit=most)]
    rows = np.full((len(found), matrix.shape[1] + 1), -1, dtype=np.int32)
    for row, labels in zip(rows, found, strict=True):
        row[: len(labels)] = labels
    return rows


_module: Any = ModuleType("exact_cover_impl")
_module.get_exact_cover = get_exact_cover
_module.get_solution_count = get_solution_count
_module.get_all_solutions = get_all_solutions
sys.modules["exact_cover_impl"] = _module
