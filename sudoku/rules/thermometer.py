"""Thermometers: lines along which digits rise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from operator import le, lt
from types import MappingProxyType

from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.geometry.words import cell_name
from sudoku.pictures import marks
from sudoku.rules.binary_relation import Pair, Relation, related
from sudoku.rules.element import Element, of_relation, span
from sudoku.rules.lines import Lines
from sudoku.rules.places import cells_of, title_of


@dataclass(frozen=True)
class Thermometer(Lines):
    """Digits rise along each line from its bulb; on slow thermometers they may also stay.

    Parameters
    ----------
    lines
        The cells of each thermometer, the bulb first.
    slow
        Whether neighbours on a line may be equal.

    Examples
    --------
    >>> from sudoku.statement.candidates import candidates
    >>> line = [(0, 0), (0, 1), (0, 2)]
    >>> [bin(mask) for mask in candidates(Shape(2, 2), (Thermometer([line]),))[:3]]
    ['0b11', '0b110', '0b1100']
    """

    slow: bool = False

    name = "thermometer"
    summary = "Digits rise along each line, from its bulb."
    technique = "thermometer"

    def elements(self, shape: Shape) -> Iterator[Element]:
        """Yield the lines."""
        relations, how = list(self.relations(shape)), "never fall" if self.slow else "rise"
        for _, cells in self.checked(shape):
            title = f"thermometer {span(shape, cells)}"
            means = f"Digits {how} along the thermometer from its bulb {cell_name(shape, cells[0])}"
            yield of_relation(self.technique, title, means, cells, relations)

    marks_in = MappingProxyType({"lines": "thermometer"})

    def relations(self, shape: Shape) -> Iterator[Relation]:
        """Yield the relations of pairs of cells along a line."""
        pairs = list[Pair]()
        for start, cells in self.checked(shape):
            if len(cells) > shape.n and not self.slow:
                raise RuleError(
                    f"rule 'thermometer': {title_of('the line', start)}, has {len(cells)} cells, "
                    f"more than the {shape.n} digits"
                )
            pairs += pairwise(cells)
        yield related(shape, pairs, le if self.slow else lt)

    def drawing(self, shape: Shape) -> Iterator[marks.Thermometer]:
        """Yield the thermometers, hollow where digits may stay."""
        for line in self.lines:
            yield marks.Thermometer(cells_of(self, shape, line), is_hollow=self.slow)
