"""Drawing the SVG elements of pictures into a PDF: as paths, and as text in an embedded font.

fpdf2 draws the outlines. It reads text in SVG only in its newest versions, and one element at a
time, which is slow for hundreds of pictures. So elements that look alike become one path here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.etree import ElementTree

from exactcover.runtime.extras import imported
from sudoku.booklets.layout import Box

if TYPE_CHECKING:
    from fpdf import FPDF

_GEOMETRY = frozenset(("x", "y", "cx", "cy", "r", "width", "height", "d"))
_INITIAL = MappingProxyType({"fill": "black", "stroke": "none", "stroke-width": "1"})


class _Leaf(NamedTuple):
    """An element that is drawn, with all attributes that hold for it."""

    tag: str
    geometry: Mapping[str, str]
    look: Mapping[str, str]
    text: str

    @property
    def kind(self) -> tuple[bool, Mapping[str, str]]:
        """Elements of one kind are drawn together."""
        return self.tag == "text", self.look


def needed(module: str) -> Any:
    """Return a module of the packages that PDF needs."""
    return imported(module, "PDF", "fpdf2 and font-lato", "pdf")


def draw_svg(pdf: FPDF, svg: str, box: Box, *, is_left: bool = False) -> Box:
    """Draw a picture as large as possible into a box, in the middle or at the left edge.

    Parameters
    ----------
    pdf
        The document; the picture is drawn on its page, its text in the font that is set.
    svg
        The picture, as `sudoku.pictures` writes it.
    box
        The place for the picture.
    is_left
        Whether it stands at the left edge.

    Returns
    -------
    Box
        The place that the picture takes.
    """
    root = ElementTree.fromstring(svg)
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    scale = min(box.width / width, box.height / height)
    taken = Box(
        box.x + (0 if is_left else (box.width - scale * width) / 2),
        box.y + (box.height - scale * height) / 2,
        scale * width,
        scale * height,
    )
    origin = taken.x - scale * left, taken.y - scale * top
    for (is_text, look), leaves in groupby(_leaves(root, _INITIAL), key=lambda leaf: leaf.kind):
        if is_text:
            _write(pdf, list(leaves), look, origin, scale)
        else:
            _draw(pdf, list(leaves), look, origin, scale)
    return taken


def _leaves(element: ElementTree.Element, inherited: Mapping[str, str]) -> Iterator[_Leaf]:
    """Yield the elements that are drawn, from the bottom to the top."""
    tag = element.tag.rpartition("}")[2]
    own = {name: value for name, value in element.attrib.items() if name != "class"}
    if tag in ("svg", "g"):
        attributes = {**inherited, **own}
        for child in element:
            yield from _leaves(child, attributes)
    elif tag != "title":
        geometry = {name: value for name, value in own.items() if name in _GEOMETRY}
        look = {name: value for name, value in own.items() if name not in _GEOMETRY}
        yield _Leaf(tag, geometry, {**inherited, **look}, element.text or "")


def _draw(
    pdf: FPDF,
    leaves: list[_Leaf],
    look: Mapping[str, str],
    origin: tuple[float, float],
    scale: float,
) -> None:
    """Draw shapes of one look as one path."""
    drawing, svg = needed("fpdf.drawing"), needed("fpdf.svg")
    path = drawing.PaintedPath()
    path.style.auto_close = False
    path.style.fill_color = _colour(look["fill"])
    path.style.stroke_color = _colour(look["stroke"])
    path.style.stroke_width = float(look["stroke-width"])
    path.style.stroke_cap_style = look.get("stroke-linecap", "butt")
    path.style.stroke_join_style = look.get("stroke-linejoin", "miter")
    dashes = look.get("stroke-dasharray", "none")
    path.style.stroke_dash_pattern = None if dashes == "none" else [*map(float, dashes.split())]
    for leaf in leaves:
        given = leaf.geometry
        if leaf.tag == "rect":
            path.rectangle(*(float(given[name]) for name in ("x", "y", "width", "height")))
        elif leaf.tag == "circle":
            path.circle(*(float(given[name]) for name in ("cx", "cy", "r")))
        elif leaf.tag == "path":
            svg.svg_path_converter(path, given["d"])
        else:
            raise TypeError(f"it is not known how to draw the element {leaf.tag!r} into a PDF")
    path.transform = drawing.Transform.scaling(scale).translate(*origin)
    pdf.draw_path(path, copy=False)


def _write(
    pdf: FPDF,
    leaves: list[_Leaf],
    look: Mapping[str, str],
    origin: tuple[float, float],
    scale: float,
) -> None:
    """Write texts of one look."""
    pdf.set_font_size(float(look["font-size"]) * scale * pdf.k)
    pdf.set_text_color(_colour(look["fill"]))
    share = {"start": 0.0, "middle": 0.5, "end": 1.0}[look["text-anchor"]]
    for leaf in leaves:
        x = origin[0] + scale * float(leaf.geometry["x"])
        y = origin[1] + scale * float(leaf.geometry["y"])
        pdf.text(x - share * pdf.get_string_width(leaf.text), y, leaf.text)


def _colour(name: str) -> Any:
    """Return a colour of a name or of digits; None for no colour."""
    if name == "none":
        return None
    return needed("fpdf.html").color_as_decimal(name)
