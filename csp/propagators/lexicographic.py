"""x <= y in lexicographic order; the scope is all of x and then all of y.

The constants are 1 if the order is strict, and 1 if a second run may remove more, because a
variable is in the scope twice.

References
----------
A. Frisch et al., Propagation algorithms for lexicographic ordering constraints, Artificial
Intelligence 170 (2006).
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from csp.cards.automata import Automaton
from csp.cards.card import NOT_LINEAR, Card, Translation, Wide, by_bounds
from csp.cards.formats import Constants, CpSat, FlatZinc, Scope, Variables
from csp.kernels.domains import ONE, at_least, at_most, high, low
from csp.kernels.propagate import DONE, FAILED, FIXPOINT, arity, constants, variable
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned


def lexicographic(handle: Any, p: Any) -> int:
    """Order the first pair that may differ: strictly, if the rest cannot be in order."""
    state = state_of(handle)
    n = arity(state, p) >> ONE
    is_done = DONE if state.data[constants(state, p) + ONE] != 0 else FIXPOINT
    for k in range(n):
        x, y = variable(state, p, k), variable(state, p, n + np.uint64(k))
        gap = 0 if can_follow(state, p, np.uint64(k) + ONE) else 1
        if not at_most(state, x, high(state, y) - gap):
            return FAILED
        if not at_least(state, y, low(state, x) + gap):
            return FAILED
        if low(state, x) < high(state, y):
            return is_done
    return is_done if state.data[constants(state, p)] == 0 else FAILED


@helper
def can_follow(state: State, p: Unsigned, first: Unsigned) -> bool:
    """Return whether the sequences from place `first` on can be in order."""
    n = arity(state, p) >> ONE
    for k in range(first, n):
        least = low(state, variable(state, p, k))
        greatest = high(state, variable(state, p, n + k))
        if least != greatest:
            return bool(least < greatest)
    return bool(state.data[constants(state, p)] == 0)


def automata(scope: Scope, c: Constants, _: Variables) -> Iterator[Automaton]:
    """Yield that the first pair that differs is in order."""
    n = len(scope) // 2

    def step(k: int, state: Any, value: int) -> Any:
        if state == "less":
            return state
        if k % 2 == 0:
            return value
        return "equal" if state == value else "less" if state < value else None

    pairs = [v for k in range(n) for v in (scope[k], scope[n + k])]
    yield Automaton(pairs, "equal", step, lambda state: state == "less" or not c[0])


def to_flatzinc(to: FlatZinc, scope: Scope, c: Constants) -> None:
    """Post the lexicographic order of two arrays."""
    names, n = to.names(scope), len(scope) // 2
    to.post("csp_lex_less_int" if c[0] else "csp_lex_lesseq_int", names[:n], names[n:])


def to_cpsat(to: CpSat, scope: Scope, c: Constants) -> None:
    """Add the order of each pair after equal ones."""
    both, n = to.some(scope), len(scope) // 2
    are_equal: list[Any] = []
    for x, y in zip(both[:n], both[n:], strict=True):
        before = to.conjunction(are_equal)
        to.model.add(x <= y).only_enforce_if(before)
        are_equal = [before, to.condition(x == y, x != y)]
    if c[0]:
        to.model.add_bool_or([~to.conjunction(are_equal)])


LEXICOGRAPHIC = Card(
    lexicographic,
    explanation=by_bounds("lexicographic:lexicographic", takes_twins=True),
    translation=Translation(automata, to_flatzinc, to_cpsat),
    rows=NOT_LINEAR,
    wide=Wide.SEARCHED,
)
