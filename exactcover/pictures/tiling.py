"""`Tiling`: the picture of tiles on a lattice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from exactcover.lattices.base import Cell
from exactcover.lattices.registry import LATTICES
from exactcover.pictures.adjacency import beside, parts, touching
from exactcover.pictures.colouring import colouring
from exactcover.pictures.outline import outline
from exactcover.runtime.pictures.colours import EMPTY, INK, PALETTE, fill
from exactcover.runtime.pictures.image import Image
from exactcover.runtime.pictures.svg import Point, Svg

CELL = 40.0
"""The side of a square; large pictures have smaller ones."""
WIDTH, HEIGHT = 1000.0, 800.0
"""The size that a picture has at most, with its margins."""
MARGIN = 6.0
LINE = 0.07
"""The width of the line around a tile, in sides of a cell."""
CHARACTERS = 3.4
"""The width of a cell in characters of a label with half the height of the cell."""


@dataclass(frozen=True, repr=False)
class Tiling(Image):
    """A picture of tiles on a lattice.

    Attributes
    ----------
    lattice
        The name of the lattice.
    tiles
        For each option its cells; every cell belongs to one tile at most.
    texts
        For each tile the text on it, which may be empty.
    empty
        The cells that no tile covers.
    title
        What the picture shows, in words.
    chosen
        For each tile the number of its colour; if empty, neighbours get different colours.
    """

    lattice: str
    tiles: tuple[tuple[Cell, ...], ...]
    texts: tuple[str, ...]
    empty: tuple[Cell, ...] = ()
    title: str = ""
    chosen: tuple[int, ...] = ()

    def __repr__(self) -> str:
        n_cells = sum(map(len, self.tiles))
        return f"<Tiling of {n_cells} {self.lattice} by {len(self.tiles)} options>"

    @cached_property
    def colours(self) -> tuple[int, ...]:
        """The number of each tile's colour in `exactcover.runtime.pictures.colours.fill`.

        Unless the colours were chosen, tiles that touch have different ones. This takes linear time
        but for a logarithmic factor.
        """
        if self.chosen:
            return self.chosen
        tile_of = {cell: number for number, cells in enumerate(self.tiles) for cell in cells}
        neighbours: list[set[int]] = [set() for _ in self.tiles]
        for cell, near in touching(tile_of, LATTICES[self.lattice]()).items():
            neighbours[tile_of[cell]].update(map(tile_of.__getitem__, near))
        for number, others in enumerate(neighbours):
            others.discard(number)
        return tuple(colouring(list(map(sorted, neighbours)), len(PALETTE)))

    def to_svg(self) -> str:
        """Return the picture as SVG."""
        return _Drawing(self).text()


class _Drawing:
    """The drawing of one tiling: where its corners are, and the SVG."""

    def __init__(self, tiling: Tiling) -> None:
        self._tiling = tiling
        self._lattice = lattice = LATTICES[tiling.lattice]()
        shown = (*(cell for cells in tiling.tiles for cell in cells), *tiling.empty)
        self._corners = {cell: lattice.corners(cell) for cell in shown}
        places = lattice.points(dict.fromkeys(chain.from_iterable(self._corners.values())))
        captions = list(lattice.captions(places))
        xs, ys = zip(*places.values(), *(point for point, _ in captions), strict=True)
        left, top = min(xs), min(ys)
        width, height = max(xs) - left, max(ys) - top + 0.5 * bool(captions)
        room = 1 - 2 * MARGIN / WIDTH
        self._unit = min(CELL, room * WIDTH / width, room * HEIGHT / height)
        self._points = {corner: self._scaled(point) for corner, point in places.items()}
        self._captions = [(self._scaled(point), text) for point, text in captions]
        x, y = self._scaled((left, top))
        width, height = self._scaled((width, height))
        box = (x - MARGIN, y - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN)
        self._svg = Svg(box, ("empty", "tiles", "outlines", "labels", "captions"), tiling.title)

    def text(self) -> str:
        """Return the SVG."""
        tiling, svg = self._tiling, self._svg
        thin = {"stroke": INK, "stroke_opacity": 0.25, "stroke_width": self._unit * LINE / 3}
        heavy = {"stroke": INK, "stroke_width": self._unit * LINE, "stroke_linejoin": "round"}
        if tiling.empty:
            svg.add("empty", "path", d=self._each(tiling.empty), fill=EMPTY, **thin)
        if any(tiling.tiles):
            areas = svg.group(svg.layer("tiles"), **thin)
            lines = svg.group(svg.layer("outlines"), fill="none", **heavy)
            for cells, text, colour in zip(tiling.tiles, tiling.texts, tiling.colours, strict=True):
                if cells:
                    svg.add_to(areas, "path", d=self._each(cells), fill=fill(colour))
                    svg.add_to(lines, "path", d=self._around(cells))
                    self._write(text, cells)
        for (x, y), text in self._captions:
            size = 0.4 * self._unit
            svg.write("captions", (x, y + 0.75 * size), text, size, fill=INK)
        return svg.text()

    def _scaled(self, point: Point) -> Point:
        return point[0] * self._unit, point[1] * self._unit

    def _each(self, cells: Iterable[Cell]) -> str:
        """Return the path around each of some cells."""
        return self._closed(
            [self._points[corner] for corner in self._corners[cell]] for cell in cells
        )

    def _around(self, cells: Iterable[Cell]) -> str:
        """Return the path around the area of some cells."""
        return self._closed(outline([self._corners[cell] for cell in cells], self._points))

    def _closed(self, polygons: Iterable[Sequence[Point]]) -> str:
        return " ".join(self._svg.path(polygon, is_closed=True) for polygon in polygons)

    def _write(self, text: str, cells: Sequence[Cell]) -> None:
        """Write the label of a tile on each of its connected parts."""
        if not text:
            return
        size = self._unit * min(0.5, 0.5 * CHARACTERS / len(text))
        for part in parts(beside(cells, self._lattice)):
            self._svg.write("labels", self._middle(part), text, size, fill=INK)

    def _middle(self, cells: Iterable[Cell]) -> Point:
        """Return the middle of the cell that is nearest to the middle of all."""
        middles = [_mean([self._points[corner] for corner in self._corners[c]]) for c in cells]
        x, y = _mean(middles)
        return min(middles, key=lambda point: (point[0] - x) ** 2 + (point[1] - y) ** 2)


def _mean(points: list[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
