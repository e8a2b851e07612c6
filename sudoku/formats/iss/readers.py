"""What each type of a constraint string says: how it is read, and the one registry of types."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from itertools import combinations, pairwise
from types import MappingProxyType

from sudoku.errors import TextError
from sudoku.formats.iss.board import Arguments, Board
from sudoku.formats.iss.cells import LETTERS, Place, adjacent, place_of, places_of
from sudoku.rules import Rule, rule

Reader = Callable[[Board, Arguments], Rule | Iterable[Rule]]


def _plain(name: str) -> Reader:
    return lambda board, given: rule(name)


def _lines(name: str) -> Reader:
    return lambda board, given: rule(name, [places_of(arguments) for arguments in given])


def _lines_with(name: str, parameter: str, usual: int | None = None) -> Reader:
    """Read lines that begin with a number, or have the usual one: a rule for each number."""

    def read(board: Board, given: Arguments) -> list[Rule]:
        lines: dict[int, list[list[Place]]] = defaultdict(list)
        for arguments in given:
            if usual is None or arguments[0].isdecimal():
                lines[int(arguments[0])].append(places_of(arguments[1:]))
            else:
                lines[usual].append(places_of(arguments))
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
        [(board.total(s, len(c)) if int(s) else None, places_of(c)) for s, *c in given],
        may_overlap=True,
    )


def _sums(board: Board, given: Arguments) -> Rule:
    """Read sums of any cells; a cell that comes twice is not known."""
    return rule(
        "killer",
        [(board.total(s, len(c)), places_of(c)) for s, *c in given],
        repeats=True,
        may_overlap=True,
    )


def _little_killer(board: Board, given: Arguments) -> Rule:
    """Read the sums of diagonals, each known by the cell at the edge where it begins."""
    height, width, sums = board.height, board.width, []
    for total, name in given:
        row, column = place_of(name)
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
                    told[LETTERS.index(line[1]) - 1] = int(clue) + board.less * is_digit
        return rule(name, **sides, **({"flat": 1} if name == "skyscraper" and board.less else {}))

    return read


def _indexer(board: Board, given: Arguments) -> Rule:
    cells: dict[str, list[Place]] = {"rows": [], "columns": []}
    for kind, *names in given:
        cells["rows" if kind == "R" else "columns"] += places_of(names)
    return rule("indexer", **cells)


def _arrows(board: Board, given: Arguments) -> Rule:
    """Read a circle and its shaft."""
    if not board.less:
        return rule("arrow", [(places_of(cells[:1]), places_of(cells[1:])) for cells in given])
    told = [(board.less * (len(c) - 2), places_of(c[1:]), places_of(c[:1])) for c in given]
    return rule("sums", told)


def _pills(board: Board, given: Arguments) -> Rule:
    """Read the cells of a number, which are read to the right, or down, and the shaft."""
    arrows = []
    for size, *cells in given:
        places = places_of(cells)
        arrows.append((sorted(places[: int(size)]), places[int(size) :]))
    return rule("arrow", arrows)


def _double_arrows(board: Board, given: Arguments) -> Rule:
    if not board.less:
        return rule("double_arrow", list(map(places_of, given)))
    told = [
        (board.less * (len(c) - 4), places_of(c[1:-1]), places_of([c[0], c[-1]])) for c in given
    ]
    return rule("sums", told)


def _equal_sums(board: Board, given: Arguments) -> Rule:
    """Read sets of cells, with a minus between two, that have the same sum."""
    sums = []
    for arguments in given:
        first, *others = (places_of(part.split("~")) for part in "~".join(arguments).split("~-~"))
        for other in others:
            sums.append((board.less * (len(other) - len(first)), other, first))
    return rule("sums", sums)


def _quadruples(board: Board, given: Arguments) -> Rule:
    return rule("quadruple", [(list(map(board.digit, d)), place_of(cell)) for cell, *d in given])


def _contains(board: Board, given: Arguments) -> Rule:
    told = [(list(map(board.digit, digits.split("_"))), places_of(c)) for digits, *c in given]
    return rule("contains", told)


def _greater(board: Board, given: Arguments) -> Rule:
    """Read cells each of which is greater than those after it that touch it."""
    return rule("greater_than", [pair for cells in given for pair in adjacent(cells)])


def _same_values(board: Board, given: Arguments) -> Rule:
    areas = []
    for number, *names in given:
        cells = places_of(names)
        size = len(cells) // int(number)
        areas.append([cells[k : k + size] for k in range(0, len(cells), size)])
    return rule("same_values", areas)


def _numbered(name: str) -> Reader:
    """Read cages with a number."""
    return lambda board, given: rule(name, [(int(number), places_of(c)) for number, *c in given])


def _look_and_say(board: Board, given: Arguments) -> Rule:
    """Read cages with pairs of how often, and which value."""
    cages = []
    for said, *cells in given:
        pairs = [(int(said[k]), board.digit(said[k + 1])) for k in range(0, len(said), 2)]
        cages.append((pairs, places_of(cells)))
    return rule("look_and_say", cages)


def _circles(board: Board, given: Arguments) -> list[Rule]:
    return [rule("counting_circles", places_of(cells), board.less) for cells in given]


def _distinct(board: Board, given: Arguments) -> Rule:
    return rule("distinct", [(place_of(cell), places_of(others)) for cell, *others in given])


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
            groups = [places_of(group.split("~")) for group in re.split("~~+", names.strip("~"))]
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


TOGETHER = (
    *("", "Shape", "NoBoxes", "Jigsaw", "RegionSize", "Diagonal", "RegionSameValues"),
    *("DisjointSets", "WhiteDot", "BlackDot", "StrictKropki", "X", "V", "StrictXV"),
)

READERS: Mapping[str, Reader] = MappingProxyType(
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
