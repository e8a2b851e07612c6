"""The rows of a linear relaxation: linear constraints that follow from what was posted.

An unknown is a variable, or a literal "variable = value", which is 0 or 1. A propagator or group
states rows of unknowns; `csp.engines.linear.columns` makes columns of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from csp.cards.card import Card
    from csp.cards.formats import Constants, Scope

MOST_LITERALS = 128
"""A variable with more values gets no literals."""
MOST_FACTOR = 10**6
"""Conditions of linear constraints need no factors larger than this, or they are left out."""

Literal = tuple[int, int]
"""A variable, and one of its values."""
Unknown = int | Literal
Terms = dict[Unknown, int]


class Row(NamedTuple):
    """A linear constraint: the sum of the terms is at most the total, or equal to it."""

    terms: Terms
    is_equation: bool
    total: int


class Stated(NamedTuple):
    """The linear constraints and equalities that follow from one propagator.

    Attributes
    ----------
    rows
        Linear constraints.
    equal
        Pairs of literals that are equal.
    functions
        Variables, and for each the literals and factors whose sum it is.
    """

    rows: list[Row]
    equal: list[tuple[Literal, Literal]]
    functions: list[tuple[int, Terms]]


Values = Callable[[int], Sequence[int]]
"""Returns the values of a variable."""


class Posted(Protocol):
    """A propagator that was posted."""

    @property
    def card(self) -> Card:
        """The card of the propagator."""

    @property
    def scope(self) -> Scope:
        """Its variables."""

    @property
    def constants(self) -> Constants:
        """The numbers that it reads."""


Rows = Callable[[Posted, Values, Stated], None]
"""Adds the rows that follow from a propagator."""


def stated(each: Posted, values: Values) -> Stated:
    """Return the rows of a propagator; there are none if its card has none."""
    found = Stated([], [], [])
    state = each.card.rows
    if callable(state):
        state(each, values, found)
    return found


def has_literals(values: Values, *numbers: int) -> bool:
    """Return whether variables have few enough values for literals."""
    return all(len(values(v)) <= MOST_LITERALS for v in numbers)


def rows_of_sum(each: Posted, values: Values, stated: Stated) -> None:
    """State that a sum is at most a total, or equals it."""
    assert each.card.form is not None
    own = each.card.form.read(each.scope, each.constants)
    terms = summed(zip(own.scope, own.weights, strict=True))
    stated.rows.append(Row(terms, own.operator == "==", own.total))


def rows_of_condition(each: Posted, values: Values, stated: Stated) -> None:
    """State a condition for a sum: it is low where the truth value is 1, and high where it is 0."""
    if _is_of_literals(each, values, stated):
        return
    assert each.card.form is not None
    scope, weights, _, total, truth, _ = each.card.form.read(each.scope, each.constants)
    assert truth is not None
    terms = summed(zip(scope, weights, strict=True))
    ends = [sorted(c * end for end in _ends(values, v)) for v, c in terms.items()]
    least, greatest = sum(low for low, _ in ends), sum(high for _, high in ends)
    if truth in terms or max(abs(greatest - total), abs(least - total)) > MOST_FACTOR:
        return
    if greatest > total:
        stated.rows.append(Row({**terms, truth: greatest - total}, False, greatest))
    if least <= total:
        opposite = {v: -c for v, c in terms.items()}
        stated.rows.append(Row({**opposite, truth: least - total - 1}, False, -total - 1))


def rows_of_equality(each: Posted, values: Values, stated: Stated) -> None:
    """State the truth value of an equation, or of its opposite, if it is of one variable."""
    _is_of_literals(each, values, stated)


def _is_of_literals(each: Posted, values: Values, stated: Stated) -> bool:
    """State the truth value of a comparison of one variable as a sum of its literals, if it has."""
    assert each.card.form is not None
    own = each.card.form.read(each.scope, each.constants)
    assert own.truth is not None
    open_ = [v for v in own.scope if len(values(v)) > 1]
    if len(open_) != 1 or own.truth in own.scope or not has_literals(values, *open_):
        return False
    (x,) = open_
    rest = sum(c * values(v)[0] for v, c in zip(own.scope, own.weights, strict=True) if v != x)
    factor = sum(c for v, c in zip(own.scope, own.weights, strict=True) if v == x)
    truths = {}
    for k in values(x):
        difference = rest + factor * k - own.total
        holds = difference <= 0 if own.operator == "<=" else difference == 0
        truths[k] = own.value if holds else 1 - own.value
    stated.functions.append((own.truth, {(x, k): bit for k, bit in truths.items()}))
    for bit in range(2):
        taken = [k for k, one in truths.items() if one == bit]
        if len(taken) == 1:
            stated.equal.append(((x, taken[0]), (own.truth, bit)))
    return True


def _ends(values: Values, v: Any) -> tuple[int, int]:
    own = values(v)
    return own[0], own[-1]


def summed(terms: Iterable[tuple[Unknown, int]]) -> Terms:
    """Return terms with the factors of each unknown added up."""
    found: Terms = {}
    for unknown, c in terms:
        found[unknown] = found.get(unknown, 0) + c
    return {unknown: c for unknown, c in found.items() if c}


def rows_of_group(group: Any, values: Values) -> Iterator[Row]:
    """Yield that each value is taken at most once, or once where there are as many as variables."""
    users: dict[int, Terms] = {}
    for v, offset in group:
        for k in values(v):
            users.setdefault(k + offset, {})[v, k] = 1
    for own in users.values():
        if len(own) > 1 or len(users) == len(group):
            yield Row(own, len(users) == len(group), 1)
