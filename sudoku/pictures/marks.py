"""The marks that can be drawn on a board, as data.

Cells are numbers of the board's cells; colours are CSS names or ``#rrggbb``. Sizes are given in
hundredths of a cell.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, TypeVar

from sudoku.geometry.shape import Cells
from sudoku.pictures.colours import BLUE, DARK_GREY, GREEN, GREY, INK, PALE_GREY, RED

__all__ = [
    "LAYERS",
    "Arrow",
    "Bar",
    "Cage",
    "Circle",
    "Corner",
    "Dot",
    "Greater",
    "Highlight",
    "Line",
    "Link",
    "Mark",
    "Outside",
    "Region",
    "Shade",
    "Square",
    "Strike",
    "Text",
    "Thermometer",
    "in_colour",
]

MarkType = TypeVar("MarkType", bound="Mark")

LAYERS = (
    "shades", "lines", "cells", "regions", "bulbs", "cages", "dots", "links", "candidates",
    "digits", "strikes",
)  # fmt: skip
"""The layers in drawing order: marks of a later layer are drawn over those of earlier ones."""


@dataclass(frozen=True)
class Mark:
    """Something drawn on cells.

    Parameters
    ----------
    cells
        The cells that the mark is drawn on; for a line, its cells in order.

    Examples
    --------
    >>> Line((0, 1, 2)).moved((7, 8, 9))
    Line(cells=(7, 8, 9), colour='#c8c8c8', width=16, is_closed=False)
    """

    cells: Cells

    layer: ClassVar[str] = "lines"
    is_on_edges: ClassVar[bool] = False
    """Whether the mark lies across edges of cells, so that candidates keep away from there."""

    @property
    def labelled(self) -> Cells:
        """The cells that have a text in their upper left corner."""
        return ()

    @property
    def framed(self) -> Cells:
        """The cells that have lines inside their edges."""
        return ()

    def moved(self: MarkType, cells: Cells) -> MarkType:
        """Return the mark with each cell k replaced by ``cells[k]``."""
        return replace(self, cells=tuple(cells[cell] for cell in self.cells))


@dataclass(frozen=True)
class Shade(Mark):
    """Cells with a coloured background.

    Parameters
    ----------
    group
        The number of the group of cells, from 1, which has a colour and a pattern of its own; 0 for
        cells of no group, which have the colour alone.
    """

    colour: str = PALE_GREY
    group: int = 0

    layer = "shades"


@dataclass(frozen=True)
class Circle(Mark):
    """A circle in each cell; if `fill` is "none", only its outline is drawn."""

    fill: str = GREY
    stroke: str = "none"
    size: int = 80


@dataclass(frozen=True)
class Square(Mark):
    """A square in each cell."""

    fill: str = GREY
    stroke: str = "none"
    size: int = 76


@dataclass(frozen=True)
class Line(Mark):
    """A line through the middles of cells; a closed one returns from the last cell to the first."""

    colour: str = GREY
    width: int = 16
    is_closed: bool = False


@dataclass(frozen=True)
class Thermometer(Mark):
    """A thick line with a bulb on its first cell; hollow if the digits need not rise strictly."""

    colour: str = GREY
    is_hollow: bool = False


@dataclass(frozen=True)
class Arrow(Mark):
    """A thin line with a head at its last cell, and an outline around its first `bulb` cells."""

    colour: str = DARK_GREY
    bulb: int = 0


@dataclass(frozen=True)
class Region(Mark):
    """A heavy line around the cells, as around a box."""

    colour: str = INK
    width: int = 5

    layer = "regions"


@dataclass(frozen=True)
class Cage(Mark):
    """A dashed line inside the edge of the cells, and a label in their first one."""

    label: str = ""
    colour: str = INK
    is_dashed: bool = True

    layer = "cages"

    @property
    def labelled(self) -> Cells:
        """The first cell, if there is a label."""
        return (min(self.cells),) if self.label else ()

    @property
    def framed(self) -> Cells:
        """All cells."""
        return self.cells


@dataclass(frozen=True)
class Corner(Mark):
    """A small text in the upper left corner of each cell."""

    text: str
    colour: str = INK

    layer = "cages"

    @property
    def labelled(self) -> Cells:
        """All cells."""
        return self.cells


@dataclass(frozen=True)
class Dot(Mark):
    """A disc with a text, in the middle of some cells: on the edge of two or the corner of four.

    The text may have several lines. With size 0 there is no disc.
    """

    text: str = ""
    fill: str = "white"
    stroke: str = INK
    size: int = 30

    layer = "dots"
    is_on_edges = True

    @property
    def text_colour(self) -> str:
        """A colour that can be read on the disc."""
        return "white" if self.fill in ("black", INK) else INK


@dataclass(frozen=True)
class Bar(Mark):
    """A bar on the edge that two cells share."""

    fill: str = "white"
    stroke: str = INK

    layer = "dots"
    is_on_edges = True


@dataclass(frozen=True)
class Greater(Mark):
    """A wedge on the edge of two cells; it opens towards the first cell, which is greater."""

    colour: str = INK

    layer = "dots"
    is_on_edges = True


@dataclass(frozen=True)
class Text(Mark):
    """A text in the middle of each cell."""

    text: str
    colour: str = INK
    size: int = 60

    layer = "digits"


@dataclass(frozen=True)
class Outside(Mark):
    """A text outside the board, beside the first of the cells that it is about.

    Parameters
    ----------
    way
        The direction from the text along its cells, as rows down and columns to the right: (1, 0)
        for a text above a column, (0, -1) for one at the right end of a row, (1, 1) for a diagonal.
    """

    text: str
    way: tuple[int, int]
    colour: str = INK
    has_arrow: bool = False

    layer = "digits"


@dataclass(frozen=True)
class Highlight(Mark):
    """A disc behind a candidate of each of the cells."""

    digit: int
    colour: str = GREEN

    layer = "candidates"


@dataclass(frozen=True)
class Strike(Mark):
    """A candidate of each of the cells, crossed out."""

    digit: int
    colour: str = RED

    layer = "strikes"


@dataclass(frozen=True)
class Link(Mark):
    """A strong or a weak link from candidates of one digit to candidates of another or the same.

    Parameters
    ----------
    cells, digit
        The candidates at which the link starts.
    to_cells, to_digit
        The candidates at which it ends.
    """

    digit: int
    to_cells: Cells
    to_digit: int
    is_strong: bool = True
    colour: str = BLUE

    layer = "links"

    def moved(self, cells: Cells) -> Link:
        """Return the link with each cell k replaced by ``cells[k]``."""
        there = replace(self, to_cells=tuple(cells[cell] for cell in self.to_cells))
        return replace(there, cells=tuple(cells[cell] for cell in self.cells))


def in_colour(mark: MarkType, colour: str) -> MarkType:
    """Return a mark with its lines and texts in another colour.

    A text between cells gets a disc with an outline of the colour.

    Examples
    --------
    >>> in_colour(Line((0, 1)), "red").colour, in_colour(Dot((0, 1), "X", size=0), "red").stroke
    ('red', 'red')
    """
    names = {field.name for field in fields(mark)}
    changes: dict[str, Any] = {"stroke" if "stroke" in names else "colour": colour}
    if isinstance(mark, Dot):
        changes["size"] = mark.size or 30
    return replace(mark, **changes)
