"""Two tasks in one order or the other: a bit says whether the first one ends before the second.

The scope is the two starts, the two durations, and the bit. A task without duration does not take
place: then there is no order, and the bit is 0. Clause learning decides and explains these bits;
`csp.propagators.no_overlap` finds the same orders without them.
"""

from typing import Any

from csp.cards.card import NOT_LINEAR, Card, Missing, Wide, by_bounds
from csp.kernels.domains import (
    NOUGHT,
    UNIT,
    Value,
    assign,
    at_least,
    at_most,
    high,
    is_fixed,
    low,
    next_value,
)
from csp.kernels.propagate import DONE, FAILED, variable
from csp.kernels.state import State, state_of
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned


def order(handle: Any, p: Any) -> int:
    """Choose the order if only one is possible; propagate the order that is chosen."""
    state = state_of(handle)
    x, y = variable(state, p, 0), variable(state, p, 1)
    own, other, bit = variable(state, p, 2), variable(state, p, 3), variable(state, p, 4)
    if high(state, own) == 0 or high(state, other) == 0:
        return DONE if assign(state, bit, NOUGHT) else FAILED
    first, second = length_of(state, own), length_of(state, other)
    if low(state, x) + first > high(state, y) and not assign(state, bit, NOUGHT):
        return FAILED
    are_present = low(state, own) > 0 and low(state, other) > 0
    if low(state, y) + second > high(state, x):
        if are_present:
            if not assign(state, bit, UNIT):
                return FAILED
        elif high(state, bit) == 0 and not leave_out(state, own, other):
            return FAILED
    if not is_fixed(state, bit):
        return DONE
    if low(state, bit) == 1:
        is_possible = at_least(state, own, first) and at_least(state, other, second)
        return DONE if is_possible and precede(state, x, y, own) else FAILED
    return DONE if not are_present or precede(state, y, x, other) else FAILED


@helper
def length_of(state: State, duration: Unsigned) -> Value:
    """Return the least duration that a task has if it takes place."""
    least = low(state, duration)
    return least if least > 0 else next_value(state, duration, UNIT)


@helper
def leave_out(state: State, own: Unsigned, other: Unsigned) -> bool:
    """Leave out one of two tasks of which no order is possible, if the other takes place."""
    if low(state, own) > 0:
        return bool(at_most(state, other, NOUGHT))
    return low(state, other) == 0 or bool(at_most(state, own, NOUGHT))


@helper
def precede(state: State, first: Unsigned, second: Unsigned, duration: Unsigned) -> bool:
    """Propagate that one task ends before the other starts."""
    return (
        at_least(state, second, low(state, first) + low(state, duration))
        and at_most(state, first, high(state, second) - low(state, duration))
        and at_most(state, duration, high(state, second) - low(state, first))
    )


ORDER = Card(
    order,
    explanation=by_bounds("order:order"),
    translation=Missing("it is posted by a search that learns clauses, in place of no_overlap"),
    rows=NOT_LINEAR,
    wide=Wide.BOUNDS,
)
