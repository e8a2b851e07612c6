"""Random boards on which sets of cells are stated twice: regions that are rows, columns or boxes.

A filled grid comes first. Any cells that hold every digit once may be a house then, and regions may
exchange cells that hold the same digit: so there is always a solution.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from sudoku import Classic, Puzzle, Rule, Shape, solve
from sudoku.geometry.outlines import Grids
from sudoku.rules.base import House
from sudoku.rules.diagonal import Diagonal
from sudoku.rules.disjoint_groups import DisjointGroups
from sudoku.rules.extra_regions import ExtraRegions
from sudoku.rules.jigsaw import Jigsaw
from sudoku.rules.killer import Killer
from sudoku.rules.latin import Latin
from sudoku.rules.windoku import Windoku

Cells = tuple[int, ...]

SHAPES = {4: [(2, 2), (4, 1), (1, 4)], 6: [(3, 2), (2, 3), (6, 1), (1, 6)], 9: [(3, 3), (9, 1)]}
SIZES = (4, 4, 4, 6, 6, 9)
OFFSETS = ((0, 0), (0, 2)), ((0, 0), (2, 2)), ((0, 0), (0, 4))
FURTHER: tuple[Rule, ...] = (Diagonal(), Windoku(), DisjointGroups(), Latin())
"""Rules whose houses are rows, columns or boxes on some boards."""


class Layout(NamedTuple):
    """A board, the rules of its puzzles, and one way to fill it."""

    shape: Shape
    rules: tuple[Rule, ...]
    grid: Cells


@dataclass(frozen=True)
class Restated(Rule):
    """Houses by any names, with their cells in any order, as a rule of one's own may state them."""

    stated: tuple[Cells, ...]

    name = "restated"
    summary = "Some sets of cells hold every digit once."

    def houses(self, shape: Shape) -> tuple[House, ...]:
        """Return the houses."""
        return tuple(House(f"set {k}", cells) for k, cells in enumerate(self.stated, 1))


def draw(rng: Random) -> Layout:
    """Draw a board and rules for it."""
    n = rng.choice(SIZES)
    shape = Shape(*rng.choice(SHAPES[n]))
    if n == 4 and rng.random() < 0.15:
        shape = Grids(rng.choice(OFFSETS), Shape(2, 2))
    base: list[Rule] = [rng.choice((Classic(), Classic(), Latin()))]
    base += [rule for rule in FURTHER if rng.random() < 0.12 and rule not in base]
    found = solve(Puzzle(shape, base), seed=rng.randrange(1000))
    while not found:
        base.pop()
        found = solve(Puzzle(shape, base), seed=rng.randrange(1000))
    grid = found.get().cells
    if type(shape) is Shape and rng.random() < 0.5:
        base[0] = _jigsaw(shape, grid, rng)
    rules = list(dict.fromkeys([*base, *_further(shape, base, grid, rng)]))
    rng.shuffle(rules)
    return Layout(shape, tuple(rules), grid)


def _jigsaw(shape: Shape, grid: Cells, rng: Random) -> Jigsaw:
    """Return regions that are rows, columns or boxes, but for cells that some have exchanged."""
    parts = rng.choice((shape.rows(), shape.columns(), shape.columns(), shape.boxes()))
    if any(len({grid[cell] for cell in cells}) < shape.n for cells in parts):
        parts = shape.rows()  # the grid is a Latin square without boxes
    regions = [list(cells) for cells in parts]
    for _ in range(rng.choice((0, 1, 2, 3, 6, 20))):
        one, other = rng.sample(regions, 2)
        digit = rng.randint(1, shape.n)
        i, j = ([grid[cell] for cell in region].index(digit) for region in (one, other))
        one[i], other[j] = other[j], one[i]
    names = [0] * shape.n_cells
    for number, cells in enumerate(regions, 1):
        for cell in cells:
            names[cell] = number
    return Jigsaw(tuple(names))


def _further(shape: Shape, base: list[Rule], grid: Cells, rng: Random) -> list[Rule]:
    """Return further rules, most of which state what another one states."""
    stated = [house.cells for house in Puzzle(shape, base).houses]
    drawn: list[Cells] = []
    for _ in range(rng.choice((0, 1, 1, 2, 4, 9))):
        again, anywhere = rng.choice(stated + drawn), rng.random() < 0.3
        cells = _anywhere(grid, shape.n, rng) if anywhere else again
        drawn.append(tuple(rng.sample(cells, len(cells))))
    made: list[Rule] = []
    for rule_of in rng.sample(KINDS, rng.choice((1, 1, 2))):
        if drawn:
            made.append(rule_of(shape, drawn, grid, rng))
    return made


def _anywhere(grid: Cells, n: int, rng: Random) -> Cells:
    """Return cells anywhere that hold every digit."""
    return tuple(
        rng.choice([cell for cell, digit in enumerate(grid) if digit == wanted])
        for wanted in range(1, n + 1)
    )


def _regions(shape: Shape, drawn: list[Cells], grid: Cells, rng: Random) -> Rule:
    some = [cells[: rng.choice((shape.n, shape.n, shape.n, 2, 3))] for cells in drawn]
    return ExtraRegions([[shape.position(cell) for cell in cells] for cells in some])


def _restated(shape: Shape, drawn: list[Cells], grid: Cells, rng: Random) -> Rule:
    return Restated(tuple(drawn))


def _cages(shape: Shape, drawn: list[Cells], grid: Cells, rng: Random) -> Rule:
    cages = [
        (rng.choice((None, None, sum(grid[c] for c in cells))), [*map(shape.position, cells)])
        for cells in drawn
    ]
    return Killer(cages, may_overlap=True)


KINDS: list[Callable[[Shape, list[Cells], Cells, Random], Rule]] = [
    _regions, _regions, _regions, _restated, _restated, _cages,
]  # fmt: skip
