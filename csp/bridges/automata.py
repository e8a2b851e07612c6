"""Primitive constraints as automata, which small tables express however many values there are."""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any

from csp.bridges.lowering import ALLOWED, Primitive
from csp.cards.automata import Automaton, never_rejects
from csp.cards.card import Card, Translation
from csp.cards.linear_comparisons import Sum
from csp.model.builder import Builder

COMPARE: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<=": operator.le,
}
"""Operator -> the comparison of a sum with a total."""


def automata(primitive: Primitive, builder: Builder) -> Iterator[Automaton]:
    """Yield automata that together say what a primitive constraint says."""
    kind, scope, constants = primitive
    if not isinstance(kind, Card):
        yield _tuples(scope, constants, are_allowed=kind == ALLOWED)
    elif kind.form is not None:
        yield _sum(kind.form.read(scope, constants))
    else:
        assert isinstance(kind.translation, Translation)
        yield from kind.translation.automata(scope, constants, builder)


def _sum(own: Sum) -> Automaton:
    """Return an automaton that adds up; a truth value is read after the sum."""
    compare, weights = COMPARE[own.operator], own.weights
    if own.truth is None:
        return Automaton(
            own.scope, 0, lambda k, s, v: s + weights[k] * v, lambda s: compare(s, own.total)
        )
    last = len(own.scope)

    def step(k: int, state: int, value: int) -> Hashable:
        if k < last:
            return state + weights[k] * value
        holds = compare(state, own.total) == bool(own.value)
        return 0 if holds == bool(value) else None

    return Automaton([*own.scope, own.truth], 0, step, never_rejects)


def _tuples(scope: Sequence[int], rows: Sequence[Any], *, are_allowed: bool) -> Automaton:
    """Return how a table is read: the states are the tuples that fit so far."""

    def step(k: int, state: frozenset[int], value: int) -> Any:
        kept = frozenset(i for i in state if rows[i][k] is None or rows[i][k] == value)
        return kept if kept or not are_allowed else None

    return Automaton(
        scope, frozenset(range(len(rows))), step, lambda state: bool(state) == are_allowed
    )
