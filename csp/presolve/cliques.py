"""Cliques of variables that differ pair by pair, which are all different.

A comparison `x != y` removes a value only once the other variable is fixed. If all pairs of k
variables are compared, and they have fewer than k values together, there is no solution; with k
values each of them is used. Other cliques add nothing to their pairs, and are not posted.

To find them takes as long as a short search, so a search for few solutions begins without them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from csp.constraints.all_different import post_parts
from csp.model.posted_records import View
from exactcover.runtime.search.limits import watched

if TYPE_CHECKING:
    from csp.model.builder import Builder

STEPS = 32
"""The search for cliques ends after this many steps for each comparison."""

Graph = dict[int, set[View]]
"""Variable -> the views from which it differs."""


def post_cliques(builder: Builder) -> bool:
    """Post what cliques of comparisons `!=` imply, in addition; return whether there are some."""
    found = cliques(builder)
    for clique in found:
        post_parts(builder, clique, "singles")
    return bool(found)


def cliques(builder: Builder) -> list[list[View]]:
    """Return disjoint sets of comparisons that make views all different, and bind their values.

    They are found greedily: variables with few values come first.
    """
    graph = _graph(builder)
    n_values = {v: len(builder.values(v)) for v in graph}
    _drop_loose(graph, n_values)
    rank = {v: k for k, v in enumerate(sorted(graph, key=lambda v: (n_values[v], v)))}

    def order(view: View) -> tuple[int, int]:
        return rank[view.variable], view.offset

    covered: set[tuple[int, View]] = set()
    found: list[list[View]] = []
    steps = STEPS * sum(map(len, graph.values()))
    for first in watched(rank):
        for second in sorted(graph[first], key=order):
            if rank[second.variable] < rank[first] or (first, second) in covered:
                continue
            clique = [View(first, 0), second]
            common = _common(graph[first], graph, second)
            while common:
                steps -= len(common)
                clique.append(min(common, key=order))
                common = _common(common, graph, clique[-1])
            steps -= sum(len(graph[v]) for v, _ in clique)
            clique.sort(key=order)
            for k, (v, offset) in enumerate(clique):
                covered.update((v, View(w, other - offset)) for w, other in clique[k + 1 :])
            if bound := _bound_part(builder, clique):
                found.append(bound)
            if steps < 0:
                return found
    return found


def _graph(builder: Builder) -> Graph:
    """Return which variables differ from which views."""
    graph: Graph = {}
    for group in watched(builder.groups):
        if len(group) != 2:
            continue
        (x, a), (y, b) = group
        if x != y and not builder.is_wide(x) and not builder.is_wide(y):
            graph.setdefault(x, set()).add(View(y, b - a))
            graph.setdefault(y, set()).add(View(x, a - b))
    return graph


def _drop_loose(graph: Graph, n_values: dict[int, int]) -> None:
    """Drop variables that differ from too few others to be in a clique that binds their values."""
    loose = [v for v, own in graph.items() if len(own) + 1 < n_values[v]]
    while loose:
        v = loose.pop()
        for w, offset in graph.pop(v):
            if w in graph:
                had = len(graph[w])
                graph[w].discard(View(v, -offset))
                if len(graph[w]) + 1 < n_values[w] <= had + 1:
                    loose.append(w)


def _common(views: set[View], graph: Graph, view: View) -> set[View]:
    """Return those of the views that differ from one of them."""
    v, offset = view
    return views & {View(w, offset + other) for w, other in graph[v]}


def _bound_part(builder: Builder, clique: list[View]) -> list[View]:
    """Return the first views of a clique, as many as possible, with no more values than views."""
    values: set[int] = set()
    n = 0
    for k, (v, offset) in enumerate(clique, 1):
        values.update(value + offset for value in builder.values(v))
        if len(values) <= k:
            n = k
    return clique[:n] if n > 2 else []
