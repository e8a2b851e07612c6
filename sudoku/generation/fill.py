"""Random filled grids, from which generation begins.

Boards of up to 36 cells (4x4, 6x6) whose rules have only houses have few grids with a fixed first
house. These grids are listed, one of them is drawn, and its digits are permuted at random: all
grids are equally likely. On other boards, random digits are placed in random cells as long as there
is a solution, and a search fills the other cells: every grid is possible, but the grids are not
equally likely.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from sudoku.encodings.exact_cover import blank_problem
from sudoku.generation.batch_counts import Digits, Judge
from sudoku.geometry.candidate_numbers import candidate_of, cell_and_digit
from sudoku.geometry.shape import Shape
from sudoku.rules.base import Rule
from sudoku.rules.classic import Classic
from sudoku.statement.statement import statement

LISTED_CELLS = 36
"""The most cells of a board whose grids are listed; larger boards have too many grids."""
RANDOM_SHARE = 8
"""One random clue is placed for this number of cells; some boxes may be filled before."""


def is_uniform(shape: Shape) -> bool:
    """Return whether all grids of a shape are equally likely, if its rules have only houses.

    Examples
    --------
    >>> is_uniform(Shape(3, 2)), is_uniform(Shape(3, 3))
    (True, False)
    """
    return shape.n_cells <= LISTED_CELLS


def filled_grids(judge: Judge, rng: np.random.Generator, size: int) -> Digits:
    """Return up to `size` random filled grids, one in each row; or the one that the judge knows.

    Examples
    --------
    >>> grids = filled_grids(Judge(Shape(2, 2), (Classic(),)), np.random.default_rng(1), 3)
    >>> grids.shape, sorted(grids[0, :4].tolist())
    ((3, 16), [1, 2, 3, 4])
    """
    if judge.grid is not None:
        return np.repeat(judge.grid[None], size, axis=0)
    if not judge.renames:
        return searched_grids(judge, rng, size)
    if is_uniform(judge.shape):
        listed = _listed(judge.shape, judge.rules)
        grids = listed[rng.integers(len(listed), size=size)] if len(listed) else listed
    else:
        grids = searched_grids(judge, rng, size)
    return renamed(grids, judge.n, rng)


def renamed(grids: Digits, n: int, rng: np.random.Generator) -> Digits:
    """Return the grids with renamed digits, by a random permutation for each grid.

    Examples
    --------
    >>> renamed(np.zeros((1, 4), dtype=np.uint8), 4, np.random.default_rng()).tolist()
    [[0, 0, 0, 0]]
    """
    names = permutations(len(grids), n, rng)
    names = np.concatenate([np.zeros((len(grids), 1), dtype=np.uint8), names], axis=1)
    return np.take_along_axis(names, grids, axis=1)


def permutations(size: int, n: int, rng: np.random.Generator) -> Digits:
    """Return random permutations of the digits 1 to n, one in each row."""
    digits = np.arange(1, n + 1, dtype=np.uint8)
    return rng.permuted(np.broadcast_to(digits, (size, n)), axis=1)


@lru_cache(maxsize=8)
def _listed(shape: Shape, rules: tuple[Rule, ...]) -> Digits:
    """Return all grids whose first house holds the digits in order."""
    problem, n = blank_problem(shape, rules), shape.n
    first = statement(shape, rules).houses[0]
    chosen = [problem.options[candidate_of(c, d, n)] for d, c in enumerate(first.cells, 1)]
    batches = [cell_and_digit(rows, n)[1] for rows in problem.solutions(chosen=chosen).arrays()]
    return np.concatenate([np.empty((0, shape.n_cells)), *batches]).astype(np.uint8)


def searched_grids(judge: Judge, rng: np.random.Generator, size: int) -> Digits:
    """Return up to `size` random filled grids, each found by a search; nothing is listed before.

    Examples
    --------
    >>> grids = searched_grids(Judge(Shape(2, 2), (Classic(),)), np.random.default_rng(1), 3)
    >>> sorted(grids[0, :4].tolist())
    [1, 2, 3, 4]
    """
    grids = np.zeros((size, judge.n_cells), dtype=np.uint8)
    if judge.rules == (Classic(),) and type(judge.shape) is Shape:
        for cells in _separate_boxes(judge.shape):
            grids[:, cells] = permutations(size, judge.n, rng)
    for _ in range(judge.n_cells // RANDOM_SHARE):
        _put_one(judge, grids, rng)
    solutions, counts = judge.solve(grids)
    return solutions[counts > 0]


def _separate_boxes(shape: Shape) -> list[list[int]]:
    """Return boxes without common rows and columns, which can be filled independently."""
    boxes = shape.boxes()
    return [list(boxes[k * shape.q + k]) for k in range(min(shape.p, shape.q))]


def _put_one(judge: Judge, grids: Digits, rng: np.random.Generator) -> None:
    """Put a random digit into a random blank of each grid, unless that leaves no solution."""
    cells = random_cells(grids == 0, rng)
    trial, rows = grids.copy(), np.arange(len(grids))
    trial[rows, cells] = rng.integers(1, judge.n + 1, size=len(grids), dtype=np.uint8)
    is_solvable = judge.count(trial, limit=1) > 0
    grids[is_solvable] = trial[is_solvable]


def random_cells(allowed: npt.NDArray[np.bool_], rng: np.random.Generator) -> npt.NDArray[np.intp]:
    """Return a random allowed column for each row; column 0 if none is allowed."""
    return np.asarray((rng.random(allowed.shape, dtype=np.float32) * allowed).argmax(axis=1))
