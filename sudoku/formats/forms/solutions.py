"""Several grids for one puzzle: the puzzle itself, and its solution or how far a player came."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sudoku.errors import TextError
from sudoku.formats.forms.reading import OF_SOLUTIONS, Reading, Text
from sudoku.geometry.grid import Grid

_CELLS = re.compile(r"[0-9.*_ -]{13,}")
"""What is no fact about a puzzle, wherever it stands."""
_NAMED = re.compile(r"[\"'](?:solution|answer)[\"']\s*(?::|=>)", re.IGNORECASE)
"""The key of a solution in an object of a program."""
FEWEST_CLUES = 17
"""A puzzle has at least so many clues; fewer digits are numbers of puzzles and the like."""
MOST_OF_ONE_SIGN = 9
"""The most digits of a board whose digits are single signs in every form."""


def puzzle_among(grids: Sequence[Grid], line: int | None = None) -> Grid:
    """Return the grid with the fewest clues, if the others are complete and have them all.

    Raises
    ------
    TextError
        If they are not: these are several puzzles, or a player has entered digits.

    Examples
    --------
    >>> from sudoku.geometry.shape import Shape
    >>> empty, full = Grid(Shape(2, 1)), Grid(Shape(2, 1), [1, 2, 2, 1])
    >>> puzzle_among([full, empty]) == empty
    True
    """
    puzzle = min(grids, key=lambda grid: grid.n_clues)
    for grid in grids:
        if any(
            clue not in (0, digit) for clue, digit in zip(puzzle.cells, grid.cells, strict=True)
        ):
            raise TextError(
                f"{len(grids)} grids with {puzzle.n_clues} and {grid.n_clues} clues, of which none "
                "is the solution of the other: which is the puzzle?",
                line,
            )
        if grid != puzzle and not all(grid.cells):
            raise TextError(
                f"{len(grids)} grids with {puzzle.n_clues} and {grid.n_clues} clues, of which none "
                "is complete: which is the puzzle?",
                line,
            )
    return puzzle


def is_solution(found: Sequence[Reading]) -> bool:
    """Return whether the second of several puzzles is called the solution of the first, and is it.

    Examples
    --------
    >>> from sudoku.geometry.shape import Shape
    >>> puzzle, full = Reading(Grid(Shape(2, 1))), Reading(Grid(Shape(2, 1), [1, 2, 2, 1]))
    >>> is_solution([puzzle, full._replace(facts={"title": "Solution:"})])
    True
    >>> is_solution([puzzle, full]), is_solution([puzzle])
    (False, False)
    """
    if len(found) < 2 or not OF_SOLUTIONS.match(found[1].facts.get("title", "")):
        return False
    (puzzle, full), same_rules = (each.grid for each in found[:2]), found[0].rules == found[1].rules
    pairs = zip(puzzle.cells, full.cells, strict=False)
    is_full = all(digit and clue in (0, digit) for clue, digit in pairs)
    return puzzle.shape == full.shape and same_rules and is_full


def check_is_puzzle(reading: Reading, text: Text) -> None:
    """Raise an error if a complete grid stands beside digits that are neither facts nor grid.

    It is then likely to be the solution of a puzzle of which only a part is in the text.

    Raises
    ------
    TextError
        If so.

    Examples
    --------
    >>> from sudoku.geometry.shape import Shape
    >>> full = Reading(Grid(Shape(2, 1), [1, 2, 2, 1]))
    >>> check_is_puzzle(full, Text("12 21"))
    >>> check_is_puzzle(full, Text("1. ; 12 21"))
    Traceback (most recent call last):
    sudoku.errors.TextError: line 1: a complete grid beside other digits: is it the solution of a \
puzzle that is not in the text?
    """
    grid = reading.grid
    if grid.shape.n > MOST_OF_ONE_SIGN or not all(grid.cells):
        return
    facts = [fact for fact in reading.facts.values() if not _CELLS.fullmatch(fact)]
    others, twice = -len(grid.cells), text.plain.count(grid.to_line()) > 1
    for line, raw in zip(text.plain.splitlines(), text.raw_lines, strict=False):
        if not any(fact in raw and not _n_digits(raw.replace(fact, "", 1)) for fact in facts):
            others += _n_digits(line)
    rest = others % len(grid.cells) if others > 0 else 0  # the same grid again is no other digits
    is_alone = others < len(grid.cells)
    if rest >= (FEWEST_CLUES if twice else 1) or (is_alone and _NAMED.search(text.plain)):
        raise TextError(
            "a complete grid beside other digits: is it the solution of a puzzle that is not in "
            "the text?",
            reading.line,
        )


def _n_digits(text: str) -> int:
    return sum(map(str.isdecimal, text))
