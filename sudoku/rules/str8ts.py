"""Str8ts: compartments of consecutive digits, between black cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from sudoku.geometry.shape import Cells, Shape
from sudoku.geometry.words import cell_names
from sudoku.pictures import marks
from sudoku.rules.base import House, Rule
from sudoku.rules.constraint import Constraint
from sudoku.rules.element import Element, of_constraint, span
from sudoku.rules.places import Place, cells_of, freeze, title_of
from sudoku.rules.renban import Run


@dataclass(frozen=True)
class Str8ts(Rule):
    """Runs of white cells hold consecutive digits, in any order; no row or column repeats a digit.

    Black cells without a digit are holes of the board: `Outline(9, places)` has all other cells.

    Parameters
    ----------
    black
        The black cells that hold a digit, which is a clue; they separate runs of white cells.

    Examples
    --------
    >>> from sudoku.geometry.outlines import Outline
    >>> from sudoku.puzzle.puzzle import Puzzle
    >>> from sudoku.verbs.solve import count
    >>> count(Puzzle(Outline(3, [(0, 0), (0, 1), (1, 1)]), [Str8ts()]))
    6
    """

    black: Sequence[Place] = ()

    name = "str8ts"
    summary = "Between black cells digits are consecutive; no row or column holds one twice."
    technique = "compartment"
    makes_board = True

    def __post_init__(self) -> None:
        freeze(self, black=self.black)

    def drawing(self, shape: Shape) -> Iterator[marks.Shade]:
        """Yield the black cells, in a grey on which their digits can be read."""
        if self.black:
            yield marks.Shade(cells_of(self, shape, self.black), "#a0a0a0")

    def groups(self, shape: Shape) -> tuple[House, ...]:
        """Return the rows and columns."""
        lines = (("r", shape.rows()), ("c", shape.columns()))
        return tuple(
            House(f"{letter}{number}", cells)
            for letter, of_kind in lines
            for number, cells in enumerate(of_kind, 1)
        )

    def elements(self, shape: Shape) -> Iterator[Element]:
        """Yield the compartments."""
        for constraint in self.constraints(shape):
            title = f"compartment {span(shape, constraint.cells)}"
            means = f"{cell_names(shape, constraint.cells)} hold consecutive digits in any order"
            yield of_constraint(self.technique, constraint, title, means)

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the compartments."""
        black = set(cells_of(self, shape, self.black)) if self.black else set()
        for axis, lines in ((1, shape.rows()), (0, shape.columns())):
            for line in lines:
                for part in _compartments(shape, axis, [c for c in line if c not in black]):
                    if len(part) > 1:
                        title = f"{'row' if axis else 'column'} compartment"
                        where = title_of(title, shape.position(part[0]))
                        yield Constraint(where, part, Run(len(part)))


def _compartments(shape: Shape, axis: int, line: Sequence[int]) -> Iterator[Cells]:
    """Yield the runs of adjacent cells on a line."""
    places = [shape.position(cell)[axis] for cell in line]
    pairs = zip((place - k for k, place in enumerate(places)), line, strict=True)
    for _, part in groupby(pairs, key=lambda pair: pair[0]):
        yield tuple(cell for _, cell in part)
