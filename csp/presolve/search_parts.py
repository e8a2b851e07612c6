"""The parts of a search: the builder of a model, the state before the search, the objective."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from csp.errors import depth_refused
from csp.model.builder import Builder
from csp.presolve.knapsack_bounds import post_bounds
from csp.presolve.least_energy import fits
from csp.presolve.registry import RULES

if TYPE_CHECKING:
    from csp.kernels.state import State
    from csp.model.model import Model
    from csp.request import ModelRequest


def built(model: Model) -> Builder:
    """Return a builder with all that the constraints of a model posted, for posting more."""
    builder = model.builder.copied(model.unknowns)
    n_changes = builder.n_changes
    apply_rules(builder)
    # It depends on what was posted alone, so the state of an earlier search can be used again.
    builder.n_changes = n_changes
    is_possible = model.fits
    if is_possible is None:
        is_possible = model.fits = fits(builder, partial(laid_out, model, builder))
    builder.is_infeasible |= not is_possible
    if not model.unknowns:  # one solution, which is empty, or none
        builder.constant(0)
    return builder


def apply_rules(builder: Builder) -> None:
    """Apply all rules, and note those that applied in `builder.presolved`.

    None applies where there is no solution: domains may be left that no propagator expects.
    """
    if builder.is_infeasible:
        return
    posted = builder.kinds
    builder.presolved = tuple(
        name
        for name, rule in RULES.items()
        if not rule.needs.isdisjoint(posted) and rule.apply(builder)
    )


def laid_out(model: Model, builder: Builder) -> State:
    """Return the state before the search; that of the model itself is kept for the next search."""
    from csp.model.layout import copied, lay_out

    is_own = model.unknowns and builder.n_changes == model.builder.n_changes
    if not is_own or builder.is_infeasible:  # which a rule may have found after a layout
        return lay_out(builder)
    layout = model.layout
    if layout is None:
        layout = model.layout = lay_out(builder)
    return copied(layout)


def goal_of(builder: Builder, request: ModelRequest) -> tuple[int, dict[int, int]]:
    """Return the place of a variable that equals the objective, and values to try first.

    Bounds of the objective are posted, too; where there are some, the cheapest values are tried
    first, or those of the linear relaxation if that is asked for.
    """
    with depth_refused():
        goal = builder.variable_of(request.objective)
        costs = post_bounds(builder, goal)
    first = {v: builder.bounds(v)[0 if cost > 0 else 1] for v, cost in costs.items()}
    if request.bound == "linear":
        from csp.presolve.linear_bound import post_linear_bound

        first |= post_linear_bound(builder, goal)
    return builder.place_of(goal), {builder.place_of(v): value for v, value in first.items()}
