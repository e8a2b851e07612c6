"""The names of techniques as people write them."""

from __future__ import annotations

import re

__all__ = ["title"]

_TITLES = {
    "aic": "Alternating inference chain",
    "als_xy_chain": "ALS-XY-chain",
    "als_xy_wing": "ALS-XY-wing",
    "als_xz": "ALS-XZ",
    "bug_plus_one": "BUG+1",
    "grouped_aic": "Grouped alternating inference chain",
    "medusa_3d": "3D Medusa",
    "medusa_dual": "Dual Medusa",
    "multi_colours_1": "Multi-colouring, type 1",
    "multi_colours_2": "Multi-colouring, type 2",
    "sue_de_coq": "Sue de Coq",
}
_LETTERS = re.compile(r"\b(x|xy|xyz|w)[ ](wing|chain)\b")
_TYPE = re.compile(r" (\d)$")


def title(name: str) -> str:
    """Return a technique's name in words.

    Examples
    --------
    >>> [title(name) for name in ("hidden_single", "finned_x_wing", "unique_rectangle_3")]
    ['Hidden single', 'Finned X-wing', 'Unique rectangle, type 3']
    """
    if name in _TITLES:
        return _TITLES[name]
    spaced = name.replace("_", " ")
    spaced = spaced[0].upper() + spaced[1:]
    spaced = _LETTERS.sub(lambda found: f"{found[1].upper()}-{found[2]}", spaced)
    spaced = re.sub(
        r"^(X|XY|XYZ|W|Xy|Xyz) (wing|chain)", lambda f: f"{f[1].upper()}-{f[2]}", spaced
    )
    return _TYPE.sub(r", type \1", spaced)
