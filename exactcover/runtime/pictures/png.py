"""Conversion of SVG to PNG by resvg, which needs no system libraries and no system fonts."""

from __future__ import annotations

from typing import Any

from exactcover.runtime.extras import imported

__all__ = ["to_png"]

ZOOM = 2
"""The pixels for a unit of the SVG if no width is given."""


def to_png(svg: str, width: int | None = None) -> bytes:
    """Return the image of an SVG text; the same bytes on every machine with the same packages.

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
