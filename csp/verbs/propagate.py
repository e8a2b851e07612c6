"""What propagation finds at the root, before any decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from csp.kernels.state import State
    from csp.model.expressions import Variable
    from csp.model.model import Model


def propagated(model: Model) -> dict[Variable, Sequence[int]] | None:
    """Propagate without any search; return the values that are left for each variable.

    Returns
    -------
    The values in order; or None, if there is no solution.

    Examples
    --------
    >>> from csp import Model
    >>> model = Model()
    >>> x, y = model.variables(2, range(4), name="x")
    >>> model.post(x + 2 <= y)
    >>> propagated(model)
    {x[0]: [0, 1], x[1]: [2, 3]}
    """
    from csp.engines.propagation.engine import values_left

    state = fixed_point(model)
    if state is None:
        return None
    left = {each: values_left(state, each.index) for each in model.unknowns}
    for index in model.tables:
        variable = model.unknowns[index]
        left[variable] = [*map(variable.decoded, left[variable])]
    return left


def fixed_point(model: Model) -> State | None:
    """Return the state of a model after propagation; None if there is no solution."""
    from csp.kernels.search import reach_fixed_point
    from csp.presolve.search_parts import built, laid_out
    from csp.propagators.raised import check_raised
    from exactcover.runtime.kernels.pointers import handle

    builder = built(model)
    state = laid_out(model, builder)
    if builder.is_infeasible:
        return None
    is_possible = reach_fixed_point(handle(state))
    check_raised(state)
    return state if is_possible else None
