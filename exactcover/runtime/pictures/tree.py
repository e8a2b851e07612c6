"""The picture of any search tree: the root on the left, one row for each leaf."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from exactcover.runtime.pictures.colours import EMPTY, INK, PALETTE

if TYPE_CHECKING:
    from exactcover.runtime.pictures.svg import Svg


class Outcome(Enum):
    """The result of the search at a node."""

    BRANCH = "branch"
    """It chose an item, and tries its options in the nodes below."""
    SOLUTION = "solution"
    """All items are covered."""
    DEAD_END = "dead end"
    """An item has no option left."""
    CUT = "cut"
    """The search stopped at the limit, and did not try some options of the node above."""


ROW = 34
SIZE = 13
LETTER = 7.2
"""The width of a letter of this size."""
HEIGHT = 24
"""The height of a node."""
GAP = 18
"""The width of the lines between two nodes, without the name of the option."""
MARGIN = 10
FILLS = {
    Outcome.BRANCH: PALETTE[1],
    Outcome.SOLUTION: PALETTE[3],
    Outcome.DEAD_END: PALETTE[2],
    Outcome.CUT: EMPTY,
}


class DrawnNode(NamedTuple):
    """A node as it is drawn.

    Attributes
    ----------
    parent
        The place of the node above, which stands before it; None at the root.
    name
        The text on the line that leads to it.
    text
        The text in it.
    outcome
        What the search found there.
    """

    parent: int | None
    name: str
    text: str
    outcome: Outcome


def draw_nodes(nodes: Sequence[DrawnNode], notes: Sequence[str], title: str) -> str:
    """Return the picture of a tree as SVG, with lines of notes below it."""
    return _Drawing(nodes, notes, title).text()


class _Drawing:
    def __init__(self, nodes: Sequence[DrawnNode], notes: Sequence[str], title: str) -> None:
        self._nodes, self._notes, self._title = nodes, notes, title
        self._texts = [node.text for node in nodes]
        self._names = [node.name for node in nodes]
        self._below: list[list[int]] = [[] for _ in nodes]
        self._depth: list[int] = []
        for place, node in enumerate(nodes):
            self._depth.append(0 if node.parent is None else self._depth[node.parent] + 1)
            if node.parent is not None:
                self._below[node.parent].append(place)
        self._y = self._rows()
        self._left = self._columns()

    def text(self) -> str:
        """Return the SVG."""
        from exactcover.runtime.pictures.svg import Svg

        notes = self._notes
        rights = [self._left[d] + _width(t) for d, t in zip(self._depth, self._texts, strict=True)]
        width = max(*rights, *(LETTER * len(note) for note in notes))
        foot = max(self._y) + HEIGHT / 2
        height = foot + (len(notes) + 0.5) * 1.5 * SIZE + HEIGHT / 2
        box = (-MARGIN, -HEIGHT / 2 - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN)
        svg = Svg(box, ("edges", "nodes", "names", "notes"), self._title)
        self._draw_edges(svg)
        self._draw_nodes(svg)
        for number, note in enumerate(notes):
            point = 0, foot + (number + 1) * 1.5 * SIZE
            svg.write("notes", point, note, SIZE, fill=INK, text_anchor="start")
        return svg.text()

    def _rows(self) -> list[float]:
        """Return the height of each node: a leaf has a row, other nodes are between theirs."""
        y = [0.0] * len(self._below)
        n_leaves, todo = 0, [0]
        while todo:
            place = todo.pop()
            if not self._below[place]:
                y[place] = n_leaves * ROW
                n_leaves += 1
            todo += reversed(self._below[place])
        for place in reversed(range(len(y))):  # a node stands before those below it
            if below := self._below[place]:
                y[place] = (y[below[0]] + y[below[-1]]) / 2
        return y

    def _columns(self) -> list[float]:
        """Return the left edge of the nodes of each depth."""
        n = max(self._depth) + 1
        wide, named = [0.0] * n, [0.0] * n
        for depth, text, name in zip(self._depth, self._texts, self._names, strict=True):
            wide[depth] = max(wide[depth], _width(text))
            named[depth] = max(named[depth], LETTER * len(name))
        steps = (wide[k] + named[k + 1] + 2 * GAP for k in range(n - 1))
        return list(accumulate(steps, initial=0.0))

    def _draw_edges(self, svg: Svg) -> None:
        """Draw the lines from each node to those below it, with the options on them."""
        group = svg.group(svg.layer("edges"), fill="none", stroke=INK, stroke_width=1.2)
        for place, below in enumerate(self._below):
            begin = self._left[self._depth[place]] + _width(self._texts[place])
            for child in below:
                end, trunk = self._left[self._depth[child]], begin + GAP / 2
                y = self._y[child]
                path = f"M{begin:g} {self._y[place]:g}H{trunk:g}V{y:g}H{end:g}"
                look = {"stroke_dasharray": "4 3"} if not self._names[child] else {}
                svg.add_to(group, "path", d=path, **look)
                if self._names[child]:
                    point = end - GAP / 2, y - 0.65 * SIZE
                    name = self._names[child]
                    svg.write("names", point, name, SIZE, fill=INK, text_anchor="end")

    def _draw_nodes(self, svg: Svg) -> None:
        for place, node in enumerate(self._nodes):
            x, y, text = self._left[self._depth[place]], self._y[place], self._texts[place]
            width = _width(text)
            corner = {"x": x, "y": y - HEIGHT / 2}
            radius = {"rx": 3 if node.outcome is Outcome.DEAD_END else HEIGHT / 2}
            look = {"fill": FILLS[node.outcome], "stroke": INK}
            svg.add("nodes", "rect", width=width, height=HEIGHT, **corner, **radius, **look)
            svg.write("nodes", (x + width / 2, y), text, SIZE, fill=INK)


def _width(text: str) -> float:
    return LETTER * len(text) + 14
