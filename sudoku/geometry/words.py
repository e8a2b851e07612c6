"""Places, houses and lists in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sudoku.geometry.shape import Shape

_PLURALS = {"box": "boxes"}
_PLACE_NAME = re.compile(r"[rR]([0-9]{1,4})[cC]([0-9]{1,4})")


def listed(items: Iterable[object], last: str = "and") -> str:
    """Return some items as a list in words; "" if there are none.

    Examples
    --------
    >>> listed([1]), listed([1, 2]), listed([1, 2, 3], "or")
    ('1', '1 and 2', '1, 2 or 3')
    """
    words = list(map(str, items))
    head = ", ".join(words[:-1])
    return f"{head} {last} {words[-1]}" if head else "".join(words)


def place_name(row: int, column: int) -> str:
    """Return the short name of a place; its row and column are from 0, the name counts from 1.

    Examples
    --------
    >>> place_name(1, 0)
    'r2c1'
    """
    return f"r{row + 1}c{column + 1}"


def place_named(name: str) -> tuple[int, int] | None:
    """Return the row and column, both from 0, of the short name of a place; None if it is none.

    Examples
    --------
    >>> place_named("r2c1"), place_named("R10C12"), place_named("r0c1"), place_named("row 1")
    ((1, 0), (9, 11), (-1, 0), None)
    """
    match = _PLACE_NAME.fullmatch(name)
    return (int(match[1]) - 1, int(match[2]) - 1) if match else None


def cell_name(shape: Shape, cell: int) -> str:
    """Return the short name of a cell.

    Examples
    --------
    >>> from sudoku import Shape
    >>> cell_name(Shape(3, 3), 9)
    'r2c1'
    """
    return place_name(*shape.position(cell))


def cell_names(shape: Shape, cells: Iterable[int]) -> str:
    """Return the short names of some cells as a list in words.

    Examples
    --------
    >>> from sudoku import Shape
    >>> cell_names(Shape(3, 3), (0, 1, 2))
    'r1c1, r1c2 and r1c3'
    """
    return listed([cell_name(shape, cell) for cell in cells])


def houses_in_words(titles: Sequence[str]) -> str:
    """Return the titles of houses, in a short form if all are of one kind.

    Examples
    --------
    >>> houses_in_words(["row 5", "row 2"]), houses_in_words(["row 2", "box 3"])
    ('rows 2 and 5', 'row 2 and box 3')
    """
    kinds = {title.partition(" ")[0] for title in titles}
    ends = [title.partition(" ")[2] for title in titles]
    if len(titles) > 1 and len(kinds) == 1 and all(end.isdecimal() for end in ends):
        kind = kinds.pop()
        return f"{_PLURALS.get(kind, kind + 's')} {listed(sorted(map(int, ends)))}"
    return listed(titles)
