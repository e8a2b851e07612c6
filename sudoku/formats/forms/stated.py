"""Texts that state their rules: f-puzzles, SudokuPad, constraint strings, all in `READERS`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sudoku.errors import TextError
from sudoku.formats.forms.reading import Reading, Text, facts_in
from sudoku.formats.fpuzzles.progress import Progress, progress_of
from sudoku.formats.registry import READERS
from sudoku.formats.sadman import facts_of_sdk, progress_of_sdk
from sudoku.formats.sudokupad import reader as sudokupad
from sudoku.geometry.shape import Shape
from sudoku.puzzle.puzzle import Puzzle

NAMES = {
    "fpuzzles": "a puzzle of f-puzzles",
    "iss": "a text of Interactive Sudoku Solver",
    "json": "JSON with rules",
    "sdk": "a file of SadMan Sudoku (.sdk)",
    "sudokupad": "a link of SudokuPad",
    "sudokupad_json": "a puzzle of SudokuPad",
}
OF_LINKS = ("fpuzzles", "iss", "sudokupad")
"""The forms of which there are links."""
_ISS = "Interactive-Sudoku-Solver"
_SUDOKUPAD = ("sudokupad.app", "sudokupad.com", "crackingthecryptic.com")
_PAD_CELLS = re.compile(r'"cells":\s*\[\s*\[\s*\{')
"""The rows of cells in an object of SudokuPad."""
_ROW = re.compile(r"[0-9.*_|+\- ]{4,}")
"""A row of a grid: sites that are named in other lines are then no links, unless they hold data."""
FEWEST_CELLS = 16
"""Rows with fewer signs are no grid: a year, or a ruler."""
_OBJECT = re.compile(r"\{.*\}\s*")
"""A line of a file that has one puzzle in each line."""
_START = re.compile(r"\s*(\{|https?://)")
READ_THEIR_HEADS = ("iss", "sdk")
"""The forms whose readers know the comments above a puzzle."""
_OURS = re.compile(r'"format":\s*"sudoku puzzle|"rules":\s*\[')
"""The keys of our JSON: its rules may have parameters that are called as the keys of others."""
_PUZZLE_IN_JSON = re.compile(rf'{_OURS.pattern}|{_PAD_CELLS.pattern}|"grid":\s*\[\s*\[\s*\{{')
"""The sign of a puzzle whose rules are lost if only its grid is read."""
_LISTS = re.compile(r'"(\w+)"\s*:\s*\[(?!\s*\])')
_OF_RULES = re.compile(r'\[\s*\{|"[rR]\d+[cC]\d|:\s*true')
"""The sign that an object has more than lists of digits: cells with marks, or a rule."""
_NO_RULES = ({"grid", "cells"}, {"solution", "board", "puzzle"})
"""The keys of lists of digits, one of the first of which must be there."""
_DATA = re.compile(r"[?&](load|q|puzzleid)=|(fpuz(zles)?|scl|scf|ctc)\S{20}")
_LINK = re.compile(
    r"(?<![\w.-])(?:https?://)?(?:[\w-]+\.)*"  # from the beginning of a word: linear time
    r"(?:f-puzzles\.com|sudokupad\.(?:app|com)|crackingthecryptic\.com|"
    rf"github\.io/{_ISS})/(?:(?!\[/)[^\s\"<>])*",
    re.IGNORECASE,
)
_AFTER_LINKS = ")]>.,;:!'"
"""The signs of a sentence that may follow a link directly."""
_KILLER = re.compile(r"3x3:d?:k:")

_SDK = re.compile(r"^\[(puzzle|state|pencilmarks|colou?rs)\]\s*$", re.IGNORECASE | re.MULTILINE)
"""The headings of the sections of an .sdk file."""


def form_of(text: str) -> str | None:
    """Return the key of `READERS` for a text that states its rules; None for other texts.

    Examples
    --------
    >>> form_of("https://sudokupad.app/fpuzN4Ig"), form_of('{"size": 9, "grid": []}')
    ('sudokupad', 'fpuzzles')
    >>> form_of(".Shape~4x4"), form_of("[Puzzle]"), form_of("1......2.3.....4")
    ('iss', 'sdk', None)
    >>> form_of("3x3::k:5888:5888"), form_of("[[1, 0]]")
    ('iss', None)
    """
    _, body = heads_and_body(text)
    if body.startswith("{"):
        if _PAD_CELLS.search(body):
            return "sudokupad_json"
        if _OURS.search(body):
            return "json"
        if '"grid"' in body or '"size"' in body:
            return None if is_grid_alone(body) else "fpuzzles"
        return "json" if '"clues"' in body or '"shape"' in body or '"rules"' in body else None
    links = _links(body)
    if any(site in links for site in _SUDOKUPAD):
        return "sudokupad"
    if "f-puzzles.com" in links:
        return "fpuzzles"
    if (body.startswith(".") and "~" in body) or _ISS in links or _KILLER.match(body):
        return "iss"
    return "sdk" if _SDK.search(text) else None


def is_grid_alone(body: str) -> bool:
    """Return whether the lists of an object are of digits, and no others, as rules would have.

    >>> is_grid_alone('{"grid": [[1, 0]], "level": 3}'), is_grid_alone('{"size": 9, "grid": []}')
    (True, False)
    """
    keys, (own, beside) = set(_LISTS.findall(body)), _NO_RULES
    return bool(keys & own) and keys <= own | beside and not _OF_RULES.search(body)


def heads_and_body(text: str) -> tuple[list[str], str]:
    r"""Split a text at the object in JSON or the link in it, if only titles and comments are above.

    Where there is none, the heads are the comments that begin with ``#``. Signs around a link that
    holds a puzzle, such as the rest of a sentence, are in neither part.

    Examples
    --------
    >>> heads_and_body('# Mine\n\n{"size": 9}'), heads_and_body("[\n{}]")
    ((['# Mine', ''], '{"size": 9}'), ([], '[\n{}]'))
    """
    lines = text.strip().removeprefix("\ufeff").split("\n")
    start = next((k for k, line in enumerate(lines) if _START.match(line)), 0)
    if any("[" in line or "<" in line[:1] for line in lines[:start]) or _has_grid(lines[:start]):
        start = 0
    if start == 0:
        start = next((k for k, line in enumerate(lines) if not line.startswith("#")), 0)
    body = "\n".join(lines[start:]).lstrip()
    links = [] if body.startswith("{") else _links_with_data(text)
    if len(links) != 1:
        return lines[:start], body
    (link,) = links
    return text[: link.start()].split("\n")[:-1], link[0].rstrip(_AFTER_LINKS)


def _links_with_data(text: str) -> list[re.Match[str]]:
    """Return the different links that hold a puzzle, unless a string goes on after one."""
    found = [link for link in _LINK.finditer(text) if holds_data(link[0])]
    ends = [*(link.start() for link in found), len(text)][1:]
    if any("~" in text[link.end() : end] for link, end in zip(found, ends, strict=True)):
        return []
    links = dict[str, re.Match[str]]()
    for link in found:  # "[link](link)" has no blank between two
        links.setdefault(link[0].partition("](")[0].rstrip(_AFTER_LINKS), link)
    return list(links.values())


def puzzle_of(form: str, text: str) -> Puzzle:
    """Return the puzzle of a text of a form; lines above it may have a title and an author.

    Raises
    ------
    SudokuError
        If it cannot be read.
    """
    links = [] if form not in OF_LINKS else _links_with_data(text)
    if len(links) > 1:
        line = 1 + text.count("\n", 0, links[1].start())
        raise TextError("a second puzzle, where one was expected", line)
    if form in READ_THEIR_HEADS and not links:
        return READERS[form](text)
    heads, body = heads_and_body(text)
    puzzle = READERS[form](body)
    names = facts_in(heads) | puzzle.names
    return puzzle.called(names.get("title"), names.get("author"))


def _links(body: str) -> str:
    """Return the lines of a text that may be links: beside a grid, only those that hold data."""
    lines = body.split("\n")
    return "\n".join(filter(holds_data, lines)) if _has_grid(lines) else body


def _has_grid(lines: Sequence[str]) -> bool:
    """Return whether lines without words have the cells of a grid."""
    rows = [line for line in lines if _ROW.fullmatch(line.strip())]
    return len(re.findall(r"[0-9.*_]", "".join(rows))) >= FEWEST_CELLS


def holds_data(line: str) -> bool:
    """Return whether a line with the name of a site also has a puzzle.

    >>> holds_data("https://f-puzzles.com/?load=N4Ig"), holds_data("as on f-puzzles.com")
    (True, False)
    """
    return line[:1] in ("{", ".") or bool(_KILLER.match(line) or _DATA.search(line))


def is_aside_of_links(line: str) -> bool:
    """Return whether a line among links has words, and no puzzle.

    >>> is_aside_of_links("have fun"), is_aside_of_links("1......2.3.....4")
    (True, False)
    """
    return not re.search(r"\S{16}|[{}~]", line) and re.search(r"[^\W\d_]{2}", line) is not None


def read(text: Text, shape: Shape | None = None) -> list[Reading]:
    """Return the puzzle of a text that states its rules; none for other texts.

    Raises
    ------
    SudokuError
        If it cannot be read, or states another shape than the one that is given.

    Examples
    --------
    >>> read(Text(".Shape~4x4.~R1C1_3"))[0].in_words()
    'a text of Interactive Sudoku Solver: 4x4 cells in boxes of 2x2, 1 clue'
    """
    form = form_of(text.raw)
    if form is None and _PUZZLE_IN_JSON.search(text.raw):
        raise TextError(
            "a puzzle in JSON between other signs: its rules would be lost; give one object alone"
        )
    if form is None or (form == "sdk" and shape is not None):
        return []
    links = _links_with_data(text.raw) if form in OF_LINKS else []
    if len(links) > 1:
        return [each for part in _parts(text.raw, links) for each in _read(*part, shape)]
    lines = text.raw.split("\n")
    objects = [k for k, line in enumerate(lines, 1) if line.strip() and line[:1] != "#"]
    if len(objects) > 1 and all(
        _OBJECT.fullmatch(lines[k - 1]) and form_of(lines[k - 1]) for k in objects
    ):
        ends = zip([0, *objects], objects, strict=False)
        return [each for a, b in ends for each in _read("\n".join(lines[a:b]), b, shape)]
    return _read(text.raw, 1, shape)


def _parts(text: str, links: Sequence[re.Match[str]]) -> Iterator[tuple[str, int]]:
    """Yield the part of a text for each link, with the number of the line before it."""
    starts, start, line = {link.start() for link in links}, 0, 1
    for link in filter(lambda link: holds_data(link[0]), _LINK.finditer(text)):
        line += text.count("\n", start, link.start())
        if link.start() in starts:
            yield text[start : link.end()], line
        start = link.end()


def _read(text: str, line: int, shape: Shape | None) -> list[Reading]:
    """Return the puzzle of a text that states its rules."""
    form = form_of(text)
    assert form is not None
    puzzle = puzzle_of(form, text)
    links = _links_with_data(text) if form in OF_LINKS else []
    if links:
        _check_beside(text, links[0][0], puzzle)
    if shape not in (None, puzzle.shape):
        raise TextError(f"{NAMES.get(form, form)} states the shape {puzzle.shape}, not {shape}")
    facts = puzzle.names | (facts_of_sdk(text) if form == "sdk" else {})
    name = NAMES.get(form, form)
    made = Reading(puzzle.grid, rules=puzzle.rules, facts=facts, line=line, form=name)
    progress = progress_in(form, text)
    if progress is None:
        return [made]
    removed = tuple(progress.removed(puzzle.shape))
    return [made._replace(placed=tuple(progress.placed.items()), removed=removed)]


def progress_in(form: str, text: str) -> Progress | None:
    """Return the work of a player in a text of a form; None if it cannot have any."""
    if form == "sdk":
        return progress_of_sdk(text)
    data = fpuzzles_in(form, heads_and_body(text)[1])
    return None if data is None else progress_of(data)


def fpuzzles_in(form: str, body: str) -> str | None:
    """Return the data of f-puzzles in a text of a form; None if it has none.

    Links of SudokuPad may hold it, too.
    """
    if form == "sudokupad":
        return sudokupad.fpuzzles_in(body) or None
    return body if form == "fpuzzles" else None


def _check_beside(text: str, link: str, puzzle: Puzzle) -> None:
    """Raise an error if there is a grid beside a link that is not the grid of its puzzle."""
    lines = text.replace(link, "").split("\n")
    if _has_grid(lines):
        rows = [line for line in lines if _ROW.fullmatch(line.strip())]
        cells = "".join(re.findall(r"[0-9.*_]", "".join(rows)))
        if re.sub("[0*_]", ".", cells) != puzzle.grid.to_line():
            raise TextError("a grid beside a link that holds another puzzle: which is meant?")
