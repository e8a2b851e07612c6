"""Files of OpenSudoku: XML with games, each of 81 digits or of the cells of a player."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

from exactcover.runtime.reading_budget import spend
from sudoku.errors import TextError
from sudoku.formats.forms.cells import grid_of
from sudoku.formats.forms.marks import reading_in_progress
from sudoku.formats.forms.reading import Reading, Text
from sudoku.geometry.grid import Grid
from sudoku.geometry.shape import Shape
from sudoku.statement.bitsets import digits_of

FORM = "a file of OpenSudoku"
S3 = Shape(3, 3)
_FACTS = {
    "name": "title",
    "author": "author",
    "level": "level",
    "source": "source",
    "created": "date",
}
_DATA = ("data", "cells_data", "cellsdata")
BY_MASK = 2
"""From this version on, notes are a mask instead of a list of digits."""


def read(text: Text, shape: Shape | None = None) -> list[Reading]:
    """Return the games of a file; none if it is no such file.

    Raises
    ------
    TextError
        If it is not XML, has types or entities of its own, or a game is not whole.

    Examples
    --------
    >>> game = "1" + "0" * 80
    >>> [found] = read(Text(f"<opensudoku><name>A</name><game data='{game}'/></opensudoku>"))
    >>> found.grid.n_clues, dict(found.facts)
    (1, {'title': 'A'})
    """
    if not re.search(r"<(opensudoku|onegravitysudoku)", text.raw[:4096]) or shape not in (None, S3):
        return []
    root = _root(text.raw.strip().removeprefix("\ufeff"))
    facts = {
        _FACTS[child.tag]: " ".join(child.text.split())
        for child in root
        if child.tag in _FACTS and child.text and child.text.strip()
    }
    found = list[Reading]()
    for folder in [root, *root.iter("folder")]:
        own = dict(facts)
        if folder.get("name"):
            own["title"] = str(folder.get("name"))
        for game in folder.findall("game"):
            data = next((game.get(key) for key in _DATA if game.get(key)), None) or game.text or ""
            number = len(found) + 1
            found.append(_game(data.strip(), number)._replace(facts=own))
    if not found:
        raise TextError("the file has no game")
    return found


def _root(text: str) -> ElementTree.Element:
    """Return the outermost element; types and entities of a file can fill the memory."""
    declared = re.search("<!(?:DOCTYPE|ENTITY)", text)
    if declared:
        raise TextError(f"{declared[0]} is refused", 1 + text.count("\n", 0, declared.start()))
    text = re.sub(r"^<\?xml[^>]*\?>", "", text)  # its encoding is not that of a text
    try:
        return ElementTree.fromstring(text, ElementTree.XMLParser(target=_Counting()))
    except ElementTree.ParseError as error:
        raise TextError(f"this is not XML: {error}", error.position[0]) from None


class _Counting(ElementTree.TreeBuilder):
    """Makes elements within the reading budget."""

    def start(self, tag: Any, attrs: Any, /) -> ElementTree.Element:
        spend("elements")
        return super().start(tag, attrs)


def _game(data: str, number: int) -> Reading:
    """Return the puzzle of a game."""
    version = re.match(r"version:\s*(\d{1,3})\s+", data)
    if version is None:
        if len(data) != S3.n_cells or not re.fullmatch(r"[0-9.]+", data):
            raise TextError(f"game {number}: {len(data)} characters, expected {S3.n_cells} digits")
        return Reading(grid_of(list(data), S3), line=number, form=FORM)
    fields = data[version.end() :].strip().rstrip("|").split("|")
    width, rest = divmod(len(fields), S3.n_cells)
    if rest or width not in (3, 4):
        raise TextError(f"game {number}: {len(fields)} fields do not describe {S3.n_cells} cells")
    clues, placed, candidates = [0] * S3.n_cells, dict[int, int](), dict[int, list[int]]()
    for cell in range(S3.n_cells):
        value, notes, *_, editable = fields[width * cell : width * cell + width]
        if not re.fullmatch(r"[0-9]", value) or editable not in ("0", "1"):
            raise TextError(f"game {number}, {S3.in_words(cell)}: {value!r} is no digit")
        if value != "0":
            if editable == "0":
                clues[cell] = int(value)
            else:
                placed[cell] = int(value)
        elif digits := _notes(notes, int(version[1])):
            candidates[cell] = digits
    return reading_in_progress(Grid(S3, clues), placed, candidates, FORM, number)


def _notes(text: str, version: int) -> list[int]:
    """Return the digits that a player has noted in a cell."""
    if version < BY_MASK:
        return [int(digit) for digit in re.findall(r"[1-9]", text)]
    return list(digits_of(int(text))) if re.fullmatch(r"\d{1,3}", text) else []
