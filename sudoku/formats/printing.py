"""Puzzles as text: the digits, lines around the regions of the rules, and the names of the rules.

The lines are those that are heavy in the picture: around boxes, regions of a jigsaw and cages of a
KenKen. `sudoku.formats.text_reader` can read the text, and takes lines with ``#`` as comments.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from sudoku.formats.grid_text import symbol_of, symbol_width
from sudoku.geometry.grid import Grid
from sudoku.geometry.shape import Shape
from sudoku.pictures.marks import Region
from sudoku.rules.base import Rule, drawings

WIDTH = 80
"""The width at which lines of names are wrapped."""


class Walls(NamedTuple):
    """The lines between the cells of a board.

    Attributes
    ----------
    left
        For each row and column, whether a line is on the left; one more column for the right edge.
    above
        For each row and column, whether a line is above; one more row for the lower edge.
    """

    left: tuple[tuple[bool, ...], ...]
    above: tuple[tuple[bool, ...], ...]


def puzzle_text(grid: Grid, rules: tuple[Rule, ...]) -> str:
    """Return a grid with the lines of its regions, and the names of the rules below it.

    Examples
    --------
    >>> from sudoku.rules.jigsaw import Jigsaw
    >>> print(puzzle_text(Grid.from_text("1234............"), (Jigsaw("1112 1222 3344 3344"),)))
    +-----------+---+
    | 1   2   3 | 4 |
    |   +-------+   |
    | . | .   .   . |
    +---+---+-------+
    | .   . | .   . |
    | .   . | .   . |
    +-------+-------+
    # rules: jigsaw
    """
    shape = grid.shape
    is_square = [part for part, _ in shape.squares()] == [shape]
    is_divided = any(isinstance(mark, Region) for mark in drawings(shape, rules))
    text = _drawn(grid, walls(shape, rules)) if is_square or is_divided else grid.to_text()
    names = [rule.name for rule in rules]
    if names == ["classic"]:
        return text
    listed = f"rules: {', '.join(names)}" if names else "no rules"
    return "\n".join(
        [text, *textwrap.wrap(listed, WIDTH - 2, initial_indent="# ", subsequent_indent="#    ")]
    )


def cell_spans(text: str, shape: Shape) -> list[tuple[int, int]]:
    """Return the start and the end of each cell in the text of a puzzle.

    Examples
    --------
    >>> text = puzzle_text(Grid.from_text("1234............"), ())
    >>> [text[start:end] for start, end in cell_spans(text, Shape(2, 2))][:5]
    ['1', '2', '3', '4', '.']
    """
    grid = text.partition("\n#")[0]
    found = (each.span() for each in re.finditer(r"[^\s|+-]+", grid))
    in_order = sorted(range(shape.n_cells), key=shape.position)
    return [span for _, span in sorted(zip(in_order, found, strict=True))]


@lru_cache(maxsize=32)
def walls(shape: Shape, rules: tuple[Rule, ...]) -> Walls:
    """Return the lines around the board and around the regions of the rules."""
    marks = drawings(shape, rules)
    made = _between(shape, [mark.cells for mark in marks if isinstance(mark, Region)])
    boxes = _between(shape, shape.boxes())
    # If all rows have the same lines, they would be read as boxes, which must have the width of
    # the boxes of the shape.
    is_uniform = len(set(made.left)) == 1 and 2 < sum(made.left[0]) <= shape.n
    if is_uniform and made.left != boxes.left:
        return _between(shape, ())
    return made


def _between(shape: Shape, regions: Sequence[Sequence[int]]) -> Walls:
    """Return the lines between cells that are not in the same regions, and around the board."""
    height, width = shape.height, shape.width
    of_place: dict[tuple[int, int], set[int]] = {
        shape.position(cell): set() for cell in range(shape.n_cells)
    }
    for number, cells in enumerate(regions):
        for cell in cells:
            of_place[shape.position(cell)].add(number)
    left = tuple(
        tuple(of_place.get((r, c - 1)) != of_place.get((r, c)) for c in range(width + 1))
        for r in range(height)
    )
    above = tuple(
        tuple(of_place.get((r - 1, c)) != of_place.get((r, c)) for c in range(width))
        for r in range(height + 1)
    )
    return Walls(left, above)


def _drawn(grid: Grid, lines: Walls) -> str:
    """Return the rows with bars between cells, and rulers between the rows."""
    shape, rows = grid.shape, grid.rows()
    places = {shape.position(cell) for cell in range(shape.n_cells)}
    size = symbol_width(shape.n)
    has_bar = [any(column) for column in zip(*lines.left, strict=True)]
    written = []
    for r, row in enumerate([*rows, ()]):
        if any(lines.above[r]):
            written.append(_ruler(lines, r, size, has_bar))
        names = [
            symbol_of(digit, shape.n).rjust(size) if (r, c) in places else " " * size
            for c, digit in enumerate(row)
        ]
        if names:
            bars = [_bar(*each) for each in zip(lines.left[r], has_bar, strict=True)]
            written.append(_joined(bars, names))
    return "\n".join(written)


def _bar(is_here: bool, is_in_any_row: bool) -> str:
    if not is_in_any_row:
        return " "
    return " | " if is_here else "   "


def _ruler(lines: Walls, r: int, size: int, has_bar: list[bool]) -> str:
    """Return the line of text above a row."""
    above, width = lines.above[r], len(lines.above[r])
    corners = []
    for c in range(width + 1):
        before, after = c > 0 and above[c - 1], c < width and above[c]
        up = r > 0 and lines.left[r - 1][c]
        down = r < len(lines.left) and lines.left[r][c]
        ends = "-" if before else " ", "-" if after else " "
        if has_bar[c]:
            corners.append(f"{ends[0]}{_corner(before, after, up, down)}{ends[1]}")
        else:
            corners.append(ends[0])
    return _joined(corners, [("-" if each else " ") * size for each in above])


def _corner(before: bool, after: bool, up: bool, down: bool) -> str:
    """Return the character where lines meet."""
    if before and after and not (up or down):
        return "-"
    if up and down and not (before or after):
        return "|"
    return "+" if before or after or up or down else " "


def _joined(between: list[str], cells: list[str]) -> str:
    """Return cells joined by the texts between them and at both ends."""
    inner = "".join(cell + bar for cell, bar in zip(cells, [*between[1:-1], ""], strict=True))
    return f"{between[0][1:]}{inner}{between[-1][:-1]}".rstrip()
