"""Reader of the formats of Interactive Sudoku Solver: constraint strings, and texts like them.

A constraint string is a sequence of constraints; each is a dot, a name, and arguments that follow
tildes. Cells are written ``R1C1``, with letters for numbers above 9. An unknown type is an error.

If values begin at 0, each digit of the puzzle is its value plus one.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from urllib.parse import unquote

from exactcover.runtime.errors import BudgetError
from sudoku.errors import TextError, refusing
from sudoku.formats.forms.reading import facts_in
from sudoku.formats.iss.board import (
    STRICT,
    Board,
    board_of,
    houses,
    layout_of,
    region_size,
    signs,
    size_of,
    usual_boxes,
)
from sudoku.formats.iss.cells import Place
from sudoku.formats.iss.doppelganger import doppelganger
from sudoku.formats.iss.full_rank import full_rank
from sudoku.formats.iss.layout import Layout
from sudoku.formats.iss.naming import MALFORMED, naming
from sudoku.formats.iss.parts import Arguments, Part, all_parts, by_name, parse
from sudoku.formats.iss.readers import OF_BOARDS, READERS, SILENT, TOGETHER
from sudoku.formats.iss.texts import as_string
from sudoku.formats.iss.unknown_regions import unknown_regions
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import Rule
from sudoku.rules.registry import rule

_FACT = re.compile(r"(?<=&)(title|author)=([^&#\s]*)")
"""A fact in a link."""
WITH_CELLS = ("ChaosConstruction", "Doppelganger")
"""The types that have cells of their own beside the grid."""


@refusing("constraint string")
def from_iss(text: str) -> Puzzle:
    """Return the puzzle of a constraint string, or of another text that the program reads.

    It takes no limits: `exactcover.Budget` bounds what a text may ask for.

    Parameters
    ----------
    text
        A constraint string, a link with one, a killer, a jigsaw, or a grid of digits or of pencil
        marks; or several of them, separated by blank lines.

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
    made = _read_string(re.sub(r"\s+", "", as_string(text)))
    facts = facts_in([line for line in text.splitlines() if line.startswith("#")])
    facts |= {key: unquote(value) for key, value in _FACT.findall(text)}
    return made.called(facts.get("title"), facts.get("author"))


def _read_string(text: str) -> Puzzle:
    parts = parse(text)
    first = {name: _arguments(parts, name) for name in ("Shape", "Var", *WITH_CELLS)}
    size = size_of(first["Shape"])
    layout = layout_of(size, first)
    given, choices = _named(parts, layout)
    unknown = _unknown(given, choices, layout)
    if unknown:
        raise TextError(f"constraints that are not supported: {', '.join(unknown)}")
    board = board_of(size, given, layout)
    _check_strict(given, choices)
    clues, marks = _values(board, given[""])
    rules = houses(board, given) + _rules(board, {**given, "": marks}, choices)
    return Puzzle(board.shape, list(dict.fromkeys(rules)), clues)


def _arguments(parts: list[Part], name: str) -> Arguments:
    """Return the arguments of all parts with a name, also of inner ones."""
    return [part.arguments for part in all_parts(parts) if part.name == name]


def _named(
    parts: list[Part], layout: Layout
) -> tuple[defaultdict[str, Arguments], list[list[Part]]]:
    found, choices = by_name(parts, layout)
    return defaultdict(list, found), choices


def _unknown(given: Iterable[str], choices: list[list[Part]], layout: Layout) -> list[str]:
    """Return the names that are not known, or that are in a branch but concern the whole board."""
    unknown = [name for name in given if name not in READERS and name not in TOGETHER + SILENT]
    for part in (part for branches in choices for part in branches):
        inside, deeper = by_name([part], layout)
        unknown += [name for name in inside if name in OF_BOARDS]
        unknown += _unknown(inside, deeper, layout)
    return list(dict.fromkeys(unknown))


def _check_strict(given: Mapping[str, Arguments], choices: list[list[Part]]) -> None:
    """Raise an error if all other pairs are ruled out, but some pairs are only in a choice."""
    chosen = {part.name for branches in choices for part in all_parts(branches)}
    for strict, signs_of in STRICT.items():
        in_choice = chosen.intersection(signs_of)
        if strict in given and in_choice:
            raise TextError(f"{strict} with {', '.join(sorted(in_choice))} inside an Or")


def _values(board: Board, given: Arguments) -> tuple[dict[Place, int], Arguments]:
    """Return the clues, and the texts of cells with several candidates."""
    clues: dict[Place, int] = {}
    marks = []
    for text in (text for texts in given for text in texts):
        with naming("", [text]):
            place, digits = _marked(board, text)
        if len(digits) == 1 and place not in clues:
            (clues[place],) = digits
        else:
            marks.append(text)
    return clues, [marks]


def _marked(board: Board, text: str) -> tuple[Place, list[int]]:
    """Return the place of a cell and its digits, of a text such as ``R1C1_4``."""
    cell, *values = text.split("_")
    place = board.place(cell)
    if not values:
        raise TextError(f"{text} has no value")
    return place, list(map(board.digit_of_cell, values))


class Noted(list[list[str]]):
    """Arguments that note which part was read last."""

    last: Sequence[list[str]] = ()
    """This part, if one was read."""

    def __iter__(self) -> Iterator[list[str]]:
        for part in super().__iter__():
            self.last = [part]
            yield part


def _of_type(board: Board, name: str, given: Arguments) -> list[Rule]:
    """Return the rules of all parts of one type; an error names the first part that has one."""

    def made(parts: Arguments) -> list[Rule]:
        found = READERS[name](board, parts)
        return [found] if isinstance(found, Rule) else list(found)

    noted = Noted(given)
    try:
        return made(noted)
    except BudgetError as error:  # it was spent by all of them
        with naming(name, given[0] if len(given) == 1 else ()):
            raise error
    except MALFORMED:
        for arguments in (*noted.last, *given):  # usually it is in the part that was read last
            with naming(name, arguments):
                made([arguments])
        with naming(name):  # each part by itself has no error
            return made(given)


def _rules(board: Board, given: Mapping[str, Arguments], choices: list[list[Part]]) -> list[Rule]:
    """Return the rules of all parts, and of the choices between parts."""
    rules = signs(board, given)
    marked = []
    for text in (text for texts in given.get("", ()) for text in texts):
        with naming("", [text]):
            marked.append(_marked(board, text))
    if marked:
        rules.append(rule("pencil_marks", marked))
    for name in READERS:
        if given.get(name):
            rules += _of_type(board, name, given[name])
    for branches in choices:
        if not branches:
            raise TextError("an Or without branches, which nothing satisfies")
        inside = [by_name([branch], board.layout) for branch in branches]
        rules.append(rule("either", [_rules(board, *each) for each in inside]))
    with naming("FullRank"):
        rules += full_rank(board, given)
    if given.get("ChaosConstruction"):
        usual = max(board.height, board.width)
        rules.append(unknown_regions(board, region_size(given, usual)))
    if given.get("Doppelganger"):
        rules += doppelganger(board, usual_boxes(board, given))
    return rules
