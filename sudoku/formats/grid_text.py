"""Grids as text: on one line, with lines around the boxes, and as rows of numbers.

`sudoku.formats.text_reader` reads what is written here. Whole puzzles, whose rules may draw other
lines, are written by `sudoku.formats.printing`.
"""

from __future__ import annotations

from collections.abc import Iterable

from sudoku.errors import TextError
from sudoku.formats.symbols import N_SYMBOLS, SYMBOLS
from sudoku.geometry.grid import Grid, on_board

_SYMBOL_OF_BYTE = SYMBOLS.encode().ljust(256, b"?")


def symbol_of(digit: int, n: int) -> str:
    """Return a digit, or 0 for a blank, as it is written on boards of ``n`` digits.

    Examples
    --------
    >>> symbol_of(10, 12), symbol_of(10, 36), symbol_of(0, 36)
    ('A', '10', '.')
    """
    return SYMBOLS[digit] if n < len(SYMBOLS) else str(digit or SYMBOLS[0])


def in_symbols(text: str, n: int, symbols: str | None) -> str:
    """Return cells in the usual signs with other symbols; lines with # are left as they are.

    Raises
    ------
    TextError
        If there is not one symbol for each digit.

    Examples
    --------
    >>> in_symbols("12.1", 2, "AB"), in_symbols("12.1", 2, None)
    ('AB.A', '12.1')
    """
    if symbols is None:
        return text
    from sudoku.formats.forms.symbols import Symbols  # that module needs this one

    if len(symbols) != n or n > N_SYMBOLS:
        raise TextError(f"{len(symbols)} symbols for {n} digits")
    signs = Symbols(symbols)
    lines = (line if line[:1] == "#" else signs.written(line) for line in text.split("\n"))
    return "\n".join(lines)


def symbol_width(n: int) -> int:
    """Return the number of characters of the longest symbol.

    Examples
    --------
    >>> symbol_width(35), symbol_width(36)
    (1, 2)
    """
    return 1 if n < len(SYMBOLS) else len(str(n))


def line_text(grid: Grid) -> str:
    """Return all cells on one line: a character each, or numbers and spaces for n > 35."""
    if grid.shape.n < len(SYMBOLS):
        return bytes(grid.cells).translate(_SYMBOL_OF_BYTE).decode()  # fast, for many puzzles
    return " ".join(_symbols(grid))


def boxed_text(grid: Grid) -> str:
    """Return the rows of a grid, with lines around the boxes if it is a square."""
    shape, n = grid.shape, grid.shape.n
    width = symbol_width(n)
    symbols = [symbol.rjust(width) for symbol in _symbols(grid)]
    if [part for part, _ in shape.squares()] != [shape]:
        columns, symbols = shape.width, on_board(shape, symbols, " " * width)
        rows = (symbols[start : start + columns] for start in range(0, len(symbols), columns))
        return "\n".join(" ".join(row).rstrip() for row in rows)
    ruler = "+" + ("-" * (shape.p * (width + 1) + 1) + "+") * shape.q
    lines = [ruler]
    for row, cells in enumerate(shape.rows(), 1):
        groups = (cells[k : k + shape.p] for k in range(0, n, shape.p))
        texts = (" ".join(symbols[cell] for cell in group) for group in groups)
        lines.append(f"| {' | '.join(texts)} |")
        if row % shape.q == 0:
            lines.append(ruler)
    return "\n".join(lines)


def rows_text(grid: Grid) -> str:
    """Return a line ``n n`` and the rows below it, as numbers, with ``-`` for a blank."""
    rows = (" ".join(str(digit) if digit else "-" for digit in row) for row in grid.rows())
    return "\n".join([f"{grid.shape.height} {grid.shape.width}", *rows])


def _symbols(grid: Grid) -> Iterable[str]:
    if grid.shape.n < len(SYMBOLS):
        return map(SYMBOLS.__getitem__, grid.cells)
    return (symbol_of(digit, grid.shape.n) for digit in grid.cells)
