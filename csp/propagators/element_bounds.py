"""result = array[index], on bounds, for wide domains; the scope is index, result, and the array."""

from typing import Any

import numpy as np

from csp.cards.card import NOT_LINEAR, Card, Wide, by_bounds
from csp.kernels.domains import UNIT, at_least, at_most, high, is_fixed, low, next_value, remove
from csp.kernels.propagate import DONE, FAILED, variable
from csp.kernels.state import state_of
from csp.propagators.element import ELEMENT

ARRAY = np.uint64(2)


def element_bounds(handle: Any, p: Any) -> int:
    """Remove indices whose element is out of reach; bound the result by the other elements.

    Once the index is fixed, its element has the bounds of the result.
    """
    state = state_of(handle)
    index, result = variable(state, p, 0), variable(state, p, 1)
    i, last = low(state, index), high(state, index)
    least, greatest = high(state, result) + UNIT, low(state, result) - UNIT
    while i <= last:
        own = variable(state, p, ARRAY + np.uint64(i))
        if low(state, own) > high(state, result) or high(state, own) < low(state, result):
            if not remove(state, index, i):
                return FAILED
        else:
            least, greatest = min(least, low(state, own)), max(greatest, high(state, own))
        i = next_value(state, index, i + UNIT)
    if not at_least(state, result, least) or not at_most(state, result, greatest):
        return FAILED
    if is_fixed(state, index):
        own = variable(state, p, ARRAY + np.uint64(low(state, index)))
        if not at_least(state, own, low(state, result)):
            return FAILED
        if not at_most(state, own, high(state, result)):
            return FAILED
    return DONE


ELEMENT_BOUNDS = Card(
    element_bounds,
    explanation=by_bounds("choices:element", takes_twins=True),
    translation=ELEMENT.translation,
    rows=NOT_LINEAR,
    wide=Wide.LEARNED,
)
