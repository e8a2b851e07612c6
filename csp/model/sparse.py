"""Variables whose few values lie too far apart for a domain with a bit for each number between.

A search gives such a variable the place of its value: 0, 1, 2 and so on. Constraints see the
element of its values at that place, an expression of which only the bounds are kept.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from csp.errors import ModelError
from csp.model.expressions import Variable, VariableOwner
from csp.model.posted_records import LINEAR
from csp.propagators.registry import ELEMENT_BOUNDS

if TYPE_CHECKING:
    from csp.model.builder import Builder

Tables = Mapping[int, Sequence[int]]
"""The index of a sparse variable -> its values."""


class Sparse(Variable):
    """A variable whose values lie far apart.

    Examples
    --------
    >>> from csp import Model
    >>> model = Model()
    >>> x = model.variable([0, 5, 10**18], "x")
    >>> model.post(x + 1 > 6)
    >>> x.values, model.solve().solution
    ([0, 5, 1000000000000000000], Assignment(x=1000000000000000000))
    """

    def __init__(self, model: VariableOwner, index: int, name: str, values: Sequence[int]) -> None:
        super().__init__(model, index, name, 0, (1 << len(values)) - 1)
        self._table = tuple(values)

    @property
    def values(self) -> Sequence[int]:
        """The values that it may have, in ascending order."""
        return list(self._table)

    def may_be(self, value: int) -> bool:
        """Return whether a number is one of its values."""
        place = bisect_left(self._table, value)
        return place < len(self._table) and self._table[place] == value

    def coded(self, value: int) -> int:
        """Return the place of a value."""
        return bisect_left(self._table, value)

    def decoded(self, number: int) -> int:
        """Return the value at a place."""
        return self._table[number]

    def build(self, builder: Builder) -> int:
        """Post that another variable equals the value at the place; return its number."""
        if not builder.has(self):
            raise ModelError(f"{self!r} belongs to another model")
        return self.at(builder, self.index)

    def at(self, builder: Builder, place: int) -> int:
        """Post that another variable equals the value at a place; return its number."""
        numbers = [builder.constant(value) for value in self._table]
        result = builder.new_interval(self._table[0], self._table[-1])
        builder.propagator(ELEMENT_BOUNDS, [place, result, *numbers], cost=LINEAR)
        return result


def values_of(tables: Tables, numbers: list[int]) -> list[int]:
    """Return the values of all variables for the numbers by which a search knows them."""
    for index, table in tables.items():
        numbers[index] = table[numbers[index]]
    return numbers


def values_of_rows(tables: Tables, rows: NDArray[Any]) -> NDArray[Any]:
    """Return the same for several solutions, a row each."""
    for index, table in tables.items():
        rows[:, index] = np.array(table, dtype=np.int64)[rows[:, index]]
    return rows
