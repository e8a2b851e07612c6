"""Many comparisons of the distance of two variables with a number, kept in arrays."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from csp.constraints.absolute import MOST_PAIRS
from csp.constraints.linear_relation import Relation
from csp.model.expressions import expression
from csp.model.posted_records import CHEAP, ON_CHANGE
from csp.model.posted_rows import Block, PropagatorRecords, columns
from csp.model.rows import Rows, Window
from csp.propagators.registry import ABSOLUTE
from exactcover.runtime.kernels.types import I64

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.constraint import Constraint
    from csp.model.expressions import Function, Variable

SMALL = 1 << 40
"""No value of a row that is posted together with others is as large."""


class Distances(NamedTuple):
    """Distances: ``abs(x - y + shift)`` is compared with a total.

    Attributes
    ----------
    x, y
        The numbers of the variables.
    shift, total
        The numbers.
    """

    x: I64
    y: I64
    shift: I64
    total: I64


class DistanceRows(Rows):
    """The conjunction of many comparisons of the distance of two variables with a number.

    Parameters
    ----------
    operator
        ==, != or <=.
    sign
        1, or -1 if the negative of the distance is compared.
    distances
        The rows.
    variables
        All variables by their numbers.
    """

    def __init__(
        self, operator: str, sign: int, distances: Distances, variables: dict[int, Variable]
    ) -> None:
        super().__init__()
        self.operator, self.sign, self.distances = operator, sign, distances
        self._variables = variables

    def __len__(self) -> int:
        return len(self.distances.x)

    def make(self, k: int) -> Constraint:
        """Return the constraint that a row is."""
        x, y, shift, total = (int(each[k]) for each in self.distances)
        distance = abs(self._variables[x] - self._variables[y] + shift)
        return Relation(self.sign * distance, self.operator, expression(total))

    def variables(self) -> Iterator[Variable]:
        """Yield each variable of any row once."""
        yield from self._variables.values()

    def window(self, builder: Builder, begin: int, end: int) -> DistanceWindow:
        """Return some rows with the domains that their variables have now."""
        return DistanceWindow(self, builder, begin, end)

    def functions(self, first: int, results: I64) -> list[tuple[Function, int]]:
        """Return the distances of rows from a first one on, and the variables that equal them."""
        found: list[tuple[Function, int]] = []
        for k, v in enumerate(results.tolist(), first):
            constraint = self.constraint(k)
            assert isinstance(constraint, Relation)
            [function] = constraint.difference.terms
            found.append((function, v))  # type: ignore[arg-type]
        return found


class DistanceWindow(Window):
    """Some rows, with the domains that their variables have now."""

    def __init__(self, rows: DistanceRows, builder: Builder, begin: int, end: int) -> None:
        self._rows, self._builder = rows, builder
        self._x, self._y, self._shift, total = (each[begin:end] for each in rows.distances)
        numbers, places = np.unique([self._x, self._y], return_inverse=True)
        bounds = np.array([*map(builder.bounds, numbers.tolist())], dtype=np.int64)
        is_wide = np.fromiter(map(builder.is_wide, numbers.tolist()), np.bool_)
        at = places.reshape(2, -1)
        self._n_words = ((bounds[:, 1] - bounds[:, 0]) // 64 + 1)[at]
        low_x, high_x = bounds[at[0]].T
        low_y, high_y = bounds[at[1]].T
        is_plain = (self._x != self._y) & ~is_wide[at].any(axis=0)
        for each in (low_x, high_x, low_y, high_y, self._shift, total):
            is_plain &= np.abs(each) < SMALL
        low, high = low_x - high_y + self._shift, high_x - low_y + self._shift
        is_plain &= (high - low) ** 2 <= MOST_PAIRS
        self._low, self._high = np.maximum(0, np.maximum(low, -high)), np.maximum(high, -low)
        self._keep(rows.operator, rows.sign, total)
        is_plain &= (self._least <= self._most) & ~(
            (self._least == self._most) & (self._hole == self._least)
        )
        super().__init__(begin, is_plain)

    def _keep(self, operator: str, sign: int, total: I64) -> None:
        """Note the least and the greatest distance that is kept, and one in between that is not."""
        self._least, self._most, self._hole = self._low, self._high, np.full(len(total), -1)
        if operator == "<=" and sign < 0:
            self._least = np.maximum(self._low, -total)
        elif operator == "<=":
            self._most = np.minimum(self._high, total)
        elif operator == "==":
            self._least = np.maximum(self._low, sign * total)
            self._most = np.minimum(self._high, sign * total)
        else:
            self._hole = sign * total

    def post_plain(self, begin: int, end: int) -> int:
        """Post a variable for each distance, and its propagator."""
        own, builder, n = slice(begin, end), self._builder, end - begin
        parts = (self._low, self._least, self._most, self._hole)
        keys = [*zip(*(each[own].tolist() for each in parts), strict=True)]
        domains = {key: _domain(*key) for key in {*keys}}
        z = builder.new_variables([domains[key] for key in keys]) + np.arange(n)
        of_x, of_both = self._n_words[0, own], self._n_words[:, own].sum(axis=0)
        builder.n_scratch = max(builder.n_scratch, int(of_both.max()))
        record = PropagatorRecords(
            ABSOLUTE,
            np.arange(n),
            columns(self._x[own], self._y[own], z),
            columns(self._shift[own], of_x, of_both),
            CHEAP,
            ON_CHANGE,
        )
        functions = partial(self._rows.functions, self._begin + begin, z)
        builder.block(Block([record], functions))
        return end


def _domain(low: int, least: int, most: int, hole: int) -> tuple[int, int]:
    """Return the distances from `least` to `most`, without one, as a mask from `low` on."""
    mask = (1 << most - low + 1) - (1 << least - low)
    return low, mask & ~(1 << hole - low) if least <= hole <= most else mask
