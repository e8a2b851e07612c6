"""`Matrix`: the picture of a problem as a table of its items and options."""

from __future__ import annotations

from dataclasses import dataclass
from xml.etree import ElementTree

from exactcover.problem.problem import Problem
from exactcover.runtime.formatting import short
from exactcover.runtime.pictures.colours import INK, PALE, PALETTE
from exactcover.runtime.pictures.image import Image
from exactcover.runtime.pictures.svg import Svg

ITEMS, OPTIONS = 30, 20
"""The most items and options that are shown."""
CELL = 22
SIZE = 13
"""The size of the text."""
LETTER = 7
"""The width of a letter of this size."""
MARGIN = 8


@dataclass(frozen=True, repr=False)
class Matrix(Image):
    """A picture of a problem: a column for each item, a row for each option.

    Attributes
    ----------
    items
        The names of the items that are shown, the primary ones first.
    n_primary
        How many of them are primary.
    options
        For each option that is shown its name and the items that it covers: their numbers in
        `items`, each with its colour or an empty text.
    n_more_items, n_more_options
        How many are not shown.
    title
        What the picture shows, in words.
    """

    items: tuple[str, ...]
    n_primary: int
    options: tuple[tuple[str, tuple[tuple[int, str], ...]], ...]
    n_more_items: int
    n_more_options: int
    title: str

    def __repr__(self) -> str:
        return f"<Matrix of {len(self.items)} items and {len(self.options)} options>"

    def to_svg(self) -> str:
        """Return the picture as SVG."""
        names = [name for name, _ in self.options]
        left = MARGIN + LETTER * max(map(len, names), default=0)
        top = MARGIN + LETTER * max(map(len, self.items), default=0)
        width, height = CELL * len(self.items), CELL * len(self.options)
        note = _more(self.n_more_options, "option") + _more(self.n_more_items, "item")
        least = LETTER * len(" and ".join(note))  # the width of the text below
        right = max(width + MARGIN, least - left)
        box = (-left - MARGIN, -top, left + MARGIN + right, top + height + MARGIN)
        svg = Svg(
            (*box[:3], box[3] + 2 * SIZE * bool(note)), ("grid", "cells", "names"), self.title
        )
        self._draw_grid(svg, width, height)
        self._draw_cells(svg)
        for column, item in enumerate(self.items):
            x, y = CELL * (column + 0.5), -MARGIN / 2
            _write(svg, (x, y), item, "start", transform=f"rotate(-90 {x:g} {y:g})")
        for row, name in enumerate(names):
            _write(svg, (-MARGIN / 2, CELL * (row + 0.5)), name, "end")
        if note:
            _write(svg, (-left, height + 1.2 * SIZE), " and ".join(note), "start")
        return svg.text()

    def _draw_grid(self, svg: Svg, width: float, height: float) -> None:
        """Draw the lines between all rows and columns, heavy ones around the primary items."""
        rows = "".join(f"M0 {CELL * k}h{width}" for k in range(len(self.options) + 1))
        columns = "".join(f"M{CELL * k} 0v{height}" for k in range(len(self.items) + 1))
        svg.add("grid", "path", d=rows + columns, fill="none", stroke=PALE, stroke_width=0.5)
        ends = {0, CELL * self.n_primary, width}
        for x in sorted(ends - ({width} if self.n_more_items else set())):
            svg.add("grid", "path", d=f"M{x} 0v{height}", stroke=INK, stroke_width=1.5)

    def _draw_cells(self, svg: Svg) -> None:
        """Draw a square where an option covers an item, with the colour or the units in it."""
        layer = svg.layer("cells")
        groups = [svg.group(layer, fill=colour, stroke=INK) for colour in PALETTE[:2]]
        for row, (_, members) in enumerate(self.options):
            for column, colour in members:
                x, y = CELL * column + 2, CELL * row + 2
                group = groups[column >= self.n_primary]
                svg.add_to(group, "rect", x=x, y=y, width=CELL - 4, height=CELL - 4, rx=3)
                if colour:
                    middle = x + CELL / 2 - 2, y + CELL / 2 - 2
                    size = SIZE if len(colour) == 1 else 0.7 * SIZE
                    svg.write("names", middle, colour, size, fill=INK)


def matrix_of(problem: Problem) -> Matrix:
    """Return the picture of a problem; of a large one it shows the first items and options.

    Complexity: at most some milliseconds, whatever the size of the problem.

    Examples
    --------
    >>> matrix_of(Problem({"A": ["p", "q"], "B": ["r"]}))
    <Matrix of 3 items and 2 options>
    """
    n_items, n_options = min(problem.n_items, ITEMS), min(problem.n_options, OPTIONS)
    starts, members, colours = problem.incidence
    units = problem.multiplicities
    options = []
    for index in range(n_options):
        part = slice(starts[index], starts[index + 1])
        is_shown = members[part] < n_items
        shown = (array[part][is_shown].tolist() for array in (members, colours, units))
        label = None if problem.labels is None else problem.labels[index]
        name = f"{index}" if label is None else short(label)
        triples = zip(*shown, strict=True)
        options.append((name, tuple((i, _content(problem, k, n)) for i, k, n in triples)))
    return Matrix(
        tuple(map(short, problem.items[:n_items])),
        min(problem.n_primary, n_items),
        tuple(options),
        problem.n_items - n_items,
        problem.n_options - n_options,
        repr(problem)[1:-1],
    )


def _content(problem: Problem, colour: int, units: int) -> str:
    """Return what a cell shows: a colour, or a number of units."""
    if colour:
        return short(problem.colour_names[colour - 1], 3)
    return short(units, 3) if units > 1 else ""


def _more(number: int, word: str) -> list[str]:
    return [f"{number:,} more {word}{'s' * (number > 1)}"] if number else []


def _write(
    svg: Svg, point: tuple[float, float], text: str, anchor: str, **attributes: object
) -> ElementTree.Element:
    """Write a text that begins or ends at a point."""
    return svg.write("names", point, text, SIZE, fill=INK, text_anchor=anchor, **attributes)
