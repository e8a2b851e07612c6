"""Where the cells of a constraint string lie: in the grid, or in groups of cells beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from sudoku.errors import TextError
from sudoku.formats.iss.base64 import bits_of
from sudoku.formats.iss.cells import CELL, name_of, place_of

GRID = ""
"""The name of the group that is the grid itself."""

MOST_CELLS = 999
"""The most cells of a group, more than any puzzle has."""


class Group(NamedTuple):
    """Cells with names, row by row; the last row may be shorter than the others."""

    names: Sequence[str]
    columns: int


class Spot(NamedTuple):
    """The place of a cell in its group."""

    group: str
    row: int
    column: int


class Layout(NamedTuple):
    """The grid, and the groups of cells beside it, by their names.

    Examples
    --------
    >>> layout = Layout(2, 3, {"VA": Group(["VA1", "VA2", "VA3", "VA4"], 3)})
    >>> layout.adjacent(["VA1", "VA4", "VA3", "R1C1", "R1C2"])
    [('VA1', 'VA4'), ('R1C1', 'R1C2')]
    >>> layout.copies("D", "VA1")[1]("VA3")
    Traceback (most recent call last):
    sudoku.errors.TextError: Replicate: VA3 is moved off the board
    """

    height: int
    width: int
    groups: Mapping[str, Group]

    def spot(self, name: str) -> Spot:
        """Return the place of a cell in its group."""
        for prefix, group in self.groups.items():
            if name.startswith(prefix) and name in group.names:
                return Spot(prefix, *divmod(group.names.index(name), group.columns))
        row, column = place_of(name)
        if row >= self.height or column >= self.width:
            raise TextError(f"{name} is not on the board of {self.height}x{self.width} cells")
        return Spot(GRID, row, column)

    def has(self, name: str) -> bool:
        """Return whether a text is the name of a cell, which need not be on the board."""
        is_of_grid = re.fullmatch(CELL, name) is not None
        return is_of_grid or any(name in group.names for group in self.groups.values())

    def name(self, spot: Spot) -> str | None:
        """Return the name of the cell at a place; None if there is no cell."""
        prefix, row, column = spot
        if min(row, column) < 0:
            return None
        if prefix == GRID:
            return name_of((row, column)) if row < self.height and column < self.width else None
        names, columns = self.groups[prefix]
        number = row * columns + column
        return names[number] if column < columns and number < len(names) else None

    def adjacent(self, names: Sequence[str]) -> list[tuple[str, str]]:
        """Return the pairs of cells of one group that share a side, in the order of the names."""
        spots = [(name, self.spot(name)) for name in dict.fromkeys(names)]
        return [
            (a, b)
            for (a, one), (b, other) in combinations(spots, 2)
            if one.group == other.group
            and abs(one.row - other.row) + abs(one.column - other.column) == 1
        ]

    def square(self, corner: str) -> list[str]:
        """Return the names of four cells that form a square, given the one at the top left.

        Raises
        ------
        TextError
            If there is no such square.
        """
        prefix, row, column = self.spot(corner)
        spots = [Spot(prefix, row + i, column + j) for i in (0, 1) for j in (0, 1)]
        names = [name for spot in spots if (name := self.name(spot)) is not None]
        if len(names) < len(spots):
            raise TextError(f"no square of four cells begins at {corner}")
        return names

    def copies(self, targets: str, origin: str) -> list[Mover]:
        """Return for each target the function that moves names as the origin is moved to it.

        Parameters
        ----------
        targets
            A bit for each cell of the group, from the origin on, in base64.
        origin
            The name of a cell.
        """
        prefix, row, column = self.spot(origin)
        columns = self.width if prefix == GRID else self.groups[prefix].columns
        movers = []
        for bit in bits_of(targets):
            target = divmod(row * columns + column + bit, columns)
            movers.append(Mover(self, prefix, target[0] - row, target[1] - column))
        return movers


class Mover(NamedTuple):
    """Moves the names of the cells of a group, by rows down and columns to the right."""

    layout: Layout
    group: str
    down: int
    right: int

    def __call__(self, name: str) -> str:
        """Return the name of the cell to which a cell is moved."""
        prefix, row, column = self.layout.spot(name)
        moved = self.layout.name(Spot(prefix, row + self.down, column + self.right))
        if prefix != self.group:
            raise TextError(f"Replicate: {name} is not in the group of the origin")
        if moved is None:
            raise TextError(f"Replicate: {name} is moved off the board")
        return moved


def variables(given: Sequence[Sequence[str]], columns: int) -> Iterator[tuple[str, Group]]:
    """Yield the groups of variables, given the arguments of each ``Var``.

    A size is a number, or rows times columns. A group without columns has those of the grid.
    """
    for prefix, *rest in given:
        size = rest[1] if len(rest) > 1 else ""
        match = re.fullmatch(r"(?:([1-9]\d*)x)?([1-9]\d*)", size)
        number = int(match[1] or 1) * int(match[2]) if match else 1
        if number > MOST_CELLS:
            raise TextError(f"{number} variables are called {prefix}: at most {MOST_CELLS} may")
        own = int(match[2]) if match and match[1] else columns
        yield f"V{prefix}", numbered(f"V{prefix}", number, own)


def numbered(prefix: str, number: int, columns: int) -> Group:
    """Return a group with a number after each name, unless it is the only one."""
    names = [f"{prefix}{k + 1}" for k in range(number)] if number > 1 else [prefix]
    return Group(names, columns)
