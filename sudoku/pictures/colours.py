"""The colours of digits and marks: thermometers, lines, circles, shades, links and the rest."""

__all__ = ["BLUE", "DARK_GREY", "GREEN", "GREY", "INK", "PALE_GREY", "RED"]

INK = "#222222"
"""Clues, the lines of regions, and signs between cells."""

GREY = "#c8c8c8"
"""Thermometers, lines, circles and squares, unless their rule has a colour of its own."""

DARK_GREY = "#8a8a8a"
"""Arrows, and the outlines of circles."""

PALE_GREY = "#e4e4e4"
"""Shaded cells."""

BLUE = "#2060c0"
"""Digits that were placed, and links."""

GREEN = "#9fd59f"
"""Discs behind candidates."""

RED = "#d02020"
"""Candidates that are crossed out."""
