"""The colours of pictures, which also people who see few colours can tell apart."""

from __future__ import annotations

INK = "#222222"
"""The colour of text and of heavy lines."""
PALE = "#9a9a9a"
"""The colour of thin lines, such as those between cells."""
EMPTY = "#ececec"
"""The colour of places that nothing covers."""
PALETTE = ("#6ccbe0", "#ffdb98", "#e78772", "#d0f0d5", "#b898fd", "#5f9d98", "#d9a74c")
"""Colours of areas, light enough for text in `INK`.

Any two are at least 20 apart in CIELAB for normal sight and for each of the three kinds of colour
blindness; 2 is the smallest difference that can be seen. The first ones differ most.
"""


def fill(number: int) -> str:
    """Return the colour of an area: those of `PALETTE`, then lighter shades of them.

    Parameters
    ----------
    number
        The number of the colour, from 0.

    Examples
    --------
    >>> fill(0) == PALETTE[0], fill(7)
    (True, '#a3deec')
    """
    shade, place = divmod(number, len(PALETTE))
    return blend(PALETTE[place], "#ffffff", 1 - 0.625**shade)


def blend(colour: str, other: str, part: float) -> str:
    """Return a mixture of two colours.

    Parameters
    ----------
    colour, other
        Two colours, such as ``"#6ccbe0"``.
    part
        The part of the second colour, from 0 to 1.

    Examples
    --------
    >>> blend("#000000", "#ffffff", 0.25)
    '#404040'
    """
    pairs = zip(bytes.fromhex(colour[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + bytes(round(one + part * (two - one)) for one, two in pairs).hex()
