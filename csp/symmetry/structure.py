"""The graph of literals as igraph gets it, and the check of permutations that are given."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from csp.errors import ModelError
from csp.model.constraint import Constraint
from csp.model.literal_graph import LiteralGraph
from exactcover.runtime.permutations import Permutation
from exactcover.runtime.search.limits import watched


def coloured(graph: LiteralGraph) -> tuple[NDArray[np.intp], list[int]]:
    """Return the edges of a graph, and the marks of its vertices as numbers."""
    rows = enumerate(watched(graph.ends, every=256))
    pairs = [(vertex, end) for vertex, own in rows for end in own]
    marks = graph.marks
    number = {mark: k for k, mark in enumerate(dict.fromkeys(marks))}
    return np.array(pairs, dtype=np.intp).reshape(-1, 2), [number[mark] for mark in marks]


def check_automorphism(graph: LiteralGraph, permutation: Permutation) -> list[Constraint]:
    """Return the constraints that pin literals which a permutation of the literals moves.

    Raises
    ------
    ModelError
        If it takes another constraint to what is none.
    """
    n = len(graph.literals)
    moved = [k for k, image in enumerate(permutation.tolist()) if k != image]
    marks = graph.marks
    known = {(marks[vertex], graph.ends[vertex]): vertex for vertex in range(n, len(marks))}
    images: list[int | None] = list(permutation.tolist())
    for vertex in watched(range(n, len(marks)), every=256):
        ends = [images[end] for end in graph.ends[vertex]]
        wanted = tuple(sorted(end for end in ends if end is not None))
        is_possible = None not in ends
        images.append(known.get((marks[vertex], wanted)) if is_possible else None)
        if images[-1] is None and graph.is_required(vertex) and not graph.is_pin(vertex):
            raise ModelError(_not_mapped(graph, vertex))
    return [graph.pinned[literal] for literal in moved if literal in graph.pinned]


def _not_mapped(graph: LiteralGraph, vertex: int) -> str:
    """Return why a permutation of literals that maps a vertex to none is no symmetry."""
    constraint = graph.of_constraint.get(vertex)
    if constraint is None:
        variable = graph.literals[graph.ends[vertex][0]][0]
        return (
            f"this is no symmetry: the literals of {variable!r} go to what are neither those of a "
            "variable nor a set of which a constraint requires exactly one"
        )
    return f"this is no symmetry: no constraint is what it takes {constraint!r} to"
