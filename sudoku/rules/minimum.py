"""Cells whose digits are lower than those of their neighbours."""

from dataclasses import dataclass
from operator import lt
from types import MappingProxyType

from sudoku.rules.extremes import Extremes


@dataclass(frozen=True)
class Minimum(Extremes):
    """A marked cell holds a lower digit than the unmarked cells that share an edge with it.

    Parameters
    ----------
    marked
        The cells.

    Examples
    --------
    >>> from sudoku import Shape
    >>> next(Minimum([(0, 0)]).relations(Shape(2, 2))).pairs
    ((0, 1), (0, 4))
    """

    name = "minimum"
    summary = "Marked cells hold lower digits than their neighbours."
    marks_in = MappingProxyType({"marked": "minimum"})
    sign = "min"
    compare = lt
