"""What a search that learns clauses posts in another way than plain search.

Tasks that do not overlap get a bit for each pair, which says which task comes first: decisions and
clauses about these bits are what proofs of schedules are made of. Propagators that only strengthen
others are left out where nothing is known about their reasons.
"""

from __future__ import annotations

from csp.model.builder import Builder
from csp.model.postings import LINEAR, ON_BOUNDS, Propagator

REDUNDANT = {
    "sums:sums",
    "domain_consistency:domain_consistency",
    "domain_consistency:adaptive_domain_consistency",
    "flow:flow",
    "energy:energy",
    "disjunctive:disjunctive",
    "knapsack_bound:knapsack_bound",
}
"""Propagators without which others still find all solutions, and no others."""


def prepare(builder: Builder) -> None:
    """Replace propagators by those that learn better."""
    kept: list[Propagator] = []
    pairs: list[Propagator] = []
    for each in builder.propagators:
        if each.function == "no_overlap:no_overlap" and _are_positive(builder, each):
            pairs.append(each)
        elif each.function not in REDUNDANT:
            kept.append(each)
    builder.replace_propagators(kept)
    for each in pairs:
        _post_orders(builder, each)


def _are_positive(builder: Builder, each: Propagator) -> bool:
    """Return whether no task can have the duration 0, which may overlap with others."""
    n = len(each.scope) // 2
    return all(builder.bounds(v)[0] > 0 for v in each.scope[n:])


def _post_orders(builder: Builder, each: Propagator) -> None:
    n = len(each.scope) // 2
    starts, durations = each.scope[:n], each.scope[n:]
    for j in range(n):
        for i in range(j):
            scope = [starts[i], starts[j], durations[i], durations[j]]
            bit = builder.new_variable(0, 0b11)
            builder.propagator("order:order", [*scope, bit], cost=LINEAR, wake=ON_BOUNDS)
