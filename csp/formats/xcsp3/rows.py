"""The constraints of a group that are posted in arrays.

The template is read once, with new variables in its places. If it is of a form that is known, the
arguments become columns of numbers, and no constraint is made.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from csp.constraints.absolute import Absolute
from csp.constraints.all_different import AllDifferent
from csp.constraints.different_rows import DifferentRows
from csp.constraints.distance_rows import DistanceRows, Distances
from csp.constraints.linear_relation import Relation
from csp.model.constraint import Constraint
from csp.model.expressions import (
    Expression,
    Function,
    Linear,
    Variable,
    expression,
    weighted_sum,
)
from csp.model.linear_rows import LinearRows, Row, RowKind
from csp.model.model import Model
from csp.model.posted_rows import NONE, Lists
from csp.model.rows import Rows
from exactcover.runtime.kernels.types import I64

NUMBERS = re.compile(r"(?:[-+]?[0-9]{1,9} )*+")
"""Words that are numbers, with a space behind each."""
MOST = 1 << 30
"""Coefficients and constants of templates whose constraints are posted in arrays are smaller."""
TRUTH_VALUE = range(3)
"""The values of a place: they are no truth values, for which forms have other meanings."""


class Column(NamedTuple):
    """What the constraints of a group have in a place: variables or numbers.

    Attributes
    ----------
    numbers
        The numbers, or those of the variables.
    variables
        The variables; none for numbers.
    """

    numbers: I64
    variables: Sequence[Variable] = ()


class Places:
    """The places of templates, as variables of a model of their own."""

    def __init__(self) -> None:
        self._model = Model()
        self.variables: list[Variable] = []

    def first(self, n: int) -> list[Variable]:
        """Return the first n places."""
        known = len(self.variables)
        names = [f"%{k}" for k in range(known, n)]
        self.variables += self._model.named_variables(names, TRUTH_VALUE)
        return self.variables[:n]


class Arguments:
    """The arguments of a group in columns.

    Parameters
    ----------
    columns
        Place or variable -> its column.
    n
        The number of constraints.
    """

    def __init__(self, columns: dict[Variable, Column], n: int) -> None:
        self._columns, self.n = columns, n

    def __getitem__(self, each: Variable) -> Column:
        """Return the column of a place, or of a variable that the template names."""
        found = self._columns.get(each)
        if found is None:
            found = Column(np.full(self.n, each.index), [each])
        return found

    def of_variables(self, atoms: Sequence[Expression]) -> list[Column] | None:
        """Return the columns of some atoms; None if one is no column of variables."""
        if set(map(type, atoms)) != {Variable}:
            return None
        found = [self[each] for each in atoms]  # type: ignore[index]
        return found if all(each.variables for each in found) else None


def columns_of(rows: Sequence[Sequence[str]], single: dict[str, Variable]) -> list[Column] | None:
    """Return the columns of words; None if one is neither of variables nor of numbers."""
    found = []
    for words in rows:
        try:
            variables = [*map(single.__getitem__, words)]
        except KeyError:
            if not NUMBERS.fullmatch(" ".join([*words, ""])):
                return None
            found.append(Column(np.array([*map(int, words)], dtype=np.int64)))
        else:
            numbers = np.array([*map(attrgetter("index"), variables)], dtype=np.int64)
            found.append(Column(numbers, variables))
    return found


def rows_of(stated: Constraint, arguments: Arguments) -> Rows | None:
    """Return the constraints of a group, or None if its template is of no form that is known."""
    form = FORMS.get(type(stated))
    return None if form is None else form(stated, arguments)


def _numbered(columns: Sequence[Column]) -> dict[int, Variable]:
    """Return the variables of columns by their numbers."""
    return {each.index: each for column in columns for each in column.variables}


def _relation(stated: Constraint, arguments: Arguments) -> Rows | None:
    assert isinstance(stated, Relation)
    sums = _split(stated.difference, arguments)
    if sums is None or stated.level != "auto":
        return None
    columns, weights, constant, functions = sums
    if functions:
        return None if columns else _distances(stated, functions, -constant, arguments)
    if not columns:
        return None
    n, n_terms = arguments.n, len(weights)
    lengths = np.full(n, n_terms)
    return LinearRows(
        [RowKind(stated.operator, partial(_compared, stated.operator), _function)] * n,
        Lists(lengths, np.column_stack([each.numbers for each in columns]).ravel()),
        Lists(lengths, np.tile(np.array(weights, dtype=np.int64), n)),
        -constant,
        np.full(n, NONE),
        _numbered(columns),
    )


def _split(
    linear: Linear, arguments: Arguments
) -> tuple[list[Column], list[int], I64, dict[Absolute, int]] | None:
    """Return columns of variables, their weights, the constants, and distances of a sum."""
    constant, columns = np.full(arguments.n, linear.constant), list[Column]()
    weights, functions = list[int](), dict[Absolute, int]()
    if linear.dropped or max(map(abs, [linear.constant, *linear.terms.values()])) >= MOST:
        return None
    for atom, c in linear.terms.items():
        if isinstance(atom, Absolute):
            functions[atom] = c
        elif type(atom) is not Variable:
            return None
        elif (own := arguments[atom]).variables:
            columns.append(own)
            weights.append(c)
        else:
            constant += c * own.numbers
    return columns, weights, constant, functions


def _distances(
    stated: Relation, functions: dict[Absolute, int], total: I64, arguments: Arguments
) -> Rows | None:
    """Return comparisons of a distance with numbers."""
    ((function, sign), *others) = functions.items()
    sums = None if others or abs(sign) > 1 else _split(function.operand, arguments)
    if sums is None:
        return None
    columns, weights, shift, inner = sums
    if inner or sorted(weights) != [-1, 1]:
        return None
    x, y = columns if weights[0] > 0 else columns[::-1]
    own = Distances(x.numbers, y.numbers, shift, total)
    return DistanceRows(stated.operator, sign, own, _numbered(columns))


def _compared(operator: str, row: Row) -> Constraint:
    """Return the constraint that a row is."""
    return Relation(weighted_sum(row.weights, row.variables), operator, expression(row.total))


def _function(_: Constraint) -> Function:  # rows without truth values have none
    raise NotImplementedError


def _different(stated: Constraint, arguments: Arguments) -> Rows | None:
    assert isinstance(stated, AllDifferent)
    columns = arguments.of_variables(stated.expressions)
    if columns is None:
        return None
    return DifferentRows(np.column_stack([each.numbers for each in columns]), _numbered(columns))


FORMS: dict[type[Constraint], Callable[[Constraint, Arguments], Rows | None]] = {
    Relation: _relation,
    AllDifferent: _different,
}
"""Class of a constraint -> the function that returns many of it in arrays, or None."""
