"""The ratings ER, EP and ED of the original Sudoku Explainer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from sudoku.ratings.explainer.walk import Finder, shared
from sudoku.ratings.se import STEPS, SudokuExplainer

ADDED = (
    "two_strong_links", "three_strong_links", "four_strong_links", "xy_wing", "wxyz_wing",
    "vwxyz_wing", "uvwxyz_wing",
)  # fmt: skip
"""The steps that SukakuExplainer added or extended."""
WINGS: dict[str, Finder] = {"xy_wing": shared("xy_wing", 42), "xyz_wing": shared("xyz_wing", 44)}
"""The wings of the original."""


def _steps() -> dict[str, Finder]:
    """Return the kinds of steps in the original's order: the wings come after hidden triples."""
    kept = {name: find for name, find in STEPS.items() if name not in ADDED}
    names = list(kept)
    place = names.index("hidden_triple") + 1
    order = (*names[:place], *WINGS, *names[place:])
    return {name: (kept | WINGS)[name] for name in order}


class Original(SudokuExplainer):
    """The ratings of Sudoku Explainer 1.2.1, from which most ratings in forums are.

    It knows neither chains of strong links of one digit nor wings of more than three cells, which
    SukakuExplainer (the scale "se") rates from 4.0 to 6.6. Puzzles that need one of these are rated
    by cycles and forcing chains here, from 6.5.

    References
    ----------
    N. Juillerat, Sudoku Explainer 1.2.1 (2009).
    """

    name = "se_original"
    summary = "Sudoku Explainer 1.2.1: ER/EP/ED by the original's steps, as in forums until 2019."
    steps: ClassVar[Mapping[str, Finder]] = _steps()
