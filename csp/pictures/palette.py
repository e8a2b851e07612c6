"""The colours of the pictures of models."""

from __future__ import annotations

from colorsys import hls_to_rgb

__all__ = ["ACCENT", "FAINT", "GREY", "INK", "category", "shade"]

INK = "#222222"
GREY = "#6b6b6b"
FAINT = "#e4e4e4"
ACCENT = "#c0392b"

CATEGORIES = (
    *("#8fbde8", "#f7b774", "#94d3a2", "#ee9d9d", "#c4a9e2"),
    *("#e8d671", "#80d0cd", "#f2a7d0", "#bdb2a3", "#b6d66f"),
)
"""Colours that can be told apart, and on which dark text can be read."""
GOLDEN = 0.618034
"""Steps of this part of the colour circle give colours that are all different."""
LIGHT, DARK = (247, 251, 255), (107, 174, 214)
"""The ends of the scale for values."""


def category(number: int) -> str:
    """Return the colour of a category, counted from 0; no two are equal.

    Examples
    --------
    >>> category(0), category(10)
    ('#8fbde8', '#7ed7e0')
    """
    if number < len(CATEGORIES):
        return CATEGORIES[number]
    red, green, blue = hls_to_rgb(0.335 + number * GOLDEN % 1, 0.686, 0.61)
    return _hex(255 * red, 255 * green, 255 * blue)


def shade(part: float) -> str:
    """Return a colour of the scale from light (0) to dark (1).

    Examples
    --------
    >>> shade(0), shade(1)
    ('#f7fbff', '#6baed6')
    """
    return _hex(*(low + part * (high - low) for low, high in zip(LIGHT, DARK, strict=True)))


def _hex(*parts: float) -> str:
    return "#" + "".join(f"{round(part):02x}" for part in parts)
