"""Reading puzzles from text, one or thousands, as people and programs write them.

**One a line.** A puzzle is the first field, up to a comma or space, of ``n * n`` characters; what
follows it is not read. For n > 35 it is the whole line, of ``n * n`` numbers.

**Grids.** ``n`` rows of ``n`` cells, either a character each (``53..7....``, perhaps in groups of
one size) or with spaces or commas between, where numbers may be longer. A line ``n n`` may come
before the rows. Bars ``|`` and rulers of ``+-=|`` are left out, but the groups that bars or spaces
make must be as wide as the boxes; where no shape is given, they say how wide the boxes are.

A cell is ``1``-``9`` or ``A``-``Z`` (10 to 35, small letters too), for n > 35 a number; a blank is
``.``, ``0``, ``-``, ``_`` or ``*``. Lines that are empty or begin with ``#`` are skipped, and so is
a CSV file's line of headings. All puzzles of a text are written in the same way and have one shape:
the one given, else that of the first puzzle, by its groups or its size (`Shape.of_size`).

Two things can be read in two ways.

- *Lines of 16 characters*, no shape given, are rows of 16x16 grids where the first 16 of them use
  a digit above 4, and 4x4 puzzles otherwise.
- *A line of n dashes*, not all of them apart and no line ``n n`` before the grid, is a ruler where
  that gives ``n`` rows with such rulers between all boxes or none; else it is an empty row. Where
  both hold, as they can in a text of many grids whose blanks are all dashes, that is an error.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from math import isqrt
from typing import TypeAlias

from sudoku.errors import ShapeError, TextError
from sudoku.grid import DIGITS, SYMBOLS, Grid
from sudoku.shape import Shape

__all__ = ["parse", "read_puzzles"]

Line: TypeAlias = tuple[int, str]

_HEADINGS = re.compile("[A-Za-z]{2,35},")  # no row has a cell of two letters
_HEADER = re.compile(r"([1-9][0-9]{0,2})\s+\1")
_N_SYMBOLS = len(SYMBOLS) - 1  # the most digits that can be shown by one character each
_NO_DIGIT = 255
_DIGIT_OF_BYTE = bytes(DIGITS.get(chr(byte), _NO_DIGIT) for byte in range(256))


def parse(text: str, shape: Shape | None = None) -> Grid:
    r"""Return the one puzzle in a text.

    Raises
    ------
    TextError
        Where the text is no puzzle, or more than one; names the line and cell.

    Examples
    --------
    >>> parse("1234.......1....").rows()[0]
    (1, 2, 3, 4)
    >>> parse("34|12\n1.|..\n--+--\n..|25\n..|3.")
    Traceback (most recent call last):
    sudoku.errors.TextError: line 4: row 3, column 4: digit 5 is not between 1 and 4
    """
    puzzles = read_puzzles(text.splitlines(), shape)
    _, grid = next(puzzles, (0, None))
    if grid is None:
        raise TextError("there is no puzzle in the text")
    for line, _ in puzzles:
        raise TextError("a second puzzle, where one was expected", line)
    return grid


def read_puzzles(lines: Iterable[str], shape: Shape | None = None) -> Iterator[tuple[int, Grid]]:
    """Yield each puzzle with the line, from 1, in which it begins.

    Lines are taken as puzzles are asked for, never more than two grids ahead.

    Raises
    ------
    TextError
        On coming to a line that does not fit; names the line and cell.

    Examples
    --------
    >>> for line, grid in read_puzzles(["# two", "1234.......1....", "..........21...."]):
    ...     print(line, grid.n_clues)
    2 5
    3 2
    """
    ahead = _Lines(lines)
    first = ahead.peek(1)
    if first and _HEADINGS.match(first[0][1]):
        next(ahead)
    if not ahead.peek(1):
        return
    line_shape = _shape_of_lines(ahead, shape)
    if line_shape is not None:
        for number, text in ahead:
            yield number, _read_line(number, text, line_shape)
        return
    shape = shape or _shape_of_grids(ahead)
    while _skip_rulers(ahead, shape.n):
        yield _read_grid(ahead, shape)


class _Lines(Iterator[Line]):
    """The lines that say something, with their numbers; they can be seen ahead."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._rest = _content(lines)
        self._ahead: deque[Line] = deque()

    def __next__(self) -> Line:
        return self._ahead.popleft() if self._ahead else next(self._rest)

    def peek(self, count: int) -> list[Line]:
        """Return the next lines without taking them: fewer only where the text ends."""
        if len(self._ahead) < count:
            self._ahead.extend(islice(self._rest, count - len(self._ahead)))
        return list(islice(self._ahead, count))

    def put_back(self, lines: Sequence[Line]) -> None:
        self._ahead.extendleft(reversed(lines))


def _content(lines: Iterable[str]) -> Iterator[Line]:
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if text and text[0] != "#":
            yield number, text


def _shape_of_lines(ahead: _Lines, shape: Shape | None) -> Shape | None:
    """Return the shape of puzzles that stand one a line, or None where they are grids."""
    lines = ahead.peek(16)
    (number, text), others = lines[0], lines[1:2]
    cells = _cells_of_line(text, shape.n if shape else None)
    size = len(cells)
    if "|" in cells or "+" in cells or "=" in cells or _header(text):
        return None
    if cells.count("-") == size and any(len(_cells_of_line(other)) != size for _, other in others):
        return None  # a ruler above a grid
    if shape is not None:
        return shape if size >= min(2 * shape.n, shape.n_cells) > 1 else None
    n = isqrt(size)
    if n * n != size or (size <= _N_SYMBOLS and n != 4) or (n == 4 and _are_rows_of_16(lines)):
        return None
    return _usual_shape(n, number)


def _are_rows_of_16(lines: list[Line]) -> bool:
    used = {symbol for _, text in lines for symbol in text}
    is_above_4 = any(DIGITS.get(symbol, 0) > 4 for symbol in used)
    return is_above_4 and [len(text) for _, text in lines] == [16] * 16


def _usual_shape(n: int, number: int) -> Shape:
    try:
        return Shape.of_size(n)
    except ShapeError as error:
        raise TextError(str(error), number) from None


def _cells_of_line(text: str, n: int | None = None) -> Sequence[str]:
    """Return the cells of a puzzle on one line: its first field, or all its numbers."""
    fields = text.replace(",", " ").split()
    if len(fields) > _N_SYMBOLS**2 if n is None else n > _N_SYMBOLS:
        return fields
    return fields[0] if fields else ""


def _read_line(number: int, text: str, shape: Shape) -> Grid:
    n, n_cells = shape.n, shape.n_cells
    cells = text if len(text) == n_cells and n <= _N_SYMBOLS else _cells_of_line(text, n)
    if len(cells) != n_cells:
        kind = "characters" if n <= _N_SYMBOLS else "numbers"
        raise TextError(f"expected {n_cells} {kind}, got {len(cells)}", number)
    if isinstance(cells, str):  # the fast way, for files of many puzzles
        values = cells.encode("latin-1", "replace").translate(_DIGIT_OF_BYTE)
        if max(values) <= n:
            return Grid.unchecked(shape, tuple(values))
    rows = (cells[start : start + n] for start in range(0, n_cells, n))
    digits = (digit for row, part in enumerate(rows, 1) for digit in _digits(part, n, row, number))
    return Grid.unchecked(shape, tuple(digits))


def _digits(cells: Iterable[str], n: int, row: int, line: int) -> list[int]:
    """Return the digits that the cells of a row show."""
    digits = []
    for column, cell in enumerate(cells, 1):
        is_number = cell.isascii() and cell.isdigit() and len(cell) < 10
        digit = int(cell) if is_number else DIGITS.get(cell, _NO_DIGIT)
        if digit > n or (digit and n > _N_SYMBOLS and not is_number):
            of_range = f"digit {digit} is not between 1 and {n}"
            what = of_range if is_number else f"{cell!r} is not a digit of a {n}x{n} puzzle"
            raise TextError(f"row {row}, column {column}: {what}", line)
        digits.append(digit)
    return digits


def _header(text: str) -> int | None:
    match = _HEADER.fullmatch(text)
    return int(match[1]) if match else None


def _shape_of_grids(ahead: _Lines) -> Shape:
    """Return the shape that the first line of the first grid shows."""
    lines = [line for line in ahead.peek(8) if not _is_ruler(line[1])] or ahead.peek(1)
    number, text = lines[0]
    cells, widths = _split(text)
    if len(cells) == 1 < len(cells[0]):
        raise TextError(f"{len(cells[0])} characters are no puzzle and no row of one", number)
    header, width = _header(text), max(widths, default=1)
    n = header or len(cells)
    if header or width in (1, n) or n % width:
        return _usual_shape(n, number)
    return Shape(width, n // width)


def _split(text: str, n: int | None = None) -> tuple[list[str], set[int]]:
    """Return the cells of a row, and how many of them stand in each group."""
    groups = [group.split() for group in text.replace(",", " ").split("|")]
    fields = [field for group in groups for field in group]
    # Fields all of one length are characters: numbers of two digits each could not fill a row.
    if len(set(map(len, fields))) == 1 and len(fields) != n and len("".join(fields)) <= _N_SYMBOLS:
        if len(groups) == 1:
            groups = [[field] for field in fields]
        return list("".join(fields)), {len("".join(group)) for group in groups if group}
    return fields, {len(group) for group in groups if group}


def _is_dashes(text: str) -> bool:
    """Say whether a line is of dashes, not all of them apart: a ruler, or a row of blanks."""
    return "--" in text and set(text) <= set("-| ")


def _is_ruler(text: str, n: int | None = None) -> bool:
    """Say whether a line cannot be a row, or for any n need not be."""
    if _is_dashes(text):
        return _split(text, n)[0] != ["-"] * (n or 0)
    return set(text) <= set("+-=| ") and not set(text).isdisjoint("+=")


def _skip_rulers(ahead: _Lines, n: int) -> bool:
    """Take the rulers before a grid; say whether there is one."""
    for line in ahead:
        is_last = _is_dashes(line[1]) and not ahead.peek(1)
        if not is_last and not _is_ruler(line[1], n):
            ahead.put_back([line])
            return True
    return False


def _read_grid(ahead: _Lines, shape: Shape) -> tuple[int, Grid]:
    n, digits = shape.n, list[int]()
    start, text = ahead.peek(1)[0]
    header = _header(text)
    if header is not None:
        next(ahead)
        if header != n:
            raise TextError(f"a grid of size {header}, expected {n}", start)
    rows = _take_rows(ahead, shape, header is not None)
    if len(rows) < n:
        raise TextError(f"the grid that begins here has {len(rows)} rows, expected {n}", start)
    for row, (number, text) in enumerate(rows, 1):
        cells, widths = _split(text, n)
        if len(cells) != n:
            raise TextError(f"row {row} has {len(cells)} cells, expected {n}", number)
        if widths not in ({1}, {n}, {shape.p}):
            sizes = ", ".join(map(str, sorted(widths)))
            raise TextError(f"groups of {sizes} cells, where boxes are {shape.p} wide", number)
        digits += _digits(cells, n, row, number)
    return start, Grid.unchecked(shape, tuple(digits))


def _take_rows(ahead: _Lines, shape: Shape, has_header: bool) -> list[Line]:
    """Return the next n rows, or all that are left, with lines of n dashes told apart."""
    n, n_sure = shape.n, 0
    taken: list[Line] = []
    marks: list[int] = []  # for each line of dashes, how many sure rows came before it
    for line in ahead:
        if _is_ruler(line[1], n):
            continue
        taken.append(line)
        if _is_dashes(line[1]):
            marks.append(n_sure)
        else:
            n_sure += 1
        can_be_rulers = not has_header and _lie_between_boxes(marks, n_sure, shape)
        if n_sure == n or (len(taken) >= n and not can_be_rulers):
            break
    if not marks or n_sure < n or not _lie_between_boxes(marks, n, shape):
        ahead.put_back(taken[n:])
        return taken[:n]
    sure = [line for line in taken if not _is_dashes(line[1])]
    if marks[0] == 0 and any(_is_dashes(text) for _, text in ahead.peek(1)):
        next(ahead)  # the ruler below, as there was one above
    used = set("".join(text for _, text in sure))
    if ahead.peek(1) and ("-" in used or used.isdisjoint(".0_*")):
        number = next(number for number, text in taken if _is_dashes(text))
        raise TextError(f"{n} dashes may be a ruler or an empty row: write its blanks as .", number)
    return sure


def _lie_between_boxes(marks: list[int], n_rows: int, shape: Shape) -> bool:
    """Say whether lines of dashes, given by the rows before each, can be rulers so far."""
    inner = [mark for mark in marks if 0 < mark < n_rows]
    return (
        len(set(marks)) == len(marks)
        and all(mark % shape.q == 0 for mark in marks)
        and inner in ([], list(range(shape.q, n_rows, shape.q)))
    )
