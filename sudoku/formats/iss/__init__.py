"""The texts that Interactive-Sudoku-Solver reads: constraint strings, and its formats of killers.

A constraint string is a row of constraints, each a dot, a name and arguments after tildes; cells
are written ``R1C1``, rows and columns above 9 as letters. A type that is not known is an error.

Where values begin at 0, each digit of the puzzle is one more than its value.
"""

from __future__ import annotations

import re
from collections import defaultdict

from sudoku.errors import TextError
from sudoku.formats.iss.board import Arguments, board_of, houses, signs
from sudoku.formats.iss.cells import Place, place_of
from sudoku.formats.iss.killers import long_killer, pencil_marks, short_killer
from sudoku.formats.iss.readers import READERS, TOGETHER
from sudoku.puzzle import Puzzle
from sudoku.rules import Rule, rule

__all__ = ["from_iss"]


def from_iss(text: str) -> Puzzle:
    """Return the puzzle of a constraint string, a killer or a grid of pencil marks.

    Raises
    ------
    TextError
        Where a constraint is not supported, which is named, or the text is of no known format.
    RuleError, ClueError
        Where what it says cannot be.

    Examples
    --------
    >>> from_iss(".Shape~4x4.~R1C1_3.Thermo~R1C2~R2C2~R3C2")
    Puzzle('3...............', 2x2, classic, thermometer)
    """
    flat = re.sub(r"\s+", "", text)
    if re.fullmatch(r"[0-9A-Za-z<>^`]{81}", flat) and set(flat) & set("<>^"):
        return short_killer(flat)
    if re.fullmatch(r"3x3:d?:k:(\d+:){80}\d+:?", flat):
        return long_killer(flat)
    if re.fullmatch(r"[1-9.]{729}", flat):
        return pencil_marks(flat)
    if re.fullmatch(r"[0-9.]{81}", flat):
        return Puzzle.from_text(flat)
    if not flat.startswith("."):
        raise TextError(f"{text[:40]!r} is no constraint string, killer or grid")
    return _read_string(flat)


def _read_string(text: str) -> Puzzle:
    parts: dict[str, Arguments] = defaultdict(list)
    for part in re.split(r"\.(?=[A-Za-z~])", text):
        if part.strip("."):
            name, *arguments = part.strip(".").split("~")
            parts[name].append(arguments)
    unknown = [name for name in parts if name not in READERS and name not in TOGETHER]
    if unknown:
        raise TextError(f"constraints that are not supported: {', '.join(unknown)}")
    board = board_of(parts)
    rules = houses(board, parts) + signs(board, parts)
    clues: dict[Place, int] = {}
    marks = []
    for value in (value for values in parts[""] for value in values):
        cell, *digits = value.split("_")
        if len(digits) == 1:
            clues[place_of(cell)] = board.digit(digits[0])
        else:
            marks.append((place_of(cell), list(map(board.digit, digits))))
    if marks:
        rules.append(rule("pencil_marks", marks))
    for name, read in READERS.items():
        if parts[name]:
            made = read(board, parts[name])
            rules += [made] if isinstance(made, Rule) else made
    return Puzzle(board.shape, list(dict.fromkeys(rules)), clues)
