"""The board of a constraint string that is being written: its size, its names and its houses."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from sudoku.errors import TextError
from sudoku.formats.iss.board import boxes, rows_and_columns
from sudoku.formats.iss.cells import Place, name_of
from sudoku.geometry.outlines import Grids
from sudoku.geometry.shape import Cells, Shape
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import Rule
from sudoku.statement.statement import statement

MOST_SIZE = 16
"""The most rows, columns and values that the program has."""

REGIONS = "CC"
"""The prefix of the cells that hold the numbers of unknown regions."""


class Target(NamedTuple):
    """The board of a string: the names of its cells, its houses, and what writers must heed.

    Attributes
    ----------
    shape
        The shape of the puzzle.
    height, width
        The rows and columns of the grid.
    less
        The digit of a value minus the value: 0 or 1.
    names
        The name of each place.
    groups
        For each group of cells beside the grid its rows of places, by the name of the group.
    is_raw
        Whether rows and columns may hold a value twice.
    known
        The cells of the houses that the board has by itself.
    is_usual
        Whether the board is a square with its usual boxes.
    alone
        The names of the rules that the puzzle has once.
    regions
        The rule whose regions are the unknown ones of the program, if there is one.
    """

    shape: Shape
    height: int
    width: int
    less: int
    names: Mapping[Place, str]
    groups: Mapping[str, Sequence[Sequence[Place]]]
    is_raw: bool
    known: frozenset[frozenset[int]]
    is_usual: bool
    alone: frozenset[str]
    regions: Rule | None

    @property
    def n(self) -> int:
        """The number of values."""
        return self.shape.n

    @property
    def is_latin(self) -> bool:
        """Whether each row and column of the grid holds every value."""
        return not self.is_raw and self.height == self.width == self.n

    def cells(self, places: Iterable[Place]) -> list[str]:
        """Return the names of places."""
        return [self.names[place] for place in places]

    def of_numbers(self, cells: Iterable[int]) -> list[str]:
        """Return the names of cells that are given by their numbers."""
        return self.cells(map(self.shape.position, cells))

    def values(self, digits: Iterable[int]) -> str:
        """Return the values of digits, as in ``1_2``."""
        return "_".join(str(digit - self.less) for digit in digits)

    def total(self, total: int, weights: int) -> int:
        """Return the sum of values, given the sum of digits and of their weights."""
        return total - self.less * weights

    def has(self, places: Iterable[Place]) -> bool:
        """Return whether all places are in the grid."""
        return all(row < self.height and column < self.width for row, column in places)

    def adjacent(self, pair: Sequence[Place]) -> bool:
        """Return whether two places are neighbours in the grid."""
        (i, j), (k, m) = pair
        return self.has(pair) and abs(i - k) + abs(j - m) == 1


def target_of(puzzle: Puzzle, less: int, hidden: Collection[Place] = ()) -> Target:
    """Return the board of a puzzle; `hidden` cells beside the grid have no names.

    Raises
    ------
    TextError
        If it is no rectangle, or too large; cells beside the grid may lie apart from it.
    """
    shape, rules = puzzle.shape, puzzle.rules
    places = [shape.position(cell) for cell in range(shape.n_cells)]
    height, width = _rectangle(places)
    _check(shape, places, height, width)
    stated = statement(shape, rules)
    houses = {frozenset(each.cells) for each in (*stated.houses, *stated.groups)}
    grid = rows_and_columns(height, width)
    lines = {frozenset(shape.cell(*place) for place in line) for line in grid}
    is_raw = not lines <= houses
    regions = None if is_raw else _regions(rules, grid[:height])
    beside = [p for p in places if (p[0] >= height or p[1] >= width) and p not in hidden]
    groups = dict(_groups(rules, beside, regions))
    names = {p: name_of(p) for p in places if p[0] < height and p[1] < width}
    for prefix, rows in groups.items():
        own = list(chain.from_iterable(rows))
        for k, place in enumerate(own, 1):
            names[place] = f"{prefix}{k}" if len(own) > 1 else prefix
    usual = {
        frozenset(shape.cell(*place) for place in box)
        for box in (() if is_raw else boxes(height, width, max(height, width)))
    }
    has_boxes = bool(usual) and usual <= houses
    known = frozenset() if is_raw else frozenset(lines | (usual if has_boxes else set()))
    squares = shape.squares()
    is_usual = has_boxes and len(squares) == 1 and _is_usual(squares[0], usual)
    once = [each.name for each in rules]
    alone = frozenset(name for name in once if once.count(name) == 1)
    return Target(
        shape, height, width, less, names, groups, is_raw, known, is_usual, alone, regions
    )


def parts_of(target: Target) -> Iterator[str]:
    """Yield the parts of a string that state its board."""
    low, high = 1 - target.less, target.n - target.less
    shape = f"Shape~{target.height}x{target.width}"
    usual = not target.less and target.n == max(target.height, target.width)
    yield (
        shape
        + ("" if usual else f"~{low}-{high}" if target.less else f"~{high}")
        + ("~Raw" if target.is_raw and not usual else "~~Raw" if target.is_raw else "")
    )
    lines = target.height + target.width
    if not target.is_raw and len(target.known) <= lines:
        yield "NoBoxes"
    for prefix, rows in target.groups.items():
        if prefix != REGIONS:
            yield f"Var~{prefix[1:]}~~{len(rows)}x{len(rows[0])}"


def _rectangle(places: Sequence[Place]) -> tuple[int, int]:
    """Return the height and width of the full rectangle at the top left."""
    known = set(places)
    width = next(k for k in range(len(places) + 1) if (0, k) not in known)
    height = (
        next(k for k in range(len(places) + 1) if any((k, j) not in known for j in range(width)))
        if width
        else 0
    )
    return height, width


def _check(shape: Shape, places: Sequence[Place], height: int, width: int) -> None:
    beside = [place for place in places if place[0] >= height or place[1] >= width]
    is_apart = all(row > height and column > width for row, column in beside)
    if isinstance(shape, Grids) and len(shape.offsets) > 1:
        raise TextError(f"constraint strings have no boards of {len(shape.offsets)} grids")
    if not height or not is_apart:
        raise TextError("constraint strings have rectangles alone: this board has holes")
    if max(height, width, shape.n) > MOST_SIZE:
        raise TextError(
            f"constraint strings have at most {MOST_SIZE} rows, columns and values: this board has "
            f"{height}x{width} cells for {shape.n} values"
        )


def _regions(rules: Sequence[Rule], rows: Sequence[Sequence[Place]]) -> Rule | None:
    """Return the first rule of unknown regions of the whole grid."""
    grid = tuple(map(tuple, rows))
    own = (each for each in rules if each.name == "unknown_regions")
    return next((each for each in own if each.rows == grid), None)  # type: ignore[attr-defined]


def _groups(
    rules: Sequence[Rule], beside: Sequence[Place], regions: Rule | None
) -> Iterator[tuple[str, Sequence[Sequence[Place]]]]:
    """Yield the groups of cells beside the grid: rectangles that rules name, then the others."""
    left = list(beside)
    letters = iter("BDEFGHIJKLMNOPQSTUVWXYZ")
    wanted: list[tuple[str, Any]] = [
        (REGIONS if each == regions else "", each.regions)  # type: ignore[attr-defined]
        for each in rules
        if each.name == "unknown_regions"
    ]
    wanted += [("", each.rows) for each in rules if each.name == "connected"]  # type: ignore[attr-defined]
    for prefix, rows in wanted:
        cells = list(chain.from_iterable(rows))
        if set(cells) <= set(left):
            yield prefix or f"V{next(letters)}", rows
            left = [place for place in left if place not in cells]
    if left:
        yield "VA", [[place] for place in left]


def _is_usual(square: tuple[Shape, Cells], usual: set[frozenset[int]]) -> bool:
    part, cells = square
    return {frozenset(cells[k] for k in box) for box in part.boxes()} == usual
