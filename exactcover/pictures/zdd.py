"""`DecisionDiagram`: the picture of a diagram (ZDD) in layers."""

from __future__ import annotations

from dataclasses import dataclass

from exactcover.diagrams.base import ALL, NONE
from exactcover.diagrams.diagram import Diagram
from exactcover.pictures.layers import Layout, layered
from exactcover.pictures.words import name_of
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.formatting import format_whole
from exactcover.runtime.pictures.colours import INK, PALETTE
from exactcover.runtime.pictures.image import Image
from exactcover.runtime.pictures.svg import Point, Svg

MOST_NODES = 60
"""Diagrams with more nodes are not drawn: nobody could read the picture."""
ROW = 58
"""The distance between two layers."""
SIZE = 13
LETTER = 7
HEIGHT = 26
"""The height of a node."""
MARGIN = 10
FOOT = 24
"""The height of the line below that explains the lines."""
WIDTH = 330
"""The width of that line."""


@dataclass(frozen=True, repr=False)
class DecisionDiagram(Image):
    """A picture of a decision diagram.

    Attributes
    ----------
    root
        The number of the first node; 0 if there is no solution.
    nodes
        For each node its number, the name of its option, and the nodes of the solutions without
        and with this option. Node 0 means that there are none, and node 1 that nothing else is
        needed.
    title
        What the picture shows, in words.
    """

    root: int
    nodes: tuple[tuple[int, str, int, int], ...]
    title: str = ""

    def __repr__(self) -> str:
        return f"<DecisionDiagram of {len(self.nodes)} nodes>"

    def to_svg(self) -> str:
        """Return the picture as SVG.

        A node is a box with an option. The full line leads to the solutions with it, the dashed
        line to those without it. Lines to the node without solutions are left out.
        """
        names = {number: name for number, name, _, _ in self.nodes}
        names |= {ALL: "solution"} if self.root != NONE else {NONE: "no solution"}
        edges = [
            (number, child)
            for number, _, lo, hi in self.nodes
            for child in (lo, hi)
            if child != NONE
        ]
        layout = layered(self._layers(), edges)
        column = LETTER * max(map(len, names.values())) + 24
        places = {node: _point(place, column) for node, place in layout.places.items()}
        width = max(x for x, _ in places.values()) + column
        height = max(y for _, y in places.values()) + HEIGHT
        left, top = -column / 2 - MARGIN, -HEIGHT / 2 - MARGIN
        if edges:
            left -= max(0, WIDTH - width) / 2
            width, height = max(width, WIDTH), height + FOOT
        box = (left, top, width + 2 * MARGIN, height + 2 * MARGIN)
        svg = Svg(box, ("edges", "nodes", "names"), self.title)
        self._draw_edges(svg, layout, places, column)
        for node, (x, y) in places.items():
            wide = LETTER * len(names[node]) + 16
            colour = PALETTE[1] if node > ALL else PALETTE[3]
            look = {"rx": HEIGHT / 2 if node > ALL else 3, "fill": colour, "stroke": INK}
            corner = {"x": x - wide / 2, "y": y - HEIGHT / 2}
            svg.add("nodes", "rect", width=wide, height=HEIGHT, **corner, **look)
            svg.write("names", (x, y), names[node], SIZE, fill=INK)
        if edges:
            words = "full line: with the option; dashed line: without it"
            foot = left + MARGIN, top + height + MARGIN
            svg.write("names", foot, words, SIZE, fill=INK, text_anchor="start")
        return svg.text()

    def _layers(self) -> dict[int, int]:
        """Return the layer of each node: the length of the longest path from the root."""
        layers = {self.root: 0}
        for number, _, lo, hi in reversed(self.nodes):  # children have smaller numbers
            for child in (lo, hi):
                if child != NONE:
                    layers[child] = max(layers.get(child, 0), layers[number] + 1)
        return layers

    def _draw_edges(
        self, svg: Svg, layout: Layout, places: dict[int, Point], column: float
    ) -> None:
        """Draw the lines between the nodes; two lines between the same nodes are apart."""
        bends = iter(layout.bends)
        looks = {"fill": "none", "stroke": INK, "stroke_width": 1.5}
        full = svg.group(svg.layer("edges"), **looks)
        dashed = svg.group(svg.layer("edges"), stroke_dasharray="5 4", **looks)
        for number, _, lo, hi in self.nodes:
            for child, group, side in ((lo, dashed, -1), (hi, full, 1)):
                if child != NONE:
                    aside = 7 * side if lo == hi else 0
                    bent = [_point(bend, column) for bend in next(bends)]
                    points = [places[number], *bent, places[child]]
                    svg.add_to(group, "path", d=_curve([(x + aside, y) for x, y in points]))


def zdd_image(diagram: Diagram) -> DecisionDiagram:
    """Return the picture of a diagram.

    Raises
    ------
    ProblemError
        If it has more than `MOST_NODES` nodes.

    Examples
    --------
    >>> from exactcover import Problem
    >>> zdd_image(Problem({"A": ["p"], "B": ["q"], "C": ["p", "q"]}).diagram())
    <DecisionDiagram of 3 nodes>
    """
    if diagram.size > MOST_NODES:
        raise ProblemError(
            f"the diagram has {diagram.size} nodes; only those with at most {MOST_NODES} are drawn"
        )
    option, lo, hi = (array[2:].tolist() for array in diagram._nodes)
    names = [name_of(diagram.problem._option(index)) for index in option]
    nodes = zip(range(2, len(names) + 2), names, lo, hi, strict=True)
    number = format_whole(diagram.count(), ",")
    return DecisionDiagram(diagram.root, tuple(nodes), f"The diagram of {number} solutions")


def _point(place: tuple[float, int], column: float) -> Point:
    return place[0] * column, float(place[1] * ROW)


def _curve(points: list[Point]) -> str:
    """Return a smooth path through some points, which is vertical at each."""
    (x, y), *others = points
    path = f"M{x:g} {y:g}"
    for end_x, end_y in others:
        half = (y + end_y) / 2
        path += f" C{x:g} {half:g} {end_x:g} {half:g} {end_x:g} {end_y:g}"
        x, y = end_x, end_y
    return path
