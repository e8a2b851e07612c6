"""The base class of all pictures: SVG, PNG, files and notebooks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any

from exactcover.runtime.errors import ProblemError
from exactcover.runtime.extras import imported
from exactcover.runtime.files import replacing

ZOOM = 2
"""The pixels for a unit of the SVG if no width is given."""


class Image(ABC):
    """A picture that can be written as SVG, and as PNG with the extra ``png``."""

    __slots__ = ()

    @abstractmethod
    def to_svg(self) -> str:
        """Return the picture as SVG."""

    def to_png(self, width: int | None = None) -> bytes:
        """Return the picture as PNG, `width` pixels wide; by default twice as large as the SVG.

        Raises
        ------
        MissingExtraError
            If the extra ``png`` is not installed.
        """
        return _png(self.to_svg(), width)

    def save(self, path: str | Path) -> None:
        """Write the picture to a file whose name ends with .svg or .png, completely or not at all.

        Raises
        ------
        ProblemError
            If the name ends with something else.
        MissingExtraError
            If the name ends with .png and the extra ``png`` is not installed.
        """
        path = check_name(path)
        data = self.to_png() if path.suffix == ".png" else self.to_svg().encode()
        with replacing(path) as file:
            file.write(data)

    def _repr_svg_(self) -> str:
        """Show the picture in a notebook."""
        return self.to_svg()


def check_name(path: str | Path) -> Path:
    """Return the path of a picture after checking how its name ends.

    Raises
    ------
    ProblemError
        If the name does not end with .svg or .png.
    """
    path = Path(path)
    if path.suffix not in (".svg", ".png"):
        raise ProblemError(f"{path.name}: pictures are .svg or .png")
    return path


def _png(svg: str, width: int | None) -> bytes:
    """Return an SVG text as PNG, by resvg: it needs no system libraries and no system fonts.

    The bytes are the same on every machine with the same packages.

    Raises
    ------
    MissingExtraError
        If the packages of the extra ``png`` are not installed.
    """
    resvg = _imported("resvg_py")
    fonts = [_imported("font_lato").font_files["Lato"]]
    size = {"zoom": ZOOM} if width is None else {"width": width}
    return bytes(
        resvg.svg_to_bytes(
            svg_string=svg,
            skip_system_fonts=True,
            font_files=fonts,
            font_family="Lato",
            sans_serif_family="Lato",
            **size,
        )
    )


def _imported(module: str) -> Any:
    return imported(module, "PNG", "resvg-py and font-lato", "png")
