"""All keys of f-puzzles data, and what happens to each: it is read, or left out for a reason.

Every other key is refused by its name: it may be a rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from sudoku.errors import TextError

_SOLVERS = "a setting of programs that solve the puzzle, for one request"
_LOOKS = "how it looks"
_COSMETIC = "decoration, which the app gives no meaning"
_SETTERS = "what the setter says about the puzzle, in prose"

READ: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "the puzzle": (
            *("size", "grid", "title", "author", "negative", "cage"),
            *("diagonal+", "diagonal-", "antiknight", "antiking", "disjointgroups"),
            *("nonconsecutive", "difference", "ratio", "xv", "even", "odd", "minimum", "maximum"),
            *("thermometer", "slowthermometer", "palindrome", "betweenline", "lockout", "renban"),
            *("nabner", "whispers", "germanwhispers", "dutchwhispers", "entropicline"),
            *("modularline", "doublearrow", "zipperline", "regionsumline", "arrow", "killercage"),
            *("littlekillersum", "extraregion", "clone", "quadruple", "sandwichsum", "xsum"),
            *("skyscraper", "rowindexer", "columnindexer", "boxindexer"),
        ),
        "a cell": (
            *("value", "given", "region", "parity", "givenPencilMarks"),
            *("centerPencilMarks", "candidates", "cornerPencilMarks"),
        ),
        "an entry": ("cell", "cells", "lines", "cloneCells", "value", "values", "direction"),
    }
)
"""Where a key stands -> the keys there that are read.

Of the key "cage", only digital roots such as DR5 say something. Corner marks are no candidates.
"""

LEFT_OUT: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "the puzzle": {
            "ruleset": _SETTERS,
            "comment": _SETTERS,
            "successMessage": _SETTERS,
            "solution": "the setter's solution, which follows from the rules",
            "highlightConflicts": "a setting of the app",
            "disabledlogic": _SOLVERS,
            "truecandidatesoptions": _SOLVERS,
            **dict.fromkeys(("line", "rectangle", "circle", "text", "cosmetic"), _COSMETIC),
        },
        "a cell": dict.fromkeys(("c", "cArray", "highlight", "highlightMark"), _LOOKS),
        "an entry": {
            **dict.fromkeys(("outlineC", "baseC", "fontC", "c", "color", "colorDark"), _LOOKS),
            **dict.fromkeys(("width", "height", "size", "angle", "lineWidth", "opacity"), _LOOKS),
            "fromConstraint": "which rule a cosmetic part belongs to",
            "isNewConstraint": "which rule a cosmetic part belongs to",
        },
    }
)
"""Where a key stands -> the keys there that are left out -> the reason."""

TABLES = tuple(READ)
"""The places where keys stand."""


def check_keys(place: str, keys: Iterable[str], what: str) -> None:
    """Raise a TextError that names all keys which are neither read nor left out.

    Examples
    --------
    >>> check_keys("a cell", ["value", "c"], "f-puzzles keys of a cell")
    >>> check_keys("a cell", ["fog"], "f-puzzles keys of a cell")
    Traceback (most recent call last):
    sudoku.errors.TextError: f-puzzles keys of a cell that are not supported: 'fog'
    """
    unknown = [key for key in keys if key not in READ[place] and key not in LEFT_OUT[place]]
    if unknown:
        raise TextError(f"{what} that are not supported: {', '.join(map(repr, unknown))}")


def table(place: str) -> list[tuple[str, str]]:
    """Return what happens to each key at a place, for the documentation.

    Examples
    --------
    >>> table("an entry")[0], table("a cell")[-1]
    (('cell', 'read'), ('highlightMark', 'left out: how it looks'))
    """
    read = [(key, "read") for key in READ[place]]
    return read + [(key, f"left out: {why}") for key, why in LEFT_OUT[place].items()]
