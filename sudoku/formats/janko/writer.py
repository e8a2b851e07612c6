"""Writing puzzles in the layouts of janko.at; `sudoku.formats.janko.reader` reads them.

The rules and the board determine the layout. A puzzle that has no layout is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

from sudoku.errors import TextError
from sudoku.formats.janko.reader import edge_triples
from sudoku.geometry.grid import Grid
from sudoku.geometry.outlines import LAYOUTS, Grids
from sudoku.geometry.shape import Shape
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import Rule
from sudoku.rules.places import Place, cells_of, region_cells

if TYPE_CHECKING:
    from sudoku.puzzle.puzzle import PuzzleLike

Rows: TypeAlias = list[list[str]]

BLANK, HOLE = "-", "x"


def to_layout(puzzle: PuzzleLike) -> str:
    r"""Return a puzzle in the layout that `from_layout` reads.

    It takes no limits: its work is linear in the puzzle.

    Parameters
    ----------
    puzzle
        A puzzle, or anything that `Puzzle.of` takes for one.

    Returns
    -------
    str
        The layout.

    Raises
    ------
    TextError
        If no layout shows these rules on such a board, or the layout has no place for clues.

    Examples
    --------
    >>> from sudoku import Classic, Killer, from_layout
    >>> cages = Killer([(3, [(0, 0), (1, 0)]), (None, [(0, 1), (1, 1), (1, 2)])])
    >>> text = to_layout(Puzzle(Shape(2, 2), [Classic(), cages]))
    >>> print(text)
    4 4
    3 - - -
    - - - -
    - - - -
    - - - -
    1 2 3 4
    1 2 2 5
    6 7 8 9
    10 11 12 13
    >>> from_layout("killer", text).rules[1] == cages
    True
    """
    puzzle = Puzzle.of(puzzle)
    kind, shape = layout_of(puzzle), puzzle.shape
    rows = _WRITERS[kind](puzzle.grid, puzzle.rules[-1])
    head = f"{shape.height} {shape.width}"
    return "\n".join([head, *map(" ".join, rows)])


def layout_of(puzzle: Puzzle) -> str:
    """Return the kind of layout that shows a puzzle: a name of `sudoku.formats.janko.KINDS`.

    Raises
    ------
    TextError
        If no layout shows it.

    Examples
    --------
    >>> layout_of(Puzzle()), layout_of(Puzzle(Grids("samurai")))
    ('classic', 'samurai')
    """
    shape, names = puzzle.shape, tuple(each.name for each in puzzle.rules)
    if isinstance(shape, Grids) and names == ("classic",) and (shape.p, shape.q) == (3, 3):
        for name, offsets in LAYOUTS.items():
            if set(offsets) == set(shape.offsets):
                return name
        raise TextError(f"no layout has {len(shape.offsets)} grids at these places")
    if names not in _KINDS:
        raise TextError(f"no layout shows these rules: {', '.join(names)}")
    if "classic" in names and shape != Shape.of_size(shape.n):
        raise TextError(f"the layouts have boxes of {Shape.of_size(shape.n)}, not of {shape}")
    kind = _KINDS[names]
    if kind == "killer" and getattr(puzzle.rules[-1], "may_overlap", False):
        return "margin"
    return kind


def _clues(grid: Grid) -> Rows:
    """Return a token for each place of the rectangle that a board fills, holes left blank."""
    shape = grid.shape
    rows = [[BLANK] * shape.width for _ in range(shape.height)]
    for cell, digit in enumerate(grid.cells):
        row, column = shape.position(cell)
        rows[row][column] = str(digit or BLANK)
    return rows


def _mark(rows: Rows, places: Iterable[Place], mark: str) -> None:
    """Write a mark at the places that have no clue."""
    for row, column in places:
        if rows[row][column] == BLANK:
            rows[row][column] = mark


def _check_no_clues(grid: Grid, kind: str) -> None:
    if grid.n_clues:
        raise TextError(f"the layout of {kind} has no place for digits that are given")


def _check_plain(rule: Rule, **fields: object) -> None:
    """Raise a TextError if a parameter of a rule is not the default of its layout."""
    for name, value in fields.items():
        if getattr(rule, name) != value:
            raise TextError(f"the layout of {rule.name} has no place for {name}")


def _classic(grid: Grid, rule: Any) -> Rows:
    return _clues(grid)


def _even_odd(grid: Grid, rule: Any) -> Rows:
    rows = _clues(grid)
    _mark(rows, rule.even, "E")
    _mark(rows, rule.odd, "O")
    return rows


def _map(shape: Shape, regions: Sequence[Sequence[int]]) -> Rows:
    """Return the number of each cell's region, from 1; a cell without one is a region by itself."""
    names = {cell: str(number) for number, cells in enumerate(regions, 1) for cell in cells}
    for cell in range(shape.n_cells):
        names.setdefault(cell, str(len(set(names.values())) + 1))
    return [[names[cell] for cell in row] for row in shape.rows()]


def _jigsaw(grid: Grid, rule: Any) -> Rows:
    return _clues(grid) + _map(grid.shape, region_cells(rule, grid.shape, rule.regions))


def _suguru(grid: Grid, rule: Any) -> Rows:
    shape = grid.shape
    regions = region_cells(rule, shape, rule.regions)
    if shape.n_cells != shape.height * shape.width:
        raise TextError("the layout of suguru has no place for holes")
    if shape.n != max(map(len, regions)):
        raise TextError(f"the layout of suguru has a region of {shape.n} cells")
    return _clues(grid) + _map(shape, regions)


def _in_cages(grid: Grid, rule: Any, cages: Sequence[tuple[str, Sequence[Place]]]) -> Rows:
    """Return rows with the clue of each cage in its first cell, and rows with the cages."""
    _check_no_clues(grid, rule.name)
    rows = _clues(grid)
    for head, places in cages:
        _mark(rows, [min(places)], head)
    return rows + _map(grid.shape, [cells_of(rule, grid.shape, places) for _, places in cages])


def _killer(grid: Grid, rule: Any) -> Rows:
    _check_plain(rule, repeats=False)
    cages = [(BLANK if total is None else str(total), places) for total, places in rule.cages]
    return _in_cages(grid, rule, cages)


def _margin(grid: Grid, rule: Any) -> Rows:
    _check_plain(rule, repeats=False)
    totals = {frozenset(places): total for total, places in rule.cages}
    sides = edge_triples(grid.shape.n)
    if len(totals) < len(rule.cages) or None in totals.values():
        raise TextError("the layout of margin sums has each cage once, with its sum")
    for places in set(totals) - {frozenset(triple) for side in sides for triple in side}:
        raise TextError(f"the layout of margin sums has no cage of {sorted(places)}")
    clues = [[str(totals.get(frozenset(triple), BLANK)) for triple in side] for side in sides]
    return clues + _clues(grid)


def _kenken(grid: Grid, rule: Any) -> Rows:
    cages = []
    for number, operation, places in rule.cages:
        if (operation == "=") != (len(places) == 1):
            raise TextError(f"the layout of kenken has no cage of {len(places)} with {operation!r}")
        cages.append((f"{number}{operation.strip('=?')}", places))
    if sum(len(places) for _, places in cages) != grid.shape.n_cells:
        raise TextError("the layout of kenken has no cell outside all cages")
    return _in_cages(grid, rule, cages)


def _consecutive(grid: Grid, rule: Any) -> Rows:
    _check_plain(rule, negative=True)
    shape = grid.shape
    signs = [[0] * shape.width for _ in range(shape.height)]
    for pair in rule.bars:
        (row, column), (row_2, column_2) = sorted(pair)
        signs[row][column] |= 1 if row == row_2 else 2
        signs[row_2][column_2] |= 4 if row == row_2 else 8
    return _clues(grid) + [[str(sign) for sign in row] for row in signs]


def _skyscraper(grid: Grid, rule: Any) -> Rows:
    _check_plain(rule, flat=0)
    blank = [None] * grid.shape.n
    sides = [side or blank for side in (rule.top, rule.bottom, rule.left, rule.right)]
    return [[str(clue or BLANK) for clue in side] for side in sides] + _clues(grid)


def _str8ts(grid: Grid, rule: Any) -> Rows:
    shape = grid.shape
    if not shape.n == shape.height == shape.width:
        raise TextError("the layout of str8ts is a square of as many rows as digits")
    rows, cells = _clues(grid), {shape.position(cell) for cell in range(shape.n_cells)}
    for row, column in product(range(shape.height), range(shape.width)):
        if (row, column) not in cells:
            rows[row][column] = HOLE
    for row, column in rule.black:
        if rows[row][column] == BLANK:
            raise TextError("the layout of str8ts has no black cell whose digit is to be found")
        rows[row][column] += HOLE
    return rows


_KINDS = {
    ("classic",): "classic",
    ("latin", "consecutive"): "consecutive",
    ("classic", "even_odd"): "even_odd",
    ("jigsaw",): "jigsaw",
    ("latin", "kenken"): "kenken",
    ("classic", "killer"): "killer",
    ("classic", "skyscraper"): "skyscraper",
    ("str8ts",): "str8ts",
    ("suguru",): "suguru",
}
"""The layout that shows puzzles of some rules."""

_WRITERS: MappingProxyType[str, Callable[[Grid, Any], Rows]] = MappingProxyType(
    {
        "classic": _classic,
        "consecutive": _consecutive,
        "even_odd": _even_odd,
        "jigsaw": _jigsaw,
        "kenken": _kenken,
        "killer": _killer,
        "margin": _margin,
        "skyscraper": _skyscraper,
        "str8ts": _str8ts,
        "suguru": _suguru,
    }
    | dict.fromkeys(LAYOUTS, _classic)
)
