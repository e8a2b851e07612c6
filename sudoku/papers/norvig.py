"""The 95 hard puzzles of P. Norvig, with which several papers measure."""

from __future__ import annotations

from importlib.resources import files

from sudoku.formats.text_reader import read_puzzles
from sudoku.puzzle.puzzle import Puzzle


def top95() -> list[Puzzle]:
    """Return the 95 hard puzzles of P. Norvig's "Solving every sudoku puzzle".

    Examples
    --------
    >>> len(top95())
    95
    """
    text = (files(__package__) / "top95.txt").read_text(encoding="utf-8")
    return [Puzzle(clues=grid) for _, grid in read_puzzles(text.splitlines())]
