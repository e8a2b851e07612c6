"""Game IDs of Solo, in the portable puzzle collection of Simon Tatham.

``3x3:`` is followed by the clues, between which a letter stands for so many blanks: a for one, b
for two. Then, after commas, come the regions of a jigsaw (``9j:``), the cages of a killer (``k``)
and their sums. ``x`` before the colon means that the diagonals are houses. An ID with a ``#`` is a
seed, from which only that program can make the puzzle.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sudoku.errors import TextError
from sudoku.formats.forms.reading import Reading, Text
from sudoku.geometry.grid import Grid
from sudoku.geometry.shape import Shape

if TYPE_CHECKING:
    from sudoku.rules.base import Rule

FORM = "a game ID of Solo"
MOST_DIGITS = 31
"""The most digits of a board of Solo."""
_ID = re.compile(r"(\d{1,2})(?:x(\d{1,2}))?((?:j|x|k|[rma]d?\d?|d[a-z])*)([:#])(\S*)")
_DESCRIPTION = re.compile(r"[0-9a-z_,]+")
_PART = re.compile(r"(\d+)|([a-z])|(_)")


def read(text: Text, shape: Shape | None = None) -> list[Reading]:
    """Return the puzzle of a game ID; none if the text is no game ID.

    Raises
    ------
    TextError
        If the ID is a seed, or does not describe the whole board.

    Examples
    --------
    >>> read(Text("2x2:1n2"))[0].grid.to_line()
    '1..............2'
    """
    match = _ID.fullmatch("".join(text.raw.split()).removeprefix("Solo:"))
    if match is None or not _DESCRIPTION.fullmatch(match[5]):
        return []
    if match[4] == "#":
        raise TextError("this ID of Solo is a seed: paste the ID of the game, which has a colon")
    columns, rows, options = int(match[1]), int(match[2] or 1), match[3]
    is_jigsaw = match[2] is None or "j" in options
    n = columns * rows
    if not 2 <= n <= MOST_DIGITS:
        raise TextError(f"a board of {n} digits, where Solo has 2 to {MOST_DIGITS}")
    board = Shape(n, 1) if is_jigsaw else Shape(rows, columns)
    fields = match[5].split(",")
    expected = 1 + is_jigsaw + 2 * ("k" in options)
    if len(fields) != expected:
        raise TextError(f"{len(fields)} parts with commas between, expected {expected}")
    clues = _numbers(fields[0], board, board.n)
    rules = _rules(board, fields, options, is_jigsaw)
    return [Reading(Grid(board, clues), rules=rules, form=FORM)]


def _rules(board: Shape, fields: list[str], options: str, is_jigsaw: bool) -> tuple[Rule, ...]:
    from sudoku.rules.classic import Classic
    from sudoku.rules.diagonal import Diagonal
    from sudoku.rules.jigsaw import Jigsaw
    from sudoku.rules.killer import Killer

    n = board.n
    rules: list[Rule] = [Classic()]
    if is_jigsaw:
        regions = _regions(fields[1], n)
        rules = [Jigsaw([regions[k : k + n] for k in range(0, n * n, n)])]
    rules += [Diagonal()] * ("x" in options)
    if "k" in options:
        cages, sums = _regions(fields[-2], n), _numbers(fields[-1], board, 10 * n * n)
        cells = {
            name: [cell for cell, each in enumerate(cages) if each == name] for name in set(cages)
        }
        listed = [
            (sums[group[0]] or None, [board.position(cell) for cell in group])
            for group in cells.values()
            if len(group) > 1 or sums[group[0]]
        ]
        rules.append(Killer(listed))
    return tuple(rules)


def _numbers(text: str, board: Shape, most: int) -> list[int]:
    """Return the numbers of all cells, 0 for a blank."""
    found = list[int]()
    for number, letter, _ in _PART.findall(text):
        if number:
            if not 1 <= int(number[:9]) <= most:
                raise TextError(f"{number} is not between 1 and {most}")
            found.append(int(number))
        elif letter:
            found += [0] * (ord(letter) - ord("a") + 1)
    if len(found) != board.n_cells:
        raise TextError(f"{len(found)} cells of Solo, expected {board.n_cells}")
    return found


def _regions(text: str, n: int) -> list[int]:
    """Return the number of the region of each cell, from the lengths of runs without an edge.

    The places between cells are counted row by row, and then column by column.
    """
    pairs = [(n * i + j, n * i + j + 1) for i in range(n) for j in range(n - 1)]
    pairs += [(n * i + j, n * i + j + n) for j in range(n) for i in range(n - 1)]
    root, at = list(range(n * n)), 0
    for letter in text:
        if letter.isdigit():
            raise TextError(f"{letter!r} in the regions of Solo")
        run = 0 if letter == "_" else min(ord(letter) - ord("a") + 1, 25)
        if at + run > len(pairs):
            raise TextError("the regions of Solo are too long")
        for one, other in pairs[at : at + run]:
            old, new = root[other], root[one]
            root = [new if each == old else each for each in root]
        at += run + (letter != "z")
    if at != len(pairs) + 1:
        raise TextError("the regions of Solo are too short")
    numbers = {name: k for k, name in enumerate(dict.fromkeys(root), 1)}
    return [numbers[name] for name in root]
