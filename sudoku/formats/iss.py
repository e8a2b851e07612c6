"""The texts that Interactive-Sudoku-Solver reads: constraint strings, and its formats of killers.

A constraint string is a row of constraints, each a dot, a name and arguments after tildes; cells
are written ``R1C1``, rows and columns above 9 as letters. A type that is not known is an error.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

from sudoku.errors import TextError
from sudoku.puzzle import Puzzle
from sudoku.rules import Rule, rule
from sudoku.shape import Shape

__all__ = ["from_iss"]

Place = tuple[int, int]

_ARROWS = {"<": (0, -1), ">": (0, 1), "^": (-1, 0), "v": (1, 0), "`": (1, 0)}
_LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz"


def from_iss(text: str) -> Puzzle:
    """Return the puzzle of a constraint string, a killer or a grid of pencil marks.

    Raises
    ------
    TextError
        Where a constraint is not supported, which is named, or the text is of no known format.
    RuleError, ClueError
        Where what it says cannot be.

    Examples
    --------
    >>> from_iss(".Shape~4x4.~R1C1_3.Thermo~R1C2~R2C2~R3C2")
    Puzzle('3...............', 2x2, classic, thermometer)
    """
    flat = re.sub(r"\s+", "", text)
    if re.fullmatch(r"[0-9A-Za-z<>^`]{81}", flat) and set(flat) & set("<>^"):
        return _short_killer(flat)
    if re.fullmatch(r"3x3:d?:k:(\d+:){80}\d+:?", flat):
        return _long_killer(flat)
    if re.fullmatch(r"[1-9.]{729}", flat):
        return _pencil_marks(flat)
    if re.fullmatch(r"[0-9.]{81}", flat):
        return Puzzle.from_text(flat)
    if not flat.startswith("."):
        raise TextError(f"{text[:40]!r} is no constraint string, killer or grid")
    return _read_string(flat)


def _short_killer(text: str) -> Puzzle:
    """Read a killer of 81 characters: a cage's sum in one cell, arrows that lead there."""
    heads: dict[Place, list[Place]] = defaultdict(list)
    signs = {(k // 9, k % 9): sign for k, sign in enumerate(text)}
    for place in signs:
        head, seen = place, {place}
        while signs.get(head) in _ARROWS:
            down, right = _ARROWS[signs[head]]
            head = head[0] + down, head[1] + right
            if head in seen or head not in signs:
                raise TextError(f"row {place[0] + 1}, column {place[1] + 1}: leads to no sum")
            seen.add(head)
        heads[head].append(place)
    sums = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    cages = [(sums.index(signs[head]) or None, places) for head, places in heads.items()]
    return Puzzle(Shape(3, 3), [rule("classic"), rule("killer", cages)])


def _long_killer(text: str) -> Puzzle:
    """Read a killer of 81 numbers: 256 times a cage's sum, plus its own number."""
    flags, numbers = text[4:].split(":k:")[0], text.split(":k:")[1].split(":")
    cages: dict[int, list[Place]] = defaultdict(list)
    for k, number in enumerate(filter(None, numbers)):
        if int(number) >= 256:
            cages[int(number)].append((k // 9, k % 9))
    rules = [rule("classic")] + [rule("diagonal")] * ("d" in flags)
    told = [(number // 256, places) for number, places in cages.items()]
    return Puzzle(Shape(3, 3), [*rules, rule("killer", told)])


def _pencil_marks(text: str) -> Puzzle:
    marks = [
        ((k // 9, k % 9), [int(mark) for mark in text[9 * k : 9 * k + 9] if mark != "."])
        for k in range(81)
    ]
    return Puzzle(Shape(3, 3), [rule("classic"), rule("pencil_marks", marks)])


def _read_string(text: str) -> Puzzle:
    parts: dict[str, list[list[str]]] = defaultdict(list)
    for part in re.split(r"\.(?=[A-Za-z~])", text):
        if part.strip("."):
            name, *arguments = part.strip(".").split("~")
            parts[name].append(arguments)
    unknown = [name for name in parts if name not in _READERS and name not in _TOGETHER]
    if unknown:
        raise TextError(f"constraints that are not supported: {', '.join(unknown)}")
    shape, rules = _houses(parts)
    rules += _signs(parts)
    clues: dict[Place, int] = {}
    marks = []
    for value in (value for values in parts[""] for value in values):
        cell, *digits = value.split("_")
        if len(digits) == 1:
            clues[_place(cell)] = int(digits[0])
        else:
            marks.append((_place(cell), list(map(int, digits))))
    if marks:
        rules.append(rule("pencil_marks", marks))
    for name, read in _READERS.items():
        if parts[name]:
            rules.append(read(shape, parts[name]))
    return Puzzle(shape, list(dict.fromkeys(rules)), clues)


def _houses(parts: Mapping[str, list[list[str]]]) -> tuple[Shape, list[Rule]]:
    """Return the shape, and the rules of rows, columns, boxes, regions and diagonals."""
    regions = [arguments[-1] for arguments in parts["Jigsaw"]]
    size = parts["Shape"][0] if parts["Shape"] else ["9x9"]
    match = re.fullmatch(r"(\d+)x(\d+)", size[0])
    if match is None or match[1] != match[2] or size[1:] not in ([], [match[1]], [f"1-{match[1]}"]):
        raise TextError(f"the shape {'~'.join(size)} is not supported: squares of 1 to n are")
    n = int(match[1])
    if any(arguments != [str(n)] for arguments in parts["RegionSize"]):
        raise TextError("constraints that are not supported: RegionSize of another size")
    shape = Shape(n, 1) if parts["NoBoxes"] or regions else Shape.of_size(n)
    rules = [rule("latin") if parts["NoBoxes"] and not regions else rule("classic")]
    if regions:
        rules = [rule("jigsaw", region) for region in regions]
    ways = {way for (way,) in parts["Diagonal"]}
    if ways == {"1", "-1"}:
        rules.append(rule("diagonal"))
    elif ways:
        line = [(i, n - 1 - i if ways == {"1"} else i) for i in range(n)]
        rules.append(rule("extra_regions", [line]))
    return shape, rules


def _signs(parts: Mapping[str, list[list[str]]]) -> list[Rule]:
    """Return the rules of dots and of X and V, whose absence may say something too."""
    pairs = {
        name: [pair for arguments in parts[name] for pair in pairwise(_places(arguments))]
        for name in ("WhiteDot", "BlackDot", "X", "V")
    }
    rules = []
    if pairs["WhiteDot"] or pairs["BlackDot"] or parts["StrictKropki"]:
        negative = bool(parts["StrictKropki"])
        rules.append(rule("kropki", pairs["WhiteDot"], pairs["BlackDot"], negative))
    if pairs["X"] or pairs["V"] or parts["StrictXV"]:
        rules.append(rule("xv", pairs["X"], pairs["V"], bool(parts["StrictXV"])))
    return rules


def _place(name: str) -> Place:
    match = re.fullmatch(r"R([1-9a-z])C([1-9a-z])", name)
    if match is None:
        raise TextError(f"{name!r} is no cell")
    return _LETTERS.index(match[1]) - 1, _LETTERS.index(match[2]) - 1


def _places(names: Sequence[str]) -> list[Place]:
    return [_place(name) for name in names]


def _plain(name: str) -> Callable[[Shape, list[list[str]]], Rule]:
    return lambda shape, given: rule(name)


def _lines(name: str) -> Callable[[Shape, list[list[str]]], Rule]:
    return lambda shape, given: rule(name, [_places(arguments) for arguments in given])


def _cages(*, repeats: bool) -> Callable[[Shape, list[list[str]]], Rule]:
    def read(shape: Shape, given: list[list[str]]) -> Rule:
        cages = [(int(total) or None, _places(cells)) for total, *cells in given]
        return rule("killer", cages, repeats, may_overlap=True)

    return read


def _whispers(shape: Shape, given: list[list[str]]) -> Rule:
    least = {int(first) if first.isdecimal() else 5 for first, *_ in given}
    if len(least) > 1:
        raise TextError("constraints that are not supported: Whisper of several differences")
    lines = [cells[1:] if cells[0].isdecimal() else cells for cells in given]
    return rule("whispers", list(map(_places, lines)), least.pop())


def _little_killer(shape: Shape, given: list[list[str]]) -> Rule:
    """Read the sums of diagonals, each known by the cell at the edge where it begins."""
    n, sums = shape.n, []
    for total, name in given:
        row, column = start = _place(name)
        if column == 0 and row < n - 1:
            step = (1, 1)
        elif row == 0:
            step = (1, -1)
        elif column == n - 1 and row < n - 1:
            step = (-1, -1)
        elif row == n - 1:
            step = (-1, 1)
        else:
            raise TextError(f"LittleKiller~{total}~{name}: the cell is not at the edge")
        ways = (range(n) if d > 0 else range(n - 1, -1, -1) for d in step)
        rows, columns = ways
        steps = zip(rows[rows.index(row) :], columns[columns.index(column) :], strict=False)
        sums.append((int(total), [start, *list(steps)[1:]]))
    return rule("little_killer", sums)


def _outside(name: str) -> Callable[[Shape, list[list[str]]], Rule]:
    def read(shape: Shape, given: list[list[str]]) -> Rule:
        sides: dict[str, list[int | None]] = {}
        for arguments in given:
            (line,) = (a for a in arguments if re.fullmatch("[RC].", a))
            clues = [a for a in arguments if a != line]
            names = ("left", "right") if line[0] == "R" else ("top", "bottom")
            for side, clue in zip(names, clues, strict=False):
                if clue:
                    told = sides.setdefault(side, [None] * shape.n)
                    told[_LETTERS.index(line[1]) - 1] = int(clue)
        return rule(name, **sides)

    return read


def _indexer(shape: Shape, given: list[list[str]]) -> Rule:
    cells: dict[str, list[Place]] = {"rows": [], "columns": []}
    for kind, *names in given:
        cells["rows" if kind == "R" else "columns"] += _places(names)
    return rule("indexer", **cells)


def _arrows(shape: Shape, given: list[list[str]]) -> Rule:
    return rule("arrow", [(_places(cells[:1]), _places(cells[1:])) for cells in given])


def _pills(shape: Shape, given: list[list[str]]) -> Rule:
    arrows = []
    for size, *cells in given:
        places = _places(cells)
        arrows.append((places[: int(size)], places[int(size) :]))
    return rule("arrow", arrows)


def _quadruples(shape: Shape, given: list[list[str]]) -> Rule:
    return rule("quadruple", [(list(map(int, digits)), _place(cell)) for cell, *digits in given])


def _greater(shape: Shape, given: list[list[str]]) -> Rule:
    """Read cells of which the first is greater than each of the others."""
    return rule("greater_than", [(_place(c[0]), less) for c in given for less in _places(c[1:])])


_TOGETHER = (
    *("", "Shape", "NoBoxes", "Jigsaw", "RegionSize", "Diagonal"),
    *("WhiteDot", "BlackDot", "StrictKropki", "X", "V", "StrictXV"),
)
_READERS: Mapping[str, Callable[[Shape, list[list[str]]], Rule]] = MappingProxyType(
    {
        "AntiKnight": _plain("anti_knight"),
        "AntiKing": _plain("anti_king"),
        "AntiConsecutive": _plain("non_consecutive"),
        "DisjointSets": _plain("disjoint_groups"),
        "Windoku": _plain("windoku"),
        "AllDifferent": _lines("extra_regions"),
        "Between": _lines("between"),
        "Palindrome": _lines("palindrome"),
        "RegionSumLine": _lines("region_sum"),
        "Renban": _lines("renban"),
        "Thermo": _lines("thermometer"),
        "Whisper": _whispers,
        "Cage": _cages(repeats=False),
        "Sum": _cages(repeats=True),
        "LittleKiller": _little_killer,
        "Arrow": _arrows,
        "PillArrow": _pills,
        "Quad": _quadruples,
        "GreaterThan": _greater,
        "Indexing": _indexer,
        "Sandwich": _outside("sandwich"),
        "Skyscraper": _outside("skyscraper"),
        "XSum": _outside("x_sum"),
    }
)
