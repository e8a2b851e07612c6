"""The symmetries of a puzzle's rules, and those that leave the puzzle as it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from exactcover.runtime.arguments import generator
from exactcover.runtime.formatting import format_whole
from exactcover.runtime.permutations import Permutation, PermutationGroup
from exactcover.runtime.search.limits import Flag
from exactcover.runtime.search.request import ProgressLike
from exactcover.runtime.search.work import limited
from exactcover.runtime.text_view import TextView
from sudoku.geometry.shape import Shape
from sudoku.isomorphs.canonical.least_image import LeastImages
from sudoku.isomorphs.graph import map_of, symmetries_of
from sudoku.isomorphs.isomorphism import Isomorphism
from sudoku.isomorphs.lines import MOST_DIGITS, lines_of
from sudoku.isomorphs.outline import outline
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import Rule

if TYPE_CHECKING:
    from sudoku.puzzle.puzzle import PuzzleLike


class Symmetries(TextView):
    """A group of maps that move the cells of a board and rename the digits.

    `symmetries` and `automorphisms` return it.

    Attributes
    ----------
    shape
        The board.
    generators
        Maps that generate the group.
    order
        The number of maps in the group.

    Examples
    --------
    >>> group = symmetries(Puzzle(Shape(2, 2)))
    >>> group.order, len(group.cell_orbits())
    (3072, 1)
    >>> group.random(seed=1) in group
    True
    """

    def __init__(self, shape: Shape, generators: Sequence[Isomorphism], order: int) -> None:
        self.shape = shape
        self.generators = tuple(generators)
        self.order = order

    def cell_orbits(self) -> list[tuple[int, ...]]:
        """Return the classes of cells that the group takes to each other.

        Examples
        --------
        >>> from sudoku.rules.diagonal import Diagonal
        >>> group = symmetries(Puzzle(Shape(2, 2), [Diagonal()]))
        >>> group.cell_orbits()
        [(0, 3, 5, 6, 9, 10, 12, 15), (1, 2, 4, 7, 8, 11, 13, 14)]
        """
        n_cells = self.shape.n_cells
        return _classes(self._group.orbits()[:n_cells].tolist(), range(n_cells))

    def digit_orbits(self) -> list[tuple[int, ...]]:
        """Return the classes of digits that the group takes to each other."""
        n_cells = self.shape.n_cells
        return _classes(self._group.orbits()[n_cells:].tolist(), range(1, self.shape.n + 1))

    def random(self, seed: int | np.random.Generator | None = None) -> Isomorphism:
        """Return a random map of the group; all are equally likely."""
        return map_of(self._group.random(generator(seed)), self.shape.n_cells)

    def __contains__(self, map_: Isomorphism) -> bool:
        return _points(map_) in self._group

    def __iter__(self) -> Iterator[Isomorphism]:
        """Yield all maps, the identity first."""
        for element in self._group:
            yield map_of(element, self.shape.n_cells)

    @cached_property
    def _group(self) -> PermutationGroup:
        """The group as permutations of the cells and then the digits."""
        degree = self.shape.n_cells + self.shape.n
        return PermutationGroup(degree, map(_points, self.generators), self.order)

    def __repr__(self) -> str:
        return f"<Symmetries: {format_whole(self.order)} maps of a board of shape {self.shape}>"


def symmetries(
    puzzle: PuzzleLike,
    *,
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
) -> Symmetries:
    """Return the symmetries of a puzzle's shape and rules, whatever its clues are.

    A symmetry moves cells and renames digits so that the rules remain the same: houses go to
    houses, pairs of cells that differ to such pairs, and constraints to equal constraints. So it
    takes solutions of the rules to solutions.

    Parameters
    ----------
    puzzle
        Whatever `Puzzle.of` accepts.
    time_limit, cancel, progress
        As for `solve`: when to stop, and who is told how far it is.

    Returns
    -------
    Symmetries
        The group.

    Raises
    ------
    ImportError
        If the rules have other houses than rows, columns and boxes, or state more than houses, and
        the extra ``symmetry`` is not installed.
    UnfinishedError
        If the time limit or `cancel` stopped the work.

    Examples
    --------
    >>> from sudoku import Diagonal, Puzzle, symmetries
    >>> symmetries(Puzzle()).order
    1218998108160
    >>> symmetries(Puzzle(rules=[*Puzzle().rules, Diagonal()])).order // 362880
    96
    """
    asked = Puzzle.of(puzzle)
    with limited("the group", time_limit, cancel, progress):
        lines = lines_of(asked.shape, asked.rules)
        if lines is not None:
            return Symmetries(asked.shape, lines.generators(), lines.order)
        return _found(asked.shape, asked.rules)


def automorphisms(
    puzzle: PuzzleLike,
    *,
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
) -> Symmetries:
    """Return the automorphisms of a puzzle: the symmetries that leave its clues as they are.

    Parameters
    ----------
    puzzle
        Whatever `Puzzle.of` accepts; also a filled grid.
    time_limit, cancel, progress
        As for `symmetries`.

    Returns
    -------
    Symmetries
        The group. Digits that are no clues may be renamed to each other in any way.

    Raises
    ------
    ImportError
        As for `symmetries`.
    UnfinishedError
        If the time limit or `cancel` stopped the work.

    Examples
    --------
    >>> from sudoku import automorphisms
    >>> most = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
    >>> automorphisms(most).order
    648
    """
    asked = Puzzle.of(puzzle)
    shape, rules, cells = asked.shape, asked.rules, asked.grid.cells
    with limited("the group", time_limit, cancel, progress):
        lines = lines_of(shape, rules)
        if lines is not None and lines.n <= MOST_DIGITS:
            found = lines.least(cells)
            return Symmetries(shape, found.generators, found.order)
        return Symmetries(shape, *symmetries_of(outline(shape, rules), cells))


@lru_cache(maxsize=64)
def _found(shape: Shape, rules: tuple[Rule, ...]) -> Symmetries:
    """Return the symmetries that igraph finds."""
    return Symmetries(shape, *symmetries_of(outline(shape, rules), [0] * shape.n_cells))


@lru_cache(maxsize=16)
def least_images(shape: Shape, rules: tuple[Rule, ...]) -> LeastImages:
    """Return the least images of puzzles of a shape and rules.

    Raises
    ------
    ImportError
        If the extra ``symmetry`` is not installed.
    """
    group, classes = _found(shape, rules), outline(shape, rules).digit_classes()
    return LeastImages(shape.n_cells, shape.n, group.generators, group.order, classes)


def _points(map_: Isomorphism) -> Permutation:
    """Return a map as a permutation of the cells and then the digits."""
    n_cells = len(map_.cells)
    return np.array([*map_.cells, *(n_cells + d - 1 for d in map_.digits)], dtype=np.intp)


def _classes(least: Sequence[int], names: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the names of points with the same least point, in the order of the least points."""
    found: dict[int, list[int]] = {}
    for name, point in zip(names, least, strict=True):
        found.setdefault(point, []).append(name)
    return [tuple(each) for each in found.values()]
