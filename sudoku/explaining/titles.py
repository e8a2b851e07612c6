"""The names of techniques as people write them."""

from __future__ import annotations

import re

from sudoku.geometry.shape import Shape
from sudoku.puzzle.puzzle import Puzzle

__all__ = ["heading", "title"]

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


def heading(puzzle: Puzzle) -> str:
    """Return a short name of a puzzle: its rules, its size and the number of its clues.

    Examples
    --------
    >>> from sudoku import Classic, Diagonal
    >>> heading(Puzzle(clues="1......2.3.....4")), heading(Puzzle(rules=[Classic(), Diagonal()]))
    ('Sudoku 4x4, 4 clues', 'Diagonal sudoku, no clues')
    """
    names = [rule.name.replace("_", " ") for rule in puzzle.rules if rule.name != "classic"]
    kind = "Sudoku" if len(names) != 1 else f"{names[0][0].upper()}{names[0][1:]} sudoku"
    shape = puzzle.shape
    size = "" if shape == Shape(3, 3) else f" {shape.height}x{shape.width}"
    rules = f" with the rules {', '.join(names)}" if len(names) > 1 else ""
    clues = f"{puzzle.n_clues or 'no'} clue{'s' * (puzzle.n_clues != 1)}"
    return f"{kind}{size}{rules}, {clues}"
