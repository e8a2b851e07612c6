"""Cells whose digits are greater than those of their neighbours."""

from dataclasses import dataclass
from operator import gt
from types import MappingProxyType

from sudoku.rules.extremes import Extremes


@dataclass(frozen=True)
class Maximum(Extremes):
    """A marked cell holds a greater digit than the unmarked cells that share an edge with it.

    Parameters
    ----------
    marked
        The cells.

    Examples
    --------
    >>> from sudoku import Shape
    >>> next(Maximum([(0, 0)]).relations(Shape(2, 2))).pairs
    ((0, 1), (0, 4))
    """

    name = "maximum"
    summary = "Marked cells hold greater digits than their neighbours."
    marks_in = MappingProxyType({"marked": "maximum"})
    sign = "max"
    compare = gt
