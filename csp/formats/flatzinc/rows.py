"""The predicates whose constraints are posted in arrays: comparisons of sums, clauses and tables.

A form says which row the arguments of a predicate are, and which arguments a row has: so the
constraint itself is made only when somebody asks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np

from csp.constraints.linear_relation import Relation
from csp.constraints.reified import LogicalRelation
from csp.constraints.table_rows import TableRows
from csp.formats.flatzinc.integers import Integers
from csp.formats.flatzinc.items import Name
from csp.formats.flatzinc.predicate import Predicate
from csp.formats.flatzinc.registry import find
from csp.model.constraint import Constraint
from csp.model.expressions import MOST_WHOLE, Function, Variable, expression
from csp.model.linear_rows import LinearRows, Row, RowKind
from csp.model.posted_rows import NONE, Lists
from csp.model.rows import Rows

Words = tuple[Sequence[int], list[Any], int]
"""Weights, names of variables, and a total."""


class Form(NamedTuple):
    """How the arguments of a predicate are a row.

    Attributes
    ----------
    operator
        ==, != or <=.
    row
        Returns the row for arguments as they are in the text; None if something is unusual.
    arguments
        Returns the arguments of a row, with variables and numbers: the inverse.
    are_bits
        Whether all variables must have the values 0 and 1.
    """

    operator: str
    row: Callable[..., Words | None]
    arguments: Callable[[Row], Sequence[Any]]
    are_bits: bool = False


def _sum(weights: Any, x: Any, total: Any) -> Words | None:
    is_usual = type(weights) is Integers and type(x) is list and type(total) is int
    if is_usual and len(weights) == len(x) > 1 and weights.are_whole and abs(total) < MOST_WHOLE:
        return weights, x, total
    return None


def _sum_given(row: Row) -> Sequence[Any]:
    return row.weights, row.variables, row.total


def _pair(x: Any, y: Any) -> Words | None:
    if type(x) is Name:
        if type(y) is Name:
            return (1, -1), [x, y], 0
        return ((1,), [x], y) if type(y) is int and abs(y) < MOST_WHOLE else None
    if type(y) is Name and type(x) is int and abs(x) < MOST_WHOLE:
        return (-1,), [y], -x
    return None


def _pair_given(row: Row) -> Sequence[Any]:
    if len(row.variables) == 2:
        return row.variables
    [x] = row.variables
    return [x, expression(row.total)] if row.weights[0] > 0 else [expression(-row.total), x]


def _clause(positive: Any, negative: Any) -> Words | None:
    if isinstance(positive, list) and isinstance(negative, list):
        n, k = len(positive), len(negative)
        if n + k > 1:
            return (-1,) * n + (1,) * k, positive + negative, k - 1
    return None


def _clause_given(row: Row) -> Sequence[Any]:
    n = len(row.variables) - row.total - 1
    return row.variables[:n], row.variables[n:]


def _all(x: Any) -> Words | None:
    return ((-1,) * len(x), x, -len(x)) if type(x) is list and len(x) > 1 else None


def _array_given(row: Row) -> Sequence[Any]:
    return [row.variables]


POSTED: dict[str, Form] = {
    "int_lin_eq": Form("==", _sum, _sum_given),
    "int_lin_le": Form("<=", _sum, _sum_given),
    "int_lin_ne": Form("!=", _sum, _sum_given),
    "int_eq": Form("==", _pair, _pair_given),
    "int_ne": Form("!=", _pair, _pair_given),
    "int_le": Form("<=", _pair, _pair_given),
    "bool_clause": Form("<=", _clause, _clause_given, are_bits=True),
}
"""Predicate -> the form of its constraint."""

REIFIED: dict[str, Form] = {
    **{f"{name}_reif": form for name, form in POSTED.items()},
    "array_bool_and": Form("<=", _all, _array_given, are_bits=True),
    "array_bool_or": Form("<=", partial(_clause, negative=[]), _array_given, are_bits=True),
}
"""Predicate whose last argument is a truth value -> the form of the other arguments."""

FORMS = POSTED | REIFIED


class Found(NamedTuple):
    """A row whose variables are not looked up yet."""

    kind: RowKind
    weights: Sequence[int]
    names: list[Any]
    total: int
    truth: Any

    def constraint(self, values: Mapping[str, Any]) -> Constraint | None:
        """Return the constraint, or None if something in it is no variable."""
        found = _variables(chain(self.names, filter(None, [self.truth])), values)
        if found is None:
            return None
        truth = found.pop() if self.truth else None
        return self.kind.constraint(Row(self.weights, found, self.total, truth))


class FoundTable(NamedTuple):
    """A table whose variables are not looked up yet."""

    predicate: str
    names: list[Any]
    numbers: Integers

    def constraint(self, values: Mapping[str, Any]) -> Constraint | None:
        """Return the constraint, or None if something in it is no variable."""
        found = _variables(self.names, values)
        return None if found is None else _table(self.predicate, found, self.numbers)


def _variables(names: Iterable[Any], values: Mapping[str, Any]) -> list[Variable] | None:
    """Return the variables of some names, or None if one is no name of a variable."""
    try:
        found: list[Any] = [*map(values.get, names)]
    except TypeError:  # it is a list
        return None
    return found if set(map(type, found)) == {Variable} else None


def _posted(row: Callable[..., Words | None], kind: RowKind, n: int, *given: Any) -> Found | None:
    found = row(*given) if len(given) == n else None
    return None if found is None or len(found[0]) == 1 else Found(kind, *found, None)


def _reified(row: Callable[..., Words | None], kind: RowKind, n: int, *given: Any) -> Found | None:
    found = row(*given[:-1]) if len(given) == n and type(given[-1]) is Name else None
    return None if found is None else Found(kind, *found, given[-1])


def _reader(name: str) -> Callable[..., Found | None]:
    """Return the function that reads the arguments of a predicate."""
    form = FORMS[name]
    kind = RowKind(form.operator, partial(_constraint, name), _function, form.are_bits)
    n = len(_predicate(name).kinds)
    return partial(_posted if name in POSTED else _reified, form.row, kind, n)


def _predicate(name: str) -> Predicate:
    predicate = find(name)
    assert predicate is not None
    return predicate


def _constraint(name: str, row: Row) -> Constraint:
    """Return the constraint of a predicate that a row is."""
    truth = [] if row.truth is None else [row.truth]
    return _predicate(name).constraint(*FORMS[name].arguments(row), *truth)


def _function(constraint: Constraint) -> Function:
    """Return the function of which a truth value is the value."""
    assert isinstance(constraint, LogicalRelation)
    assert isinstance(constraint.right, Function)
    return constraint.right


def _table(predicate: str, x: list[Variable], numbers: Integers) -> Constraint:
    """Return the constraint that is a table of variables and numbers."""
    given = [x[0], numbers, x[1]] if predicate in ELEMENTS else [x, numbers]
    return _predicate(predicate).constraint(*given)


def _element(name: str, *given: Any) -> FoundTable | None:
    if len(given) == 3 and type(given[1]) is Integers and given[1].are_near:
        return FoundTable(name, [given[0], given[2]], given[1])
    return None


def _table_row(name: str, *given: Any) -> FoundTable | None:
    if len(given) != 2 or type(given[0]) is not list or type(given[1]) is not Integers:
        return None
    x, numbers = given
    is_usual = numbers and numbers.are_whole and x and not len(numbers) % len(x)
    return FoundTable(name, x, numbers) if is_usual else None


ELEMENTS = ("array_int_element",)
ROWS: dict[str, Callable[..., Found | FoundTable | None]] = {
    **{name: _reader(name) for name in FORMS},
    **{name: partial(_element, name) for name in ELEMENTS},
    "csp_table_int": partial(_table_row, "csp_table_int"),
}
"""Predicate -> a function that returns the row of arguments in a text, or None."""


def together(rows: Sequence[Any], values: Mapping[str, Any]) -> Rows | None:
    """Return rows of one class in arrays, or None if something in one of them is no variable."""
    make = linear_rows if isinstance(rows[0], Found) else table_rows
    return make(rows, values)


def table_rows(rows: Sequence[FoundTable], values: Mapping[str, Any]) -> TableRows | None:
    """Return tables of one predicate, or None if something in one of them is no variable."""
    found = (_variables(each.names, values) for each in rows)
    scopes = [each for each in found if each is not None]
    if len(scopes) < len(rows):
        return None
    predicate = rows[0].predicate
    is_element = predicate in ELEMENTS
    stated = partial(_stated, predicate, scopes, [each.numbers for each in rows])
    tables = [
        each.numbers.elements if is_element else each.numbers.rows(len(each.names)) for each in rows
    ]
    return TableRows(scopes, tables, stated, _function_of_result if is_element else None)


def _stated(
    predicate: str, scopes: Sequence[list[Variable]], numbers: Sequence[Integers], k: int
) -> Constraint:
    """Return one of some constraints that are tables."""
    return _table(predicate, scopes[k], numbers[k])


def _function_of_result(constraint: Constraint) -> Function:
    """Return the function of which a result is the value."""
    assert isinstance(constraint, Relation)
    assert isinstance(constraint.right, Function)
    return constraint.right


def linear_rows(rows: Sequence[Found], values: Mapping[str, Any]) -> LinearRows | None:
    """Return some rows in arrays, or None if something in one of them is no variable."""
    kinds, weights, names, totals, truths = zip(*rows, strict=True)
    found = _variables(chain(chain.from_iterable(names), filter(None, truths)), values)
    if found is None:
        return None
    numbers = np.array([*map(attrgetter("index"), found)], dtype=np.int64)
    lengths = np.fromiter(map(len, weights), np.int64, len(rows))
    n_terms = int(lengths.sum())
    own = np.full(len(rows), NONE, dtype=np.int64)
    own[[each is not None for each in truths]] = numbers[n_terms:]
    return LinearRows(
        kinds,
        Lists(lengths, numbers[:n_terms]),
        Lists(lengths, np.fromiter(chain.from_iterable(weights), np.int64, n_terms)),
        np.array(totals, dtype=np.int64),
        own,
        {each.index: each for each in found},
    )
