"""x[i] = j if and only if y[j] = i; the scope is all of x and then all of y."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np

from csp.cards.automata import Automaton, test_of
from csp.cards.card import Card, Translation, by_values
from csp.cards.formats import Constants, CpSat, FlatZinc, Scope, Variables
from csp.cards.rows import Posted, Row, Stated, Values, has_literals, summed
from csp.kernels.domains import ONE, contains, high, low, next_value, remove
from csp.kernels.propagate import DONE, FAILED, arity, variable
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned


def inverse(handle: Any, p: Any) -> int:
    """Remove j from x[i] where y[j] cannot be i, and the other way round."""
    state = state_of(handle)
    n = arity(state, p) >> ONE
    for k in range(n):
        i = np.uint64(k)
        if not remove_unmatched(state, p, i, n) or not remove_unmatched(state, p, n + i, n):
            return FAILED
    return DONE


@helper
def remove_unmatched(state: State, p: Unsigned, k: Unsigned, n: Unsigned) -> bool:
    """Remove the values of variable `k` whose own variables cannot have the value k."""
    v = variable(state, p, k)
    is_left = k < n
    own = np.int64(k if is_left else k - n)
    value, last = low(state, v), high(state, v)
    while value <= last:
        place = np.uint64(value)
        other = variable(state, p, place + n if is_left else place)
        if not contains(state, other, own) and not remove(state, v, value):
            return False
        value = next_value(state, v, value + 1)
    return True


def automata(scope: Scope, _: Constants, __: Variables) -> Iterator[Automaton]:
    """Yield x[i] == j if and only if y[j] == i."""
    n = len(scope) // 2
    for i, j in product(range(n), repeat=2):
        pair = scope[i], scope[n + j]
        yield test_of(pair, lambda x, y, i=i, j=j: (x == j) == (y == i))


def to_flatzinc(to: FlatZinc, scope: Scope, _: Constants) -> None:
    """Post that two arrays are inverse to each other; both are numbered from 0."""
    names, n = to.names(scope), len(scope) // 2
    to.post("csp_inverse", names[:n], names[n:], 0, 0)


def to_cpsat(to: CpSat, scope: Scope, _: Constants) -> None:
    """Add that two arrays are inverse to each other."""
    both, n = to.some(scope), len(scope) // 2
    to.model.add_inverse(both[:n], both[n:])


def rows(each: Posted, values: Values, stated: Stated) -> None:
    """State that literals of both arrays are equal, and that each value is taken once."""
    n = len(each.scope) // 2
    x, y = each.scope[:n], each.scope[n:]
    if has_literals(values, *each.scope):
        for i, v in enumerate(x):
            stated.equal.extend(((v, j), (y[j], i)) for j in values(v) if i in values(y[j]))
        stated.rows.extend(
            Row(summed(((v, k), 1) for v in side if k in values(v)), True, 1)
            for side in (x, y)
            for k in range(n)
        )


INVERSE = Card(
    inverse,
    explanation=by_values("values:inverse"),
    translation=Translation(automata, to_flatzinc, to_cpsat),
    rows=rows,
)
