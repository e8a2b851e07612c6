"""`Lattice`: the base class of all lattices."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from exactcover.pictures.svg import Point

__all__ = ["Cell", "Corner", "Lattice"]

Cell = tuple[int, ...]
Corner = tuple[int, ...]


class Lattice(ABC):
    """A division of the plane, or of space, into cells.

    Attributes
    ----------
    coordinates
        The names of the coordinates of a cell, for messages.
    """

    coordinates: ClassVar[tuple[str, ...]]

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
