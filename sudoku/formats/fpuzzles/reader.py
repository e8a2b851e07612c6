"""Puzzles of f-puzzles.com: JSON, and the links that hold it compressed.

Decoration is ignored, as the app and the programs that solve its puzzles do: colours, and cosmetic
lines, shapes, texts and cages, of which only cages with a digital root (``DR5``) say something. The
settings of programs, the author's solution, and the work of a player are no part of the puzzle;
`sudoku.formats.fpuzzles.progress` reads the latter. `sudoku.formats.fpuzzles.keys` lists all keys;
others are an error.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any
from urllib.parse import unquote

from exactcover.runtime import strict_json
from exactcover.runtime.extras import imported
from sudoku.errors import TextError, refusing
from sudoku.formats.fpuzzles.checks import (
    check_entries,
    check_grid,
    check_no_values,
    first_cell,
    given_digit,
    is_on,
    marks_of,
    name_of,
    number_of,
    place_of,
    places_of,
    whole,
)
from sudoku.formats.fpuzzles.digital_roots import digital_roots
from sudoku.formats.fpuzzles.dots import dots, signs
from sudoku.formats.fpuzzles.keys import check_keys
from sudoku.formats.fpuzzles.regions import Regions, regions_of
from sudoku.formats.lz import unpacked
from sudoku.geometry.grid import Grid
from sudoku.geometry.shape import Shape
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import Rule
from sudoku.rules.killer import overlap
from sudoku.rules.registry import rule

Place = tuple[int, int]


@refusing("puzzle of f-puzzles")
def from_fpuzzles(source: str | Mapping[str, Any]) -> Puzzle:
    """Return the puzzle of f-puzzles JSON, as text or already read, or of a link to it.

    It takes no limits: `exactcover.Budget` bounds what a text may ask for.

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

    Examples
    --------
    >>> cells = [[{"value": 1, "given": True}, {}, {}, {}], [{}] * 4, [{}] * 4, [{}] * 4]
    >>> puzzle = from_fpuzzles({"size": 4, "grid": cells, "odd": [{"cell": "R4C4"}]})
    >>> puzzle
    Puzzle('1...............', 2x2, classic, even_odd)
    """
    data = read_data(source)
    check_keys("the puzzle", data, "f-puzzles keys")
    rows: Any = data["grid"]
    check_grid(rows)
    check_entries(data, _FIELDS)
    n = whole(data["size"], "the size")
    if n < 1:
        raise TextError(f"f-puzzles: the size is {n}: it must be positive")
    given = [
        [given_digit(cell, name_of((i, j))) for j, cell in enumerate(row)]
        for i, row in enumerate(rows)
    ]
    regions = regions_of(rows, n)
    shape = regions.shape
    rules = [*regions.houses, *_of_regions(data, regions)]
    rules += [made for read in _READERS for made in read(data, shape)]
    made = Puzzle(shape, rules, Grid(shape, given))
    return made.called(data.get("title"), data.get("author"))


def _of_regions(data: Mapping[str, Any], regions: Regions) -> Iterator[Rule]:
    """Yield the rules that are about regions."""
    lines = [places_of(x) for entry in data.get("regionsumline") or () for x in entry["lines"]]
    check_no_values(data, "regionsumline")
    if lines:
        yield regions.region_sum(lines)
    for key in ("disjointgroups", "boxindexer"):
        if data.get(key):
            regions.check_usual(key)


def read_data(source: str | Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the object of a puzzle, of JSON or a link, or already read.

    Raises
    ------
    TextError
        If there is none.
    """
    data = _read(source) if isinstance(source, str) else source
    if not isinstance(data, Mapping) or "size" not in data or "grid" not in data:
        raise TextError("no JSON of f-puzzles: it has no size and no grid")
    return data


def _read(text: str) -> Any:
    """Return the JSON in a text or a link."""
    text = text.strip()
    if not text.startswith("{"):
        text = _expanded_link(text)
    try:
        data = strict_json.loads(text, TextError)
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
    text = unpacked(unquote(packed).replace(" ", "+"))
    if not text:
        raise TextError("the link holds no puzzle")
    return text


def _switches(data: Mapping[str, Any], shape: Shape) -> Iterator[Rule]:
    for key, name in _SWITCHES.items():
        if is_on(data, key):
            yield rule(name)
    both = is_on(data, "diagonal+"), is_on(data, "diagonal-")
    if all(both):
        yield rule("diagonal")
    elif any(both):
        step = 1 if both[1] else -1
        line = [(i, i if step > 0 else shape.n - 1 - i) for i in range(shape.n)]
        yield rule("extra_regions", [line])


def _marked(data: Mapping[str, Any], key: str) -> list[Place]:
    """Return the cells with a mark; one that is marked twice says the same."""
    return list(dict.fromkeys(place_of(entry["cell"]) for entry in data.get(key) or ()))


def _marks(data: Mapping[str, Any], shape: Shape) -> Iterator[Rule]:
    cells = {(i, j): cell for i, row in enumerate(data["grid"]) for j, cell in enumerate(row)}
    parities = {key: _marked(data, key) for key in ("even", "odd")}
    for place, cell in cells.items():
        key = _parity(cell.get("parity"), place)
        if key and place not in parities[key]:
            parities[key].append(place)
    if any(parities.values()):
        yield rule("even_odd", **parities)
    for key in ("minimum", "maximum"):
        if data.get(key):
            yield rule(key, _marked(data, key))
    marked = [
        (place, marks_of(cell, "givenPencilMarks", place, shape.n)) for place, cell in cells.items()
    ]
    if any(digits for _, digits in marked):
        yield rule("pencil_marks", [(place, digits) for place, digits in marked if digits])


def _parity(value: object, place: Place) -> str:
    """Return the key of the marks that say the parity of a cell, or "" if there is none."""
    if value in (None, ""):
        return ""
    name = str(value).lower()
    if name not in ("even", "odd"):
        raise TextError(
            f"f-puzzles: 'parity' of the cell {name_of(place)} is {value!r}: it must be "
            "'Even' or 'Odd'"
        )
    return name


def lines_of(n: int) -> dict[str, tuple[str, dict[str, Any]]]:
    """Return the rule and its parameters for `n` digits for each key of lines.

    >>> lines_of(9)["dutchwhispers"]
    ('whispers', {'least': 4})
    """
    half = (n + 1) // 2
    return {
        "thermometer": ("thermometer", {}),
        "slowthermometer": ("thermometer", {"slow": True}),
        "palindrome": ("palindrome", {}),
        "betweenline": ("between", {}),
        "lockout": ("lockout", {"least": n // 2}),
        "renban": ("renban", {}),
        "nabner": ("nabner", {}),
        "whispers": ("whispers", {"least": half}),
        "germanwhispers": ("whispers", {"least": half}),
        "dutchwhispers": ("whispers", {"least": half - 1}),
        "entropicline": ("entropic", {}),
        "modularline": ("modular", {}),
        "doublearrow": ("double_arrow", {}),
        "zipperline": ("zipper", {}),
    }


def _lines(data: Mapping[str, Any], shape: Shape) -> Iterator[Rule]:
    whispers: dict[int, list[list[Place]]] = {}
    for key, (name, parameters) in lines_of(shape.n).items():
        if name != "whispers":
            check_no_values(data, key)
        lines = [places_of(line) for entry in data.get(key) or () for line in entry["lines"]]
        if name != "whispers":
            if lines:
                yield rule(name, lines, **parameters)
            continue
        for entry in data.get(key) or ():
            least = _least(key, entry, parameters["least"], shape.n)
            whispers.setdefault(least, []).extend(map(places_of, entry["lines"]))
    for least, lines in whispers.items():
        if lines:
            yield rule("whispers", lines, least=least)


def _least(key: str, entry: Mapping[str, Any], usual: int, n: int) -> int:
    """Return the least difference on a line of whispers, which the current app writes."""
    number = number_of(key, entry)
    least = usual if number is None else number
    if key != "whispers" and least != usual:
        raise TextError(
            f"f-puzzles: {key!r} at {first_cell(entry)}: the difference {least}, where it is "
            f"{usual} by its name"
        )
    if not 1 <= least < n:
        raise TextError(
            f"f-puzzles: {key!r} at {first_cell(entry)}: the difference {least} is not between 1 "
            f"and {n - 1}"
        )
    return least


def _arrows(data: Mapping[str, Any], shape: Shape) -> Iterator[Rule]:
    arrows = []
    for entry in data.get("arrow") or ():
        circle = sorted(places_of(entry["cells"]))  # a pill is read to the right, or down
        for line in map(places_of, entry["lines"]):
            shaft = line[1:] if line[0] in circle else line
            if shaft:
                arrows.append((circle, shaft))
    if arrows:
        yield rule("arrow", arrows)


def _cages(data: Mapping[str, Any], shape: Shape) -> Iterator[Rule]:
    yield from digital_roots(data, shape.n)
    cages = [
        (number_of("killercage", entry), places_of(entry["cells"]))
        for entry in data.get("killercage") or ()
    ]
    if cages:
        yield rule("killer", cages, may_overlap=overlap(cages))
    sums = data.get("littlekillersum") or ()
    diagonals = [
        (number_of("littlekillersum", entry), diagonal_of(entry, shape.n)) for entry in sums
    ]
    given = [diagonal for diagonal in diagonals if diagonal[0] is not None]
    if given:
        yield rule("little_killer", given)


def diagonal_of(entry: Mapping[str, Any], n: int) -> list[Place]:
    """Return the cells of a little killer, or of the diagonal from a place outside in a direction.

    Examples
    --------
    >>> diagonal_of({"cell": "R0C2", "direction": "DR"}, 4)
    [(0, 2), (1, 3)]
    """
    if entry.get("cells"):
        return places_of(entry["cells"])
    direction = entry.get("direction")
    if "cell" not in entry or direction not in ("DR", "DL", "UR", "UL"):
        raise TextError(
            f"f-puzzles: 'littlekillersum' at {first_cell(entry)}: it needs 'cells', or 'cell' and "
            "a 'direction' DR, DL, UR or UL"
        )
    row, column = place_of(entry["cell"])
    down, right = 1 if direction[0] == "D" else -1, 1 if direction[1] == "R" else -1
    places = ((row + k * down, column + k * right) for k in range(1, n + 1))
    return [(i, j) for i, j in places if 0 <= i < n and 0 <= j < n]


def _areas(data: Mapping[str, Any], shape: Shape) -> Iterator[Rule]:
    regions = [places_of(e["cells"]) for e in data.get("extraregion") or ()]
    if regions:
        yield rule("extra_regions", regions)
    twins = [_twins(entry) for entry in data.get("clone") or ()]
    if any(twins):
        yield rule("clone", [twin for twin in twins if twin])
    circles = [
        (
            [whole(v, f"a value of 'quadruple' at {first_cell(e)}") for v in e["values"]],
            min(places_of(e["cells"])),
        )
        for e in data.get("quadruple") or ()
        if e["values"]
    ]
    if circles:
        yield rule("quadruple", circles)
    indexers = {
        key: list(
            dict.fromkeys(
                place_of(name)
                for entry in data.get(f"{_INDEXED[key]}indexer") or ()
                for name in entry["cells"]
            )
        )
        for key in _INDEXED
    }
    if any(indexers.values()):
        yield rule("indexer", **indexers)


def _twins(entry: Mapping[str, Any]) -> tuple[list[Place], list[Place]] | None:
    """Return the cells of a clone, but for those that are their own clones; None if all are."""
    one, other = places_of(entry["cells"]), places_of(entry["cloneCells"])
    if len(one) != len(other):
        raise TextError(
            f"f-puzzles: 'clone' at {first_cell(entry)} has {len(one)} cells, {len(other)} clones"
        )
    pairs = [pair for pair in zip(one, other, strict=True) if pair[0] != pair[1]]
    return ([a for a, _ in pairs], [b for _, b in pairs]) if pairs else None


def _outside(data: Mapping[str, Any], shape: Shape) -> Iterator[Rule]:
    n = shape.n
    for key, name in _OUTSIDE.items():
        sides: dict[str, list[int | None]] = {}
        for entry in data.get(key) or ():
            row, column = place_of(entry["cell"])
            side = {(-1, True): "top", (n, True): "bottom"}.get((row, 0 <= column < n))
            side = side or {(-1, True): "left", (n, True): "right"}.get((column, 0 <= row < n))
            if side is None:
                raise TextError(
                    f"f-puzzles: {key!r} at {entry['cell']}, which is not beside the grid"
                )
            clues = sides.setdefault(side, [None] * n)
            clues[column if side in ("top", "bottom") else row] = number_of(key, entry)
        if sides:
            yield rule(name, **sides)


_SWITCHES = MappingProxyType(
    {"antiknight": "anti_knight", "antiking": "anti_king", "disjointgroups": "disjoint_groups"}
)
_INDEXED = MappingProxyType({"rows": "row", "columns": "column", "boxes": "box"})
_OUTSIDE = MappingProxyType(
    {"sandwichsum": "sandwich", "xsum": "x_sum", "skyscraper": "skyscraper"}
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
    dots,
    signs,
    _marks,
    _lines,
    _arrows,
    _cages,
    _areas,
    _outside,
)
