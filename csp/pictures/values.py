"""Grids of values: Latin squares, magic squares and other matrices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from csp.errors import ModelError
from csp.model.expressions import Expression
from csp.pictures.drawing import Drawing, Values
from csp.pictures.palette import GREY, shade
from exactcover.runtime.pictures.colours import INK, fill
from exactcover.runtime.pictures.svg import Svg, number_text

if TYPE_CHECKING:
    from csp.pictures.drawing import SolutionLike

    Symbols = Mapping[Any, str] | Sequence[str]
    Number = int | float
    Rows = list[list[Number | None]]

CELL = 56
MARGIN = 8
MOST_CATEGORIES = 12
"""With more different values, the colours are a scale from light to dark."""
WIDEST = 0.86
"""The part of a cell that its text may fill."""


def value_grid(
    values: Iterable[Any],
    solution: SolutionLike = None,
    *,
    symbols: Symbols | None = None,
    shaded: bool = True,
    sums: bool = False,
    title: str = "",
) -> Drawing:
    """Draw a matrix of values, for example a Latin square or a magic square.

    It takes no limits: its work is linear in the cells.

    Parameters
    ----------
    values
        The rows, or one row: numbers, and variables or expressions if there is a solution; None for
        a blank cell.
    solution
        The solution, or the result of a search, that has the values of the variables.
    symbols
        Value -> its text: a mapping, or a list for values from 0. By default the number.
    shaded
        Whether cells are coloured: up to 12 different values have a colour each; more have colours
        from light (the least) to dark (the greatest).
    sums
        Whether the sums of the rows, columns and (in a square) diagonals are written outside.
    title
        What the picture shows, in words, for readers who cannot see it.

    Returns
    -------
    Drawing
        The picture; its methods are `save`, `to_svg` and `to_png`.

    Raises
    ------
    ModelError
        If rows differ in length, a value has no symbol, or a variable has no value.

    Examples
    --------
    >>> from csp import Model, all_different
    >>> model = Model()
    >>> square = model.variables((3, 3), range(3), name="x")
    >>> model.post(all_different(line) for line in (*square, *square.T))
    >>> image = value_grid(square, model.solve(), symbols="ABC")
    >>> image, image.to_svg().count("<rect")
    (Drawing('A grid of 3 x 3 values'), 11)
    """
    rows = _rows(values, Values(solution))
    texts = [[_text(value, symbols) for value in row] for row in rows]
    title = title or f"A grid of {len(rows)} x {len(rows[0])} values"
    outside = CELL if sums else 0
    is_square = len(rows) == len(rows[0])
    left = -MARGIN - (outside if is_square else 0)
    width, height = len(rows[0]) * CELL, len(rows) * CELL
    box = (left, -MARGIN, width + outside + MARGIN - left, height + outside + 2 * MARGIN)
    image = Svg(box, ["cells", "frame", "values", "sums"], title)
    _draw_cells(image, rows, texts, is_shaded=shaded)
    frame = {"fill": "none", "stroke": INK, "stroke_width": 2.5}
    image.add("frame", "rect", x=0, y=0, width=width, height=height, **frame)
    if sums:
        _write_sums(image, rows)
    return Drawing(image, title)


def _rows(given: Iterable[Any], values: Values) -> Rows:
    """Return the numbers row by row; they are checked."""
    rows = list(given)
    if rows and not any(_is_row(row) for row in rows):
        rows = [rows]
    for k, row in enumerate(rows):
        if not _is_row(row):
            raise ModelError(f"row {k} is {row!r}: give a list of values")
    rows = [list(row) for row in rows]
    if not rows or not rows[0]:
        raise ModelError("there are no values")
    for k, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise ModelError(f"row {k} has {len(row)} values, but row 0 has {len(rows[0])}")
    return [
        [
            None if value is None else values.number(value, f"the value in row {r}, column {c}")
            for c, value in enumerate(row)
        ]
        for r, row in enumerate(rows)
    ]


def _is_row(row: Any) -> bool:
    return isinstance(row, Iterable) and not isinstance(row, str | Expression)


def _text(value: Number | None, symbols: Symbols | None) -> str:
    if value is None:
        return ""
    if symbols is None:
        return number_text(value)
    try:
        if value < 0 and not isinstance(symbols, Mapping):
            raise IndexError
        return str(symbols[value])  # type: ignore[index]
    except (KeyError, IndexError, TypeError):
        raise ModelError(f"the value {value} has no symbol") from None


def _draw_cells(image: Svg, rows: Rows, texts: list[list[str]], *, is_shaded: bool) -> None:
    colours = _colours(rows) if is_shaded else {}
    longest = max(map(len, chain.from_iterable(texts)))
    size = min(0.46 * CELL, WIDEST * CELL / (0.56 * max(longest, 1)))
    for r, row in enumerate(rows):
        for c, value in enumerate(row):
            image.add(
                "cells",
                "rect",
                x=c * CELL,
                y=r * CELL,
                width=CELL,
                height=CELL,
                fill=colours.get(value, "white"),
                stroke="#8a8a8a",
                stroke_width=0.8,
            )
            if texts[r][c]:
                middle = (c + 0.5) * CELL, (r + 0.5) * CELL
                image.write("values", middle, texts[r][c], size, fill=INK)


def _colours(rows: Rows) -> dict[Number | None, str]:
    """Return the colour of each value."""
    different = sorted({value for row in rows for value in row if value is not None})
    if len(different) <= MOST_CATEGORIES:
        return {value: fill(k) for k, value in enumerate(different)}
    least, greatest = different[0], different[-1]
    return {value: shade((value - least) / (greatest - least)) for value in different}


def _write_sums(image: Svg, rows: Rows) -> None:
    """Write the sums of the rows on the right, of the columns and diagonals below."""
    height, width = len(rows), len(rows[0])
    found = [((width, r), row) for r, row in enumerate(rows)]
    found += [((c, height), [row[c] for row in rows]) for c in range(width)]
    if height == width:
        found.append(((width, height), [rows[k][k] for k in range(width)]))
        found.append(((-1, height), [rows[k][width - 1 - k] for k in range(width)]))
    for (c, r), line in found:
        total = sum(value for value in line if value is not None)
        middle = (c + 0.5) * CELL, (r + 0.5) * CELL
        image.write("sums", middle, number_text(total), 0.3 * CELL, fill=GREY)
