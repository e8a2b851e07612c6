"""How CP-SAT says sums and tables; the card of a propagator says it of all others."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from csp.bridges.lowering import ALLOWED, Primitive
from csp.cards.card import Card, Translation
from csp.cards.linear_comparisons import Sum

if TYPE_CHECKING:
    from csp.solvers.cpsat_model import CpSatModel

Scope = Sequence[int]
Constants = Sequence[Any]

COMPARE: dict[str, tuple[Callable[[Any, int], Any], Callable[[Any, int], Any]]] = {
    "==": (operator.eq, operator.ne),
    "!=": (operator.ne, operator.eq),
    "<=": (operator.le, lambda own, total: own >= total + 1),
}
"""Operator -> the comparison of a sum with a total, and its negation."""


def add(to: CpSatModel, primitive: Primitive) -> None:
    """Add a primitive constraint: by a constraint of CP-SAT where it has one."""
    kind, scope, constants = primitive
    if not isinstance(kind, Card):
        (_allowed if kind == ALLOWED else _forbidden)(to, scope, constants)
    elif kind.form is not None:
        _add_sum(to, kind.form.read(scope, constants))
    else:
        assert isinstance(kind.translation, Translation)
        kind.translation.cpsat(to, scope, constants)


def _add_sum(to: CpSatModel, own: Sum) -> None:
    """Add the comparison of a sum, or its truth value."""
    holds, fails = COMPARE[own.operator]
    left = to.weighted(own.weights, own.scope)
    if own.truth is None:
        to.model.add(holds(left, own.total))
        return
    literal = to.bit(own.truth)
    to.model.add(holds(left, own.total)).only_enforce_if(literal if own.value else ~literal)
    to.model.add(fails(left, own.total)).only_enforce_if(~literal if own.value else literal)


def _allowed(to: CpSatModel, scope: Scope, tuples: Constants) -> None:
    """Add a table; with tuples that have a None it becomes a disjunction."""
    if not any(None in each for each in tuples):
        to.model.add_allowed_assignments(to.some(scope), tuples)
        return
    to.model.add_bool_or([to.conjunction(to.literals(scope, each)) for each in tuples])


def _forbidden(to: CpSatModel, scope: Scope, tuples: Constants) -> None:
    """Add that no tuple is taken."""
    for each in tuples:
        to.model.add_bool_or([~literal for literal in to.literals(scope, each)])
