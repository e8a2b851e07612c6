"""The colours of digits and marks: thermometers, lines, circles, shades, links and the rest."""

INK = "#222222"
"""Clues, the lines of regions, and signs between cells."""

GREY = "#c8c8c8"
"""Thermometers, lines, circles and squares, unless their rule has a colour of its own."""

DARK_GREY = "#8a8a8a"
"""Arrows, and the outlines of circles."""

PALE_GREY = "#e4e4e4"
"""Shaded cells."""

GROUPS = (
    ("#dce9f7", "#9dbfe3"),
    ("#fce6cc", "#e5b071"),
    ("#dff0dc", "#97c98f"),
    ("#eddff4", "#bf97d3"),
    ("#f7f1c4", "#d0c05f"),
    ("#e6e6e6", "#a9a9a9"),
)
"""The colours of groups of cells, and of the pattern on each. A group without a pattern of its own
would not be told apart where a page is printed in grey."""

BLUE = "#2060c0"
"""Digits that were placed, and links."""

CANDIDATE = "#303030"
"""The candidates of a cell."""

GREEN = "#9fd59f"
"""Discs behind candidates."""

RED = "#d02020"
"""Candidates that are crossed out."""
