"""How the writer of FlatZinc says sums and tables; the card of a propagator says all others."""

from __future__ import annotations

from csp.bridges.lowering import ALLOWED, Primitive
from csp.cards.card import Card, Translation
from csp.cards.formats import Constants, FlatZinc, Scope
from csp.cards.linear_comparisons import Sum

NAMES = {"==": "eq", "!=": "ne", "<=": "le"}
"""Operator -> how the names of predicates say it."""


def express(to: FlatZinc, primitive: Primitive) -> None:
    """Post the predicates that say what a primitive constraint says."""
    kind, scope, constants = primitive
    if not isinstance(kind, Card):
        (_allowed if kind == ALLOWED else _forbidden)(to, scope, constants)
    elif kind.form is not None:
        _post_sum(to, kind.form.read(scope, constants))
    else:
        assert isinstance(kind.translation, Translation)
        kind.translation.flatzinc(to, scope, constants)


def _post_sum(to: FlatZinc, own: Sum) -> None:
    """Post the comparison of a sum, or its truth value."""
    operator = own.operator if own.value else "!="
    name, arguments = f"int_lin_{NAMES[operator]}", (own.weights, to.names(own.scope), own.total)
    if own.truth is None:
        to.post(name, *arguments)
    else:
        to.post(f"{name}_reif", *arguments, to.truth(own.truth))


def _allowed(to: FlatZinc, scope: Scope, tuples: Constants) -> None:
    """Post a table; with tuples that have a None it becomes a disjunction."""
    if not any(None in each for each in tuples):
        to.post("csp_table_int", to.names(scope), [value for each in tuples for value in each])
        return
    found = []
    for each in tuples:
        found.append(to.condition())
        own = [
            to.literal(v, value) for v, value in zip(scope, each, strict=True) if value is not None
        ]
        to.post("array_bool_and", own, found[-1])
    to.post("bool_clause", found, [])


def _forbidden(to: FlatZinc, scope: Scope, tuples: Constants) -> None:
    """Post that each tuple is not taken."""
    for each in tuples:
        own = [
            to.literal(v, value) for v, value in zip(scope, each, strict=True) if value is not None
        ]
        to.post("bool_clause", [], own)
