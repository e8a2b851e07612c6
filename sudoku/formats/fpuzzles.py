"""Puzzles of f-puzzles.com: JSON, and the links that hold it compressed.

Decoration is ignored; a key of an unknown rule is an error.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any
from urllib.parse import unquote

from exactcover.extras import imported
from sudoku.errors import TextError, refusing
from sudoku.formats.fpuzzles_checks import CELL, check_entries, check_grid, first_cell, whole
from sudoku.geometry.grid import Grid
from sudoku.geometry.shape import Shape
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import Rule
from sudoku.rules.registry import rule

__all__ = ["from_fpuzzles"]

Place = tuple[int, int]

_DECORATION = (
    *("author", "comment", "ruleset", "size", "solution", "successMessage", "title", "grid"),
    *("cage", "circle", "cosmetic", "line", "rectangle", "text", "highlightConflicts"),
    *("disabledlogic", "truecandidatesoptions", "negative"),
)


@refusing("puzzle of f-puzzles")
def from_fpuzzles(source: str | Mapping[str, Any]) -> Puzzle:
    """Return the puzzle of f-puzzles JSON, as text or already read, or of a link to it.

    Parameters
    ----------
    source
        JSON as text or as `json.loads` returns it, or a link.

    Returns
    -------
    Puzzle
        The puzzle with its rules and clues.

    Raises
    ------
    TextError
        If a key is not supported, or the text is neither JSON nor a link.
    RuleError, ClueError
        If the rules or clues of the puzzle are not valid.
    MissingExtraError
        If a link is given and the package ``lzstring`` is not installed.

    Examples
    --------
    >>> cells = [[{"value": 1, "given": True}, {}, {}, {}], [{}] * 4, [{}] * 4, [{}] * 4]
    >>> puzzle = from_fpuzzles({"size": 4, "grid": cells, "odd": [{"cell": "R4C4"}]})
    >>> puzzle
    Puzzle('1...............', 2x2, classic, even_odd)
    """
    data = _read(source) if isinstance(source, str) else source
    if not isinstance(data, Mapping) or "size" not in data or "grid" not in data:
        raise TextError("no JSON of f-puzzles: it has no size and no grid")
    unknown = [key for key in data if key not in _DECORATION and key not in _ALL]
    if unknown:
        raise TextError(f"f-puzzles keys that are not supported: {', '.join(map(repr, unknown))}")
    rows: Any = data["grid"]
    check_grid(rows)
    check_entries(data, _FIELDS)
    regions = _regions(rows)
    n = whole(data["size"], "the size")
    if n < 1:
        raise TextError(f"f-puzzles: the size is {n}: it must be positive")
    has_boxes = regions is None and any(n % k == 0 for k in range(2, n))
    shape = Shape.of_size(n) if has_boxes else Shape(n, 1)
    if regions is not None:
        rules = [rule("jigsaw", regions)]
    else:  # a prime number of rows has no usual boxes: only rows and columns count
        rules = [rule("classic" if has_boxes else "latin")]
    rules += [made for read in _READERS for made in read(data, shape)]
    given = [
        [_given(cell, f"R{i}C{j}") for j, cell in enumerate(row, 1)]
        for i, row in enumerate(rows, 1)
    ]
    return Puzzle(shape, rules, Grid(shape, given))


def _given(cell: Mapping[str, Any], name: str) -> int:
    """Return the digit that is given in a cell, or 0."""
    value = cell.get("value") if cell.get("given") else None
    return whole(value, f"the value of the cell {name}") if value else 0


def _read(text: str) -> Any:
    """Return the JSON in a text or a link."""
    text = text.strip()
    if not text.startswith("{"):
        text = _expanded_link(text)
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise TextError(f"no JSON of f-puzzles: {error.msg}", error.lineno) from None
    return data


def _expanded_link(text: str) -> str:
    """Return the JSON in a link, or in the last part of one, which has no sign of a link."""
    *start, packed = re.split(r"[?&]load=|fpuz(?:zles)?", text)
    if start:
        return expanded(packed)
    try:
        if re.fullmatch(r"[A-Za-z0-9+/=%_-]+", packed):
            return expanded(packed)
    except TextError:
        pass
    raise TextError("this is neither JSON of f-puzzles nor a link that holds a puzzle")


def lzstring() -> Any:
    """Return the object that compresses links."""
    return imported("lzstring", "A link", "lzstring", "formats").LZString()


def expanded(packed: str) -> str:
    """Return the uncompressed text of a link's last part; raise an error if there is none."""
    try:
        text = lzstring().decompressFromBase64(unquote(packed).replace(" ", "+"))
    except (LookupError, NameError):  # an invalid or a missing character
        text = None
    if not text:
        raise TextError("the link holds no puzzle")
    return str(text)


def _regions(rows: Sequence[Sequence[Mapping[str, Any]]]) -> list[list[int]] | None:
    """Return the map of the regions, or None if the puzzle states none."""
    if not any(cell.get("region") is not None for row in rows for cell in row):
        return None
    n = len(rows)
    named: list[list[Any]] = [[cell.get("region") for cell in row] for row in rows]
    if any(name is None for row in named for name in row):
        shape = Shape.of_size(n)  # cells without a region lie in the usual boxes
        boxes = [[shape.box_of(shape.cell(i, j)) for j in range(n)] for i in range(n)]
        named = [
            [box if name is None else name for name, box in zip(*pair, strict=True)]
            for pair in zip(named, boxes, strict=True)
        ]
    return [
        [whole(name, f"the region of the cell R{i}C{j}") for j, name in enumerate(row, 1)]
        for i, row in enumerate(named, 1)
    ]


def _place(name: str) -> Place:
    match = re.fullmatch(CELL, name)
    if match is None:
        raise TextError(f"{name!r} is no cell")
    return int(match[1]) - 1, int(match[2]) - 1


def _places(names: list[str]) -> list[Place]:
    return [_place(name) for name in names]


def _number(key: str, entry: Mapping[str, Any]) -> int | None:
    """Return the number of an entry, or None if it has none."""
    value = str(entry.get("value") or "").strip()
    if not re.fullmatch(r"-?\d{0,9}", value) or value == "-":
        raise TextError(
            f"f-puzzles: {key!r} at {first_cell(entry)}: the value {value!r} is not a number"
        )
    return int(value) if value else None


def _switches(data: Mapping[str, Any], shape: Shape) -> Iterator[Rule]:
    for key, name in _SWITCHES.items():
        if data.get(key):
            yield rule(name)
    both = data.get("diagonal+"), data.get("diagonal-")
    if all(both):
        yield rule("diagonal")
    elif any(both):
        step = 1 if both[1] else -1
        line = [(i, i if step > 0 else shape.n - 1 - i) for i in range(shape.n)]
        yield rule("extra_regions", [line])


def _dots(data: Mapping[str, Any], shape: Shape) -> Iterator[Rule]:
    """Read dots of difference 1 and ratio 2 as Kropki, and dots of other numbers as other rules."""
    usual = {"difference": 1, "ratio": 2}
    pairs: dict[str, list[tuple[int, list[Place]]]] = {}
    for key, value in usual.items():
        entries = data.get(key) or []
        numbers = [(_number(key, entry), _places(entry["cells"])) for entry in entries]
        pairs[key] = [(value if own is None else own, places) for own, places in numbers]
        others = [pair for pair in pairs[key] if pair[0] != value]
        if others:
            yield rule(key, others)
    kinds = {"difference": "white", "ratio": "black"}
    absent = set(data.get("negative") or ())
    if data.get("nonconsecutive"):
        if pairs["difference"]:  # cells with a dot between them are consecutive
            absent.add("difference")
        else:
            yield rule("non_consecutive")
    negative = [kind for key, kind in kinds.items() if key in absent]
    dots = {
        kind: [places for value, places in pairs[key] if value == usual[key]]
        for key, kind in kinds.items()
    }
    if negative or any(dots.values()):
        if negative and any(value != usual[key] for key in pairs for value, _ in pairs[key]):
            raise TextError("f-puzzles: 'negative' with dots of other values is not supported")
        yield rule("kropki", **dots, negative=negative)
    unknown = absent - {"difference", "ratio", "xv"}
    if unknown:
        raise TextError(f"f-puzzles: negative {', '.join(sorted(unknown))} is not supported")


def _signs(data: Mapping[str, Any], shape: Shape) -> Iterator[Rule]:
    negative = "xv" in (data.get("negative") or ())
    signs: dict[str, list[list[Place]]] = {"x": [], "v": []}
    for entry in data.get("xv") or ():
        value = str(entry.get("value", "")).lower()
        if value not in signs:
            raise TextError(
                f"f-puzzles: 'xv' with the value {entry.get('value')!r} at {first_cell(entry)}: it "
                "must be 'X' or 'V'"
            )
        signs[value].append(_places(entry["cells"]))
    if negative or any(signs.values()):
        yield rule("xv", **signs, negative=negative)


def _marked(data: Mapping[str, Any], key: str) -> list[Place]:
    """Return the cells with a mark; one that is marked twice says the same."""
    return list(dict.fromkeys(_place(entry["cell"]) for entry in data.get(key) or ()))


def _marks(data: Mapping[str, Any], shape: Shape) -> Iterator[Rule]:
    parities = {key: _marked(data, key) for key in ("even", "odd")}
    if any(parities.values()):
        yield rule("even_odd", **parities)
    for key in ("minimum", "maximum"):
        if data.get(key):
            yield rule(key, _marked(data, key))
    marked = [
        ((i, j), _digits(cell["givenPencilMarks"], f"R{i + 1}C{j + 1}"))
        for i, row in enumerate(data.get("grid", []))
        for j, cell in enumerate(row)
        if cell.get("givenPencilMarks")
    ]
    if marked:
        yield rule("pencil_marks", marked)


def _digits(marks: object, name: str) -> list[int]:
    """Return the digits that are marked in a cell."""
    if not isinstance(marks, list | tuple):
        raise TextError(f"f-puzzles: 'givenPencilMarks' of the cell {name} is not a list of digits")
    return [whole(mark, f"a pencil mark of the cell {name}") for mark in marks]


def lines_of(n: int) -> dict[str, tuple[str, dict[str, Any]]]:
    """Return the rule and its parameters for `n` digits for each key of lines.

    >>> lines_of(9)["whispers"]
    ('whispers', {'least': 5})
    """
    return {
        "thermometer": ("thermometer", {}),
        "slowthermometer": ("thermometer", {"slow": True}),
        "palindrome": ("palindrome", {}),
        "betweenline": ("between", {}),
        "lockout": ("lockout", {"least": n // 2}),
        "renban": ("renban", {}),
        "nabner": ("nabner", {}),
        "whispers": ("whispers", {"least": (n + 1) // 2}),
        "entropicline": ("entropic", {}),
        "modularline": ("modular", {}),
        "doublearrow": ("double_arrow", {}),
        "zipperline": ("zipper", {}),
    }


def _lines(data: Mapping[str, Any], shape: Shape) -> Iterator[Rule]:
    for key, (name, parameters) in lines_of(shape.n).items():
        lines = [_places(line) for entry in data.get(key) or () for line in entry["lines"]]
        if any(_number(key, entry) is not None for entry in data.get(key) or ()):
            raise TextError(f"f-puzzles: {key!r} with values of its own is not supported")
        if lines:
            yield rule(name, lines, **parameters)


def _region_sums(data: Mapping[str, Any], shape: Shape) -> Iterator[Rule]:
    lines = [_places(x) for entry in data.get("regionsumline") or () for x in entry["lines"]]
    if lines:
        yield rule("region_sum", lines, _regions(data["grid"]))


def _arrows(data: Mapping[str, Any], shape: Shape) -> Iterator[Rule]:
    arrows = []
    for entry in data.get("arrow") or ():
        circle = sorted(_places(entry["cells"]))  # a pill is read to the right, or down
        for line in map(_places, entry["lines"]):
            shaft = line[1:] if line[0] in circle else line
            if shaft:
                arrows.append((circle, shaft))
    if arrows:
        yield rule("arrow", arrows)


def _cages(data: Mapping[str, Any], shape: Shape) -> Iterator[Rule]:
    cages = [
        (_number("killercage", entry), _places(entry["cells"]))
        for entry in data.get("killercage") or ()
    ]
    if cages:
        cells = [place for _, places in cages for place in places]
        yield rule("killer", cages, may_overlap=len(set(cells)) < len(cells))
    sums = data.get("littlekillersum") or ()
    diagonals = [
        (
            _number("littlekillersum", entry),
            _places(entry.get("cells") or _diagonal(entry, shape.n)),
        )
        for entry in sums
    ]
    given = [diagonal for diagonal in diagonals if diagonal[0] is not None]
    if given:
        yield rule("little_killer", given)


def _diagonal(entry: Mapping[str, Any], n: int) -> list[str]:
    """Return the cells of a diagonal, given by the position outside before it and a direction."""
    direction = entry.get("direction")
    if "cell" not in entry or direction not in ("DR", "DL", "UR", "UL"):
        raise TextError(
            f"f-puzzles: 'littlekillersum' at {first_cell(entry)}: it needs 'cells', or 'cell' and "
            "a 'direction' DR, DL, UR or UL"
        )
    row, column = _place(entry["cell"])
    down, right = 1 if direction[0] == "D" else -1, 1 if direction[1] == "R" else -1
    places = ((row + k * down, column + k * right) for k in range(1, n + 1))
    return [f"R{i + 1}C{j + 1}" for i, j in places if 0 <= i < n and 0 <= j < n]


def _areas(data: Mapping[str, Any], shape: Shape) -> Iterator[Rule]:
    regions = [_places(e["cells"]) for e in data.get("extraregion") or ()]
    if regions:
        yield rule("extra_regions", regions)
    twins = [(_places(e["cells"]), _places(e["cloneCells"])) for e in data.get("clone") or ()]
    if twins:
        yield rule("clone", twins)
    circles = [
        (
            [whole(v, f"a value of 'quadruple' at {first_cell(e)}") for v in e["values"]],
            min(_places(e["cells"])),
        )
        for e in data.get("quadruple") or ()
        if e["values"]
    ]
    if circles:
        yield rule("quadruple", circles)
    indexers = {
        key: list(
            dict.fromkeys(
                _place(name)
                for entry in data.get(f"{_INDEXED[key]}indexer") or ()
                for name in entry["cells"]
            )
        )
        for key in _INDEXED
    }
    if any(indexers.values()):
        yield rule("indexer", **indexers)


def _outside(data: Mapping[str, Any], shape: Shape) -> Iterator[Rule]:
    n = shape.n
    for key, name in _OUTSIDE.items():
        sides: dict[str, list[int | None]] = {}
        for entry in data.get(key) or ():
            row, column = _place(entry["cell"])
            side = {(-1, True): "top", (n, True): "bottom"}.get((row, 0 <= column < n))
            side = side or {(-1, True): "left", (n, True): "right"}.get((column, 0 <= row < n))
            if side is None:
                raise TextError(
                    f"f-puzzles: {key!r} at {entry['cell']}, which is not beside the grid"
                )
            clues = sides.setdefault(side, [None] * n)
            clues[column if side in ("top", "bottom") else row] = _number(key, entry)
        if sides:
            yield rule(name, **sides)


_SWITCHES = MappingProxyType(
    {"antiknight": "anti_knight", "antiking": "anti_king", "disjointgroups": "disjoint_groups"}
)
_INDEXED = MappingProxyType({"rows": "row", "columns": "column", "boxes": "box"})
_OUTSIDE = MappingProxyType(
    {"sandwichsum": "sandwich", "xsum": "x_sum", "skyscraper": "skyscraper"}
)
_ALL = (
    *(*_SWITCHES, *lines_of(9), *_OUTSIDE, "diagonal+", "diagonal-", "nonconsecutive"),
    *("difference", "ratio", "xv", "even", "odd", "minimum", "maximum", "quadruple", "clone"),
    *("arrow", "killercage", "littlekillersum", "extraregion", "regionsumline"),
    *(f"{name}indexer" for name in _INDEXED.values()),
)
_FIELDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        **dict.fromkeys([*lines_of(9), "regionsumline"], ("lines",)),
        **dict.fromkeys([*_OUTSIDE, "even", "odd", "minimum", "maximum"], ("cell",)),
        **dict.fromkeys(["difference", "ratio", "xv", "killercage", "extraregion"], ("cells",)),
        **dict.fromkeys([f"{name}indexer" for name in _INDEXED.values()], ("cells",)),
        "arrow": ("cells", "lines"),
        "quadruple": ("cells", "values"),
        "clone": ("cells", "cloneCells"),
        "littlekillersum": (),
    }
)
"""The fields that each entry under a key must have."""
_READERS: tuple[Callable[[Mapping[str, Any], Shape], Iterator[Rule]], ...] = (
    _switches,
    _dots,
    _signs,
    _marks,
    _lines,
    _region_sums,
    _arrows,
    _cages,
    _areas,
    _outside,
)
