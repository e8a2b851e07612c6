"""Cubes: a cell is (x, y, z); the picture shows the layers z side by side.

The first layer is that of the smallest z, the bottom. In each layer, x is the row from the top and
y the column from the left. Long rows of layers are broken into several.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import combinations, permutations, product
from math import ceil, prod, sqrt

from exactcover.lattices.base import Cell, Corner, Lattice, Point, Turn

GAP = 0.8
"""The distance between two layers in a row."""
CAPTION = 0.75
"""The height of the text below a layer, with its margins."""
WIDE = 2.0
"""About how many times as wide as high the picture is, if its layers can be arranged so."""


class Cubes(Lattice):
    """The lattice of cubes."""

    coordinates = ("x", "y", "z")
    mirrors = False

    def corners(self, cell: Cell) -> tuple[Corner, ...]:
        """Return the corners of the cube's square as (to the right, down, layer)."""
        x, y, z = cell
        return (y, x, z), (y + 1, x, z), (y + 1, x + 1, z), (y, x + 1, z)

    def point(self, corner: Corner) -> Point:
        """Return the corner in its layer."""
        right, down, _ = corner
        return right, down

    def points(self, corners: Iterable[Corner]) -> dict[Corner, Point]:
        """Return where the corners are when the layers stand side by side."""
        corners = list(corners)
        rights, downs, layers = (sorted(set(axis)) for axis in zip(*corners, strict=True))
        width = rights[-1] - rights[0] + GAP
        height = downs[-1] - downs[0] + CAPTION
        n_columns = min(len(layers), ceil(sqrt(WIDE * len(layers) * height / width)))
        n_columns = ceil(len(layers) / ceil(len(layers) / n_columns))  # rows of equal length
        places = {z: divmod(place, n_columns) for place, z in enumerate(layers)}
        return {
            (right, down, z): (right + places[z][1] * width, down + places[z][0] * height)
            for right, down, z in corners
        }

    def beyond(self, cell: Cell) -> Iterator[Cell]:
        """Yield the cubes below and above."""
        x, y, z = cell
        yield x, y, z - 1
        yield x, y, z + 1

    def captions(self, points: Mapping[Corner, Point]) -> Iterator[tuple[Point, str]]:
        """Yield the height of each layer."""
        layers: dict[int, list[Point]] = {}
        rights, downs = [corner[0] for corner in points], [corner[1] for corner in points]
        for (right, down, z), (x, y) in points.items():
            # The whole layer would have its middle and its bottom here.
            middle = x - right + (min(rights) + max(rights)) / 2
            layers.setdefault(z, []).append((middle, y - down + max(downs)))
        for z in sorted(layers):
            yield layers[z][0], f"z = {z}"

    def neighbours(self, cell: Cell) -> Iterator[Cell]:
        """Yield the six neighbours."""
        x, y, z = cell
        for step in (1, -1):
            yield from ((x + step, y, z), (x, y + step, z), (x, y, z + step))

    def rotations(self) -> Iterator[Turn]:
        """Yield the 24 rotations of a cube."""
        for axes in permutations(range(3)):
            n_exchanges = sum(one > other for one, other in combinations(axes, 2))
            for signs in product((1, -1), repeat=3):
                if prod(signs) == (-1) ** n_exchanges:
                    yield partial(_turned, axes=axes, signs=signs)

    def reflection(self, cell: Cell) -> Cell:
        """Return the cell with x and y exchanged."""
        x, y, z = cell
        return y, x, z


def _turned(cell: Cell, axes: tuple[int, ...], signs: tuple[int, ...]) -> Cell:
    """Return a cell with its coordinates in another order, and with other signs."""
    return tuple(sign * cell[axis] for axis, sign in zip(axes, signs, strict=True))
