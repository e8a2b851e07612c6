"""The registry of scales of difficulty."""

from __future__ import annotations

from functools import cache

from exactcover.runtime.registry import Registry
from sudoku.errors import RuleError
from sudoku.ratings.rating import Rating, Scale

__all__ = ["AUTOMATIC", "SCALES", "Rating", "Scale", "scale"]

AUTOMATIC = "auto"
"""The name that stands for a scale that fits the puzzle; it is no scale of its own."""

SCALES: Registry[type[Scale]] = Registry(
    "scale",
    "sudoku.scales",
    {
        "bergman": "sudoku.ratings.bergman:Bergman",
        "morgans": "sudoku.ratings.morgans:Morgans",
        "warner": "sudoku.ratings.warner:Warner",
        "se": "sudoku.ratings.se:SudokuExplainer",
        "se_without_uniqueness": "sudoku.ratings.se:WithoutUniqueness",
        "se_original": "sudoku.ratings.se_original:Original",
        "hodoku": "sudoku.ratings.hodoku:Hodoku",
        "qqwing": "sudoku.ratings.qqwing:QQWing",
        "rounds": "sudoku.ratings.rounds:Rounds",
        "variants": "sudoku.ratings.variants:Variants",
    },
    RuleError,
)
"""Name -> class. Other packages add theirs by `register`, or by an entry point."""


def scale(name: str) -> Scale:
    """Return the scale of a name; `AUTOMATIC` chooses one for each puzzle.

    Raises
    ------
    RuleError
        If there is no scale of this name.

    Examples
    --------
    >>> scale("bergman").levels
    ('easy', 'medium', 'hard', 'expert')
    """
    return _automatic() if name == AUTOMATIC else _made(SCALES.find(name))


@cache
def _automatic() -> Scale:
    """Make the one instance of the choice of a scale."""
    from sudoku.ratings.automatic import Automatic

    return Automatic()


@cache
def _made(name: str) -> Scale:
    """Make the one instance of a scale."""
    return SCALES[name]()
