"""Elements: the things of a puzzle that people reason about, such as a thermometer or a cage."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from sudoku.geometry.shape import Cells, Shape
from sudoku.geometry.words import cell_name
from sudoku.rules.binary_relation import Pair, Relation, Supports
from sudoku.rules.constraint import Constraint
from sudoku.rules.reader import Reader

Linked: TypeAlias = tuple[int, int, Supports]
"""The positions of two cells in an element, and for each digit of the first one its supports."""


@dataclass(frozen=True)
class Element:
    """One thing of a puzzle that people reason about: a thermometer, a cage, a dot.

    Parameters
    ----------
    technique
        The name of the technique that reasons about it.
    title
        What it is and where: ``"thermometer r1c1-r1c4"``.
    meaning
        What it says about its cells, in a sentence without the last full stop.
    cells
        Its cells, in the order of reading.
    reader
        The automaton that accepts the digits of its cells; None if pairs say everything.
    pairs
        Pairs of its cells that are related.
    with_houses
        Whether it is also looked at together with houses, by which its cells may differ.
    """

    technique: str
    title: str
    meaning: str
    cells: Cells
    reader: Reader[Any] | None = None
    pairs: tuple[Linked, ...] = ()
    with_houses: bool = True

    @property
    def is_symmetric(self) -> bool:
        """Whether only the digits matter, and not the order of the cells that hold them."""
        return self.reader is not None and self.reader.is_symmetric and not self.pairs

    def forbids(self, one: tuple[int, int], other: tuple[int, int]) -> bool:
        """Return whether a pair of its cells alone forbids two candidates, each a cell and a digit.

        Examples
        --------
        >>> dot = of_relation("dot", "white dot", "", (4, 7), [Relation(((4, 7),), (2, 1))])
        >>> dot.forbids((7, 1), (4, 1)), dot.forbids((4, 1), (7, 2))
        (True, False)
        """
        return any(
            (self.cells[k], self.cells[j]) == (cell, second[0])
            and not supports[digit - 1] >> (second[1] - 1) & 1
            for (cell, digit), second in ((one, other), (other, one))
            for k, j, supports in self.pairs
        )

    def moved(self, shape: Shape, cells: Cells, square: Shape, where: str) -> Element:
        """Return the element of a grid on its board, where cell k of the grid is ``cells[k]``."""

        def renamed(text: str) -> str:
            return re.sub(r"\br(\d+)c(\d+)", on_board, text)

        def on_board(match: re.Match[str]) -> str:
            return cell_name(shape, cells[square.cell(int(match[1]) - 1, int(match[2]) - 1)])

        return replace(
            self,
            title=renamed(self.title) + where,
            meaning=renamed(self.meaning),
            cells=tuple(cells[cell] for cell in self.cells),
        )


def of_constraint(technique: str, constraint: Constraint, title: str, meaning: str) -> Element:
    """Return a constraint as an element."""
    return Element(technique, title, meaning, constraint.cells, constraint.reader)


def of_relation(
    technique: str,
    title: str,
    meaning: str,
    cells: Cells,
    relations: Iterable[Relation],
) -> Element:
    """Return the element of some cells that are related by pairs; other cells are left out.

    Examples
    --------
    >>> of_relation("dot", "white dot", "", (4, 7), [Relation(((7, 4),), (2, 1))]).pairs
    ((1, 0, (2, 1)),)
    """
    place = {cell: k for k, cell in enumerate(cells)}
    linked = [
        (place[one], place[other], supports)
        for pairs, supports in relations
        for one, other in pairs
        if one in place and other in place
    ]
    return Element(technique, title, meaning, cells, pairs=tuple(linked))


def span(shape: Shape, cells: Pair | Cells) -> str:
    """Return the names of the first and the last of some cells: ``"r1c1-r1c4"``.

    Examples
    --------
    >>> span(Shape(3, 3), (0, 1, 2))
    'r1c1-r1c3'
    """
    return f"{cell_name(shape, cells[0])}-{cell_name(shape, cells[-1])}"


def shortened(title: str) -> str:
    """Return a title with the short names of cells.

    Examples
    --------
    >>> shortened("cage at row 1, column 3, of 12*")
    'cage at r1c3, of 12*'
    """
    return re.sub(r"\brow (\d+), column (\d+)", r"r\1c\2", title)
