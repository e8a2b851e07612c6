"""The readers of all types of constraint strings, and their registry."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType

from sudoku.errors import TextError
from sudoku.formats.iss.board import Board, diagonal_from
from sudoku.formats.iss.cells import Place, jump, line_and_clues, line_of
from sudoku.formats.iss.custom import machines, patterns, relations
from sudoku.formats.iss.from_zero import from_any, indexing, numbered_rooms, one_of
from sudoku.formats.iss.lunchboxes import lunchboxes, sandwiches
from sudoku.formats.iss.parts import Arguments
from sudoku.formats.iss.repeats import pieces_of
from sudoku.formats.iss.sums import (
    arrows,
    cages,
    double_arrows,
    equal_sums,
    pills,
    region_sums,
    sums,
    zippers,
)
from sudoku.formats.iss.unknown_regions import connected_values, counts_of_regions, runs_of_regions
from sudoku.rules.base import Rule
from sudoku.rules.registry import rule

Reader = Callable[[Board, Arguments], Rule | Iterable[Rule]]


def _plain(name: str) -> Reader:
    return lambda board, given: rule(name)


def _lines(name: str, window: int = 0) -> Reader:
    """Return a reader of lines, which may jump.

    If the rule is about any `window` consecutive cells, a line may come to a cell again.
    """

    def read(board: Board, given: Arguments) -> Iterator[Rule]:
        lines = [board.places(arguments) for arguments in given]
        yield from _of_lines(name, lines, window)

    return read


def _of_lines(
    name: str, lines: Iterable[list[Place]], window: int, **parameters: int | bool
) -> Iterator[Rule]:
    """Yield the rule of lines, of which some may come to a cell again.

    Raises
    ------
    TextError
        If a line has fewer than two cells.
    """
    lines = _checked(lines)
    pieces = [piece for line in lines for piece in (pieces_of(line, window) if window else [line])]
    whole = [piece for piece in pieces if len(piece) > 1]
    if whole:
        yield rule(name, whole, **parameters, **_jumps(whole))


def _checked(lines: Iterable[list[Place]]) -> list[list[Place]]:
    """Return lines; raise an error if one has fewer than two cells."""
    checked = list(lines)
    if any(len(line) < 2 for line in checked):
        raise TextError("a line has at least two cells")
    return checked


def _jumps(lines: list[list[Place]]) -> dict[str, bool]:
    return {"jumps": True} if any(map(jump, lines)) else {}


def _regions(board: Board, given: Arguments) -> Rule:
    return rule("extra_regions", [board.places(arguments) for arguments in given])


def _lines_with(name: str, parameter: str, usual: int | None = None, window: int = 0) -> Reader:
    """Read lines that begin with a number, or have the usual number; each number makes a rule."""

    def read(board: Board, given: Arguments) -> Iterator[Rule]:
        lines: dict[int, list[list[Place]]] = defaultdict(list)
        for arguments in given:
            if usual is None or (arguments and arguments[0].isdecimal()):
                lines[board.clue(arguments[0])].append(board.places(arguments[1:]))
            else:
                lines[usual].append(board.places(arguments))
        for number, places in lines.items():
            yield from _of_lines(name, places, window, **{parameter: number})

    return read


def _modular(board: Board, given: Arguments) -> Iterator[Rule]:
    """Read lines with a modulus; all values are equal modulo 1."""
    lines: dict[int, list[list[Place]]] = defaultdict(list)
    for number, *cells in given:
        lines[board.clue(number)].append(board.places(cells))
    for modulus, places in lines.items():
        if modulus != 1:
            yield from _of_lines("modular", places, modulus, modulus=modulus)


def _between(board: Board, given: Arguments) -> Iterator[Rule]:
    """Read lines between two circles; a cell that comes twice says the same twice."""
    lines = _checked(board.places(arguments) for arguments in given)
    distinct = [[*line[:1], *dict.fromkeys(line[1:-1]), *line[-1:]] for line in lines]
    yield from _of_lines("between", [line for line in distinct if len(line) > 2], 0)


def _palindromes(board: Board, given: Arguments) -> Iterator[Rule]:
    """Read palindromes; those that come to a cell again are read as pairs of equal cells."""
    lines = [board.places(arguments) for arguments in given]
    plain = [line for line in lines if len(set(line)) == len(line)]
    yield from _of_lines("palindrome", plain, 0)
    pairs = [
        (line[k], line[-1 - k])
        for line in lines
        if len(set(line)) < len(line)
        for k in range(len(line) // 2)
    ]
    sets = [[[a], [b]] for a, b in pairs if a != b]
    if sets:
        yield rule("same_values", sets)


def _sum_lines(board: Board, given: Arguments) -> Iterator[Rule]:
    """Read lines that are cut into parts of a sum; the word ``LOOP`` closes a line."""
    for is_loop in (False, True):
        own = [arguments for arguments in given if (arguments[-1:] == ["LOOP"]) == is_loop]
        lines: dict[int, list[list[Place]]] = defaultdict(list)
        for total, *cells in own:
            lines[board.clue(total)].append(board.places(cells[:-1] if is_loop else cells))
        for number, places in lines.items():
            closed = {"loop": True} if is_loop else {}
            yield rule("sum_line", places, total=number, **closed, **_jumps(places))


def _from_1(name: str, read: Reader) -> Reader:
    """Return a reader of a type that is supported only if values begin at 1."""

    def read_from_1(board: Board, given: Arguments) -> Rule | Iterable[Rule]:
        board.only_from_1(name)
        return read(board, given)

    return read_from_1


def _little_killer(board: Board, given: Arguments) -> Rule:
    """Read the sums of diagonals; each diagonal is named by its first cell, at the edge."""
    sums = []
    for total, name in given:
        line = diagonal_from(board.place(name), board.height, board.width)
        if line is None:
            raise TextError(f"the cell {name} is not at the edge")
        sums.append((board.total(total, len(line)), line))
    return rule("little_killer", sums)


def _outside(name: str, *, is_digit: bool = False) -> Reader:
    """Return a reader of clues outside; `is_digit` states that the clues are digits."""

    def read(board: Board, given: Arguments) -> Rule:
        shape = board.shape
        n_rows, n_columns = (
            (shape.n, shape.n) if shape.squares() else (len(shape.rows()), len(shape.columns()))
        )
        sides: dict[str, list[int | None]] = {}
        for arguments in given:
            line, clues = line_and_clues(arguments)
            board.line(line)  # raises an error if there is no such line
            is_row, number = line_of(line)
            names = ("left", "right") if is_row else ("top", "bottom")
            for side, clue in zip(names, clues, strict=False):
                if clue:
                    of_side = sides.setdefault(side, [None] * (n_rows if is_row else n_columns))
                    of_side[number] = board.clue(clue) + board.less * is_digit
        return rule(name, **sides, **({"flat": 1} if name == "skyscraper" and board.less else {}))

    return read


def _indexer(board: Board, given: Arguments) -> Rule:
    cells: dict[str, list[Place]] = {"rows": [], "columns": []}
    for kind, *names in given:
        cells["rows" if kind == "R" else "columns"] += board.places(names)
    return rule("indexer", **cells)


def _quadruples(board: Board, given: Arguments) -> Iterator[Rule]:
    """Read squares of four cells that hold some values; they may lie beside the grid."""
    marks: list[tuple[list[int], Place]] = []
    areas: list[tuple[list[int], list[Place]]] = []
    for cell, *values in given:
        square, digits = board.places(board.layout.square(cell)), list(map(board.digit, values))
        if board.is_of_grid(square[0]):
            marks.append((digits, square[0]))
        else:
            areas.append((digits, square))
    if marks:
        yield rule("quadruple", marks)
    if areas:
        yield rule("contains", areas)


def _contains(board: Board, given: Arguments) -> Rule:
    areas = [(list(map(board.digit, digits.split("_"))), board.places(c)) for digits, *c in given]
    return rule("contains", areas)


def _contains_just(board: Board, given: Arguments) -> Rule:
    """Read areas that hold each listed digit exactly as often as it is listed."""
    areas = []
    for values, *cells in given:
        counts = Counter(map(board.digit, values.split("_")))
        areas.append(([(often, digit) for digit, often in counts.items()], board.places(cells)))
    return rule("look_and_say", areas)


def _equality(board: Board, given: Arguments) -> Rule:
    return rule("equality", [board.places(cells) for cells in given])


def _value_indexers(board: Board, given: Arguments) -> Iterator[Rule]:
    """Read a cell, and a second one with the number of the other cell that has the same digit."""
    for cells in given:
        cell, pointer, *others = board.places(cells)
        yield rule(
            "either",
            [
                [
                    rule("pencil_marks", [(pointer, [board.digit(str(k))])]),
                    rule("same_values", [[[cell], [other]]]),
                ]
                for k, other in enumerate(others, 1)
                if k <= board.n - board.less
            ],
        )


def _greater(board: Board, given: Arguments) -> Rule:
    """Read cells; each is greater than the adjacent cells after it in the list."""
    return rule("greater_than", [pair for cells in given for pair in board.adjacent(cells)])


def _same_values(board: Board, given: Arguments) -> Rule:
    areas = []
    for number, *names in given:
        cells = board.places(names)
        size = len(cells) // max(1, board.clue(number))
        if not size:
            raise TextError(f"{number} sets of {len(cells)} cells")
        areas.append([cells[k : k + size] for k in range(0, len(cells), size)])
    return rule("same_values", areas)


def _numbered(name: str) -> Reader:
    """Return a reader of cages with a number."""
    return lambda board, given: rule(
        name, [(board.clue(number), board.places(cells)) for number, *cells in given]
    )


def _look_and_say(board: Board, given: Arguments) -> Rule:
    """Read cages with pairs of a count and a value."""
    cages = []
    for text, *cells in given:
        if len(text) % 2:
            raise TextError(f"{text!r} is not a sequence of pairs of a count and a value")
        pairs = [(board.clue(text[k]), board.digit(text[k + 1])) for k in range(0, len(text), 2)]
        cages.append((pairs, board.places(cells)))
    return rule("look_and_say", cages)


def _circles(board: Board, given: Arguments) -> list[Rule]:
    return [rule("counting_circles", board.places(cells), board.less) for cells in given]


def _distinct(board: Board, given: Arguments) -> Rule:
    return rule("distinct", [(board.place(cell), board.places(others)) for cell, *others in given])


OF_BOARDS = (
    *("Shape", "NoBoxes", "Jigsaw", "RegionSize", "Diagonal", "RegionSameValues", "DisjointSets"),
    *("Var", "Doppelganger", "StrictKropki", "StrictXV", "FullRank", "FullRankTies"),
    *("ChaosConstruction", "ChaosArrow", "ChaosCount", "ConnectedValues", "Windoku"),
)
"""The types that concern the whole board."""

TOGETHER = (*OF_BOARDS, "", "WhiteDot", "BlackDot", "X", "V")
"""The types that are read together with others."""

SILENT = ("Priority", "SearchPriority")
"""The types that control the search of that program; they do not change the solutions."""

READERS: Mapping[str, Reader] = MappingProxyType(
    {
        "AntiKnight": _plain("anti_knight"),
        "AntiKing": _plain("anti_king"),
        "AntiConsecutive": _plain("non_consecutive"),
        "AntiTaxicab": _from_1("AntiTaxicab", _plain("anti_taxicab")),
        "GlobalEntropy": _from_1("GlobalEntropy", _plain("global_entropy")),
        "GlobalMod": _plain("global_modular"),
        "DutchFlatmates": _from_1("DutchFlatmates", _plain("dutch_flatmates")),
        "AllDifferent": _regions,
        "Between": _between,
        "Entropic": _from_1("Entropic", _lines("entropic", 3)),
        "Palindrome": _palindromes,
        "RegionSumLine": region_sums,
        "Renban": _lines("renban"),
        "Thermo": _lines("thermometer", 2),
        "Zipper": zippers,
        "Whisper": _lines_with("whispers", "least", 5, 2),
        "Lockout": _lines_with("lockout", "least"),
        "Modular": _modular,
        "SumLine": from_any(_sum_lines),
        "Cage": cages,
        "Sum": sums,
        "EqualSum": equal_sums,
        "RellikCage": from_any(_numbered("rellik")),
        "Lunchbox": lunchboxes,
        "LookAndSay": _look_and_say,
        "ContainAtLeast": _contains,
        "SameValues": _same_values,
        "CountingCircles": _circles,
        "CountDistinct": from_any(_distinct),
        "LittleKiller": _little_killer,
        "Arrow": arrows,
        "DoubleArrow": double_arrows,
        "PillArrow": pills,
        "ChaosArrow": runs_of_regions,
        "ChaosCount": counts_of_regions,
        "ConnectedValues": connected_values,
        "Quad": _quadruples,
        "GreaterThan": _greater,
        "Indexing": one_of(_indexer, indexing),
        "Sandwich": sandwiches(_outside("sandwich")),
        "Skyscraper": _outside("skyscraper"),
        "HiddenSkyscraper": _outside("hidden_skyscraper", is_digit=True),
        "NumberedRoom": one_of(_outside("numbered_room"), numbered_rooms),
        "XSum": from_any(_outside("x_sum")),
        "ContainExact": _contains_just,
        "EqualityCage": _equality,
        "ValueIndexing": _value_indexers,
        "Regex": patterns,
        "NFA": machines,
        "Pair": relations(of_all=False),
        "PairX": relations(of_all=True),
        "Binary": relations(of_all=False, is_legacy=True),
        "BinaryX": relations(of_all=True, is_legacy=True),
    }
)
