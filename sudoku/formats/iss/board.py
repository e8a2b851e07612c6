"""The board of a constraint string: its shape, values and houses, and the signs between cells."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise, product
from typing import NamedTuple

from sudoku.errors import TextError
from sudoku.formats.iss.cells import Place, adjacent, place_of
from sudoku.formats.iss.parts import Arguments
from sudoku.geometry.outlines import Grids, Outline
from sudoku.geometry.shape import Shape
from sudoku.rules.base import Rule
from sudoku.rules.registry import rule

Parts = Mapping[str, Arguments]

MOST_WEIGHT = 999
"""The greatest weight of a cell in a sum."""
MOST_VARIABLES = 999
"""The most variables of one name, more than any puzzle has cells."""


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
    layers: Mapping[str, Sequence[Sequence[str]]]
    """The names of variables that form a rectangle, row by row, by the name of their group."""

    def place(self, name: str) -> Place:
        """Return the place of a cell or variable."""
        if name in self.variables:
            return self.variables[name]
        row, column = place_of(name)
        if row >= self.height or column >= self.width:
            raise TextError(f"{name} is not on the board of {self.height}x{self.width} cells")
        return row, column

    def layer(self, prefix: str) -> list[list[Place]]:
        """Return the places of a group of variables that form a rectangle, row by row."""
        if prefix not in self.layers:
            raise TextError(f"no group of variables with rows and columns is called {prefix!r}")
        return [self.places(names) for names in self.layers[prefix]]

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

    def total(self, value: str, n_cells: int) -> int:
        """Return the sum of digits, given their number and the sum of their values."""
        return self._whole(value) + self.less * n_cells

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


def size_of(parts: Parts) -> Size:
    """Return the size of the board."""
    given = "~".join(parts["Shape"][0]) if parts["Shape"] else "9x9"
    match = re.fullmatch(r"([0-9]+)x([0-9]+)(?:~(?:([0-9]+)-)?([0-9]+))?", given)
    if match is None or any(len(number or "") > 2 for number in match.groups()):
        raise TextError(f"the shape {given} is not supported")
    height, width = int(match[1]), int(match[2])
    low, high = int(match[3] or 1), int(match[4] or max(height, width))
    n = high - low + 1
    if low > 1 or n < max(height, width):
        raise TextError(f"the shape {given} is not supported: its values are not")
    return Size(height, width, n, low)


def board_of(parts: Parts) -> Board:
    """Return the board: a square with the values 1 to n, or any rectangle with its values."""
    height, width, n, low = size_of(parts)
    variables = _variables(parts, height, max(height, width, n))
    if height == width == n == region_size(parts, n):
        is_prime = all(n % k for k in range(2, n))
        has_boxes = not (parts["NoBoxes"] or parts["Jigsaw"] or is_prime)
        shape = Shape.of_size(n) if has_boxes else Shape(n, 1)
        if variables:
            shape = Grids([(0, 0)], shape, variables.values())
    else:
        places = [(i, j) for i in range(height) for j in range(width)]
        shape = Outline(n, [*places, *variables.values()])
    board = Board(shape, height, width, 1 - low, variables, (), _layers(parts, height, width))
    return board._replace(regions=_usual_boxes(board, parts) or _pieces(board, parts))


def _variables(parts: Parts, size: int, n: int) -> dict[str, Place]:
    """Return the places of variables outside the grid, so far apart that no rule relates them."""
    names = []
    for prefix, *rest in parts["Var"]:
        given = rest[1] if len(rest) > 1 else ""
        match = re.fullmatch(r"(?:([1-9]\d*)x)?([1-9]\d*)", given)
        number = int(match[1] or 1) * int(match[2]) if match else 1
        if number > MOST_VARIABLES:
            raise TextError(f"{number} variables are called {prefix}: at most {MOST_VARIABLES} may")
        names += [f"V{prefix}{k + 1}" for k in range(number)] if number > 1 else [f"V{prefix}"]
    clues = [clue for _, *ends in parts["FullRank"] for clue in ends if clue]
    names += [f"FR{k + 1}{side}" for k in range(len(clues)) for side in "abc"]
    names += [f"CC{k + 1}" for k in range(size * size)] if parts["ChaosConstruction"] else []
    for _ in parts["Doppelganger"]:
        names += [f"DG{kind}{k + 1}" for kind in "RCB" for k in range(size)]
    return {name: ((n + 1) * (k + 2), (n + 1) * (k + 2)) for k, name in enumerate(names)}


def _layers(parts: Parts, height: int, width: int) -> dict[str, list[list[str]]]:
    """Return the names of groups of variables that form a rectangle, row by row."""
    sizes = {}
    for prefix, *rest in parts["Var"]:
        match = re.fullmatch(r"([1-9]\d*)x([1-9]\d*)", rest[1] if len(rest) > 1 else "")
        if match:
            sizes[prefix] = f"V{prefix}", int(match[1]), int(match[2])
    if parts["ChaosConstruction"]:
        sizes["CC"] = "CC", height, width
    return {
        prefix: [[f"{name}{k * columns + j + 1}" for j in range(columns)] for k in range(rows)]
        for prefix, (name, rows, columns) in sizes.items()
    }


def region_size(parts: Parts, usual: int) -> int:
    """Return the number of cells of a region, if it is given; else the usual one."""
    given = parts.get("RegionSize")
    if not given:
        return usual
    size = given[0][0] if given[0] else ""
    if not re.fullmatch(r"[0-9]{1,3}", size):
        raise TextError(f"the region size {size[:20]!r} is not a number of cells")
    return int(size)


def boxes(board: Board, size: int) -> list[list[Place]]:
    """Return boxes of `size` cells, as square as possible, if the board can be divided so."""
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


def rows_and_columns(board: Board) -> list[list[Place]]:
    """Return the cells of all rows, then those of all columns."""
    rows = [[(i, j) for j in range(board.width)] for i in range(board.height)]
    return rows + [list(column) for column in zip(*rows, strict=True)]


def _usual_boxes(board: Board, parts: Parts) -> list[list[Place]]:
    least = max(board.height, board.width)
    return [] if parts["NoBoxes"] else boxes(board, region_size(parts, least))


def _pieces(board: Board, parts: Parts) -> list[list[Place]]:
    """Return the pieces of layouts; pieces whose size cannot be that of a house are left out."""
    least, found = max(board.height, board.width), []
    for *_, layout in parts["Jigsaw"]:
        pieces: dict[str, list[Place]] = defaultdict(list)
        for k, name in enumerate(layout):
            pieces[name].append(divmod(k, board.width))
        found += [piece for piece in pieces.values() if least <= len(piece) <= board.n]
    return found


def houses(board: Board, parts: Parts) -> list[Rule]:
    """Return the rules of rows, columns, boxes, regions and diagonals."""
    rules: list[Rule] = []
    pieces = [arguments[-1] for arguments in parts["Jigsaw"]]
    if isinstance(board.shape, Outline):
        rules.append(
            rule(
                "extra_regions",
                rows_and_columns(board) + _usual_boxes(board, parts) + _pieces(board, parts),
            )
        )
    elif pieces and any(layout.count(each) != board.n for layout in pieces for each in layout):
        rules += [rule("latin"), rule("extra_regions", _pieces(board, parts))]
    elif pieces:
        rules += [rule("jigsaw", layout) for layout in pieces]
        if not parts["NoBoxes"]:
            rules.append(rule("extra_regions", boxes(board, board.n)))
    else:
        rules.append(rule("latin" if board.shape.q == 1 else "classic"))
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
        groups = rows_and_columns(board) + _usual_boxes(board, parts) + _pieces(board, parts)
        largest = max(map(len, groups))
        rules.append(rule("same_values", [[group for group in groups if len(group) == largest]]))
    if parts["DisjointSets"]:
        squares = boxes(board, region_size(parts, max(board.height, board.width)))
        rules.append(rule("extra_regions", list(zip(*squares, strict=True))))
    return rules


def signs(board: Board, parts: Parts) -> list[Rule]:
    """Return the rules of dots and of X and V; the absence of a sign may be a rule, too."""
    pairs = {
        name: [
            pair for arguments in parts.get(name, ()) for pair in adjacent(board.places(arguments))
        ]
        for name in ("WhiteDot", "BlackDot", "X", "V")
    }
    if board.less:
        return _signs_from_0(board, parts, pairs)
    rules = []
    if pairs["WhiteDot"] or pairs["BlackDot"] or "StrictKropki" in parts:
        negative = "StrictKropki" in parts
        rules.append(rule("kropki", pairs["WhiteDot"], pairs["BlackDot"], negative))
    if pairs["X"] or pairs["V"] or "StrictXV" in parts:
        rules.append(rule("xv", pairs["X"], pairs["V"], "StrictXV" in parts))
    return rules


def _signs_from_0(
    board: Board, parts: Parts, pairs: Mapping[str, list[tuple[Place, Place]]]
) -> list[Rule]:
    tests: dict[str, Callable[[int, int], bool]] = {
        "WhiteDot": lambda a, b: abs(a - b) == 1,
        "BlackDot": lambda a, b: a == 2 * b or b == 2 * a,
        "X": lambda a, b: a + b == 10,
        "V": lambda a, b: a + b == 5,
    }
    values = list(product(range(board.n), repeat=2))
    rules = [
        rule("relations", pairs[name], [(a + 1, b + 1) for a, b in values if is_it(a, b)])
        for name, is_it in tests.items()
        if pairs[name]
    ]
    for strict, names in (("StrictKropki", ("WhiteDot", "BlackDot")), ("StrictXV", ("X", "V"))):
        if strict in parts:
            marked = {frozenset(pair) for name in names for pair in pairs[name]}
            others = [pair for pair in _neighbours(board) if frozenset(pair) not in marked]
            plain = [(a, b) for a, b in values if not any(tests[name](a, b) for name in names)]
            rules.append(rule("relations", others, [(a + 1, b + 1) for a, b in plain]))
    return rules


def _neighbours(board: Board) -> list[tuple[Place, Place]]:
    """Return the pairs of cells of the grid that share a side."""
    lines = rows_and_columns(board)
    return [pair for line in lines for pair in pairwise(line)]
