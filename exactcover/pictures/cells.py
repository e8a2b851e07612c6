"""Reading of cells from items, which are tuples of numbers or texts."""

from __future__ import annotations

import re
from typing import Any

from exactcover.lattices.base import Cell, Lattice
from exactcover.runtime.arguments import is_whole
from exactcover.runtime.errors import ProblemError

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
"""The digits of cells that are written with one character for each coordinate."""
_NUMBERS = re.compile(r"\(?(-?[0-9]{1,9}(?:,-?[0-9]{1,9})+)\)?")
_LETTERED = re.compile(r"(?:[a-zA-Z][0-9]{1,9}){2,}")


def cell_of(item: Any, lattice: type[Lattice]) -> Cell | None:
    """Return the cell that an item is, or None.

    A tuple of whole numbers is a cell; so is a text that `cell_of_text` can read.

    Raises
    ------
    ProblemError
        If the item is a cell with another number of coordinates than those of the lattice.
    """
    if isinstance(item, str):
        return cell_of_text(item, lattice)
    if not isinstance(item, tuple) or not item or not all(map(is_whole, item)):
        return None
    return _checked(tuple(map(int, item)), item, lattice)


def cell_of_text(name: str, lattice: type[Lattice]) -> Cell | None:
    """Return the cell that a text names, or None.

    There are three ways to write the cell (3, 12):

    - ``3,12`` or ``(3,12)``: numbers with commas between them, also negative ones
    - ``r3c12``: a letter before each number; which letters is of no importance
    - ``3c``: one of the characters 0 to 9 and a to z for each coordinate, as in Knuth's files

    Raises
    ------
    ProblemError
        If the text is one of the first two with another number of coordinates than those of the
        lattice.

    Examples
    --------
    >>> from exactcover.lattices.squares import Squares
    >>> [cell_of_text(name, Squares) for name in ("-3,4", "r3c4", "3c", "F", "V1")]
    [(-3, 4), (3, 4), (3, 12), None, None]
    """
    if (found := _NUMBERS.fullmatch(name)) is not None:
        return _checked(tuple(map(int, found[1].split(","))), name, lattice)
    n = len(lattice.coordinates)
    if len(name) == n and all(character in DIGITS for character in name):
        return tuple(map(DIGITS.index, name))
    if _LETTERED.fullmatch(name):
        return _checked(tuple(map(int, re.findall("[0-9]+", name))), name, lattice)
    return None


def as_cell(found: Any, item: Any, lattice: type[Lattice]) -> Cell | None:
    """Return the cell that a function of the user returned for an item, after checking it."""
    if found is None:
        return None
    if not isinstance(found, tuple) or not all(map(is_whole, found)):
        raise ProblemError(
            f"cell: the function returned {found!r} for the item {item!r}; {_wanted(lattice)}, "
            "or None for an item that is no cell"
        )
    return _checked(tuple(map(int, found)), item, lattice)


def _checked(cell: Cell, item: Any, lattice: type[Lattice]) -> Cell:
    if len(cell) != len(lattice.coordinates):
        raise ProblemError(
            f"the item {item!r} has {len(cell)} coordinates; {_wanted(lattice)}; "
            "use another lattice, or choose the cells by a function"
        )
    return cell


def _wanted(lattice: type[Lattice]) -> str:
    """Return the description of a cell of a lattice, for messages."""
    return f"a cell of {lattice.__name__.lower()} is ({', '.join(lattice.coordinates)})"
