"""`Lattice`: the base class of all lattices."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import ClassVar

Cell = tuple[int, ...]
Corner = tuple[int, ...]
Point = tuple[float, float]
Turn = Callable[[Cell], Cell]
"""A rotation or reflection of a lattice, as a function of its cells."""


class Lattice(ABC):
    """A division of the plane, or of space, into cells.

    Pictures need the corners of cells; polyforms need their neighbours and the rotations and
    reflections of the lattice.

    Attributes
    ----------
    coordinates
        The names of the coordinates of a cell, for messages.
    mirrors
        Whether a piece may usually be turned over: so in the plane, but not in space.
    """

    coordinates: ClassVar[tuple[str, ...]]
    mirrors: ClassVar[bool] = True

    @abstractmethod
    def corners(self, cell: Cell) -> tuple[Corner, ...]:
        """Return the corners of a cell, clockwise on the screen.

        Corners have whole numbers, so that two cells that share an edge have the same two corners
        there exactly.
        """

    @abstractmethod
    def point(self, corner: Corner) -> Point:
        """Return where a corner is; the sides of the cells have about the length 1."""

    def points(self, corners: Iterable[Corner]) -> dict[Corner, Point]:
        """Return where all corners of a picture are."""
        return {corner: self.point(corner) for corner in corners}

    def beyond(self, cell: Cell) -> Iterator[Cell]:
        """Yield the neighbours of a cell that share no edge with it in the picture."""
        yield from ()

    def captions(self, points: Mapping[Corner, Point]) -> Iterator[tuple[Point, str]]:
        """Yield texts that the picture needs, each with the middle of its upper edge."""
        yield from ()

    def neighbours(self, cell: Cell) -> Iterator[Cell]:
        """Yield the cells that share a side with a cell; by default, none is known."""
        yield from ()

    def rotations(self) -> Iterator[Turn]:
        """Yield the rotations of the lattice, each once, and the identity first.

        By default there is no other one.
        """
        yield lambda cell: cell

    def reflection(self, cell: Cell) -> Cell:
        """Return the image of a cell in a reflection of the lattice.

        Every other reflection is a rotation after this one. By default, the image is the cell.
        """
        return cell

    def is_shift(self, vector: Cell) -> bool:
        """Return whether cells plus a vector are cells of the same kind; by default, they are."""
        return True
