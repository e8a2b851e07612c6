"""Bounds of a linear objective from its relaxation with one linear constraint at a time."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from csp.kernels.state import MANY_VALUES
from csp.model.builder import Builder
from csp.model.posted_records import ON_BOUNDS, QUADRATIC, Propagator
from csp.propagators.registry import KNAPSACK_BOUND, LINEAR_EQUALS, LINEAR_LESS_EQUAL

MOST_CONSTRAINTS = 64
"""At most this many constraints are relaxed together with the objective."""

Sum = dict[int, int]
"""Variables and their coefficients."""


def post_bounds(builder: Builder, goal: int) -> Sum:
    """Post bounds of an objective that is to be least, for each constraint that opposes it.

    Parameters
    ----------
    builder
        The builder with the constraints of the model.
    goal
        The number of the variable of the objective.

    Returns
    -------
    The costs, in the objective, of the variables whose cheapest value is to be tried first: those
    of these constraints, and those with many values, where millions of solutions may lead from the
    other end to the best one. Empty if there are none.
    """
    posted = builder.propagators
    costs, constant = stated_costs(posted, goal)
    places = {v: place for place, v in enumerate(costs)}
    opposed: Sum = {}
    n = 0
    for weights, capacity in _inequalities(posted):
        own = {v: costs[v] for v, w in weights.items() if costs.get(v, 0) * w < 0}
        if len(own) < 2 or goal in weights or n == MOST_CONSTRAINTS:
            continue
        # In the order in which the costs fall most for the least weight.
        first = sorted(own, key=lambda v: (Fraction(abs(costs[v]), abs(weights[v])), places[v]))
        if _post(builder, goal, first, costs, constant, weights, capacity):
            opposed |= own
            n += 1
    return opposed | {v: c for v, c in costs.items() if _has_many_values(builder, v)}


def _has_many_values(builder: Builder, v: int) -> bool:
    low, high = builder.bounds(v)
    return high - low >= MANY_VALUES


def stated_costs(posted: list[Propagator], goal: int) -> tuple[Sum, int]:
    """Return the costs c and the constant c0 of an objective c x + c0, of several variables."""
    costs, constant, seen = {goal: 1}, 0, {goal}
    while len(costs) == 1:
        ((v, factor),) = costs.items()
        equations = (each for each in _equations(posted, v) if not seen & each[0].keys())
        found = next(equations, None)
        if found is None:
            break
        costs = {u: factor * c for u, c in found[0].items()}
        constant += factor * found[1]
        seen.add(v)
    return costs, constant


def _equations(posted: list[Propagator], goal: int) -> Iterator[tuple[Sum, int]]:
    """Yield the costs c and the constant c0 of posted equations goal = c x + c0."""
    for each in posted:
        if each.function == LINEAR_EQUALS and goal in each.scope:
            *coefficients, total = map(int, each.constants)
            terms = dict(zip(each.scope, coefficients, strict=True))
            own = terms.pop(goal)
            if len(terms) == len(coefficients) - 1 and abs(own) == 1:
                yield {v: -own * c for v, c in terms.items()}, own * total


def _inequalities(posted: list[Propagator]) -> Iterator[tuple[Sum, int]]:
    """Yield the posted constraints w x <= capacity: equations are two of them."""
    for each in posted:
        if each.function not in (LINEAR_EQUALS, LINEAR_LESS_EQUAL):
            continue
        *coefficients, total = map(int, each.constants)
        weights = dict(zip(each.scope, coefficients, strict=True))
        if len(weights) < len(coefficients):
            continue
        yield weights, total
        if each.function == LINEAR_EQUALS:
            yield {v: -w for v, w in weights.items()}, -total


def _post(
    builder: Builder,
    goal: int,
    opposed: list[int],
    costs: Sum,
    constant: int,
    weights: Sum,
    capacity: int,
) -> bool:
    """Post the bound, unless its numbers may overflow; return whether it was posted."""
    scope = list(dict.fromkeys([*opposed, *costs, *weights]))
    own_costs = [costs.get(v, 0) for v in scope]
    own_weights = [weights.get(v, 0) for v in scope]
    return builder.propagator(
        KNAPSACK_BOUND,
        [*scope, goal],
        [len(opposed), capacity, constant, *own_costs, *own_weights],
        cost=QUADRATIC,
        wake=ON_BOUNDS,
    )
