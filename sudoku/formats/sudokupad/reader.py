"""Links of SudokuPad that hold a puzzle: ``https://sudokupad.app/`` and one of these.

- ``fpuzzles`` or ``fpuz`` and a puzzle of f-puzzles, compressed as in links of that site.
- ``scl`` or ``ctc`` and an object in JSON, compressed in the same way; often the JSON is shortened
  first (`sudoku.formats.sudokupad.shortened`). Its digits, regions and cages are read. Lines and
  other drawings have no meaning there, because the rules are stated in prose: they are an error.
  Rules that are stated in prose only are not read. An object that `writer` made also states all
  rules for programs; they are read, unless somebody has changed the drawing since.
- ``scf`` and the digits of a 9x9 puzzle in a code of its own, with ``x`` after them for diagonals,
  ``w`` for Windoku, and the author and the title.

Other links are names of puzzles that the site stores; they hold no puzzle. The formats are those
of the open tools of the site's author, https://github.com/SudokuPad/sudokutools.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from string import ascii_letters, digits
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

from exactcover.runtime import strict_json
from sudoku.errors import TextError, refusing
from sudoku.formats.fpuzzles.reader import expanded, from_fpuzzles, lzstring
from sudoku.formats.fpuzzles.writer import to_fpuzzles
from sudoku.formats.json_line import from_json
from sudoku.formats.rules_in_words import rules_in_words
from sudoku.formats.sudokupad.shortened import lengthened
from sudoku.formats.sudokupad.writer import KEY, SWITCHES, solution_of, to_sudokupad
from sudoku.geometry.grid import Grid
from sudoku.geometry.shape import Shape, place_in_words
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import Rule
from sudoku.rules.killer import overlap
from sudoku.rules.registry import rule

if TYPE_CHECKING:
    from sudoku.puzzle.puzzle import PuzzleLike

LINK = "https://sudokupad.app/?puzzleid="
_SITE = re.compile(
    r"(?:https?://)?(?:[a-z]+\.)*(?:sudokupad\.(?:app|com)|crackingthecryptic\.com)/"
    r"(?:.*\?puzzleid=|sudoku(?:\.html)?/)?(.*)",
    re.DOTALL,
)
_FORM = re.compile(r"(fpuzzles|fpuz|scl|ctc|scf)([^?&]+)", re.DOTALL)
_CODE = digits + ascii_letters[26:] + ascii_letters[:26]
"""The character of number d + 10 b in the code of digits stands for digit d and b blanks."""
MOST_CODE = 60
"""At most five blanks follow a digit."""
_CLASSIC = 81
_FACTS = re.compile(r"[at](?:[^*]|\*\*)*(?:\*|\Z)")
"""The author and the title after a code of digits; two asterisks stand for one."""
_FLAGS = MappingProxyType({"x": "diagonal", "w": "windoku"})
_WITHOUT_MEANING = (
    *("id", "cellSize", "metadata", "metaData", "settings", "videos", "title", "author", "rules"),
    *("duration", "solution"),
)
_IN_CELLS = ("value", "given", "c", "color", "colors", "colour", "highlight")
_DRAWN = ("lines", "arrows", "underlays", "overlays")
_READ = ("cells", "regions", "cages")


@refusing("puzzle of SudokuPad")
def from_sudokupad(source: str | Mapping[str, Any]) -> Puzzle:
    """Return the puzzle of a link of SudokuPad, of its JSON, or of the object that this holds.

    It takes no limits: `exactcover.Budget` bounds what a text may ask for.

    Parameters
    ----------
    source
        The link, or its last part, which begins with ``fpuzzles``, ``fpuz``, ``scl``, ``ctc`` or
        ``scf``; or the object, in JSON or as `to_sudokupad` returns it.

    Returns
    -------
    Puzzle
        The puzzle with its rules and clues.

    Raises
    ------
    TextError
        If the link holds no puzzle, or something that is not supported; the message names it.
    RuleError, ClueError
        If the rules or clues of the puzzle are not valid.

    Examples
    --------
    >>> blank = "https://sudokupad.app/scf" + "o" * 13 + "K"
    >>> [each.name for each in from_sudokupad(blank + "x").rules]
    ['classic', 'diagonal']
    >>> from_sudokupad(blank[:-2])
    Traceback (most recent call last):
    sudoku.errors.TextError: the code has 72 cells, expected 81
    """
    if isinstance(source, Mapping):
        return _of_object(source)
    if source.lstrip().startswith("{"):
        return _of_object(_object(source))
    kind, packed = _parts(source)
    if kind == "scf":
        return _of_code(unquote(packed))
    text = expanded(packed)
    return from_fpuzzles(text) if kind.startswith("fpuz") else _of_object(_object(text))


def fpuzzles_in(link: str) -> str | None:
    """Return the JSON of f-puzzles that a link of the site holds, or None if it holds another one.

    Raises
    ------
    TextError
        If the link holds no puzzle.
    """
    if link.lstrip().startswith("{"):
        return None
    kind, packed = _parts(link)
    return expanded(packed) if kind.startswith("fpuz") else None


def _parts(link: str) -> tuple[str, str]:
    """Return the kind of a link, and its last part without the kind."""
    site = _SITE.fullmatch(link.strip())
    form = _FORM.match(site[1] if site else link.strip())
    if form is None and site is None:
        raise TextError("this is neither JSON of SudokuPad nor a link that holds a puzzle")
    if form is None:
        raise TextError(
            "this link names a puzzle that SudokuPad stores, and holds none: only links whose last "
            "part begins with fpuzzles, fpuz, scl, ctc or scf hold a puzzle"
        )
    kind, packed = form.groups()
    return kind, packed


def to_sudokupad_link(
    puzzle: PuzzleLike,
    *,
    title: str | None = None,
    author: str | None = None,
    solution: bool = False,
) -> str:
    """Return a link that opens a puzzle on SudokuPad.

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
    str
        The link. It holds the puzzle in the format of f-puzzles if that has all its rules, so that
        the site knows them; otherwise in the JSON of SudokuPad, where the rules are drawn and
        stated in words.

    Raises
    ------
    TextError
        If a rule can neither be said nor drawn; or a solution is asked for, and there is not
        exactly one, or SudokuPad's JSON would have to hold more than 9 digits.
    MissingExtraError
        If the package ``lzstring`` is not installed.

    Examples
    --------
    >>> to_sudokupad_link(Puzzle())[:40]  # doctest: +SKIP
    'https://sudokupad.app/?puzzleid=fpuzzles'
    """
    puzzle = Puzzle.of(puzzle)
    try:
        text = to_fpuzzles(puzzle)
    except TextError:
        data = to_sudokupad(puzzle, title=title, author=author, solution=solution)
        settings = data.pop("settings")
        more = "".join(f"&setting-{name}={value}" for name, value in settings.items())
        said = {key: value for key, value in data.items() if value}
        return f"{LINK}scl{_packed(said)}{more}"
    facts: dict[str, Any] = {"title": title, "author": author, "ruleset": rules_in_words(puzzle)}
    if solution:
        facts["solution"] = solution_of(puzzle)
    told = {key: fact for key, fact in facts.items() if fact}
    return f"{LINK}fpuzzles{_packed(json.loads(text) | told)}"


def _packed(data: Mapping[str, Any]) -> str:
    """Return an object in JSON, compressed for a link."""
    return quote(str(lzstring().compressToBase64(json.dumps(data))), safe="")


def _of_code(code: str) -> Puzzle:
    """Return the puzzle of a code of digits, with letters for further rules after it."""
    cells: list[int] = []
    rest = iter(code)
    for sign in rest:
        number = _CODE.find(sign)
        if not 0 <= number < MOST_CODE:
            raise TextError(f"{sign!r} is not in the code of digits")
        cells += [number % 10] + [0] * (number // 10)
        if len(cells) >= _CLASSIC:
            break
    if len(cells) != _CLASSIC:
        raise TextError(f"the code has {len(cells)} cells, expected {_CLASSIC}")
    said = "".join(rest).removeprefix("*")
    flags = _FACTS.sub("", said)
    facts = {
        found[0][0]: re.sub(r"\*$", "", found[0][1:].replace("**", "\0")).replace("\0", "*")
        for found in _FACTS.finditer(said)
    }
    unknown = [flag for flag in flags if flag not in _FLAGS]
    if unknown:
        raise TextError(f"the letter {unknown[0]!r} after the digits is not supported")
    rules = [rule("classic"), *(rule(_FLAGS[flag]) for flag in flags)]
    return Puzzle(Shape(3, 3), rules, cells).called(facts.get("t"), facts.get("a"))


def _object(text: str) -> Mapping[str, Any]:
    """Return the object in a text, which is JSON, perhaps shortened."""
    for written in (text, lengthened(text)):
        try:
            data = strict_json.loads(written, TextError)
        except json.JSONDecodeError:
            continue
        if isinstance(data, dict):
            return data
    raise TextError("the link holds no puzzle of SudokuPad")


def _of_object(data: Mapping[str, Any]) -> Puzzle:
    """Return the puzzle of an object with cells, regions and cages."""
    made = _puzzle(data)
    names = [_facts(data).get(key) or data.get(key) for key in ("title", "author")]
    for cage in data.get("cages") or ():  # older puzzles state facts in cages without cells
        text = str(cage.get("value") or "")
        for k, key in enumerate(("title", "author")):
            if not cage.get("cells") and text.lower().startswith(f"{key}:"):
                names[k] = names[k] or text[len(key) + 1 :]
    return made.called(*names)


def _puzzle(data: Mapping[str, Any]) -> Puzzle:
    """Return the puzzle of an object, without its title and author."""
    if KEY in _facts(data):
        return _of_stated(data, from_json(_facts(data)[KEY]))
    unknown = [key for key in data if data[key] and key not in (*_READ, *_WITHOUT_MEANING)]
    if unknown:
        raise TextError(
            f"parts of a puzzle of SudokuPad that are not supported: {', '.join(unknown)}; their "
            "rules are stated in prose"
        )
    _check_object(data)
    rows = data["cells"]
    n = len(rows)
    if any(len(row) != n for row in rows):
        raise TextError(f"the puzzle has {n} rows, and a row of another number of cells")
    shape, houses = _houses(n, data.get("regions") or ())
    rules = [houses, *_cages(data.get("cages") or ()), *_switches(data)]
    given = [
        [_digit(cell.get("value"), (i, j)) for j, cell in enumerate(row)]
        for i, row in enumerate(rows)
    ]
    return Puzzle(shape, rules, Grid(shape, given))


def _check_object(data: Mapping[str, Any]) -> None:
    """Raise a TextError unless cells, regions and cages have the form that they must have."""
    rows = data["cells"]
    if not _is_list_of(rows, list) or not all(_is_list_of(row, Mapping) for row in rows):
        raise TextError("SudokuPad: 'cells' must be a list of rows, each a list of objects")
    regions = data.get("regions") or []
    if not _is_list_of(regions, list):
        raise TextError("SudokuPad: 'regions' must be a list of regions, each a list of cells")
    for i, row in enumerate(rows):
        for j, cell in enumerate(row):
            _check_cell(cell, (i, j))
    cages = data.get("cages") or []
    if not _is_list_of(cages, Mapping):
        raise TextError("SudokuPad: 'cages' must be a list of objects")
    for cage in cages:
        if not isinstance(cage.get("cells") or [], list):
            raise TextError("SudokuPad: 'cells' of a cage must be a list of cells")


def _check_cell(cell: Mapping[str, Any], place: tuple[int, int]) -> None:
    """Raise a TextError for what a cell has beside its digit and colours, which may be a rule."""
    for key, value in cell.items():
        if value and key not in _IN_CELLS:
            raise TextError(
                f"SudokuPad: {place_in_words(*place)}: {key!r} in a cell is not supported: it may "
                "be a rule that is stated in prose, or the work of a player"
            )


def _is_list_of(value: object, kind: type) -> bool:
    """Return whether a value is a list whose elements are all of a kind."""
    return isinstance(value, list) and all(isinstance(each, kind) for each in value)


def _of_stated(data: Mapping[str, Any], stated: Puzzle) -> Puzzle:
    """Return the puzzle that an object states for programs, with the digits in its cells.

    The object must show just what is drawn for that puzzle.
    """
    _check_object(data)
    shape, rows = stated.shape, data["cells"]
    is_same = [len(row) for row in rows] == [shape.width] * shape.height
    if is_same:
        drawn = to_sudokupad(stated)
        is_same = all((data.get(key) or []) == drawn[key] for key in (*_READ[1:], *_DRAWN))
    if not is_same:
        raise TextError(
            f"the drawing is not that of the rules which {KEY!r} in the metadata states: somebody "
            "has changed it"
        )
    digits = {
        (i, j): digit
        for i, row in enumerate(rows)
        for j, cell in enumerate(row)
        if (digit := _digit(cell.get("value"), (i, j)))
    }
    return Puzzle(shape, stated.rules, digits)


def _facts(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the facts about a puzzle."""
    facts = data.get("metadata") or data.get("metaData") or {}
    return facts if isinstance(facts, Mapping) else {}


def _houses(n: int, regions: Iterable[Iterable[object]]) -> tuple[Shape, Rule]:
    """Return the shape, and the rule of rows, columns and regions."""
    places = [[_place(place) for place in region] for region in regions]
    if not places:
        return Shape(n, 1), rule("latin")
    of_place = {place: number for number, region in enumerate(places) for place in region}
    board = {(row, column) for row in range(n) for column in range(n)}
    if set(of_place) != board or sum(map(len, places)) != n * n:
        raise TextError("the regions do not cover every cell once")
    for width in range(1, n + 1):
        if n % width == 0:
            shape = Shape(width, n // width)
            boxes = {frozenset(shape.position(cell) for cell in box) for box in shape.boxes()}
            if boxes == set(map(frozenset, places)):
                return shape, rule("classic")
    numbers = [[of_place[row, column] for column in range(n)] for row in range(n)]
    return Shape(n, 1), rule("jigsaw", numbers)


def _cages(cages: Iterable[Mapping[str, Any]]) -> Iterator[Rule]:
    """Yield the rules of the cages; those without cells hold facts such as the title."""
    of_kind: dict[bool, list[tuple[int | None, list[tuple[int, int]]]]] = {}
    for cage in cages:
        places = [_place(place) for place in cage.get("cells") or ()]
        given, shown = (cage.get(key) for key in ("sum", "value"))
        total = str(given or shown or "")
        if given and shown and str(given) != str(shown).strip() and places:
            raise TextError(
                f"{place_in_words(*places[0])}: a cage with the sum {given!r}, and the value "
                f"{shown!r}"
            )
        if not places or _shows_size_only(cage, total):
            continue
        if not re.fullmatch(r"\d{0,4}", total):
            where = place_in_words(*places[0])
            raise TextError(f"{where}: a cage with the value {total!r} is not supported")
        if cage.get("hidden") or not (total or cage.get("unique")):
            raise TextError("a cage without a sum, whose digits may be equal, is not supported")
        repeats = cage.get("unique") is False
        of_kind.setdefault(repeats, []).append((int(total) if total else None, places))
    for repeats, found in of_kind.items():
        yield rule("killer", found, repeats=repeats, may_overlap=overlap(found))


def _shows_size_only(cage: Mapping[str, Any], total: str) -> bool:
    """Return whether a cage says nothing about digits, only how large the board is."""
    return bool(cage.get("hidden")) and cage.get("unique") is False and not total


def _switches(data: Mapping[str, Any]) -> Iterator[Rule]:
    """Yield the rules that are stated in the facts about a puzzle."""
    for key, name in SWITCHES:
        if _facts(data).get(key) in (True, "true"):
            yield rule(name)


def _digit(value: Any, place: tuple[int, int]) -> int:
    if value in (None, ""):
        return 0
    if isinstance(value, bool) or not re.fullmatch(r"[0-9]{1,3}", str(value)):
        raise TextError(
            f"SudokuPad: {place_in_words(*place)}: the value {value!r} of the cell is not a digit"
        )
    return int(value)


def _place(place: object) -> tuple[int, int]:
    match place:
        case [int(row), int(column)] if bool not in (type(row), type(column)):
            return row, column
    raise TextError(f"SudokuPad: {place!r} is no cell: a cell is a row and a column")
