"""Writing SudokuPad's own JSON, in which any puzzle can be drawn; `reader` reads it.

The object states cells, regions and killer cages. All other rules are drawings, and sentences in
``metadata``. Because these have no meaning for a program, ``metadata`` also holds the puzzle as
`to_json` writes it, under the key ``exactcover``. The fields are those of the open tools of the
site's author, https://github.com/SudokuPad/sudokutools, and of
https://github.com/marktekfan/sudokupad-penpa-import.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from exactcover.runtime.arguments import check_text, check_truth
from sudoku.errors import TextError
from sudoku.formats.json_line import to_json
from sudoku.formats.rules_in_words import rules_in_words
from sudoku.formats.sudokupad.marks import CELL_SIZE, Parts
from sudoku.geometry.grid import on_board
from sudoku.geometry.shape import Cells, Shape
from sudoku.pictures.marks import Region
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import drawings
from sudoku.rules.killer import Killer

if TYPE_CHECKING:
    from sudoku.puzzle.puzzle import PuzzleLike

KEY = "exactcover"
"""The key of the metadata under which the puzzle is said with all its rules."""
SWITCHES = (("antiknight", "anti_knight"), ("antiking", "anti_king"))
"""The keys of the metadata that state a rule, and its name."""

_MOST_DIGITS = 9
"""The digits of the largest board whose solution can be written, a character for each cell."""


def to_sudokupad(
    puzzle: PuzzleLike,
    *,
    title: str | None = None,
    author: str | None = None,
    solution: bool = False,
) -> dict[str, Any]:
    """Return a puzzle as the object of SudokuPad's JSON.

    It takes no limits: its work is linear in the puzzle.

    Parameters
    ----------
    puzzle
        A puzzle, or anything that `Puzzle.of` takes for one.
    title, author
        What the site shows above the rules; by default those of the puzzle.
    solution
        Whether the only solution is searched and written, so that the site can check a player's.

    Returns
    -------
    dict
        The object, with the keys ``cellSize``, ``metadata``, ``settings``, ``cells``,
        ``regions``, ``cages``, ``lines``, ``arrows``, ``underlays`` and ``overlays``.

    Raises
    ------
    TextError
        If a rule has a mark of an unknown kind; or a solution is asked for, and there is not
        exactly one, or the board has more than 9 digits.
    ProblemError
        If the title or the author is no text, or `solution` is neither True nor False.

    Notes
    -----
    The site marks digits that come twice in a row, a column or a region of the whole board. The
    setting ``conflictchecker`` of a board where this is no rule, such as one of several grids, is
    0, which switches that off.

    Examples
    --------
    >>> made = to_sudokupad("1......2.3.....4", title="Small")
    >>> made["cells"][0], made["regions"][0]
    ([{'value': 1}, {}, {}, {}], [[0, 0], [0, 1], [1, 0], [1, 1]])
    >>> made["metadata"]["title"], made["metadata"]["rules"]
    ('Small', 'Every row, column and box holds every digit once.')
    """
    for name, text in (("title", title), ("author", author)):
        if text is not None:
            check_text(name, text)
    puzzle, solution = Puzzle.of(puzzle), check_truth("solution", solution)
    regions, parts = _drawn(puzzle)
    title = puzzle.title if title is None else title
    author = puzzle.author if author is None else author
    facts = {"title": title, "author": author, "rules": rules_in_words(puzzle)}
    if solution:
        facts["solution"] = _solution_text(puzzle)
    return {
        "cellSize": CELL_SIZE,
        "metadata": {key: fact for key, fact in facts.items() if fact} | _stated(puzzle),
        "settings": {} if _has_usual_lines(puzzle) else {"conflictchecker": 0},
        "cells": _cells(puzzle),
        "regions": [_places(puzzle.shape, cells) for cells in regions],
        "cages": [*_cages(puzzle), *_bounds(puzzle.shape, regions)],
        **parts.of_kind,
    }


def to_sudokupad_json(puzzle: PuzzleLike) -> str:
    """Return a puzzle as a text in SudokuPad's JSON.

    Examples
    --------
    >>> to_sudokupad_json("1......2.3.....4")[:31]
    '{"cellSize": 64, "metadata": {"'
    """
    return json.dumps(to_sudokupad(puzzle))


def solution_of(puzzle: Puzzle) -> Cells:
    """Return the digits of the only solution of a puzzle.

    Raises
    ------
    TextError
        If there is no solution, or more than one.

    Examples
    --------
    >>> solution_of(Puzzle.of("1......2.3.....4"))[:4]
    (1, 2, 4, 3)
    """
    found = list(puzzle.solutions(limit=2))
    if len(found) != 1:
        number = "more than one solution" if found else "no solution"
        raise TextError(f"the puzzle has {number}, so that its solution cannot be written")
    return found[0].cells


def _solution_text(puzzle: Puzzle) -> str:
    """Return the solution, with a question mark where the board has a hole."""
    shape = puzzle.shape
    if shape.n > _MOST_DIGITS:
        raise TextError(
            f"SudokuPad has a character for each cell of a solution: the digits 1 to {shape.n} "
            "cannot be written"
        )
    return "".join(str(digit or "?") for digit in on_board(shape, solution_of(puzzle), 0))


def _stated(puzzle: Puzzle) -> dict[str, Any]:
    """Return the facts that programs understand."""
    names = {each.name for each in puzzle.rules}
    switches = {key: True for key, name in SWITCHES if name in names}
    facts: dict[str, Any] = switches if type(puzzle.shape) is Shape else {}
    try:
        return facts | {KEY: to_json(puzzle)}
    except TextError:  # a rule that is not in the registry
        return facts


def _has_usual_lines(puzzle: Puzzle) -> bool:
    """Return whether the houses include all rows and columns of the whole board."""
    shape, houses = puzzle.shape, {frozenset(house.cells) for house in puzzle.houses}
    return type(shape) is Shape and houses.issuperset(
        map(frozenset, (*shape.rows(), *shape.columns()))
    )


def _cells(puzzle: Puzzle) -> list[list[dict[str, int]]]:
    return [[{"value": digit} if digit else {} for digit in row] for row in puzzle.grid.rows()]


def _places(shape: Shape, cells: Cells) -> list[list[int]]:
    return [list(shape.position(cell)) for cell in cells]


def _drawn(puzzle: Puzzle) -> tuple[list[Cells], Parts]:
    """Return the regions, which are houses that do not overlap, and the parts that draw the rest.

    Boxes that several grids share are one region.
    """
    shape, parts = puzzle.shape, Parts(puzzle.shape)
    houses = {frozenset(house.cells) for house in puzzle.houses}
    regions: dict[frozenset[int], Cells] = {}
    taken: set[int] = set()
    parts.holes()
    for mark in drawings(shape, [each for each in puzzle.rules if not isinstance(each, Killer)]):
        cells = frozenset(mark.cells)
        if not isinstance(mark, Region) or cells not in houses:
            parts.draw(mark)
        elif cells not in regions and taken.isdisjoint(cells):
            regions[cells] = mark.cells
            taken |= cells
        elif cells not in regions:
            parts.draw(mark)
    return list(regions.values()), parts


def _cages(puzzle: Puzzle) -> Iterator[dict[str, Any]]:
    """Yield the cages of killers."""
    for rule in puzzle.rules:
        if isinstance(rule, Killer):
            for total, places in rule.cages:
                stated = {} if total is None else {"value": str(total), "sum": total}
                yield {"cells": [*map(list, places)], "unique": not rule.repeats} | stated


def _bounds(shape: Shape, regions: list[Cells]) -> Iterator[dict[str, Any]]:
    """Yield a hidden cage without a meaning, which shows the site how large a board is.

    It is only necessary where the regions do not show it.
    """
    if len(set().union(*regions)) < shape.n_cells:
        corners = [[0, 0], [shape.height - 1, shape.width - 1]]
        yield {"cells": corners, "unique": False, "hidden": True}
