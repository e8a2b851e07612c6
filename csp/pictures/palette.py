"""The colours of the pictures of models, beside those of `exactcover.runtime.pictures.colours`."""

from __future__ import annotations

from exactcover.runtime.pictures.colours import blend

GREY = "#6b6b6b"
FAINT = "#e4e4e4"
ACCENT = "#c0392b"

LIGHT, DARK = "#f7fbff", "#6baed6"
"""The ends of the scale for values."""


def shade(part: float) -> str:
    """Return a colour of the scale from light (0) to dark (1).

    Examples
    --------
    >>> shade(0), shade(1)
    ('#f7fbff', '#6baed6')
    """
    return blend(LIGHT, DARK, part)
