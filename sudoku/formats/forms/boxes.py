"""The boxes of a drawing, by the bars in its rows and the rulers and empty lines between them.

A box ends where every k-th row has a ruler or an empty line below it, and every k-th cell a bar.
Bars that stand elsewhere in each row surround regions, of which a jigsaw has n of n cells.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise

from sudoku.errors import ShapeError, TextError
from sudoku.formats.forms.reading import Text
from sudoku.geometry.shape import Shape

MOST_SHOWN = 9
"""The most regions of which a message says the sizes."""
_GAP = re.compile(r"(?<=\S)(?: {2,}|[,;] +|\s*\t\s*)(?=\S)")
"""A gap between two boxes in a row, where the cells of a box are one blank apart."""
_SAYS_NOTHING = re.compile(r"#|[|\s]*\|[|\s]*$")
"""A comment, or a line of bars alone, which may be a row without its cells."""
_RULER = re.compile(r"[-=_~*]")


def height_of(ends: Collection[int], n: int) -> int:
    """Return after how many of n rows there is always an end; 0 if there is no such number.

    One in the middle says so only of boxes that are usual, or lie on their sides: others are two
    halves of a text.

    Examples
    --------
    >>> height_of({3, 6}, 9), height_of({3}, 9), height_of(range(1, 9), 9)
    (3, 0, 0)
    >>> height_of({3}, 6), height_of({8}, 16)
    (3, 0)
    """
    height = min(ends, default=0)
    is_regular = 1 < height < n and n % height == 0
    if is_regular and 2 * height == n:
        usual = Shape.of_size(n)
        is_regular = {2, height} == {usual.p, usual.q}
    return height if is_regular and set(ends) == set(range(height, n, height)) else 0


def group_of(groups: Iterable[Sequence[int]], n: int) -> int:
    """Return the number of cells in each group of all rows; 0 if they are no groups of boxes.

    >>> group_of([(2, 2, 2)] * 6, 6), group_of([(2, 2, 2), (6,)], 6), group_of([(1, 1)], 2)
    (2, 0, 0)
    """
    widths = {width for row in groups for width in row or (n,)}
    (width,) = widths if len(widths) == 1 else (0,)
    return width if 1 < width < n and n % width == 0 else 0


def gaps_in(row: str) -> tuple[int, ...]:
    """Return the numbers of cells between wide gaps, where the others are one blank apart.

    >>> gaps_in("1 2  3 4"), gaps_in("1 2, 3 4"), gaps_in("1  2  3  4")
    ((2, 2), (2, 2), ())
    """
    groups = tuple(len(part.split()) for part in _GAP.split(row))
    return groups if len(groups) > 1 and max(groups) > 1 else ()


def boxes_of(
    text: Text, rows: Sequence[tuple[int, Sequence[int]]], n: int, shape: Shape | None = None
) -> Shape:
    """Return the shape of a drawing, or the usual one if nothing is drawn between boxes.

    Parameters
    ----------
    text
        The text.
    rows
        The number of the line of each row, and the numbers of its cells between bars.
    n
        The number of digits.
    shape
        The shape that is asked for.

    Raises
    ------
    TextError
        If boxes end elsewhere than the drawing says.

    Examples
    --------
    >>> boxes_of(Text("-" * 6), [(1, (2, 2, 2))] * 6, 6)
    Shape(p=2, q=3)
    """
    first, ends = rows[0][0], _ends(text, [line for line, _ in rows])
    every, ruled = set(ends), {row for row, kind in ends.items() if kind}
    if len(every) == n - 1:  # of two kinds of rulers, one is between boxes
        kinds = ({row for row in every if ends[row] == kind} for kind in set(ends.values()))
        every = ruled = next((rows for rows in kinds if height_of(rows, n)), set())
    width, height = group_of((groups for _, groups in rows), n), height_of(every, n)
    height = height or height_of(ruled, n)
    if 2 * height == n and not ruled and height % Shape.of_size(n).q == 0:
        height = 0  # an empty line between two halves
    try:
        board = shape or (
            Shape(width, n // width)
            if width
            else Shape(n // height, height)
            if height
            else Shape.of_size(n)
        )
    except ShapeError as error:
        raise TextError(str(error), first) from None
    if width not in (0, board.p):
        raise TextError(f"a group of {width} cells, where boxes are {board.p} wide", first)
    if height % board.q:
        what = "a ruler" if height in ruled else "an empty line"
        raise TextError(f"{what} below row {height}, where boxes are {board.q} rows high", first)
    return board


def _ends(text: Text, lines: Sequence[int]) -> dict[int, str]:
    """Return the rows, from 1, with a ruler or an empty line below: the signs of the ruler."""
    found, raw = dict[int, str](), text.raw_lines
    for row, (above, below) in enumerate(pairwise(lines), 1):
        lines_between = (line.strip() for line in raw[above : below - 1])
        between = [line for line in lines_between if not _SAYS_NOTHING.match(line)]
        if between:
            found[row] = "".join(sorted(set("".join(between)) - {" "}))
    return found


def have_regions(lines: Iterable[str], groups: Iterable[Sequence[int]]) -> bool:
    """Return whether the bars in rows surround regions, not boxes: their groups of cells differ."""
    is_framed = all(line[:1] == "|" == line[-1:] for line in lines)
    return is_framed and len(set(map(tuple, groups))) > 1


def regions_of(text: Text, rows: Sequence[tuple[int, Sequence[str]]]) -> list[list[int]]:
    r"""Return the number of the region of each cell of a drawing with walls.

    Parameters
    ----------
    text
        The text.
    rows
        The number of the line of each row, and its cells.

    Raises
    ------
    TextError
        If the walls do not surround n regions of n cells.

    Examples
    --------
    >>> drawn = ["|1|2 3|", "| +-+ |", "|2 3|1|", "+---+-|", "|3 1 2|"]
    >>> regions_of(Text("\n".join(drawn)), [(1, "123"), (3, "231"), (5, "312")])
    [[0, 1, 1], [0, 0, 1], [2, 2, 2]]
    """
    n, lines, places = len(rows), text.all_lines, list[list[int]]()
    for number, cells in rows:
        places.append([])
        at = 0
        for cell in cells:
            at = lines[number - 1].find(cell, at) + len(cell)
            places[-1].append(at - 1)
    if any(row != places[0] for row in places) or any(len(row) != n for row in places):
        raise TextError(
            "the bars surround regions, but cells are not below one another", rows[0][0]
        )
    columns = places[0]
    joined = [
        (n * r + c, n * r + c + 1)
        for r in range(n)
        for c in range(n - 1)
        if "|" not in lines[rows[r][0] - 1][columns[c] : columns[c + 1]]
    ]
    joined += [
        (n * r + c, n * r + c + n)
        for r in range(n - 1)
        for c in range(n)
        if not any(
            _RULER.match(line[columns[c] : columns[c] + 1])
            for line in lines[rows[r][0] : rows[r + 1][0] - 1]
        )
    ]
    region = _joined(n * n, joined)
    sizes = sorted(Counter(region).values())
    if set(sizes) != {n}:
        raise TextError(
            f"the bars surround regions of {', '.join(map(str, sizes[:MOST_SHOWN]))} cells, and "
            f"those of a jigsaw have {n}",
            rows[0][0],
        )
    return [region[n * r : n * r + n] for r in range(n)]


def _joined(n_cells: int, pairs: Iterable[tuple[int, int]]) -> list[int]:
    """Return the number of the region of each cell, from 0, if the cells of each pair are joined.

    >>> _joined(5, [(0, 3), (1, 2)])
    [0, 1, 1, 0, 2]
    """
    beside = [list[int]() for _ in range(n_cells)]
    for one, other in pairs:
        beside[one].append(other)
        beside[other].append(one)
    region, n_regions = [-1] * n_cells, 0
    for cell in range(n_cells):
        if region[cell] < 0:
            left = [cell]
            while left:
                reached = left.pop()
                if region[reached] < 0:
                    region[reached] = n_regions
                    left += beside[reached]
            n_regions += 1
    return region
