"""The commands `new`, `open` and `save`."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping

from sudoku.errors import TextError, refusing
from sudoku.formats.forms.recognise import recognise
from sudoku.formats.json_line import shape_of, to_json
from sudoku.formats.registry import CLUES_ONLY, FORMATS, lost_without_rules
from sudoku.pictures.picture import picture
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.classic import Classic
from sudoku.server.conversation import Reply, Send
from sudoku.statement.bitsets import digits_of
from sudoku.studio.asked import Asked, puzzle_object
from sudoku.studio.command import Argument, Command, anything, text
from sudoku.studio.embedding import SIGNATURE, in_png, in_svg, of_png, of_svg

ENDINGS = {"svg": "svg", "csv": "csv", "sdm": "sdm", "sdk": "sdk"}
"""The ends of the names of files; those of JSON and of other texts follow from the format."""


def _new(asked: Asked, send: Send) -> Reply:
    """Return a blank board; without grids there are no boxes, so the usual rules do not apply."""
    shape = shape_of(asked["shape"])
    rules = (Classic(),) if shape.squares() else ()
    return {"puzzle": puzzle_object(Puzzle(shape, rules))}


def _open(asked: Asked, send: Send) -> Reply:
    found = recognise(_text(asked["text"], asked["data"]))
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


@refusing("file")
def _text(text: str | None, data: str | None) -> str:
    """Return the text of a file; that of a picture is the puzzle that it holds."""
    if (text is None) == (data is None):
        raise TextError("give either a text, or data")
    if text is None:
        found = b64decode(data or "", validate=True)
        if found.startswith(SIGNATURE):
            return of_png(found)
        encoding = "utf-16" if found[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
        text = found.decode(encoding)
    head = text[:1000].lstrip().lower()
    return of_svg(text) if head.startswith(("<svg", "<?xml")) and "<svg" in head else text


def _svg(asked: Asked) -> Reply:
    made = in_svg(picture(asked.puzzle).to_svg(), to_json(asked.puzzle))
    return {"text": made, "ending": "svg"}


def _png(asked: Asked) -> Reply:
    made = in_png(picture(asked.puzzle).to_png(), to_json(asked.puzzle))
    return {"data": b64encode(made).decode("ascii"), "ending": "png"}


OTHERS: Mapping[str, Callable[[Asked], Reply]] = {"svg": _svg, "png": _png}
"""The formats that no other part writes: pictures that hold the puzzle."""


def _save(asked: Asked, send: Send) -> Reply:
    name = asked["format"]
    if name in OTHERS:
        return OTHERS[name](asked)
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
    {
        "text": Argument(text, "the text", None),
        "data": Argument(
            text, "instead of it, a file in base 64, also a picture that was saved", None
        ),
    },
)
SAVE = Command(
    "The puzzle as text.",
    _save,
    {"format": Argument(text, "a format of `about`")},
)
