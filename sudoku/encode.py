"""A puzzle as an exact-cover problem, and a cover as a grid.

The items are, in the papers' order: every cell (it holds a digit), every row with every digit,
every column with every digit, every box with every digit; then what further rules add, by house:
4n^2 items for classic sudoku, 2n more for the two diagonals. The n^3 options are the placements of
a digit in a cell; a clue excludes the other digits of its cell.

References
----------
T. Mychaskiw, "Generation of minimal well formed sudoku puzzles" (2014), section 2.3.3.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from exactcover import Option, Problem
from exactcover.building import check_items
from exactcover.links import ranges
from exactcover.option import Incidence
from sudoku.grid import Grid
from sudoku.puzzle import Puzzle
from sudoku.rules.rule import House, Rule
from sudoku.shape import Shape

__all__ = ["Placement", "decode", "encode"]


class Placement(NamedTuple):
    """A digit in a cell; row and column from 0. Printed as people count: ``r1c1=5``."""

    row: int
    column: int
    digit: int

    def __str__(self) -> str:
        return f"r{self.row + 1}c{self.column + 1}={self.digit}"


def encode(puzzle: Puzzle) -> Problem:
    """Return the puzzle's exact-cover problem, whose options are labelled with a `Placement`.

    Items are named ``r1c1`` (row 1, column 1 holds a digit) and ``r1=5`` (row 1 holds a 5), and so
    on for ``c``, ``b`` and the houses of other rules.

    Examples
    --------
    >>> encode(Puzzle.from_text("1234341221434321"))
    <Problem 2x2 classic: 64 primary items, 16 options>
    >>> encode(Puzzle()).options[0].label
    Placement(row=0, column=0, digit=1)
    >>> print(encode(Puzzle()).options[0])
    r1c1 r1=1 c1=1 b1=1
    """
    n = puzzle.shape.n
    problem = template(puzzle.shape, puzzle.rules)
    cells = puzzle.grid.cells
    kept = [option for k, option in enumerate(problem.options) if cells[k // n] in (0, k % n + 1)]
    return problem if len(kept) == problem.n_options else problem.restrict(kept)


def decode(shape: Shape, options: Iterable[Option]) -> Grid:
    """Return the grid that the options of a cover of `encode`'s problem place.

    Examples
    --------
    >>> puzzle = Puzzle.from_text("1234341221434321")
    >>> decode(puzzle.shape, encode(puzzle).solve().solution) == puzzle.grid
    True
    """
    cells = [0] * shape.n_cells
    for option in options:
        if not isinstance(option.label, Placement):
            raise TypeError(f"option {option!r} is no placement of a digit in a cell")
        cells[shape.cell(option.label.row, option.label.column)] = option.label.digit
    return Grid(shape, cells)


@lru_cache(maxsize=32)
def template(shape: Shape, rules: tuple[Rule, ...]) -> Problem:
    """Return the problem of the puzzle without clues: option ``cell * n + digit - 1``.

    It is built once for all puzzles of a shape and rules; their clues are chosen options.
    """
    houses = Puzzle(shape, rules).houses
    digits = range(1, shape.n + 1)
    cells = [shape.position(cell) for cell in range(shape.n_cells)]
    items = [f"r{row + 1}c{column + 1}" for row, column in cells]
    items += [f"{h.name.replace(' ', '-')}={digit}" for h in houses for digit in digits]
    # The parts are made here, and as arrays: 100x100 cells have a million options.
    return Problem._from_parts(
        check_items([], items, ())[0],
        len(items),
        _incidence(shape, houses),
        labels=_labels(shape),
        name=f"{shape} {' '.join(rule.name for rule in rules)}",
    )


@lru_cache(maxsize=32)
def _labels(shape: Shape) -> tuple[Placement, ...]:
    """Return all placements, cell by cell."""
    n = range(shape.n)
    return tuple([Placement(row, column, digit + 1) for row in n for column in n for digit in n])


def _incidence(shape: Shape, houses: Sequence[House]) -> Incidence:
    """Return the items of every option: the cell, then the digit in each of the cell's houses."""
    n, n_cells = shape.n, shape.n_cells
    # For each item that a cell's first option has: the cell, and by how much the item moves on
    # from one digit to the next.
    first = np.arange(n_cells + n * len(houses), dtype=np.int64)
    first[n_cells:] = np.repeat(n_cells + n * np.arange(len(houses)), n)
    cells = [np.arange(n_cells), *(np.array(house.cells) for house in houses)]
    cell = np.concatenate(cells)
    step = (np.arange(len(cell)) >= n_cells).astype(np.int64)
    order = np.argsort(cell, kind="stable")
    lengths = np.bincount(cell)
    starts = np.cumsum(lengths) - lengths
    nodes = order[ranges(np.repeat(starts, n), np.repeat(lengths, n))]
    digit = np.repeat(np.tile(np.arange(n), n_cells), np.repeat(lengths, n))
    return Incidence(
        np.concatenate(([0], np.cumsum(np.repeat(lengths, n)))),
        (first[nodes] + step[nodes] * digit).astype(np.int32),
        np.zeros(len(nodes), dtype=np.int32),
    )


def chosen_options(puzzle: Puzzle) -> list[Placement]:
    """Return the options of `template` that the clues choose, by their labels."""
    n = puzzle.shape.n
    labels = _labels(puzzle.shape)
    return [labels[cell * n + digit - 1] for cell, digit in enumerate(puzzle.grid.cells) if digit]


def grid_of(shape: Shape, chosen: Sequence[int]) -> Grid:
    """Return the grid that a cover of `template` is, given as its sorted option indices."""
    n = shape.n
    return Grid.unchecked(shape, tuple([option % n + 1 for option in chosen]))
