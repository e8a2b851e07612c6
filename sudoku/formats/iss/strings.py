"""Reader of the formats of Interactive Sudoku Solver: constraint strings, killers, pencil marks.

A constraint string is a sequence of constraints; each is a dot, a name, and arguments that follow
tildes. Cells are written ``R1C1``, with letters for numbers above 9. An unknown type is an error.

If values begin at 0, each digit of the puzzle is its value plus one.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping

from sudoku.errors import TextError, refusing
from sudoku.formats.iss.board import Board, board_of, houses, region_size, signs, size_of
from sudoku.formats.iss.cells import Place
from sudoku.formats.iss.connected import unknown_regions
from sudoku.formats.iss.doppelganger import doppelganger
from sudoku.formats.iss.full_rank import full_rank
from sudoku.formats.iss.killers import long_killer, pencil_marks, short_killer
from sudoku.formats.iss.parts import Arguments, Part, by_name, parse
from sudoku.formats.iss.readers import OF_BOARDS, READERS, SILENT, TOGETHER
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import Rule
from sudoku.rules.registry import rule

__all__ = ["from_iss"]


@refusing("constraint string")
def from_iss(text: str) -> Puzzle:
    """Return the puzzle of a constraint string, a killer or a grid of pencil marks.

    Parameters
    ----------
    text
        The text in one of these formats.

    Returns
    -------
    Puzzle
        The puzzle with its rules and clues.

    Raises
    ------
    TextError
        If a constraint is not supported, or the format of the text is not known.
    RuleError, ClueError
        If the rules or clues of the puzzle are not valid.

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
    parts = parse(text)
    shape = [
        part for part in parts if part.name == "Shape"
    ]  # `Replicate` needs the number of columns
    width = size_of(_named(shape, 0)[0]).width
    given, choices = _named(parts, width)
    unknown = _unknown(given, choices, width)
    if unknown:
        raise TextError(f"constraints that are not supported: {', '.join(unknown)}")
    board = board_of(given)
    clues, marks = _values(board, given[""])
    rules = houses(board, given) + _rules(board, {**given, "": marks}, choices)
    return Puzzle(board.shape, list(dict.fromkeys(rules)), clues)


def _named(parts: list[Part], width: int) -> tuple[defaultdict[str, Arguments], list[list[Part]]]:
    found, choices = by_name(parts, width)
    return defaultdict(list, found), choices


def _unknown(given: Iterable[str], choices: list[list[Part]], width: int) -> list[str]:
    """Return the names that are not known, or that are in a branch but concern the whole board."""
    unknown = [name for name in given if name not in READERS and name not in TOGETHER + SILENT]
    for part in (part for branches in choices for part in branches):
        inside, deeper = by_name([part], width)
        unknown += [name for name in inside if name in OF_BOARDS]
        unknown += _unknown(inside, deeper, width)
    return list(dict.fromkeys(unknown))


def _values(board: Board, given: Arguments) -> tuple[dict[Place, int], Arguments]:
    """Return the clues, and the texts of cells with several candidates."""
    clues: dict[Place, int] = {}
    marks = []
    for text in (text for texts in given for text in texts):
        cell, *values = text.split("_")
        place = board.place(cell)
        if len(values) == 1 and place not in clues:
            clues[place] = board.digit(values[0])
        else:
            marks.append(text)
    return clues, [marks]


def _rules(board: Board, given: Mapping[str, Arguments], choices: list[list[Part]]) -> list[Rule]:
    """Return the rules of all parts, and of the choices between parts."""
    rules = signs(board, given)
    marks = [text.split("_") for texts in given.get("", ()) for text in texts]
    if marks:
        marked = [(board.place(cell), list(map(board.digit, values))) for cell, *values in marks]
        rules.append(rule("pencil_marks", marked))
    for name, read in READERS.items():
        if given.get(name):
            made = read(board, given[name])
            rules += [made] if isinstance(made, Rule) else made
    for branches in choices:
        inside = [by_name([branch], board.width) for branch in branches]
        rules.append(rule("either", [_rules(board, *each) for each in inside]))
    rules += full_rank(board, given)
    if given.get("ChaosConstruction"):
        rules.append(unknown_regions(board, region_size(given, board.n)))
    for _ in given.get("Doppelganger", ()):
        rules += doppelganger(board)
    return rules
