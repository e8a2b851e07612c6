"""The board of a constraint string: its shape, values and houses, and the signs between cells."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise, product
from types import MappingProxyType
from typing import NamedTuple

from sudoku.errors import TextError
from sudoku.formats.iss.cells import Place, line_of, place_of
from sudoku.formats.iss.layout import Layout, numbered, variables
from sudoku.formats.iss.naming import naming
from sudoku.formats.iss.parts import Arguments
from sudoku.geometry.outlines import Grids, Outline
from sudoku.geometry.shape import Shape
from sudoku.rules.base import Rule
from sudoku.rules.registry import rule

Parts = Mapping[str, Arguments]

Pair = tuple[Place, Place]
Test = Callable[[int, int], bool]
"""A test of two values."""

SHAPE = r"([0-9]+)x([0-9]+)(?:~(?:(?:([0-9]+)-)?([0-9]+))?)?(?:~(?:Sudoku|(Raw)))?"
"""The pattern of a shape: rows and columns, the lowest and highest value, and the type."""
OF_SUDOKU = (
    *("NoBoxes", "Jigsaw", "RegionSize", "RegionSameValues", "ChaosConstruction", "Diagonal"),
    *("DisjointSets", "Windoku", "AntiKnight", "AntiKing", "Doppelganger", "Indexing"),
    *("FullRank", "FullRankTies", "LittleKiller", "Sandwich", "XSum", "Skyscraper"),
    *("HiddenSkyscraper", "NumberedRoom"),
)
"""The types that need rows and columns of different values."""

STRICT = MappingProxyType({"StrictKropki": ("WhiteDot", "BlackDot"), "StrictXV": ("X", "V")})
"""The types that rule out all signs but those that are given, and the types of these signs."""

MOST_WEIGHT = 999
"""The greatest weight of a cell in a sum."""


class Board(NamedTuple):
    """The board of a string; `less` is the digit of a value minus the value: 0 or 1.

    Variables are cells outside the grid, far below it and to the right.
    """

    shape: Shape
    height: int
    width: int
    less: int
    variables: Mapping[str, Place]
    regions: Sequence[Sequence[Place]]
    """The boxes, or the pieces if there are no boxes."""
    layout: Layout
    """Where the cells and variables lie in the grid and in their groups."""
    has_houses: bool = True
    """Whether no digit comes twice in a row or column."""

    def place(self, name: str) -> Place:
        """Return the place of a cell or variable."""
        if name in self.variables:
            return self.variables[name]
        row, column = place_of(name)
        if row >= self.height or column >= self.width:
            raise TextError(f"{name} is not on the board of {self.height}x{self.width} cells")
        return row, column

    def layer(self, prefix: str) -> list[list[Place]]:
        """Return the places of a group of variables, row by row."""
        if prefix not in self.layout.groups:
            raise TextError(f"no group of cells is called {prefix!r}")
        names, columns = self.layout.groups[prefix]
        return [self.places(names[k : k + columns]) for k in range(0, len(names), columns)]

    def adjacent(self, names: Sequence[str]) -> list[Pair]:
        """Return the pairs of cells that share a side, in the order of the names.

        Raises
        ------
        TextError
            If no two cells share a side.
        """
        pairs = self.layout.adjacent(names)
        if not pairs:
            raise TextError(f"no two of the cells {', '.join(names)} share a side")
        return [(self.place(a), self.place(b)) for a, b in pairs]

    def is_of_grid(self, place: Place) -> bool:
        """Return whether a place is in the grid; variables lie beside it."""
        return place[0] < self.height and place[1] < self.width

    @property
    def lines(self) -> list[list[Place]]:
        """The cells of all rows, then those of all columns."""
        return rows_and_columns(self.height, self.width)

    def boxes(self, size: int) -> list[list[Place]]:
        """Return boxes of `size` cells, as square as possible, if the board can be divided so."""
        return boxes(self.height, self.width, size)

    def line(self, name: str) -> list[Place]:
        """Return the places of a row or column, as in ``R1``."""
        is_row, k = line_of(name)
        if k >= (self.height if is_row else self.width):
            raise TextError(f"{name} is not on the board of {self.height}x{self.width} cells")
        if is_row:
            return [(k, j) for j in range(self.width)]
        return [(i, k) for i in range(self.height)]

    def places(self, names: Sequence[str]) -> list[Place]:
        """Return the places of some cells and variables."""
        return [self.place(name) for name in names]

    @property
    def n(self) -> int:
        """The number of values."""
        return self.shape.n

    def digit(self, value: str) -> int:
        """Return the digit that stands for a value."""
        return self._whole(value) + self.less

    def digit_of_cell(self, value: str) -> int:
        """Return the digit that stands for a value that a cell can hold."""
        digit = self.digit(value)
        if not 1 <= digit <= self.n:
            low, high = 1 - self.less, self.n - self.less
            raise TextError(f"the value {value} is not between {low} and {high}")
        return digit

    def total(self, value: str, n_cells: int) -> int:
        """Return the sum of digits, given their number and the sum of their values."""
        return self._whole(value) + self.less * n_cells

    def clue(self, value: str) -> int:
        """Return a number that is not changed where values begin at 0."""
        return self._whole(value)

    def weight(self, value: str) -> int:
        """Return the weight of a cell in a sum."""
        weight = self._whole(value)
        if abs(weight) > MOST_WEIGHT:
            raise TextError(f"the weight {weight} is not between -{MOST_WEIGHT} and {MOST_WEIGHT}")
        return weight

    @staticmethod
    def _whole(value: str) -> int:
        if not re.fullmatch(r"-?[0-9]{1,9}", value):
            raise TextError(f"{value!r} is not a whole number")
        return int(value)

    def only_from_1(self, name: str) -> None:
        """Raise an error if values begin at 0, for a type that does not support this."""
        if self.less:
            raise TextError(f"constraints that are not supported: {name} with values from 0")


class Size(NamedTuple):
    """The numbers of rows, columns and values of a board, and its lowest value."""

    height: int
    width: int
    n: int
    low: int
    is_raw: bool = False
    """Whether the grid has no rows, columns and boxes with different values."""


def size_of(given: Arguments) -> Size:
    """Return the size of the board, given the arguments of its ``Shape``.

    These are the numbers of rows and columns, the values, and the type of the grid. All but the
    first may be missing, and the values may be empty before the type.
    """
    text = "~".join(given[0]) if given else ""
    match = re.fullmatch(SHAPE, text or "9x9")
    if match is None or any(len(number or "") > 2 for number in match.groups()[:4]):
        raise TextError(f"the shape {text} is not supported")
    height, width = int(match[1]), int(match[2])
    low, high = int(match[3] or 1), int(match[4] or max(height, width))
    n, is_raw = high - low + 1, match[5] is not None
    if low > 1 or n < (1 if is_raw else max(height, width)) or not height or not width:
        raise TextError(f"the shape {text} is not supported: its values are not")
    return Size(height, width, n, low, is_raw)


def layout_of(size: Size, parts: Parts) -> Layout:
    """Return where the cells of the grid and of groups beside it lie."""
    groups = dict(variables(parts["Var"], size.width))
    if parts["ChaosConstruction"]:
        groups["CC"] = numbered("CC", size.height * size.width, size.width)
    if parts["Doppelganger"]:
        for kind in "RCB":
            groups[f"DG{kind}"] = numbered(f"DG{kind}", size.height, size.width)
    return Layout(size.height, size.width, groups)


def board_of(size: Size, parts: Parts, layout: Layout) -> Board:
    """Return the board: a square with the values 1 to n, or any rectangle with its values."""
    height, width, n, low, is_raw = size
    if is_raw:
        wrong = [name for name in parts if name in OF_SUDOKU and parts[name]]
        if wrong:
            raise TextError(f"a raw grid has no rows and columns for {', '.join(wrong)}")
    places = _variables(layout, parts, max(height, width, n))
    if height == width == n == region_size(parts, n) and not is_raw:
        is_prime = all(n % k for k in range(2, n))
        has_boxes = not (parts["NoBoxes"] or parts["Jigsaw"] or is_prime)
        shape = Shape.of_size(n) if has_boxes else Shape(n, 1)
        if places:
            shape = Grids([(0, 0)], shape, places.values())
    else:
        cells = [(i, j) for i in range(height) for j in range(width)]
        shape = Outline(n, [*cells, *places.values()])
    board = Board(shape, height, width, 1 - low, places, (), layout, not is_raw)
    return board._replace(regions=usual_boxes(board, parts) or _pieces(board, parts))


def _variables(layout: Layout, parts: Parts, n: int) -> dict[str, Place]:
    """Return the places of variables outside the grid, so far apart that no rule relates them."""
    names = [name for group in layout.groups.values() for name in group.names]
    clues = [clue for _, *ends in parts["FullRank"] for clue in ends if clue]
    names += [f"FR{k + 1}{side}" for k in range(len(clues)) for side in "abc"]
    return {name: ((n + 1) * (k + 2), (n + 1) * (k + 2)) for k, name in enumerate(names)}


def region_size(parts: Parts, usual: int) -> int:
    """Return the number of cells of a region, if it is given; else the usual one."""
    given = parts.get("RegionSize")
    if not given:
        return usual
    size = given[0][0] if given[0] else ""
    if not re.fullmatch(r"[0-9]{1,3}", size):
        raise TextError(f"the region size {size[:20]!r} is not a number of cells")
    return int(size)


def boxes(height: int, width: int, size: int) -> list[list[Place]]:
    """Return boxes of `size` cells, as square as possible, if a board can be divided so."""
    fitting = [
        (abs(h - size // h), h)
        for h in range(2, size)
        if size % h == 0 and height % h == 0 and width % (size // h) == 0
    ]
    if not fitting:
        return []
    h = min(fitting)[1]
    w = size // h
    return [
        [(i + k, j + m) for k in range(h) for m in range(w)]
        for i in range(0, height, h)
        for j in range(0, width, w)
    ]


def _windows(board: Board, size: int) -> list[list[Place]]:
    """Return the boxes that lie one cell in from the edge, and one cell apart."""
    squares = board.boxes(size)
    if not squares:
        return []
    h = 1 + max(i for i, _ in squares[0])
    w = 1 + max(j for _, j in squares[0])
    return [
        [(i + k, j + m) for k in range(h) for m in range(w)]
        for i in range(1, board.height - h, h + 1)
        for j in range(1, board.width - w, w + 1)
    ]


def rows_and_columns(height: int, width: int) -> list[list[Place]]:
    """Return the cells of all rows, then those of all columns."""
    rows = [[(i, j) for j in range(width)] for i in range(height)]
    return rows + [list(column) for column in zip(*rows, strict=True)]


def diagonal_from(place: Place, height: int, width: int) -> list[Place] | None:
    """Return the diagonal that is named by its first cell; None if that is not at the edge."""
    row, column = place
    if column == 0 and row < height - 1:
        down, right = 1, 1
    elif row == 0:
        down, right = 1, -1
    elif column == width - 1 and row < height - 1:
        down, right = -1, -1
    elif row == height - 1:
        down, right = -1, 1
    else:
        return None
    rows = range(row, height) if down > 0 else range(row, -1, -1)
    columns = range(column, width) if right > 0 else range(column, -1, -1)
    return list(zip(rows, columns, strict=False))


def usual_boxes(board: Board, parts: Parts) -> list[list[Place]]:
    """Return the boxes, unless the string says that there are none."""
    if not board.has_houses:
        return []
    least = max(board.height, board.width)
    return [] if parts.get("NoBoxes") else board.boxes(region_size(parts, least))


def _pieces(board: Board, parts: Parts) -> list[list[Place]]:
    """Return the pieces of layouts; pieces whose size cannot be that of a house are left out."""
    least, found = max(board.height, board.width), []
    for layout in _layouts(board, parts):
        pieces: dict[str, list[Place]] = defaultdict(list)
        for k, name in enumerate(layout):
            pieces[name].append(divmod(k, board.width))
        found += [piece for piece in pieces.values() if least <= len(piece) <= board.n]
    return found


def _layouts(board: Board, parts: Parts) -> list[str]:
    """Return the layouts of jigsaws, which have a sign for each cell."""
    layouts = []
    for arguments in parts["Jigsaw"]:
        with naming("Jigsaw", arguments):
            layout = arguments[-1] if arguments else ""
            n_cells = board.height * board.width
            if len(layout) != n_cells:
                raise TextError(f"the layout has {len(layout)} signs, expected {n_cells}")
            layouts.append(layout)
    return layouts


def _ways(parts: Parts) -> list[str]:
    """Return the directions of diagonals: 1 from the lower left, -1 from the upper left."""
    for arguments in parts["Diagonal"]:
        with naming("Diagonal", arguments):
            if arguments not in (["1"], ["-1"]):
                raise TextError("the direction of a diagonal is 1 or -1")
    return sorted({way for (way,) in parts["Diagonal"]})


def houses(board: Board, parts: Parts) -> list[Rule]:
    """Return the rules of rows, columns, boxes, regions and diagonals."""
    rules: list[Rule] = []
    if not board.has_houses:
        return rules
    pieces = _layouts(board, parts)
    if isinstance(board.shape, Outline):
        rules.append(
            rule(
                "extra_regions",
                board.lines + usual_boxes(board, parts) + _pieces(board, parts),
            )
        )
    elif pieces and any(layout.count(each) != board.n for layout in pieces for each in layout):
        rules += [rule("latin"), rule("extra_regions", _pieces(board, parts))]
    elif pieces:
        rules += [rule("jigsaw", layout) for layout in pieces]
        if not parts["NoBoxes"]:
            rules.append(rule("extra_regions", board.boxes(board.n)))
    else:
        rules.append(rule("latin" if board.shape.q == 1 else "classic"))
    last = board.height - 1
    diagonals = [
        [(i, last - i if way == "1" else i) for i in range(board.height)] for way in _ways(parts)
    ]
    if len(diagonals) == 2 and not isinstance(board.shape, Outline):
        rules.append(rule("diagonal"))
    elif diagonals:
        rules.append(rule("extra_regions", diagonals))
    if parts["RegionSameValues"]:
        groups = board.lines + usual_boxes(board, parts) + _pieces(board, parts)
        largest = max(map(len, groups))
        rules.append(rule("same_values", [[group for group in groups if len(group) == largest]]))
    if parts["Windoku"]:
        windows = _windows(board, region_size(parts, board.n))
        is_usual = board.shape.q > 1 and region_size(parts, board.n) == board.n
        rules.append(rule("windoku") if is_usual else rule("extra_regions", windows))
    if parts["DisjointSets"]:
        squares = board.boxes(region_size(parts, max(board.height, board.width)))
        rules.append(rule("extra_regions", list(zip(*squares, strict=True))))
    return rules


def signs(board: Board, parts: Parts) -> list[Rule]:
    """Return the rules of dots and of X and V; the absence of a sign may be a rule, too."""
    pairs = {name: _pairs(board, name, parts) for name in ("WhiteDot", "BlackDot", "X", "V")}
    if board.less:
        return _signs_by_value(board, parts, pairs)
    beside = {
        name: [pair for pair in marked if not all(map(board.is_of_grid, pair))]
        for name, marked in pairs.items()
    }
    inside = {
        name: [pair for pair in marked if all(map(board.is_of_grid, pair))]
        for name, marked in pairs.items()
    }
    rules = []
    if inside["WhiteDot"] or inside["BlackDot"] or "StrictKropki" in parts:
        negative = "StrictKropki" in parts
        rules.append(rule("kropki", inside["WhiteDot"], inside["BlackDot"], negative))
    if inside["X"] or inside["V"] or "StrictXV" in parts:
        rules.append(rule("xv", inside["X"], inside["V"], "StrictXV" in parts))
    return rules + _signs_by_value(board, {}, beside)


def _pairs(board: Board, name: str, parts: Parts) -> list[Pair]:
    """Return the pairs of cells between which there are signs of a type."""
    pairs = []
    for arguments in parts.get(name, ()):
        with naming(name, arguments):
            pairs += board.adjacent(arguments)
    return pairs


def _signs_by_value(board: Board, parts: Parts, pairs: Mapping[str, list[Pair]]) -> list[Rule]:
    """Return the rules of signs as relations of values, which may begin at 0."""
    tests: dict[str, Test] = {
        "WhiteDot": lambda a, b: abs(a - b) == 1,
        "BlackDot": lambda a, b: a == 2 * b or b == 2 * a,
        "X": lambda a, b: a + b == 10,
        "V": lambda a, b: a + b == 5,
    }
    low = 1 - board.less
    values = list(product(range(low, board.n + low), repeat=2))

    def related(places: list[Pair], holds: Test) -> Rule:
        digits = [(a + board.less, b + board.less) for a, b in values if holds(a, b)]
        return rule("relations", places, digits)

    rules = [related(pairs[name], test) for name, test in tests.items() if pairs[name]]
    for strict, names in STRICT.items():
        if strict in parts:
            marked = {frozenset(pair) for name in names for pair in pairs[name]}
            others = [pair for pair in _neighbours(board) if frozenset(pair) not in marked]
            given = [tests[name] for name in names]

            def has_none(a: int, b: int, given: Sequence[Test] = given) -> bool:
                return not any(test(a, b) for test in given)

            rules.append(related(others, has_none))
    return rules


def _neighbours(board: Board) -> list[Pair]:
    """Return the pairs of cells of the grid that share a side."""
    lines = board.lines
    return [pair for line in lines for pair in pairwise(line)]
