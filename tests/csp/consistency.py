"""Propagation without search, compared with the values that brute force finds in solutions."""

from collections.abc import Callable
from typing import Any, NamedTuple

from hypothesis import strategies as st

from csp import Model
from csp.engines.propagation.engine import values_left
from csp.kernels.search import reach_fixed_point
from csp.model.layout import lay_out
from csp.presolve.search_parts import built
from exactcover.runtime.kernels.pointers import handle
from tests.csp import oracle

WIDE = st.lists(st.integers(-70, 140), min_size=1, max_size=6)
"""The values of a domain with holes, in several words."""
NARROW = st.lists(st.integers(0, 6), min_size=1, max_size=5)
INTERVALS = st.tuples(st.integers(-3, 6), st.integers(0, 6)).map(lambda t: range(t[0], sum(t) + 1))

Values = list[list[int]] | None
"""The values of each variable, or None if there is no solution."""


class Propagated(NamedTuple):
    """The values that propagation left, and those that are in solutions."""

    left: Values
    possible: Values

    @property
    def ends(self) -> tuple[Any, Any]:
        """The least and the greatest value of each variable, of both."""
        return _ends(self.left), _ends(self.possible)


def _ends(some: Values) -> list[tuple[int, int]] | None:
    return None if some is None else [(values[0], values[-1]) for values in some]


def propagated(constraint: Callable[..., Any], *domains: Any) -> Propagated:
    """Propagate a constraint on variables with the given domains.

    At every level of consistency it must lose no solution, and be at a fixed point.
    """
    model = Model()
    variables = [model.variable(domain) for domain in domains]
    posted = constraint(*variables)
    possible = oracle.values_in(oracle.satisfying(variables, [posted]))
    model.post(posted)
    builder = built(model)
    state = lay_out(builder)
    queue = state.queue.copy()
    if builder.is_infeasible or not reach_fixed_point(handle(state)):
        assert possible is None
        return Propagated(None, None)
    numbers = range(len(state.variables))
    everything = [[*values_left(state, v)] for v in numbers]
    left = everything[: len(variables)]
    if possible:
        assert all(set(own) <= set(kept) for own, kept in zip(possible, left, strict=True))
    state.queue[:] = queue
    assert reach_fixed_point(handle(state))
    assert everything == [[*values_left(state, v)] for v in numbers]
    return Propagated(left, possible)
