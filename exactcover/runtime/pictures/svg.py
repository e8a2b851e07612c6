"""Writing of SVG: elements in layers, from the bottom to the top."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TypeAlias
from xml.etree import ElementTree

from exactcover.runtime.texts import well_formed

Point: TypeAlias = tuple[float, float]
"""A place in the plane: x to the right, y down."""
FONT = "Lato, Helvetica, Arial, sans-serif"


class Svg:
    """An SVG image in the making.

    Parameters
    ----------
    box
        The part of the plane that is shown: the left and upper edge, the width and the height.
    layers
        The names of the layers, from the bottom to the top.
    title
        The title of the image, for readers who cannot see it.

    Examples
    --------
    >>> image = Svg((0, 0, 10, 10), ["cells"])
    >>> square = image.add("cells", "rect", x=0, y=0, width=10, height=2.50, stroke_width=1)
    >>> '<rect x="0" y="0" width="10" height="2.5" stroke-width="1" />' in image.text()
    True
    """

    def __init__(
        self, box: tuple[float, float, float, float], layers: Iterable[str], title: str = ""
    ) -> None:
        left, top, width, height = box
        self._root = ElementTree.Element(
            "svg",
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "width": number_text(width),
                "height": number_text(height),
                "viewBox": " ".join(map(number_text, box)),
                "font-family": FONT,
                "text-anchor": "middle",
            },
        )
        if title:
            ElementTree.SubElement(self._root, "title").text = title
        self.add_to(self._root, "rect", x=left, y=top, width=width, height=height, fill="white")
        self._layers = {name: self.group(self._root, **{"class": name}) for name in layers}

    def text(self) -> str:
        """Return the image as SVG, without empty layers."""
        for name, layer in list(self._layers.items()):
            if not len(layer):
                self._root.remove(layer)
                del self._layers[name]
        return well_formed(ElementTree.tostring(self._root, encoding="unicode"))

    def layer(self, name: str) -> ElementTree.Element:
        """Return the group of a layer."""
        return self._layers[name]

    def group(self, parent: ElementTree.Element, **attributes: object) -> ElementTree.Element:
        """Add a group; its attributes hold for all elements in it."""
        return self.add_to(parent, "g", **attributes)

    def add(self, layer: str, tag: str, **attributes: object) -> ElementTree.Element:
        """Add an element to a layer; an underscore in the name of an attribute becomes a hyphen."""
        return self.add_to(self._layers[layer], tag, **attributes)

    def add_to(
        self, parent: ElementTree.Element, tag: str, **attributes: object
    ) -> ElementTree.Element:
        """Add an element to another one."""
        named = {name.replace("_", "-"): number_text(value) for name, value in attributes.items()}
        return ElementTree.SubElement(parent, tag, named)

    def write(
        self, layer: str, point: Point, text: str, size: float, **attributes: object
    ) -> ElementTree.Element:
        """Add a text that is centred at a point; the size is its font size."""
        x, y = point
        attributes = {"font_size": size, **attributes}
        element = self.add(layer, "text", x=x, y=y + 0.36 * size, **attributes)
        element.text = text
        return element

    def path(self, points: Sequence[Point], *, is_closed: bool = False) -> str:
        """Return the path through some points."""
        flat = [number_text(number) for number in chain.from_iterable(points)]
        pairs = " L".join(f"{x} {y}" for x, y in zip(flat[::2], flat[1::2], strict=True))
        return f"M{pairs}" + " Z" * is_closed


def number_text(value: object) -> str:
    """Return a number as SVG writes it, with at most two decimals; anything else as its text."""
    return f"{round(value, 2):g}" if isinstance(value, float) else str(value)
