"""The constraint of models that the cells of a rectangle with some values are connected."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from csp import Constraint
from csp.model.constraint import ValueOf
from csp.model.posted_records import DEAR
from sudoku.rules.connected import ConnectedCells

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.expressions import Variable


class ConnectedVariables(Constraint):
    """The variables of a rectangle with some values are connected by their sides.

    Parameters
    ----------
    variables
        The variables, row by row, with values from 1 to at most 64.
    reader
        The width of the rectangle, the values, and the number of cells that have them.
    """

    def __init__(self, variables: Sequence[Any], reader: ConnectedCells) -> None:
        self._variables, self._reader = list(variables), reader

    def variables(self) -> Iterator[Variable]:
        """Yield the variables."""
        yield from self._variables

    def holds(self, value_of: ValueOf) -> bool:
        """Return whether the reader accepts the values."""
        return self._reader.allows(tuple(map(value_of, self._variables)))

    def build(self, builder: Builder) -> None:
        """Post the propagator."""
        from sudoku.encodings.connected_kernel import N_ROWS, connected

        scope = builder.distinct_variables(self._variables)
        mask = sum(1 << digit - 1 for digit in self._reader.digits)
        signed = mask - (1 << 64 if mask >> 63 else 0)
        constants = [self._reader.width, self._reader.size or 0, signed]
        builder.propagator(connected, scope, constants, scratch=N_ROWS * len(scope), cost=DEAR)
