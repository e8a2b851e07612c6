"""Reading the layouts of janko.at: rows of tokens, with a dash for a blank.

The first line has the numbers of rows and columns. Rows of clues follow and, for some kinds, rows
of region names, of signs or of clues around the grid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from types import MappingProxyType

from exactcover.runtime.registry import find_name
from sudoku.errors import TextError, refusing
from sudoku.formats.symbols import check_blanks
from sudoku.geometry.grid import Grid
from sudoku.geometry.outlines import LAYOUTS, Grids, Outline
from sudoku.geometry.shape import Shape, place_in_words
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.classic import Classic
from sudoku.rules.consecutive import Consecutive
from sudoku.rules.even_odd import EvenOdd
from sudoku.rules.jigsaw import Jigsaw
from sudoku.rules.kenken import KenKen
from sudoku.rules.killer import Cage, Killer
from sudoku.rules.latin import Latin
from sudoku.rules.places import title_of
from sudoku.rules.skyscraper import Skyscraper
from sudoku.rules.str8ts import Str8ts
from sudoku.rules.suguru import Suguru

Rows = list[list[str]]
Place = tuple[int, int]


@refusing("layout of a puzzle")
def from_layout(kind: str, text: str) -> Puzzle:
    r"""Return the puzzle in a text with the layout of a kind.

    It takes no limits: `exactcover.Budget` bounds what a text may ask for.

    Parameters
    ----------
    kind
        A name of `KINDS`, such as ``"killer"`` or ``"jigsaw"``.
    text
        A line with the numbers of rows and columns, and rows of tokens: clues, with ``-`` for a
        blank. Below them, jigsaws, killers, kenkens and sugurus have as many rows with the names
        of regions (the sum of a killer cage is in its first cell), and consecutive sudokus have
        rows of signs. Skyscrapers and margin sums have four rows of clues above the grid: those at
        the top, at the bottom, on the left and on the right.

    Returns
    -------
    Puzzle
        The puzzle with its rules and clues.

    Raises
    ------
    TextError
        If the kind is not known, or the text does not have its layout.

    Examples
    --------
    >>> puzzle = from_layout("even_odd", "4 4\n1 E - -\n- - - 2\n- O - -\n- - - -")
    >>> puzzle.rules[1]
    EvenOdd(even=((0, 1),), odd=((2, 1),))
    """
    return KINDS[find_name("layout", kind, KINDS, TextError)](_rows(text))


def read_solution(shape: Shape, text: str) -> Grid:
    r"""Return the filled grid in a text.

    Examples
    --------
    >>> read_solution(Shape(2, 1), "2 2\n1 2\n2 1")
    Grid('1221', 2x1)
    """
    rows = _rows(text)[: shape.height]
    return Grid(shape, [_digit(rows[i][j]) for i, j in map(shape.position, range(shape.n_cells))])


def _rows(text: str) -> Rows:
    """Return the tokens of the rows below the header; the header states their number."""
    header, *rows = [line.split() for line in text.splitlines() if line.strip()] or [[]]
    if len(header) != 2 or not all(map(str.isdecimal, header)):
        raise TextError("the first line is not a number of rows and one of columns", 1)
    height, width = map(int, header)
    if len(rows) < height:
        raise TextError(f"{len(rows)} rows, expected {height}")
    for number, row in enumerate(rows[:height], 2):
        if len(row) != width:
            raise TextError(f"{len(row)} cells, expected {width}", number)
    return rows


def _below(rows: Rows, size: int) -> tuple[Rows, Rows]:
    """Return the rows of the grid, and the equally many rows below it."""
    if len(rows) != 2 * size:
        raise TextError(f"{len(rows)} rows, expected {size} and as many below")
    for number, row in enumerate(rows, 2):
        if len(row) != len(rows[0]):
            raise TextError(f"{len(row)} cells, expected {len(rows[0])}", number)
    return rows[:size], rows[size:]


def _digit(token: str) -> int:
    if token.isdecimal():
        return int(token)
    if token in ("-", "."):
        return 0
    raise TextError(f"{token!r} is neither a digit nor blank")


def _numbers(rows: Rows) -> list[list[int]]:
    """Return the names of regions, or the signs, as numbers."""
    for i, j in product(range(len(rows)), range(len(rows[0]))):
        if not rows[i][j].isdecimal():
            where = place_in_words(i, j)
            raise TextError(f"{where} of the lower rows: {rows[i][j]!r} is not a number")
    return [list(map(int, row)) for row in rows]


def _grid(shape: Shape, rows: Rows) -> Grid:
    check_blanks(token for row in rows for token in row)
    return Grid(shape, [[_digit(token) for token in row] for row in rows])


def _where(rows: Rows, *tokens: str) -> list[Place]:
    return [(i, j) for i, row in enumerate(rows) for j, token in enumerate(row) if token in tokens]


def _without(rows: Rows, *tokens: str) -> Rows:
    return [["-" if token in tokens else token for token in row] for row in rows]


def _classic(rows: Rows) -> Puzzle:
    return Puzzle(clues=_grid(Shape.of_size(len(rows)), rows))


def _even_odd(rows: Rows) -> Puzzle:
    shape, rule = Shape.of_size(len(rows)), EvenOdd(_where(rows, "E"), _where(rows, "O"))
    return Puzzle(shape, [Classic(), rule], _grid(shape, _without(rows, "E", "O")))


def _jigsaw(rows: Rows) -> Puzzle:
    shape = Shape(len(rows[0]), 1)
    clues, regions = _below(rows, shape.n)
    return Puzzle(shape, [Jigsaw(_numbers(regions))], _grid(shape, clues))


def _cages(heads: Rows, regions: Rows) -> Iterable[tuple[str, list[Place]]]:
    """Yield the token in each region (empty if there is none), and the cells of the region."""
    for name in dict.fromkeys(name for row in regions for name in row):
        places = _where(regions, name)
        found = [heads[i][j] for i, j in places if heads[i][j] not in ("-", ".")]
        if len(found) > 1:
            raise TextError(f"region {name} has several clues: {', '.join(found)}")
        yield (found[0] if found else ""), places


def _killer(rows: Rows) -> Puzzle:
    shape = Shape.of_size(len(rows[0]))
    cages = [
        (_digit(head) if head else None, places)
        for head, places in _cages(*_below(rows, shape.n))
        if head or len(places) > 1
    ]
    return Puzzle(shape, [Classic(), Killer(cages)])


def _kenken(rows: Rows) -> Puzzle:
    shape = Shape(len(rows[0]), 1)
    cages = []
    for head, places in _cages(*_below(rows, shape.n)):
        if not head:
            i, j = places[0]
            raise TextError(f"{title_of('the cage', (i, j))} has no clue")
        number = head.replace("x", "*").rstrip("+-*/")
        default = "=" if len(places) == 1 else "?"
        cages.append((_digit(number), head[len(number) :].replace("x", "*") or default, places))
    return Puzzle(shape, [Latin(), KenKen(cages)])


def _consecutive(rows: Rows) -> Puzzle:
    """Read rows of signs: 1 for a bar to the right, 2 below, 4 and 8 on the opposite sides."""
    shape = Shape(len(rows[0]), 1)
    clues, signs = _below(rows, shape.n)
    bars: list[tuple[Place, Place]] = []
    opposite: set[tuple[Place, Place]] = set()
    for i, row in enumerate(_numbers(signs)):
        for j, sign in enumerate(row):
            if sign > 15:
                raise TextError(
                    f"{place_in_words(i, j)} of the lower rows: there is no sign {sign}"
                )
            bars += [((i, j), (i, j + 1))] * bool(sign & 1)
            bars += [((i, j), (i + 1, j))] * bool(sign & 2)
            opposite |= {((i, j - 1), (i, j))} if sign & 4 else set()
            opposite |= {((i - 1, j), (i, j))} if sign & 8 else set()
    for (i, j), _ in sorted(opposite.difference(bars)):
        raise TextError(f"{place_in_words(i, j)} of the lower rows: a bar that one side only has")
    return Puzzle(shape, [Latin(), Consecutive(bars)], _grid(shape, clues))


def _around(rows: Rows) -> tuple[list[list[int | None]], Grid]:
    """Return the clues at the top, bottom, left and right, and the grid below them."""
    if len(rows) != len(rows[0]) + 4 or {len(row) for row in rows} != {len(rows[0])}:
        raise TextError(
            f"{len(rows)} rows, expected four of clues and {len(rows[0])}, equally long"
        )
    check_blanks(token for row in rows[:4] for token in row)
    clues = [[_digit(token) or None for token in row] for row in rows[:4]]
    return clues, _grid(Shape.of_size(len(rows[0])), rows[4:])


def _skyscraper(rows: Rows) -> Puzzle:
    (top, bottom, left, right), grid = _around(rows)
    return Puzzle(grid.shape, [Classic(), Skyscraper(top, bottom, left, right)], grid)


def _margin(rows: Rows) -> Puzzle:
    """Read clues that are the sums of the three digits next to them."""
    clues, grid = _around(rows)
    triples = edge_triples(grid.shape.n)
    cages: list[Cage] = [
        cage
        for side, places in zip(clues, triples, strict=True)
        for cage in zip(side, places, strict=True)
    ]
    given = [cage for cage in cages if cage[0] is not None]
    return Puzzle(grid.shape, [Classic(), Killer(given, may_overlap=True)], grid)


def edge_triples(n: int) -> list[list[list[Place]]]:
    """Return the three cells at the top, bottom, left and right end of each column or row."""
    columns = [[(i, k) for i in range(n)] for k in range(n)]
    rows = [[(k, j) for j in range(n)] for k in range(n)]
    return [
        [line[part] for line in lines]
        for lines in (columns, rows)
        for part in (slice(3), slice(-3, None))
    ]


def _suguru(rows: Rows) -> Puzzle:
    clues, regions = _below(rows, len(rows) // 2)
    names = [name for row in regions for name in row]
    n = max(map(names.count, names))
    board = Outline(n, [(i, j) for i in range(len(clues)) for j in range(len(clues[0]))])
    rule = Suguru(_numbers(regions))
    return Puzzle(board, [rule], _grid(board, clues))


def _str8ts(rows: Rows) -> Puzzle:
    """Read black cells, which are written as ``x`` after their digit if they have one."""
    places = [(i, j) for i, row in enumerate(rows) for j, token in enumerate(row) if token != "x"]
    black = [(i, j) for i, j in places if rows[i][j].endswith("x")]
    board = Outline(len(rows), places)
    digits = [[_digit(token.rstrip("x") or "-") for token in row] for row in rows]
    return Puzzle(board, [Str8ts(black)], Grid(board, digits))


def _several(name: str) -> Callable[[Rows], Puzzle]:
    def read_several(rows: Rows) -> Puzzle:
        grids = Grids(name)
        if (len(rows), len(rows[0])) != (grids.height, grids.width):
            size = f"{grids.height}x{grids.width}"
            raise TextError(f"{len(rows)}x{len(rows[0])} cells, expected {size} for {name}")
        return Puzzle(grids, clues=_grid(grids, rows))

    return read_several


_READERS: dict[str, Callable[[Rows], Puzzle]] = {
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
_READERS |= {name: _several(name) for name in LAYOUTS}
KINDS = MappingProxyType(_READERS)
"""The function that reads the rows of each kind."""
