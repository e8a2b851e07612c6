"""The palette: colours that differ for all readers, and on which dark text is readable."""

from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from exactcover.runtime.pictures.colours import EMPTY, INK, PALETTE, blend, fill

SIGHTS = {
    "normal": np.eye(3),
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
"""What becomes of linear RGB.

G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A physiologically-based model for simulation of
color vision deficiency", IEEE Transactions on Visualization and Computer Graphics 15 (2009).
"""
XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
"""From linear sRGB to CIE XYZ."""


def linear(colour: str) -> NDArray[np.float64]:
    """Return a colour as linear RGB."""
    parts = np.frombuffer(bytes.fromhex(colour[1:]), np.uint8) / 255
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def lab(colour: str, sight: str) -> NDArray[np.float64]:
    """Return a colour in CIELAB as people with some sight see it."""
    seen = np.clip(np.asarray(SIGHTS[sight]) @ linear(colour), 0, 1)
    ratio = XYZ @ seen / XYZ.sum(axis=1)
    x, y, z = np.where(ratio > 0.008856, np.cbrt(ratio), 7.787 * ratio + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("sight", SIGHTS)
def test_colours_differ_for_every_sight(sight: str) -> None:
    colours = [*PALETTE, INK]
    distances = [
        np.linalg.norm(lab(one, sight) - lab(two, sight)) for one, two in combinations(colours, 2)
    ]
    assert min(distances) >= 20


@pytest.mark.parametrize("colour", [*PALETTE, EMPTY])
def test_text_is_readable_on_every_colour(colour: str) -> None:
    """The contrast is at least 4.5, as WCAG 2.2 asks for."""
    background, text = (XYZ[1] @ linear(each) for each in (colour, INK))
    assert (background + 0.05) / (text + 0.05) >= 4.5


def test_colours_beyond_the_palette_differ() -> None:
    assert len({fill(number) for number in range(4 * len(PALETTE))}) == 4 * len(PALETTE)


def test_blend() -> None:
    assert blend("#102030", "#506070", 0) == "#102030"
    assert blend("#102030", "#506070", 1) == "#506070"
