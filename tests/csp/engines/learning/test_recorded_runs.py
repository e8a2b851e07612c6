"""A run whose changes are recorded makes each change because of those before it alone.

The reason of a bound is all bounds before it, and the values that its own variable lacked. So it
must follow from these, also where other variables lack values.
"""

from itertools import combinations, pairwise, product

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from csp import Model
from csp.kernels.propagate import FAILED
from csp.kernels.state import FIRST, IS_RECORDED, N_TRAIL, ORIGIN, State
from csp.model.layout import lay_out
from csp.propagators import sums_of_differences
from csp.propagators.registry import SUMS_OF_DIFFERENCES
from exactcover.runtime.kernels.jit import is_compiled
from exactcover.runtime.kernels.types import U64

pytestmark = [
    pytest.mark.kernel,
    pytest.mark.skipif(is_compiled(), reason="one run is called from Python; NUMBA_DISABLE_JIT=1"),
]

N, SPAN = 4, 14


def values(state: State, cells: U64, v: int) -> set[int]:
    """Return the values of a variable, which fit into one word."""
    word = int(cells[state.variables[v, FIRST]])
    return {int(state.variables[v, ORIGIN]) + k for k in range(64) if word >> k & 1}


def is_ruler(marks: tuple[int, ...]) -> bool:
    """Return whether marks ascend, and all their differences are different."""
    differences = {b - a for a, b in combinations(marks, 2)}
    return all(a < b for a, b in pairwise(marks)) and len(differences) == N * (N - 1) // 2


@example([{4, 6, 7}, {2, 3, 4, 6, 7, 8, 9, 10}, {4, 5, 6, 7, 8, 12}, {7, 8, 9, 11, 12}])
@given(st.tuples(*(st.sets(st.integers(2 * k, 2 * k + 8), min_size=2) for k in range(N))))
@settings(deadline=None, max_examples=100)
def test_sums_of_differences(domains: list[set[int]]) -> None:
    model = Model()
    marks = [model.variable(own) for own in domains]
    scope = [mark.index for mark in marks]
    model.builder.propagator(SUMS_OF_DIFFERENCES, scope, [SPAN], scratch=2 + N * (N - 1) // 2)
    state = lay_out(model.builder)
    state.position[IS_RECORDED] = 1
    before = state.cells.copy()
    with pytest.MonkeyPatch.context() as patch, np.errstate(over="ignore"):
        patch.setattr(sums_of_differences, "state_of", lambda own: own)
        if sums_of_differences.sums_of_differences(state, np.uint64(0)) == FAILED:
            return
    number_of = {int(state.variables[v, FIRST]): v for v in range(N)}
    for cell in state.trail[: int(state.position[N_TRAIL]), 0].tolist():
        v = number_of[int(cell)]
        known = [values(state, before, u) for u in range(N)]
        spans = [known[u] if u == v else range(min(known[u]), max(known[u]) + 1) for u in range(N)]
        left = values(state, state.cells, v)
        for ruler in filter(is_ruler, product(*spans)):
            assert min(left) <= ruler[v] <= max(left)
        before[cell] = state.cells[cell]
