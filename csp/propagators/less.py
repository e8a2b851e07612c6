"""x <= y + c, domain consistent; the scope is x and y, the constant is c."""

from typing import Any

from csp.cards.card import Card, Wide, by_bounds
from csp.cards.linear_comparisons import SumForm
from csp.cards.ranges import difference_reach
from csp.cards.rows import rows_of_sum
from csp.kernels.domains import at_least, at_most, high, low
from csp.kernels.propagate import FAILED, FIXPOINT, constants, variable
from csp.kernels.state import state_of


def less(handle: Any, p: Any) -> int:
    """Bound x by the greatest value of y, and y by the least value of x."""
    state = state_of(handle)
    x, y = variable(state, p, 0), variable(state, p, 1)
    offset = state.data[constants(state, p)]
    if at_most(state, x, high(state, y) + offset) and at_least(state, y, low(state, x) - offset):
        return FIXPOINT
    return FAILED


LESS = Card(
    less,
    explanation=by_bounds("binary:less"),
    translation=SumForm("<=", is_difference=True),
    rows=rows_of_sum,
    reach=difference_reach,
    wide=Wide.BOUNDS,
)
