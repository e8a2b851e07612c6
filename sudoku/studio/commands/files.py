"""The commands `new`, `open` and `save`."""

from __future__ import annotations

from sudoku.errors import TextError
from sudoku.formats.forms.recognise import recognise
from sudoku.formats.json_line import shape_of
from sudoku.formats.registry import CLUES_ONLY, FORMATS, lost_without_rules
from sudoku.pictures.picture import picture
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.classic import Classic
from sudoku.server.conversation import Reply, Send
from sudoku.statement.bitsets import digits_of
from sudoku.studio.asked import Asked, puzzle_object
from sudoku.studio.command import Argument, Command, anything, text

__all__ = ["NEW", "OPEN", "SAVE"]

ENDINGS = {"svg": "svg", "csv": "csv", "sdm": "sdm", "sdk": "sdk"}
"""The ends of the names of files; those of JSON and of other texts follow from the format."""


def _new(asked: Asked, send: Send) -> Reply:
    """Return a blank board; without grids there are no boxes, so the usual rules do not apply."""
    shape = shape_of(asked["shape"])
    rules = (Classic(),) if shape.squares() else ()
    return {"puzzle": puzzle_object(Puzzle(shape, rules))}


def _open(asked: Asked, send: Send) -> Reply:
    found = recognise(asked["text"])
    puzzle = found.puzzle()
    shape = puzzle.shape
    entered = [0] * shape.n_cells
    for place, digit in found.placed:
        entered[shape.cell_at(place)] = digit
    left: list[tuple[int, ...] | None] | None = None
    if found.removed:
        board = found.board()
        left = [None] * shape.n_cells
        for place, _ in found.removed:
            cell = shape.cell_at(place)
            left[cell] = digits_of(board.candidates[cell]) or None
    return {
        "puzzle": puzzle_object(puzzle),
        "entered": entered,
        "left": left,
        "facts": dict(found.facts),
        "words": found.in_words(),
    }


def _save(asked: Asked, send: Send) -> Reply:
    name = asked["format"]
    if name == "svg":
        return {"text": picture(asked.puzzle).to_svg(), "ending": "svg"}
    name = FORMATS.find(name)
    if name in CLUES_ONLY and (lost := lost_without_rules(asked.puzzle, (Classic(),))):
        raise TextError(f"the format {name} has no room for {lost}: use json")
    ending = ENDINGS.get(name, "json" if "json" in name or name == "fpuzzles" else "txt")
    return {"text": FORMATS[name](asked.puzzle), "ending": ending}


NEW = Command(
    "A board without clues.",
    _new,
    {"shape": Argument(anything, 'the shape as in our JSON: "3x3", or an object with grids')},
)
OPEN = Command(
    "The puzzle of any text that the reader takes, what was entered, and title and author.",
    _open,
    {"text": Argument(text, "the text")},
)
SAVE = Command(
    "The puzzle as text.",
    _save,
    {"format": Argument(text, "a format of `about`")},
)
