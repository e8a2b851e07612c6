"""The texts that Interactive-Sudoku-Solver reads: constraint strings, and its formats of killers.

A constraint string is a row of constraints, each a dot, a name and arguments after tildes; cells
are written ``R1C1``, rows and columns above 9 as letters. A type that is not known is an error.

Where values begin at 0, each digit of the puzzle is one more than its value.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations, pairwise, product
from types import MappingProxyType
from typing import NamedTuple

from sudoku.errors import TextError
from sudoku.outlines import Outline
from sudoku.puzzle import Puzzle
from sudoku.rules import Rule, rule
from sudoku.shape import Shape

__all__ = ["from_iss"]

Place = tuple[int, int]

_ARROWS = {"<": (0, -1), ">": (0, 1), "^": (-1, 0), "v": (1, 0), "`": (-1, -1)}
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


class Board(NamedTuple):
    """The board of a string, and how much less than a digit its value is: 0 or 1."""

    shape: Shape
    height: int
    width: int
    less: int

    @property
    def n(self) -> int:
        """How many values there are."""
        return self.shape.n

    def digit(self, value: str) -> int:
        """Return the digit that stands for a value."""
        return int(value) + self.less

    def total(self, value: str, n_cells: int) -> int:
        """Return the sum of so many digits whose values have a sum."""
        return int(value) + self.less * n_cells

    def only_from_1(self, name: str) -> None:
        """Raise where values begin at 0, for a type that is not read then."""
        if self.less:
            raise TextError(f"constraints that are not supported: {name} with values from 0")


Arguments = list[list[str]]
Parts = Mapping[str, Arguments]
Reader = Callable[[Board, Arguments], Rule | Iterable[Rule]]


def _read_string(text: str) -> Puzzle:
    parts: dict[str, Arguments] = defaultdict(list)
    for part in re.split(r"\.(?=[A-Za-z~])", text):
        if part.strip("."):
            name, *arguments = part.strip(".").split("~")
            parts[name].append(arguments)
    unknown = [name for name in parts if name not in _READERS and name not in _TOGETHER]
    if unknown:
        raise TextError(f"constraints that are not supported: {', '.join(unknown)}")
    board = _board(parts)
    rules = _houses(board, parts) + _signs(board, parts)
    clues: dict[Place, int] = {}
    marks = []
    for value in (value for values in parts[""] for value in values):
        cell, *digits = value.split("_")
        if len(digits) == 1:
            clues[_place(cell)] = board.digit(digits[0])
        else:
            marks.append((_place(cell), list(map(board.digit, digits))))
    if marks:
        rules.append(rule("pencil_marks", marks))
    for name, read in _READERS.items():
        if parts[name]:
            made = read(board, parts[name])
            rules += [made] if isinstance(made, Rule) else made
    return Puzzle(board.shape, list(dict.fromkeys(rules)), clues)


def _board(parts: Parts) -> Board:
    """Return the board: a square of 1 to n, or any rectangle with at least so many values."""
    told = "~".join(parts["Shape"][0]) if parts["Shape"] else "9x9"
    match = re.fullmatch(r"(\d+)x(\d+)(?:~(?:(\d+)-)?(\d+))?", told)
    if match is None:
        raise TextError(f"the shape {told} is not supported")
    height, width = int(match[1]), int(match[2])
    low, high = int(match[3] or 1), int(match[4] or max(height, width))
    n = high - low + 1
    if low > 1 or n < max(height, width):
        raise TextError(f"the shape {told} is not supported: its values are not")
    if height == width == n == _region_size(parts, n):
        has_boxes = not parts["NoBoxes"] and not parts["Jigsaw"]
        return Board(Shape.of_size(n) if has_boxes else Shape(n, 1), n, n, 1 - low)
    places = [(i, j) for i in range(height) for j in range(width)]
    return Board(Outline(n, places), height, width, 1 - low)


def _region_size(parts: Parts, usual: int) -> int:
    return int(parts["RegionSize"][0][0]) if parts["RegionSize"] else usual


def _boxes(board: Board, size: int) -> list[list[Place]]:
    """Return the boxes of so many cells, as square as can be; none where there are no such."""
    fitting = [
        (abs(h - size // h), h)
        for h in range(2, size)
        if size % h == 0 and board.height % h == 0 and board.width % (size // h) == 0
    ]
    if not fitting:
        return []
    h = min(fitting)[1]
    w = size // h
    return [
        [(i + k, j + m) for k in range(h) for m in range(w)]
        for i in range(0, board.height, h)
        for j in range(0, board.width, w)
    ]


def _rows_and_columns(board: Board) -> list[list[Place]]:
    rows = [[(i, j) for j in range(board.width)] for i in range(board.height)]
    return rows + [list(column) for column in zip(*rows, strict=True)]


def _regions(board: Board, parts: Parts) -> list[list[Place]]:
    """Return boxes and pieces; a piece of another size is where there is none."""
    least = max(board.height, board.width)
    regions = [] if parts["NoBoxes"] else _boxes(board, _region_size(parts, least))
    for *_, layout in parts["Jigsaw"]:
        pieces: dict[str, list[Place]] = defaultdict(list)
        for k, name in enumerate(layout):
            pieces[name].append(divmod(k, board.width))
        regions += [piece for piece in pieces.values() if least <= len(piece) <= board.n]
    return regions


def _houses(board: Board, parts: Parts) -> list[Rule]:
    """Return the rules of rows, columns, boxes, regions and diagonals."""
    rules: list[Rule] = []
    pieces = [arguments[-1] for arguments in parts["Jigsaw"]]
    if isinstance(board.shape, Outline):
        rules.append(rule("extra_regions", _rows_and_columns(board) + _regions(board, parts)))
    elif pieces:
        rules += [rule("jigsaw", layout) for layout in pieces]
        if not parts["NoBoxes"]:
            rules.append(rule("extra_regions", _boxes(board, board.n)))
    else:
        rules.append(rule("latin" if parts["NoBoxes"] else "classic"))
    last = board.height - 1
    diagonals = [
        [(i, last - i if way == "1" else i) for i in range(board.height)]
        for way in sorted({way for (way,) in parts["Diagonal"]})
    ]
    if len(diagonals) == 2 and not isinstance(board.shape, Outline):
        rules.append(rule("diagonal"))
    elif diagonals:
        rules.append(rule("extra_regions", diagonals))
    if parts["RegionSameValues"]:
        groups = _rows_and_columns(board) + _regions(board, parts)
        largest = max(map(len, groups))
        rules.append(rule("same_values", [[group for group in groups if len(group) == largest]]))
    if parts["DisjointSets"]:
        boxes = _boxes(board, _region_size(parts, max(board.height, board.width)))
        rules.append(rule("extra_regions", list(zip(*boxes, strict=True))))
    return rules


def _signs(board: Board, parts: Parts) -> list[Rule]:
    """Return the rules of dots and of X and V, whose absence may say something too."""
    pairs = {
        name: [pair for arguments in parts[name] for pair in _adjacent(arguments)]
        for name in ("WhiteDot", "BlackDot", "X", "V")
    }
    if board.less:
        return _signs_from_0(board, parts, pairs)
    rules = []
    if pairs["WhiteDot"] or pairs["BlackDot"] or parts["StrictKropki"]:
        negative = bool(parts["StrictKropki"])
        rules.append(rule("kropki", pairs["WhiteDot"], pairs["BlackDot"], negative))
    if pairs["X"] or pairs["V"] or parts["StrictXV"]:
        rules.append(rule("xv", pairs["X"], pairs["V"], bool(parts["StrictXV"])))
    return rules


def _signs_from_0(
    board: Board, parts: Parts, pairs: Mapping[str, list[tuple[Place, Place]]]
) -> list[Rule]:
    for name in ("StrictKropki", "StrictXV"):
        if parts[name]:
            board.only_from_1(name)
    tests: dict[str, Callable[[int, int], bool]] = {
        "WhiteDot": lambda a, b: abs(a - b) == 1,
        "BlackDot": lambda a, b: a == 2 * b or b == 2 * a,
        "X": lambda a, b: a + b == 10,
        "V": lambda a, b: a + b == 5,
    }
    values = list(product(range(board.n), repeat=2))
    return [
        rule("relations", pairs[name], [(a + 1, b + 1) for a, b in values if is_it(a, b)])
        for name, is_it in tests.items()
        if pairs[name]
    ]


def _place(name: str) -> Place:
    match = re.fullmatch(r"R([1-9a-z])C([1-9a-z])", name)
    if match is None:
        raise TextError(f"{name!r} is no cell")
    return _LETTERS.index(match[1]) - 1, _LETTERS.index(match[2]) - 1


def _places(names: Sequence[str]) -> list[Place]:
    return [_place(name) for name in names]


def _adjacent(names: Sequence[str]) -> list[tuple[Place, Place]]:
    """Return the pairs of cells that touch, in the order of the cells."""
    pairs = combinations(_places(names), 2)
    return [(a, b) for a, b in pairs if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]


def _plain(name: str) -> Reader:
    return lambda board, given: rule(name)


def _lines(name: str) -> Reader:
    return lambda board, given: rule(name, [_places(arguments) for arguments in given])


def _lines_with(name: str, parameter: str, usual: int | None = None) -> Reader:
    """Read lines that begin with a number, or have the usual one: a rule for each number."""

    def read(board: Board, given: Arguments) -> list[Rule]:
        lines: dict[int, list[list[Place]]] = defaultdict(list)
        for arguments in given:
            if usual is None or arguments[0].isdecimal():
                lines[int(arguments[0])].append(_places(arguments[1:]))
            else:
                lines[usual].append(_places(arguments))
        return [rule(name, told, **{parameter: number}) for number, told in lines.items()]

    return read


def _from_1(name: str, read: Reader) -> Reader:
    """Read a type that is only read where values begin at 1."""

    def read_from_1(board: Board, given: Arguments) -> Rule | Iterable[Rule]:
        board.only_from_1(name)
        return read(board, given)

    return read_from_1


def _cages(board: Board, given: Arguments) -> Rule:
    """Read cages; a sum of 0 is not told, unless one of several cells would be 0, too."""
    return rule(
        "killer",
        [(board.total(s, len(c)) if int(s) else None, _places(c)) for s, *c in given],
        may_overlap=True,
    )


def _sums(board: Board, given: Arguments) -> Rule:
    """Read sums of any cells; a cell that comes twice is not known."""
    return rule(
        "killer",
        [(board.total(s, len(c)), _places(c)) for s, *c in given],
        repeats=True,
        may_overlap=True,
    )


def _little_killer(board: Board, given: Arguments) -> Rule:
    """Read the sums of diagonals, each known by the cell at the edge where it begins."""
    height, width, sums = board.height, board.width, []
    for total, name in given:
        row, column = _place(name)
        if column == 0 and row < height - 1:
            down, right = 1, 1
        elif row == 0:
            down, right = 1, -1
        elif column == width - 1 and row < height - 1:
            down, right = -1, -1
        elif row == height - 1:
            down, right = -1, 1
        else:
            raise TextError(f"LittleKiller~{total}~{name}: the cell is not at the edge")
        rows = range(row, height) if down > 0 else range(row, -1, -1)
        columns = range(column, width) if right > 0 else range(column, -1, -1)
        line = list(zip(rows, columns, strict=False))
        sums.append((board.total(total, len(line)), line))
    return rule("little_killer", sums)


def _outside(name: str, *, is_digit: bool = False) -> Reader:
    """Read clues outside, which may be digits themselves."""

    def read(board: Board, given: Arguments) -> Rule:
        sides: dict[str, list[int | None]] = {}
        for arguments in given:
            (line,) = (a for a in arguments if re.fullmatch("[RC].", a))
            clues = [a for a in arguments if a != line]
            is_row = line[0] == "R"
            names = ("left", "right") if is_row else ("top", "bottom")
            for side, clue in zip(names, clues, strict=False):
                if clue:
                    size = board.height if is_row else board.width
                    told = sides.setdefault(side, [None] * size)
                    told[_LETTERS.index(line[1]) - 1] = int(clue) + board.less * is_digit
        return rule(name, **sides, **({"flat": 1} if name == "skyscraper" and board.less else {}))

    return read


def _indexer(board: Board, given: Arguments) -> Rule:
    cells: dict[str, list[Place]] = {"rows": [], "columns": []}
    for kind, *names in given:
        cells["rows" if kind == "R" else "columns"] += _places(names)
    return rule("indexer", **cells)


def _arrows(board: Board, given: Arguments) -> Rule:
    """Read a circle and its shaft."""
    if not board.less:
        return rule("arrow", [(_places(cells[:1]), _places(cells[1:])) for cells in given])
    told = [(board.less * (len(c) - 2), _places(c[1:]), _places(c[:1])) for c in given]
    return rule("sums", told)


def _pills(board: Board, given: Arguments) -> Rule:
    """Read the cells of a number, which are read to the right, or down, and the shaft."""
    arrows = []
    for size, *cells in given:
        places = _places(cells)
        arrows.append((sorted(places[: int(size)]), places[int(size) :]))
    return rule("arrow", arrows)


def _double_arrows(board: Board, given: Arguments) -> Rule:
    if not board.less:
        return rule("double_arrow", list(map(_places, given)))
    told = [(board.less * (len(c) - 4), _places(c[1:-1]), _places([c[0], c[-1]])) for c in given]
    return rule("sums", told)


def _equal_sums(board: Board, given: Arguments) -> Rule:
    """Read sets of cells, with a minus between two, that have the same sum."""
    sums = []
    for arguments in given:
        first, *others = (_places(part.split("~")) for part in "~".join(arguments).split("~-~"))
        for other in others:
            sums.append((board.less * (len(other) - len(first)), other, first))
    return rule("sums", sums)


def _quadruples(board: Board, given: Arguments) -> Rule:
    return rule("quadruple", [(list(map(board.digit, d)), _place(cell)) for cell, *d in given])


def _contains(board: Board, given: Arguments) -> Rule:
    told = [(list(map(board.digit, digits.split("_"))), _places(c)) for digits, *c in given]
    return rule("contains", told)


def _greater(board: Board, given: Arguments) -> Rule:
    """Read cells each of which is greater than those after it that touch it."""
    return rule("greater_than", [pair for cells in given for pair in _adjacent(cells)])


def _same_values(board: Board, given: Arguments) -> Rule:
    areas = []
    for number, *names in given:
        cells = _places(names)
        size = len(cells) // int(number)
        areas.append([cells[k : k + size] for k in range(0, len(cells), size)])
    return rule("same_values", areas)


def _numbered(name: str) -> Reader:
    """Read cages with a number."""
    return lambda board, given: rule(name, [(int(number), _places(c)) for number, *c in given])


def _look_and_say(board: Board, given: Arguments) -> Rule:
    """Read cages with pairs of how often, and which value."""
    cages = []
    for said, *cells in given:
        pairs = [(int(said[k]), board.digit(said[k + 1])) for k in range(0, len(said), 2)]
        cages.append((pairs, _places(cells)))
    return rule("look_and_say", cages)


def _circles(board: Board, given: Arguments) -> list[Rule]:
    return [rule("counting_circles", _places(cells), board.less) for cells in given]


def _distinct(board: Board, given: Arguments) -> Rule:
    return rule("distinct", [(_place(cell), _places(others)) for cell, *others in given])


def _relations(*, of_all: bool, is_legacy: bool = False) -> Reader:
    """Read groups of cells with a table of pairs of values, six bits in a character.

    It holds for any two cells of a group, or for two in turn. A name begins with a stroke. In
    the older types the last two characters are the other way round.
    """

    def read(board: Board, given: Arguments) -> list[Rule]:
        rules = []
        for key, *items in given:
            allowed = _allowed(board.n, key.translate(_SWAPPED) if is_legacy else key)
            names = "~".join("" if item.startswith("_") else item for item in items)
            groups = [_places(group.split("~")) for group in re.split("~~+", names.strip("~"))]
            pairs = [
                pair
                for group in groups
                for pair in (combinations(group, 2) if of_all else pairwise(group))
            ]
            rules.append(rule("relations", pairs, allowed))
        return rules

    return read


_BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_SWAPPED = str.maketrans("-_", "_-")


def _allowed(n: int, key: str) -> list[tuple[int, int]]:
    """Return the pairs of digits that a key allows: row by row, lowest bits first."""
    if not set(key) <= set(_BASE64):
        raise TextError(f"{key!r} is no table of pairs")
    bits = sum(_BASE64.index(sign) << 6 * k for k, sign in enumerate(key))
    return [(a + 1, b + 1) for a in range(n) for b in range(n) if bits >> a * n + b & 1]


_TOGETHER = (
    *("", "Shape", "NoBoxes", "Jigsaw", "RegionSize", "Diagonal", "RegionSameValues"),
    *("DisjointSets", "WhiteDot", "BlackDot", "StrictKropki", "X", "V", "StrictXV"),
)
_READERS: Mapping[str, Reader] = MappingProxyType(
    {
        "AntiKnight": _plain("anti_knight"),
        "AntiKing": _plain("anti_king"),
        "AntiConsecutive": _plain("non_consecutive"),
        "AntiTaxicab": _from_1("AntiTaxicab", _plain("anti_taxicab")),
        "Windoku": _plain("windoku"),
        "GlobalEntropy": _from_1("GlobalEntropy", _plain("global_entropy")),
        "GlobalMod": _plain("global_modular"),
        "DutchFlatmates": _from_1("DutchFlatmates", _plain("dutch_flatmates")),
        "AllDifferent": _lines("extra_regions"),
        "Between": _lines("between"),
        "Entropic": _from_1("Entropic", _lines("entropic")),
        "Palindrome": _lines("palindrome"),
        "RegionSumLine": _from_1("RegionSumLine", _lines("region_sum")),
        "Renban": _lines("renban"),
        "Thermo": _lines("thermometer"),
        "Zipper": _from_1("Zipper", _lines("zipper")),
        "Whisper": _lines_with("whispers", "least", 5),
        "Lockout": _lines_with("lockout", "least"),
        "Modular": _from_1("Modular", _lines_with("modular", "modulus")),
        "SumLine": _from_1("SumLine", _lines_with("sum_line", "total")),
        "Cage": _cages,
        "Sum": _sums,
        "EqualSum": _equal_sums,
        "RellikCage": _from_1("RellikCage", _numbered("rellik")),
        "Lunchbox": _from_1("Lunchbox", _numbered("lunchbox")),
        "LookAndSay": _look_and_say,
        "ContainAtLeast": _contains,
        "SameValues": _same_values,
        "CountingCircles": _circles,
        "CountDistinct": _from_1("CountDistinct", _distinct),
        "LittleKiller": _little_killer,
        "Arrow": _arrows,
        "DoubleArrow": _double_arrows,
        "PillArrow": _from_1("PillArrow", _pills),
        "Quad": _quadruples,
        "GreaterThan": _greater,
        "Indexing": _from_1("Indexing", _indexer),
        "Sandwich": _from_1("Sandwich", _outside("sandwich")),
        "Skyscraper": _outside("skyscraper"),
        "HiddenSkyscraper": _outside("hidden_skyscraper", is_digit=True),
        "NumberedRoom": _from_1("NumberedRoom", _outside("numbered_room")),
        "XSum": _from_1("XSum", _outside("x_sum")),
        "Pair": _relations(of_all=False),
        "PairX": _relations(of_all=True),
        "Binary": _relations(of_all=False, is_legacy=True),
        "BinaryX": _relations(of_all=True, is_legacy=True),
    }
)
