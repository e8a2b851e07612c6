"""Two tasks in one order or the other: a bit says whether the first one ends before the second.

The scope is the two starts, the two durations, and the bit. Clause learning decides and explains
these bits; `csp.propagators.no_overlap` finds the same orders without them.
"""

from typing import Any

from csp.kernels.domains import NOUGHT, UNIT, assign, at_least, at_most, high, is_fixed, low
from csp.kernels.propagate import DONE, FAILED, variable
from csp.kernels.state import State, state_of
from exactcover.compiled.jit import helper
from exactcover.compiled.types import Unsigned


def order(handle: Any, p: Any) -> int:
    """Choose the order if only one is possible; propagate the order that is chosen."""
    state = state_of(handle)
    x, y = variable(state, p, 0), variable(state, p, 1)
    own, other, bit = variable(state, p, 2), variable(state, p, 3), variable(state, p, 4)
    if low(state, x) + low(state, own) > high(state, y) and not assign(state, bit, NOUGHT):
        return FAILED
    if low(state, y) + low(state, other) > high(state, x) and not assign(state, bit, UNIT):
        return FAILED
    if not is_fixed(state, bit):
        return DONE
    if low(state, bit) == 0:
        x, y, own = y, x, other
    return DONE if precede(state, x, y, own) else FAILED


@helper
def precede(state: State, first: Unsigned, second: Unsigned, duration: Unsigned) -> bool:
    """Propagate that one task ends before the other starts."""
    return (
        at_least(state, second, low(state, first) + low(state, duration))
        and at_most(state, first, high(state, second) - low(state, duration))
        and at_most(state, duration, high(state, second) - low(state, first))
    )
