"""Writing puzzles for f-puzzles.com: JSON and links; `sudoku.formats.fpuzzles.reader` reads them.

A rule that the format does not have is an error, which names it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from sudoku.errors import TextError
from sudoku.formats.fpuzzles.checks import name_of
from sudoku.formats.fpuzzles.reader import lines_of, lzstring
from sudoku.geometry.outlines import Grids
from sudoku.geometry.shape import Cells, Shape
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import Rule
from sudoku.rules.disjoint_groups import DisjointGroups
from sudoku.rules.indexer import Indexer
from sudoku.rules.little_killer import way_along
from sudoku.rules.places import region_cells
from sudoku.rules.region_sum import RegionSum
from sudoku.rules.registry import rule as make_rule

if TYPE_CHECKING:
    from sudoku.puzzle.puzzle import PuzzleLike

Place = tuple[int, int]
Keys = dict[str, Any]
Writer = Callable[[Any, Shape], Keys]

_OF_ONE_RULE = {"minimum", "maximum", "sandwichsum", "xsum", "skyscraper"}
"""The keys that mean something else if the entries of two rules stand together.

So do those of which the absence of a mark means something, as the key "negative" says.
"""
_DOTS = {"difference", "ratio"}
"""The keys of dots: if the absence of one kind means something, both are keys of one rule."""
_HOUSES = ("classic", "jigsaw")
"""The rules that state the regions; a puzzle of the format always has rows, columns and regions."""

LINK = "https://www.f-puzzles.com/?load="


def to_fpuzzles(puzzle: PuzzleLike) -> str:
    """Return a puzzle as f-puzzles JSON.

    It takes no limits: its work is linear in the puzzle.

    Parameters
    ----------
    puzzle
        A puzzle, or anything that `Puzzle.of` takes for one.

    Returns
    -------
    str
        The JSON.

    Raises
    ------
    TextError
        If the format does not have a rule, or a parameter of a rule, which the message names; or
        the board is not a square with as many digits as rows, or has no rows, columns and regions.

    Examples
    --------
    >>> from sudoku import Killer, Classic, from_fpuzzles
    >>> cage = Killer([(3, [(0, 0), (0, 1)])])
    >>> puzzle = Puzzle(Shape(2, 2), [Classic(), cage], "......1.........")
    >>> from_fpuzzles(to_fpuzzles(puzzle)) == puzzle
    True
    """
    puzzle = Puzzle.of(puzzle)
    shape = puzzle.shape
    _check_board(shape)
    _check_rules(puzzle)
    cells: list[list[Keys]] = [[{} for _ in range(shape.n)] for _ in range(shape.n)]
    for cell, digit in enumerate(puzzle.grid.cells):
        if digit:
            row, column = shape.position(cell)
            cells[row][column] |= {"value": digit, "given": True}
    data: Keys = {"size": shape.n}
    authors: dict[str, list[Rule]] = {}
    for each in puzzle.rules:
        written = _WRITERS[each.name](each, shape)
        for key in {*written, *written.get("negative", ())}:
            authors.setdefault(key, []).append(each)
        for key, value in written.items():
            if key in ("region", "givenPencilMarks"):
                for (row, column), entry in value:
                    if cells[row][column].setdefault(key, entry) != entry:
                        raise _clash(authors[key], key)
            else:
                data[key] = data[key] + value if isinstance(data.get(key), list) else value
    _check_together(data, authors)
    return json.dumps(data | puzzle.names | {"grid": cells})


def to_fpuzzles_link(puzzle: PuzzleLike) -> str:
    """Return a link that opens a puzzle on f-puzzles.com.

    It takes no limits: its work is linear in the puzzle.

    Parameters
    ----------
    puzzle
        A puzzle, or anything that `Puzzle.of` takes for one.

    Returns
    -------
    str
        The link.

    Raises
    ------
    TextError
        As `to_fpuzzles`.
    MissingExtraError
        If the package ``lzstring`` is not installed.

    Examples
    --------
    >>> to_fpuzzles_link(Puzzle())[:32]  # doctest: +SKIP
    'https://www.f-puzzles.com/?load='
    """
    return LINK + str(lzstring().compressToBase64(to_fpuzzles(puzzle)))


def _check_board(shape: Shape) -> None:
    """Raise a TextError unless the board is a square with as many digits as rows."""
    if type(shape) is Shape:
        return
    if isinstance(shape, Grids):
        n_grids = len(shape.offsets)
        reason = "cells beside the grid" if n_grids == 1 else f"boards of {n_grids} grids"
        raise TextError(f"f-puzzles has no {reason}")
    if shape.n_cells < shape.height * shape.width:
        raise TextError(
            "f-puzzles has squares without holes alone: this board has holes, or cells beside the "
            "grid"
        )
    if shape.height != shape.width:
        raise TextError(f"f-puzzles has squares alone, not {shape.height} rows of {shape.width}")
    raise TextError(
        f"f-puzzles has as many digits as cells in a row, not {shape.n} digits on {shape} cells"
    )


def _check_rules(puzzle: Puzzle) -> None:
    """Raise a TextError unless the format has all rules, and just one states the regions."""
    unknown = [each.name for each in puzzle.rules if each.name not in _WRITERS]
    if unknown:
        names = ", ".join(dict.fromkeys(unknown))
        raise TextError(f"f-puzzles has no key for these rules: {names}")
    stating = list(dict.fromkeys(each for each in puzzle.rules if each.name in _HOUSES))
    if not stating:
        raise TextError(
            "f-puzzles always has rows, columns and regions of different digits: a puzzle without "
            f"the rule {' or '.join(map(repr, _HOUSES))} cannot be written"
        )
    if len(stating) > 1:
        raise _clash(stating, "region")
    regions = _regions_of(stating[0], puzzle.shape)
    has_usual_boxes = stating[0].name == "classic" and _is_usual(puzzle.shape)
    for each in puzzle.rules:
        if isinstance(each, RegionSum) and set(_regions_of(each, puzzle.shape)) != set(regions):
            raise _cannot(each, "with regions that are not those of the puzzle")
        is_of_boxes = isinstance(each, DisjointGroups) or (isinstance(each, Indexer) and each.boxes)
        if is_of_boxes and not has_usual_boxes:
            raise _cannot(each, "with boxes that are not the usual ones")


def _regions_of(rule: Any, shape: Shape) -> Sequence[Cells]:
    """Return the regions that a rule names; without a map they are the boxes."""
    regions = getattr(rule, "regions", None)
    return shape.boxes() if regions is None else region_cells(rule, shape, regions)


def _is_usual(shape: Shape) -> bool:
    """Return whether the boxes are those that the format has by default."""
    return shape.q > 1 and shape == Shape.of_size(shape.n)


def _check_together(data: Keys, authors: Mapping[str, Sequence[Rule]]) -> None:
    """Raise a TextError if the keys of several rules mean something else together."""
    absent = set(data.get("negative", ()))
    for key in sorted(_OF_ONE_RULE | absent):
        if len(authors.get(key, ())) > 1:
            raise _clash(authors[key], key)
    dots = list(dict.fromkeys(each for key in sorted(_DOTS) for each in authors.get(key, ())))
    if absent & _DOTS and len(dots) > 1:
        raise TextError(
            f"f-puzzles cannot hold the rules {_listed(dots)} together: one of them is about "
            "neighbours without a dot, and the others have dots"
        )
    if "nonconsecutive" in data and "difference" in data and _may_be_consecutive(data):
        rules = [*authors["nonconsecutive"], *authors["difference"]]
        raise TextError(
            f"f-puzzles cannot hold the rules {_listed(rules)} together: there, 'nonconsecutive' "
            "is about neighbours without a dot"
        )


def _may_be_consecutive(data: Keys) -> bool:
    """Return whether a dot may be between consecutive digits."""
    return any(
        entry.get("value", usual) == usual
        for key, usual in (("difference", "1"), ("ratio", "2"))
        for entry in data.get(key, ())
    )


def _listed(rules: Iterable[Rule]) -> str:
    """Return the names of rules, each once."""
    return " and ".join(dict.fromkeys(repr(each.name) for each in rules))


def _names(places: Iterable[Place]) -> list[str]:
    return [name_of(place) for place in places]


def _cells(places: Iterable[Place], value: object = None) -> Keys:
    """Return an entry with cells, and a value where there is one."""
    return {"cells": _names(places)} | ({} if value is None else {"value": str(value)})


def _cannot(rule: Rule, what: str) -> TextError:
    return TextError(f"f-puzzles has no key for the rule {rule.name!r} {what}")


def _clash(rules: Iterable[Rule], key: str) -> TextError:
    return TextError(
        f"f-puzzles cannot hold the rules {_listed(rules)} together: both write {key!r}"
    )


def _is_true(*keys: str) -> Writer:
    return lambda rule, shape: dict.fromkeys(keys, True)


def _classic(rule: Any, shape: Shape) -> Keys:
    """Write the regions, or nothing where they are the default ones of the format."""
    return {} if _is_usual(shape) else _regions(shape, shape.boxes())


def _jigsaw(rule: Any, shape: Shape) -> Keys:
    return _regions(shape, region_cells(rule, shape, rule.regions))


def _regions(shape: Shape, regions: Iterable[Iterable[int]]) -> Keys:
    entries = [(shape.position(cell), k) for k, cells in enumerate(regions) for cell in cells]
    return {"region": entries}


def _killer(rule: Any, shape: Shape) -> Keys:
    if rule.repeats:
        raise _cannot(rule, "with digits that may come twice")
    return {"killercage": [_cells(cells, total) for total, cells in rule.cages]}


def _little_killer(rule: Any, shape: Shape) -> Keys:
    entries = []
    for total, cells in rule.sums:
        (row, column), (down, right) = cells[0], way_along(shape, cells)
        way = ("D" if down > 0 else "U") + ("R" if right > 0 else "L")
        outside = name_of((row - down, column - right))
        entries.append(_cells(cells, total) | {"cell": outside, "direction": way})
    return {"littlekillersum": entries}


def _lines(key: str) -> Writer:
    return lambda rule, shape: {key: [{"lines": [_names(line)]} for line in rule.lines]}


def _known_lines(rule: Any, shape: Shape) -> Keys:
    """Write lines, if the format has them with just these parameters."""
    if rule.name == "whispers":
        return _whispers(rule, shape)
    for key, (name, parameters) in lines_of(shape.n).items():
        if rule == make_rule(name, rule.lines, **parameters):
            return _lines(key)(rule, shape)
    raise _cannot(rule, "with lines that jump" if rule.jumps else "with such parameters")


def _whispers(rule: Any, shape: Shape) -> Keys:
    """Write whispers with their difference; the app would lose lines of any but these two."""
    known = {
        parameters["least"] for name, parameters in lines_of(shape.n).values() if name == "whispers"
    }
    if rule.least not in known or rule.least < 1 or rule.jumps:
        raise _cannot(rule, "with lines that jump" if rule.jumps else "with such parameters")
    value = str(rule.least)
    return {"whispers": [{"lines": [_names(line)], "value": value} for line in rule.lines]}


def _region_sum(rule: Any, shape: Shape) -> Keys:
    """Write the lines; their regions are those of the puzzle, as `_check_rules` makes sure."""
    if rule.jumps:
        raise _cannot(rule, "with lines that jump")
    return _lines("regionsumline")(rule, shape)


def _arrow(rule: Any, shape: Shape) -> Keys:
    entries = []
    for circle, shaft in rule.arrows:
        if list(circle) != sorted(circle):
            raise _cannot(rule, "with a pill that is read from the right, or upwards")
        entries.append(_cells(circle) | {"lines": [_names([circle[-1], *shaft])]})
    return {"arrow": entries}


def _kropki(rule: Any, shape: Shape) -> Keys:
    keys = {"difference": "white", "ratio": "black"}
    negative = keys.values() if rule.negative is True else rule.negative or ()
    dots = {key: [_cells(pair) for pair in getattr(rule, kind)] for key, kind in keys.items()}
    absent = [key for key, kind in keys.items() if kind in negative]
    return {key: entry for key, entry in (dots | {"negative": absent}).items() if entry}


def _pairs(key: str) -> Writer:
    """Write dots with a number, which lie between two neighbours."""

    def write(rule: Any, shape: Shape) -> Keys:
        for _, ((row, column), (row_2, column_2)) in rule.pairs:
            if abs(row - row_2) + abs(column - column_2) != 1:
                raise _cannot(rule, "with cells that do not touch")
        return {key: [_cells(pair, value) for value, pair in rule.pairs]}

    return write


def _xv(rule: Any, shape: Shape) -> Keys:
    signs = [_cells(pair, sign) for sign in "xv" for pair in getattr(rule, sign)]
    return ({"xv": signs} if signs else {}) | ({"negative": ["xv"]} if rule.negative else {})


def _places(**keys: str) -> Writer:
    """Write marked cells, an entry each, under the key for each field."""

    def write(rule: Any, shape: Shape) -> Keys:
        listed = {
            key: [{"cell": name_of(p)} for p in getattr(rule, name)] for name, key in keys.items()
        }
        return {key: entries for key, entries in listed.items() if entries}

    return write


def _indexer(rule: Any, shape: Shape) -> Keys:
    given = {"rowindexer": rule.rows, "columnindexer": rule.columns, "boxindexer": rule.boxes}
    return {key: [_cells(places)] for key, places in given.items() if places}


def _quadruple(rule: Any, shape: Shape) -> Keys:
    entries = []
    for digits, (row, column) in rule.circles:
        around = [(row + i, column + j) for i in (0, 1) for j in (0, 1)]
        entries.append({"cells": _names(around), "values": list(digits)})
    return {"quadruple": entries}


def _clone(rule: Any, shape: Shape) -> Keys:
    return {"clone": [_cells(one) | {"cloneCells": _names(other)} for one, other in rule.areas]}


def _extra_regions(rule: Any, shape: Shape) -> Keys:
    return _areas(rule.regions)


def _windoku(rule: Any, shape: Shape) -> Keys:
    houses = rule.houses(shape)
    return _areas([[shape.position(cell) for cell in house.cells] for house in houses])


def _areas(areas: Iterable[Iterable[Place]]) -> Keys:
    return {"extraregion": [_cells(area) for area in areas]}


def _pencil_marks(rule: Any, shape: Shape) -> Keys:
    if not all(digits for _, digits in rule.marks):
        raise _cannot(rule, "with a cell that has no digit")
    return {"givenPencilMarks": [(place, list(digits)) for place, digits in rule.marks]}


def _skyscraper(rule: Any, shape: Shape) -> Keys:
    if rule.flat:
        raise _cannot(rule, f"with flat={rule.flat}")
    return _outside("skyscraper")(rule, shape)


def _outside(key: str) -> Writer:
    """Write clues beside the grid."""

    def write(rule: Any, shape: Shape) -> Keys:
        sides: dict[str, Callable[[int], Place]] = {
            "top": lambda k: (-1, k),
            "bottom": lambda k: (shape.n, k),
            "left": lambda k: (k, -1),
            "right": lambda k: (k, shape.n),
        }
        clues: list[tuple[Sequence[int | None], Callable[[int], Place]]] = [
            (getattr(rule, side), place) for side, place in sides.items()
        ]
        return {
            key: [
                {"cell": name_of(place(k)), "value": str(clue)}
                for side, place in clues
                for k, clue in enumerate(side)
                if clue is not None
            ]
        }

    return write


_WRITERS: MappingProxyType[str, Writer] = MappingProxyType(
    {
        "classic": _classic,
        "jigsaw": _jigsaw,
        "diagonal": _is_true("diagonal+", "diagonal-"),
        "anti_knight": _is_true("antiknight"),
        "anti_king": _is_true("antiking"),
        "disjoint_groups": _is_true("disjointgroups"),
        "non_consecutive": _is_true("nonconsecutive"),
        "windoku": _windoku,
        "extra_regions": _extra_regions,
        "even_odd": _places(even="even", odd="odd"),
        "minimum": _places(marked="minimum"),
        "maximum": _places(marked="maximum"),
        "pencil_marks": _pencil_marks,
        "killer": _killer,
        "little_killer": _little_killer,
        "arrow": _arrow,
        "kropki": _kropki,
        "xv": _xv,
        "difference": _pairs("difference"),
        "ratio": _pairs("ratio"),
        "region_sum": _region_sum,
        "quadruple": _quadruple,
        "clone": _clone,
        "indexer": _indexer,
        "sandwich": _outside("sandwichsum"),
        "x_sum": _outside("xsum"),
        "skyscraper": _skyscraper,
    }
    | {name: _known_lines for name, _ in lines_of(9).values()}
)
