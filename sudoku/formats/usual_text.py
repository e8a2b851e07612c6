"""The usual layouts of texts of puzzles, one or thousands, read line by line.

**Lines.** Each line holds one puzzle: its first field, up to a comma or space, of ``n * n``
characters. The rest of the line is ignored: collections have solutions, ratings and names there.
For n > 35 the whole line is read, ``n * n`` numbers.

**Grids.** A grid has ``n`` rows of ``n`` cells. The cells of a row are single characters, perhaps
in groups, or they are separated by spaces, commas, semicolons or tabs; a cell of a spreadsheet may
be empty. A line ``n n`` may come first. Rulers of ``+-=|`` and bars ``|`` are skipped, but groups
must be as wide as the boxes; if no shape is given, they determine the width of the boxes. What is
drawn otherwise is refused: rulers or empty lines between other rows, and bars around regions.
On a board that is not a square, each row has as many cells as that row of the shape.

**Candidates.** Each cell has n signs, of which the k-th is digit k or a blank: 729 for 9x9 cells,
in one line or in lines of equal length (`sudoku.formats.candidates`).

A cell is ``1``-``9`` or ``A``-``Z`` (10 to 35, small letters too), for n > 35 a number; a blank is
``.``, ``0``, ``-``, ``_`` or ``*``, the same in all cells of a puzzle. Empty lines, ``#`` lines and
a CSV file's headings are skipped. All puzzles of a text have one format and one shape: the given
shape, or that of the first puzzle.

Two cases are ambiguous. *Lines of 16 characters* without a given shape are rows of 16x16 grids if
the first 16 of them use a digit above 4; otherwise they are 4x4 puzzles. *A line of n dashes* that
are not all separated, in a grid without ``n n``, may be a blank row, or a ruler above, below or
between all boxes. It is a ruler if the rows have other blanks and no dashes. Otherwise it is read
in the way that gives ``n`` rows up to the end or the next grid; several such ways are an error.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, product
from math import isqrt

from sudoku.errors import ShapeError, TextError
from sudoku.formats.candidates import Marked, lines_of_candidates, marked
from sudoku.formats.columns import column_of
from sudoku.formats.forms.boxes import gaps_in, group_of, have_regions, height_of
from sudoku.formats.spreadsheet import row_of_cells
from sudoku.formats.symbols import DIGIT_OF_BYTE, DIGITS, N_SYMBOLS, check_blanks
from sudoku.geometry.grid import Grid
from sudoku.geometry.shape import Shape, box_hint, check_shape

Line = tuple[int, str]


class RegionsError(TextError):
    """A drawing with regions, which a grid alone does not have.

    Attributes
    ----------
    grid
        The clues.
    """

    def __init__(self, grid: Grid, line: int) -> None:
        super().__init__("the bars surround regions, which a grid of digits cannot hold", line)
        self.grid = grid


_HEADINGS = re.compile(
    r'"?[A-Za-z]\w{1,34}"?([,;\t]\s*"?[^\W\d][^,;\t]*)+'
)  # no cell has two letters
_HEADER = re.compile(r"([1-9][0-9]{0,2})\s+\1")
_CELLS = re.compile(r"[0-9.*_-]")
BYTE_ORDER_MARK = "\ufeff"
_MOST_NUMBERS = 200
"""The most characters of a line that are tried as the numbers of columns."""
_MOST_PARAGRAPHS = 1 << 12  # more than a grid has rows


def usual_clues(
    lines: Iterable[str], shape: Shape | None = None
) -> Iterator[tuple[int, Grid | Marked | TextError]]:
    """Yield each puzzle of the lines with its number; or the error for one that is refused.

    After a refused line, reading continues with the next line; after a refused grid, it continues
    after the next empty line.

    Examples
    --------
    >>> [(line, found)] = usual_clues(["1...12.." + "1234" * 14])
    >>> line, found.grid.n_clues
    (1, 1)
    """
    check_shape(shape)
    ahead = _Lines(lines)
    if any(_HEADINGS.fullmatch(text) for _, text in ahead.peek(1)) or _has_numbers_above(ahead):
        next(ahead)
    if not ahead.peek(1):
        return
    take = column_of([text for _, text in ahead.peek(16)])
    if take is not None:
        ahead.change(take)
    found = lines_of_candidates(lambda count: [text for _, text in ahead.peek(count)], shape)
    if found:
        yield from _read_candidates(ahead, shape or _usual_shape(found[0], 1), found[1])
        return
    while True:
        try:
            line_shape = _shape_of_lines(ahead, shape)
            shape = line_shape or shape or _shape_of_grids(ahead)
            break
        except TextError as error:
            if len(ahead.peek(2)) < 2 or len(ahead.peek(1)[0][1]) <= N_SYMBOLS:
                raise
            yield (
                next(ahead)[0],
                error,
            )  # too long for a row of a grid: the next line decides the shape
    if line_shape is not None:
        for number, text in ahead:
            try:
                yield number, _read_line(number, text, line_shape)
            except TextError as error:
                yield number, error
        return
    is_square = [part for part, _ in shape.squares()] == [shape]
    read = _read_grid if is_square else _read_board
    while _skip_rulers(ahead, shape.n):
        start = ahead.begin()
        try:
            yield read(ahead, shape)
        except TextError as error:
            yield start, error
            ahead.skip_paragraph(error.line or start)


def _read_candidates(
    ahead: _Lines, shape: Shape, n_lines: int
) -> Iterator[tuple[int, Marked | TextError]]:
    """Yield the candidates in each group of so many lines."""
    while block := list(islice(ahead, n_lines)):
        line = block[0][0]
        try:
            if len(block) < n_lines:
                raise TextError(f"{len(block)} lines of candidates, expected {n_lines}", line)
            yield line, marked("".join(text for _, text in block), shape, line)
        except TextError as error:
            yield line, error


class _Lines(Iterator[Line]):
    """An iterator over the lines that are not empty, with their numbers, and with look-ahead."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._rest = self._content(lines)
        self._ahead: deque[Line] = deque()
        self._taken: list[Line] | None = None
        self._paragraphs: deque[int] = deque(maxlen=_MOST_PARAGRAPHS)

    def __next__(self) -> Line:
        line = self._ahead.popleft() if self._ahead else next(self._rest)
        if self._taken is not None:
            self._taken.append(line)
        return line

    def _content(self, lines: Iterable[str]) -> Iterator[Line]:
        is_after_empty = False
        for number, line in enumerate(lines, 1):
            line = line.removeprefix(BYTE_ORDER_MARK) if number == 1 else line
            text = row_of_cells(line) or line.strip()
            if is_after_empty and text:
                self._paragraphs.append(number)
            is_after_empty = not text
            if text and text[0] != "#":
                yield number, text

    def peek(self, count: int) -> list[Line]:
        """Return the next lines without consuming them; fewer only at the end of the text."""
        self._ahead.extend(islice(self._rest, max(0, count - len(self._ahead))))
        return list(islice(self._ahead, count))

    def change(self, take: Callable[[str], str]) -> None:
        """Replace each of the following lines by what a function makes of it."""
        self._ahead = deque((number, take(text)) for number, text in self._ahead)
        self._rest = ((number, take(text)) for number, text in self._rest)

    def put_back(self, lines: Sequence[Line]) -> None:
        self._ahead.extendleft(reversed(lines))

    def begin(self) -> int:
        """Record the lines that are consumed from here on; return the number of the next line."""
        self._taken = []
        return self.peek(1)[0][0]

    def skip_paragraph(self, number: int) -> None:
        """Continue after the first empty line behind a line; consumed lines are read again."""
        following = self.peek(1)
        taken = {line for line in self._taken or () if not following or line < following[0]}
        self.put_back(sorted(taken))
        for line in self:
            if any(number < start <= line[0] for start in self._paragraphs):
                self.put_back([line])
                return


def _has_numbers_above(ahead: _Lines) -> bool:
    """Return whether all lines are n rows of a table below the numbers of its n columns."""
    first = next((text for _, text in ahead.peek(1)), "")
    labels = [label.strip("\"' ") for label in re.split(r"[\s,;]+", first[:_MOST_NUMBERS])]
    n = len(labels)
    is_counted = n > 1 and labels in ([*map(str, range(n))], [*map(str, range(1, n + 1))])
    return is_counted and len(ahead.peek(n + 2)) == n + 1


def _shape_of_lines(ahead: _Lines, shape: Shape | None) -> Shape | None:
    """Return the shape of the puzzles if each is one line, or None if they are grids."""
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
    if n * n != size or (size <= N_SYMBOLS and n != 4) or (n == 4 and _are_rows_of_16(lines)):
        return None
    return _usual_shape(n, number)


def _are_rows_of_16(lines: list[Line]) -> bool:
    is_above_4 = any(DIGITS.get(symbol, 0) > 4 for _, text in lines for symbol in text)
    return is_above_4 and [len(text) for _, text in lines] == [16] * 16


def _usual_shape(n: int, number: int) -> Shape:
    try:
        return Shape.of_size(n)
    except ShapeError as error:
        raise TextError(str(error), number) from None


def _cells_of_line(text: str, n: int | None = None) -> Sequence[str]:
    """Return the cells of a puzzle on one line: its first field, or all its numbers."""
    fields = text.replace(",", " ").split()
    if len(fields) > N_SYMBOLS**2 if n is None else n > N_SYMBOLS:
        return fields
    return fields[0] if fields else ""


def _read_line(number: int, text: str, shape: Shape) -> Grid:
    n, n_cells = shape.n, shape.n_cells
    cells = text if len(text) == n_cells and n <= N_SYMBOLS else _cells_of_line(text, n)
    if len(cells) != n_cells:
        kind = "characters" if n <= N_SYMBOLS else "numbers"
        hint = box_hint(shape) if len(cells) == shape.p * shape.q else ""
        raise TextError(f"expected {n_cells} {kind}, got {len(cells)}{hint}", number)
    if isinstance(cells, str):  # fast, for files of many puzzles
        values = cells.encode("latin-1", "replace").translate(DIGIT_OF_BYTE)
        blank = values.find(0)
        has_one_blank = blank < 0 or cells.count(cells[blank]) == values.count(0)
        if max(values) <= n and has_one_blank:
            if blank < 0 and len(text) > n_cells:
                _check_rest(text[n_cells:], n_cells, number)
            return Grid.unchecked(shape, tuple(values))
    check_blanks(cells, number)
    rows = (cells[start : start + n] for start in range(0, n_cells, n))
    digits = (digit for row, part in enumerate(rows, 1) for digit in _digits(part, n, row, number))
    return Grid.unchecked(shape, tuple(digits))


def _check_rest(rest: str, n_cells: int, line: int) -> None:
    """Raise an error if a filled grid is the solution of a puzzle further on in its line."""
    for field in re.split(r"[\s,;\"']+", rest):
        n_like = len(_CELLS.findall(field))
        is_grid = len(field) == n_like == n_cells and not set(field) & set(".0*_-")
        if len(field) > n_cells / 8 and n_like > 0.8 * len(field) and not is_grid:
            raise TextError(
                f"a filled grid, and {len(field)} characters: which is the puzzle?", line
            )


def _digits(cells: Iterable[str], n: int, row: int, line: int) -> list[int]:
    """Return the digits of the cells of a row."""
    digits = []
    for column, cell in enumerate(cells, 1):
        is_number = cell.isascii() and cell.isdigit() and len(cell) < 10
        digit = int(cell) if is_number else DIGITS.get(cell, n + 1)
        if digit > n or (digit and n > N_SYMBOLS and not is_number):
            of_range = f"digit {digit} is not between 1 and {n}"
            what = of_range if is_number else f"{cell!r} is not a digit of a {n}x{n} puzzle"
            raise TextError(f"row {row}, column {column}: {what}", line)
        digits.append(digit)
    return digits


def _header(text: str) -> int | None:
    match = _HEADER.fullmatch(text)
    return int(match[1]) if match else None


def _shape_of_grids(ahead: _Lines) -> Shape:
    """Return the shape that the first line of the first grid implies."""
    first = ahead.peek(8)
    number, text = next((line for line in first if not _is_ruler(line[1])), first[0])
    cells, widths = _split(text)
    if len(cells) == 1 < len(cells[0]):
        raise TextError(f"{len(cells[0])} characters are no puzzle and no row of one", number)
    header, width = _header(text), widths.pop() if len(widths) == 1 else 1
    n = header or len(cells)
    if header or width in (1, n) or n % width:
        return _usual_shape(n, number)
    return Shape(width, n // width)


def _split(text: str, n: int | None = None) -> tuple[list[str], set[int]]:
    """Return the cells of a row, and the sizes of its groups."""
    groups = [group.split() for group in text.replace(",", " ").split("|")]
    fields = [field for group in groups for field in group]
    # Fields of equal length are groups of characters: numbers with equally many digits could not
    # fill a row.
    if len(set(map(len, fields))) == 1 and len(fields) != n and len("".join(fields)) <= N_SYMBOLS:
        if len(groups) == 1:
            groups = [[field] for field in fields]
        return list("".join(fields)), {len("".join(group)) for group in groups if group}
    return fields, {len(group) for group in groups if group}


def _is_dashes(text: str) -> bool:
    """Return whether a line has only dashes, some adjacent: it is a ruler or a row of blanks."""
    return "--" in text and set(text) <= set("-| ")


def _is_ruler(text: str, n: int | None = None) -> bool:
    """Return whether a line cannot be a row of n cells, or, without n, may be a ruler."""
    if _is_dashes(text):
        return _split(text, n)[0] != ["-"] * (n or 0)
    return set(text) <= set("+-=| ") and not set(text).isdisjoint("+=")


def _skip_rulers(ahead: _Lines, n: int) -> bool:
    """Skip the rulers before a grid; return whether there is a grid."""
    for line in ahead:
        if not _is_ruler(line[1], n):
            ahead.put_back([line])
            return True
    return False


def _read_grid(ahead: _Lines, shape: Shape) -> tuple[int, Grid]:
    n, digits = shape.n, list[int]()
    start, text = ahead.peek(1)[0]
    header = _header(text)
    if header not in (None, n):
        raise TextError(f"a grid of size {header}, expected {n}", start)
    if header:
        next(ahead)
    rows = _take_rows(ahead, shape, has_header=header is not None)
    groups = [tuple(len(group.split()) for group in text.split("|")) for _, text in rows]
    has_regions = have_regions([text for _, text in rows], groups)
    symbols, grouped = list[str](), set[bool]()
    if not has_regions and len(rows) == n:
        _check_ends([number for number, _ in rows], shape)
        _check_gaps(rows, shape)
    for row, (number, text) in enumerate(rows, 1):
        cells, widths = _split(text, n)
        if len(cells) != n:
            is_smaller = shape.p in (len(cells), len(text) / shape.q)
            hint = box_hint(shape) if is_smaller else ""
            raise TextError(f"row {row} has {len(cells)} cells, expected {n}{hint}", number)
        if not has_regions and widths not in ({1}, {n}, {shape.p}):
            odd = max(widths - {shape.p})
            raise TextError(f"a group of {odd} cells, where boxes are {shape.p} wide", number)
        grouped.add(widths == {shape.p})
        if len(grouped) > 1 and shape.p not in (1, n) and not has_regions:
            raise TextError("only some of the rows are in groups of cells", number)
        digits += _digits(cells, n, row, number)
        symbols += cells
    if len(rows) < n:
        raise TextError(f"the grid that begins here has {len(rows)} rows, expected {n}", start)
    check_blanks(symbols, start)
    grid = Grid.unchecked(shape, tuple(digits))
    if has_regions:
        raise RegionsError(grid, start)
    return start, grid


def _check_ends(numbers: Sequence[int], shape: Shape) -> None:
    """Raise an error if lines are between other rows than those of boxes."""
    if numbers[-1] - numbers[0] < shape.n:
        return
    ends = {k for k in range(1, len(numbers)) if numbers[k] - numbers[k - 1] > 1}
    height = height_of(ends, shape.n)
    if len(ends) == shape.n - 1 and shape.p != shape.q:
        raise TextError("lines below all rows: which are between boxes?", numbers[0])
    if height not in (0, shape.q):
        raise TextError(
            f"lines below row {height}, where boxes are {shape.q} rows high", numbers[0]
        )


def _check_gaps(rows: Sequence[Line], shape: Shape) -> None:
    """Raise an error if the gaps between cells that are one blank apart are not those of boxes."""
    if "|" not in rows[0][1] and gaps_in(rows[0][1]):
        width = group_of([gaps_in(text) for _, text in rows], shape.n)
        if width not in (0, shape.p):
            raise TextError(
                f"a gap after {width} cells, where boxes are {shape.p} wide", rows[0][0]
            )


def _read_board(ahead: _Lines, shape: Shape) -> tuple[int, Grid]:
    """Read a board with holes or of several grids, row by row; rows without cells are left out."""
    start, _ = ahead.peek(1)[0]
    digits, symbols = list[int](), list[str]()
    rows = [(row, cells) for row, cells in enumerate(shape.rows(), 1) if cells]
    for row, cells in rows:
        if not _skip_rulers(ahead, shape.n):
            n_read = [row for row, _ in rows].index(row)
            raise TextError(
                f"the grid that begins here has {n_read} rows, expected {len(rows)}", start
            )
        number, text = next(ahead)
        found = text.replace("|", " ").replace(",", " ").split()
        if len(found) != len(cells) and shape.n <= N_SYMBOLS:
            found = list("".join(found))
        if len(found) != len(cells):
            raise TextError(f"row {row} has {len(found)} cells, expected {len(cells)}", number)
        digits += _digits(found, shape.n, row, number)
        symbols += found
    _skip_rulers(ahead, shape.n)
    check_blanks(symbols, start)
    return start, Grid.unchecked(shape, tuple(digits))


def _take_rows(ahead: _Lines, shape: Shape, has_header: bool) -> list[Line]:
    """Return the next n rows, or all that are left, and consume the rulers around them."""
    n = shape.n
    at_most = n if has_header else n + n // shape.q + 2  # with all rulers, and a line after them
    lines = list(islice((line for line in ahead if not _is_ruler(line[1], n)), at_most))
    dashes = {index for index, (_, text) in enumerate(lines) if _is_dashes(text)}
    if has_header or not dashes or len(lines) < n:
        ahead.put_back(lines[n:])
        return lines[:n]
    readings = _readings(dashes, len(lines), shape)
    if len(lines) < at_most:
        readings = [(end, rows) for end, rows in readings if not 0 < len(lines) - end < n]
    sure = [index for index in range(len(lines)) if index not in dashes]
    used = set("".join(lines[index][1] for index in sure))
    if "-" not in used and not used.isdisjoint(".0_*"):  # so dashes are not blanks
        if len(sure) >= n:
            readings = [([*sure, len(lines)][n], tuple(sure[:n]))]
        elif len(lines) == at_most:  # more rulers than a grid can have
            readings = []
    if len(readings) != 1:
        line = lines[min(dashes)][0]
        raise TextError(f"{n} dashes may be a ruler or a blank row: write blanks as .", line)
    end, rows = readings[0]
    ahead.put_back(lines[end:])
    return [lines[row] for row in rows]


def _readings(dashes: set[int], n_lines: int, shape: Shape) -> list[tuple[int, tuple[int, ...]]]:
    """Return the possible ends of a grid and its rows, with rulers above, between and below."""
    found = []
    for above, between, below in product((0, 1), repeat=3):
        rows = tuple(above + row + between * (row // shape.q) for row in range(shape.n))
        end = rows[-1] + 1 + below
        if end <= n_lines and dashes.issuperset(set(range(end)).difference(rows)):
            found.append((end, rows))
    return list(set(found))  # with one row of boxes, no ruler lies between
