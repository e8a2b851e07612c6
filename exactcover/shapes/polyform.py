"""`Polyform`: a shape of cells, its rotations and reflections, and its places on a board."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import InitVar, dataclass, field
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.lattices.base import Cell, Lattice, Turn
from exactcover.lattices.registry import LATTICES
from exactcover.runtime.arguments import is_whole
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.integer_arrays import with_integers
from exactcover.runtime.methods import Method
from exactcover.runtime.reading_budget import OFTEN, spend
from exactcover.runtime.search.limits import stop_if_due

Cells = tuple[Cell, ...]


@dataclass(frozen=True)
class Polyform:
    r"""A shape that consists of cells of a lattice, such as a pentomino.

    Two polyforms are equal if they have the same cells, shifted as far as possible to the top and
    to the left.

    Parameters
    ----------
    given
        The cells, as tuples or lists of whole numbers, or as the rows of an array; an array of
        booleans that is true at the cells; a drawing (see `exactcover.drawn`) of which all marks
        are cells, or in which 1 is a cell and 0 is none; or a polyform.
    lattice
        The name of the lattice: "squares", "hexagons", "triangles" or "cubes".

    Attributes
    ----------
    cells
        The cells, sorted, with the least possible coordinates that are not negative.

    Raises
    ------
    ProblemError
        If there is no such lattice, there are no cells, or one is none of the lattice.

    Examples
    --------
    >>> corner = Polyform([(4, 7), (4, 8), (5, 7)])
    >>> corner.cells
    ((0, 0), (0, 1), (1, 0))
    >>> corner == Polyform("##\n#"), len(corner)
    (True, 3)
    >>> len(corner.orientations()), len(corner.places([(0, 0), (0, 1), (1, 0), (1, 1)]))
    (4, 4)
    """

    given: InitVar[Any]
    lattice: str = "squares"
    cells: Cells = field(init=False)

    _repr_svg_ = Method("exactcover.pictures.notebook", "polyform_svg")

    def __post_init__(self, given: Any) -> None:
        cells = as_cells(given, self.lattice)
        if not cells:
            raise ProblemError("a polyform has at least one cell")
        object.__setattr__(self, "cells", shifted(cells, lattice_of(self.lattice)))

    def __len__(self) -> int:
        """Return the number of cells."""
        return len(self.cells)

    def orientations(
        self, *, rotations: bool = True, reflections: bool | None = None
    ) -> list[Polyform]:
        """Return the polyform in all directions, each once.

        Parameters
        ----------
        rotations
            Whether it may be rotated.
        reflections
            Whether it may be turned over; by default where it may be rotated, but not in space.

        Examples
        --------
        >>> from exactcover import Polyform
        >>> skew = Polyform([(0, 0), (0, 1), (1, 1), (1, 2)])
        >>> len(skew.orientations()), len(skew.orientations(reflections=False))
        (4, 2)
        """
        lattice = lattice_of(self.lattice)
        forms = {
            shifted(map(turn, self.cells), lattice)
            for turn in turns(lattice, rotations, reflections)
        }
        return [Polyform(cells, self.lattice) for cells in sorted(forms)]

    def places(
        self,
        board: Any,
        *,
        rotations: bool = True,
        reflections: bool | None = None,
    ) -> list[Cells]:
        """Return the cells of the polyform in all its places on a board, each place once.

        Parameters
        ----------
        board
            As for `exactcover.tiling`.
        rotations, reflections
            As for `orientations`.

        Notes
        -----
        This takes time linear in the number of cells of the board.
        """
        lattice = lattice_of(self.lattice)
        free = set(as_cells(board, self.lattice))
        starts = sorted(free)
        forms = self.orientations(rotations=rotations, reflections=reflections)
        # They are counted before they are made: each form has about as many as the first one.
        n_shifts = sum(lattice.is_shift(_minus(cell, forms[0].cells[0])) for cell in starts)
        spend("entries", len(forms) * n_shifts * len(self))
        found = []
        for form in forms:
            for k, cell in enumerate(starts):
                if k % OFTEN == 0:
                    stop_if_due()
                vector = _minus(cell, form.cells[0])
                if lattice.is_shift(vector):
                    place = tuple(_plus(each, vector) for each in form.cells)
                    if free.issuperset(place):
                        found.append(place)
        return found

    @cached_property
    def canonical(self) -> Polyform:
        """The same polyform for all its rotations and reflections."""
        return self.orientations(reflections=True)[0]


def lattice_of(name: str) -> Lattice:
    """Return the lattice of a name."""
    return LATTICES.load(name)()


def as_cells(given: Any, lattice: str) -> Cells:
    """Return the cells of a polyform, a drawing, a size or a list, sorted, after checking them."""
    n = len(lattice_of(lattice).coordinates)
    if isinstance(given, Polyform):
        if given.lattice != lattice:
            raise ProblemError(f"the polyform consists of {given.lattice}, not of {lattice}")
        return given.cells
    if isinstance(given, str):
        from exactcover.shapes.drawings import cells_drawn

        return cells_drawn(given, lattice)
    if not isinstance(given, Iterable):
        raise ProblemError(f"{given!r} is neither a drawing, nor a size, nor a list of cells")
    if isinstance(given, np.ndarray):
        given = _cells_of_array(given, lattice)
    listed = given if isinstance(given, Collection) else list(given)
    if isinstance(listed, tuple) and len(listed) == n and all(map(is_whole, listed)):
        return tuple(product(*(range(length) for length in listed)))
    cells = set()
    for cell in listed:
        is_cell = isinstance(cell, tuple | list | np.ndarray) and len(cell) == n
        if not is_cell or not all(map(is_whole, cell)):
            names = ", ".join(lattice_of(lattice).coordinates)
            raise ProblemError(f"{cell!r} is no cell of {lattice}: such a cell is ({names})")
        place = tuple(map(int, cell))
        if place in cells and not isinstance(cell, tuple):
            # Rows of a matrix of 0s and 1s look like cells, and are seldom all different.
            raise ProblemError(
                f"the cell {place} is given twice; a matrix that marks cells must be an array of "
                "booleans"
            )
        cells.add(place)
    return tuple(sorted(cells))


def _cells_of_array(array: NDArray[Any], lattice: str) -> NDArray[Any]:
    """Return the cells of an array, a row each: where it is true, or the rows that it has."""
    n = len(lattice_of(lattice).coordinates)
    if isinstance(array, np.ma.MaskedArray):
        raise ProblemError("a masked array does not say which cells there are: give booleans")
    array = with_integers(array)
    if array.dtype == np.bool_ and array.ndim == n:
        return np.argwhere(array)
    if array.dtype.kind in "iu" and array.ndim == 2 and array.shape[1] == n:
        return array
    raise ProblemError(
        f"an array of shape {array.shape} and dtype {array.dtype} does not give cells of "
        f"{lattice}: give booleans in {n} dimensions, or whole numbers of shape (cells, {n})"
    )


def shifted(cells: Iterable[Cell], lattice: Lattice) -> Cells:
    """Return cells shifted as far as possible to the least coordinates, sorted."""
    cells = list(cells)
    vector = [-min(axis) for axis in zip(*cells, strict=True)]
    if not lattice.is_shift(tuple(vector)):
        vector[-1] += 1
    return tuple(sorted(_plus(cell, vector) for cell in cells))


def turns(lattice: Lattice, rotations: bool, reflections: bool | None) -> Iterator[Turn]:
    """Yield the moves by which a polyform may be turned."""
    mirrors = (lattice.mirrors and rotations) if reflections is None else reflections
    for place, turn in enumerate(lattice.rotations()):
        if place and not rotations:
            return
        yield turn
        if mirrors:
            yield lambda cell, turn=turn: turn(lattice.reflection(cell))  # type: ignore[misc]


def _plus(cell: Cell, vector: Iterable[int]) -> Cell:
    return tuple(a + b for a, b in zip(cell, vector, strict=True))


def _minus(cell: Cell, other: Cell) -> Cell:
    return tuple(a - b for a, b in zip(cell, other, strict=True))
