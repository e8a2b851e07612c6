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
from csp.constraints.product import Product
from csp.constraints.table import CheckedRows, Table
from csp.constraints.table_rows import TableRows
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
MOST = 1 << 31
"""Numbers of constraints that are posted in arrays are smaller, so that products have 64 bits."""
PLACE_VALUES = range(3)
"""The values of a place: they are no truth values, for which forms have other meanings."""


class Column(NamedTuple):
    """The arguments of a group that stand for one place of its template: variables, or numbers.

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
        self.variables += self._model.named_variables(names, PLACE_VALUES)
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
    try:
        return None if form is None else form(stated, arguments)
    except OverflowError:
        return None


def _numbered(columns: Sequence[Column]) -> dict[int, Variable]:
    """Return the variables of columns by their numbers."""
    return {each.index: each for column in columns for each in column.variables}


class Sum(NamedTuple):
    """A sum of columns of variables times weights, and of constants."""

    columns: list[Column]
    weights: list[I64]
    constant: I64


def _relation(stated: Constraint, arguments: Arguments) -> Rows | None:
    assert isinstance(stated, Relation)
    difference = stated.difference
    distances = [each for each in difference.terms if isinstance(each, Absolute)]
    others = {each: c for each, c in difference.terms.items() if not isinstance(each, Absolute)}
    found = _sum(Linear(others, difference.constant, difference.dropped), arguments)
    if found is None or stated.level != "auto":
        return None
    columns, weights, constant = found
    if distances:
        return None if columns else _distances(stated, distances, -constant, arguments)
    if not columns:
        return None
    n, lengths = arguments.n, np.full(arguments.n, len(columns))
    return LinearRows(
        [RowKind(stated.operator, partial(_compared, stated.operator), _function)] * n,
        Lists(lengths, np.column_stack([each.numbers for each in columns]).ravel()),
        Lists(lengths, np.column_stack(weights).ravel()),
        -constant,
        np.full(n, NONE),
        _numbered(columns),
    )


def _sum(linear: Linear, arguments: Arguments) -> Sum | None:
    """Return a sum in columns; None if it has other functions than products with numbers.

    Raises
    ------
    OverflowError
        If a number is large.
    """
    if any(abs(number) >= MOST for number in (linear.constant, *linear.terms.values())):
        raise OverflowError("a number is large")
    columns, weights = list[Column](), list[I64]()
    constant = np.full(arguments.n, linear.constant)
    for atom, c in linear.terms.items():
        own = _term(atom, arguments)
        if own is None:
            return None
        columns += own.columns
        weights += [_small(c * each) for each in own.weights]
        constant = _small(constant + c * own.constant)
    return None if linear.dropped else Sum(columns, weights, constant)


def _term(atom: Expression, arguments: Arguments) -> Sum | None:
    """Return the sum that a variable, a place or a product is."""
    if type(atom) is Variable:
        own = arguments[atom]
        zero, one = np.zeros_like(own.numbers), np.ones_like(own.numbers)
        return Sum([own], [one], zero) if own.variables else Sum([], [], own.numbers)
    if not isinstance(atom, Product):
        return None
    found = [_sum(each.linear(), arguments) for each in (atom.left, atom.right)]
    left, right = sorted(found, key=lambda each: each is not None and bool(each.columns))
    if left is None or right is None or left.columns:
        return None
    weights = [_small(left.constant * each) for each in right.weights]
    return Sum(right.columns, weights, _small(left.constant * right.constant))


def _small(numbers: I64) -> I64:
    """Return numbers, which are small enough for the next operation."""
    if int(np.abs(numbers).max()) >= MOST:
        raise OverflowError("a number is large")
    return numbers


def _distances(
    stated: Relation, distances: Sequence[Absolute], total: I64, arguments: Arguments
) -> Rows | None:
    """Return comparisons of a distance with numbers."""
    operand, sign = distances[0].operand, stated.difference.terms[distances[0]]
    found = _sum(operand, arguments) if len(distances) == abs(sign) == 1 else None
    if found is None or len(found.columns) != 2 or set(map(type, operand.terms)) != {Variable}:
        return None
    if sorted(int(each[0]) for each in found.weights) != [-1, 1]:
        return None
    x, y = found.columns if found.weights[0][0] > 0 else found.columns[::-1]
    own = Distances(x.numbers, y.numbers, found.constant, total)
    return DistanceRows(stated.operator, sign, own, _numbered(found.columns))


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


def _tables(stated: Constraint, arguments: Arguments) -> Rows | None:
    assert isinstance(stated, Table)
    columns, rows = arguments.of_variables(stated.expressions), stated.tuples
    if columns is None or not isinstance(rows, CheckedRows):
        return None
    n = arguments.n
    every = [
        each.variables if len(each.variables) == n else [*each.variables] * n for each in columns
    ]
    scopes = [*zip(*every, strict=True)]
    return TableRows(scopes, [rows] * n, partial(_table, scopes, rows))


def _table(scopes: Sequence[Sequence[Variable]], rows: CheckedRows, k: int) -> Constraint:
    """Return the table of some variables."""
    return Table(scopes[k], rows)


FORMS: dict[type[Constraint], Callable[[Constraint, Arguments], Rows | None]] = {
    Relation: _relation,
    AllDifferent: _different,
    Table: _tables,
}
"""Class of a constraint -> the function that returns many of it in arrays, or None."""
