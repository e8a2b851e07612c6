"""Jigsaw: random regions instead of boxes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sudoku.generation.rulesets.filled import beside
from sudoku.generation.rulesets.parameters import choice, whole
from sudoku.generation.rulesets.ruleset import WholeBoard
from sudoku.generation.symmetry import SYMMETRIES
from sudoku.geometry.shape import Shape
from sudoku.rules.base import Rule
from sudoku.rules.jigsaw import Jigsaw as JigsawRule

Images = npt.NDArray[np.intp]
"""For each move of a symmetry and each cell, the cell to which the move leads."""

MOVES_OF_A_CELL = 4
"""The exchanges that are tried for each cell by default: regions are then far from boxes."""


@dataclass(frozen=True)
class Jigsaw(WholeBoard):
    """Regions of random outlines, made from the boxes by exchanges of cells at their borders.

    Parameters
    ----------
    moves
        The number of exchanges that are tried; by default four for each cell.
    symmetry
        The symmetry of the regions: a key of `sudoku.SYMMETRIES` that the boxes have.
    """

    moves: int | None = whole(None, 0)
    symmetry: str = choice("none", *SYMMETRIES)

    name = "jigsaw"
    summary = "Regions of random outlines replace the boxes."
    has_houses = True
    of_one_grid = True

    def check(self, shape: Shape) -> None:
        """Raise a RuleError if the boxes do not have the symmetry."""
        super().check(shape)
        boxes = {frozenset(box) for box in shape.boxes()}
        for image in images(shape.n, self.symmetry):
            if {frozenset(image[list(box)].tolist()) for box in boxes} != boxes:
                raise self.fail(f"boxes of {shape} do not have the symmetry {self.symmetry}")

    def rules_before(self, shape: Shape, rng: np.random.Generator) -> tuple[Rule, ...]:
        """Return the rule with random regions."""
        moves = MOVES_OF_A_CELL * shape.n_cells if self.moves is None else self.moves
        return (JigsawRule(tuple(random_regions(shape, rng, moves, self.symmetry))),)


def images(n: int, symmetry: str) -> Images:
    """Return where each move of a symmetry leads the cells of an n x n square, itself included.

    Examples
    --------
    >>> images(2, "half_turn").tolist()
    [[0, 1, 2, 3], [3, 2, 1, 0]]
    """
    square = np.arange(n * n).reshape(n, n)
    found = {tuple(square.ravel().tolist()): square}
    waiting = [square]
    while waiting:
        place = waiting.pop()
        for move in SYMMETRIES[symmetry].moves:
            moved = move(place)
            if found.setdefault(tuple(moved.ravel().tolist()), moved) is moved:
                waiting.append(moved)
    return np.array(list(found), dtype=np.intp)


def random_regions(
    shape: Shape, rng: np.random.Generator, moves: int, symmetry: str = "none"
) -> list[int]:
    """Return the region of each cell, after random exchanges that keep all regions connected.

    Two cells at the border of two regions are exchanged, and so are all their images under the
    symmetry.

    Examples
    --------
    >>> random_regions(Shape(2, 2), np.random.default_rng(2), 20)
    [0, 0, 0, 1, 0, 1, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3]
    """
    region_of = [shape.box_of(cell) for cell in range(shape.n_cells)]
    near, turned = beside(shape), images(shape.n, symmetry).tolist()
    for _ in range(moves):
        start = int(rng.integers(shape.n_cells))
        others = [cell for cell in near[start] if region_of[cell] != region_of[start]]
        if not others:
            continue
        first, second = region_of[start], region_of[others[rng.integers(len(others))]]
        back = [
            cell
            for cell, region in enumerate(region_of)
            if region == second and any(region_of[other] == first for other in near[cell])
        ]
        end = back[rng.integers(len(back))]
        pairs = {(image[start], image[end]) for image in turned}
        if len({cell for pair in pairs for cell in pair}) < 2 * len(pairs):
            continue  # a symmetry fixes one of the cells only, or leads one to the other
        trial = region_of.copy()
        for one, other in pairs:
            trial[one], trial[other] = trial[other], trial[one]
        touched = {region_of[cell] for pair in pairs for cell in pair}
        if all(_is_connected(trial, region, near) for region in touched):
            region_of = trial
    names = {region: number for number, region in enumerate(dict.fromkeys(region_of))}
    return [names[region] for region in region_of]


def _is_connected(region_of: list[int], region: int, near: tuple[tuple[int, ...], ...]) -> bool:
    """Return whether the cells of a region are connected by edges."""
    cells = [cell for cell, name in enumerate(region_of) if name == region]
    reached, waiting = {cells[0]}, cells[:1]
    while waiting:
        new = {cell for cell in near[waiting.pop()] if region_of[cell] == region} - reached
        reached |= new
        waiting += new
    return len(reached) == len(cells)
