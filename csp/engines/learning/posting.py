"""Posting for a search that learns clauses, which differs from that for plain search.

Tasks that do not overlap get bits for their orders (`csp.engines.learning.task_orders`).
Propagators that only strengthen others are left out where nothing is known about their reasons.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from csp.cards.card import LeftOut, Wide

if TYPE_CHECKING:
    from csp.model.model import Model

from csp.engines.learning.copies import copies
from csp.engines.learning.state import PLACE_BITS
from csp.engines.learning.task_orders import (
    has_few_pairs,
    post_orders_of_machine,
    post_orders_of_resources,
)
from csp.errors import ModelError
from csp.model.builder import Builder
from csp.model.posted_records import Propagator
from csp.presolve.cliques import post_cliques
from csp.presolve.machines import post_energy
from csp.presolve.search_parts import built, goal_of
from csp.propagators.registry import NO_OVERLAP, PRODUCT
from csp.request import ModelRequest
from exactcover.runtime.search.limits import watched


def unsaid(builder: Builder) -> str | None:
    """Return why clauses cannot be learned because of a wide domain, or None if they can be."""
    wide = {v for v in builder.numbers if builder.is_wide(v)}
    if not wide:
        return None
    if any(high - low >> PLACE_BITS for low, high in map(builder.bounds, wide)):
        return f"an expression has more than 2^{PLACE_BITS} values"
    views = (view.variable for group in builder.groups for view in group)
    different = next((v for v in views if v in wide), None)
    if different is not None:
        return (
            f"{builder.name_of(different)} has more than 2^20 values and is to differ from others"
        )
    for each in builder.propagators:
        found = [] if each.card.is_learned_wide else [v for v in each.scope if v in wide]
        if found:
            return (
                f"{builder.name_of(min(found))} has more than 2^20 values, and clauses cannot be "
                f"learned from one of its constraints ({each.function})"
            )
    return None


def prepare(builder: Builder, goal: int | None) -> None:
    """Replace propagators by those that learn better.

    The variable `goal`, the objective if there is one, is needed even if no propagator has it.
    """
    kept: list[Propagator] = []
    machines: list[Propagator] = []
    for each in builder.propagators:
        if each.function == NO_OVERLAP and has_few_pairs(builder, each):
            machines.append(each)
        elif not isinstance(each.card.explanation, LeftOut):
            kept.append(each)
    builder.replace_propagators(kept)
    for each in machines:
        post_orders_of_machine(builder, each)
    post_orders_of_resources(builder)
    _keep_bounds(builder, goal)


def _keep_bounds(builder: Builder, goal: int | None) -> None:
    """Make the domains wide of which only bounds are read, so that no value is removed alone.

    Copies become linear constraints there, which are about bounds, too.
    """
    found = copies(builder, goal)
    left = {id(each) for copy in found for each in copy.propagators}
    with_values = {view.variable for group in builder.groups for view in group}
    for each in watched(builder.propagators, every=1024):
        if id(each) not in left:
            with_values.update(_with_values(builder, each))
    numbers = builder.numbers
    with_values.update(v for v in watched(numbers, every=1024) if _has_holes(builder, v))
    n = -1
    while len(with_values) > n:
        n = len(with_values)
        for copy in found:
            if not with_values.isdisjoint((copy.x, copy.y)):
                with_values.update((copy.x, copy.y))
    replaced = [copy for copy in found if with_values.isdisjoint((copy.x, copy.y))]
    gone = {id(each) for copy in replaced for each in copy.propagators}
    builder.replace_propagators([each for each in builder.propagators if id(each) not in gone])
    for v in watched(numbers, every=1024):
        if v not in with_values and not builder.is_wide(v):
            builder.keep_bounds(v)
    for copy in replaced:
        copy.post(builder)


def _with_values(builder: Builder, each: Propagator) -> Iterable[int]:
    """Return the variables of a propagator of which it reads or removes single values.

    Of products that is 0 only, which is a bound where nothing is on both sides of it.
    """
    if each.card.wide is Wide.BOUNDS:
        return ()
    if each.function != PRODUCT:
        return each.scope
    ends = map(builder.bounds, each.scope)
    return [v for v, (low, high) in zip(each.scope, ends, strict=True) if low < 0 < high]


def _has_holes(builder: Builder, v: int) -> bool:
    """Return whether a variable lacks a value between its bounds, or is a bit, or fixed."""
    low, high = builder.bounds(v)
    return high - low < 2 or builder.n_values(v) <= high - low


def posted(model: Model, request: ModelRequest) -> tuple[Builder, int | None]:
    """Return the builder with what clause learning posts, and the place of the objective.

    Raises
    ------
    ModelError
        If clauses cannot say what constraints say about a wide domain.
    """
    builder = built(model)
    objective = goal = None
    if request.objective is None:
        post_cliques(builder)
    else:
        objective, _ = goal_of(builder, request)
        goal = builder.numbers[objective]
        post_energy(builder, goal)
    reason = unsaid(builder)
    if reason is not None:
        raise ModelError(f"{reason}: use propagation instead of learning")
    prepare(builder, goal)
    return builder, objective
