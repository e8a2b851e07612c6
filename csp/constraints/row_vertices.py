"""The rows of tables in the graph of a model's literals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from csp.constraints.conditions import Condition, Entry

if TYPE_CHECKING:
    from csp.model.literal_graph import LiteralGraph


def row_vertex(
    graph: LiteralGraph, values: Sequence[Mapping[int, int]], row: Sequence[Entry]
) -> int | None:
    """Return the vertex of the condition that a row holds; None if it never does.

    Parameters
    ----------
    graph
        The graph.
    values
        Value -> its vertex, for each column.
    row
        The row.
    """
    own = list[int]()
    for mine, entry in zip(values, row, strict=True):
        if isinstance(entry, int):
            if entry not in mine:
                return None
            own.append(mine[entry])
        elif isinstance(entry, Condition):
            kept = [vertex for v, vertex in mine.items() if entry.accepts(v)]
            if not kept:
                return None
            if len(kept) < len(mine):
                own.append(graph.any_of(kept))
            for each in entry.comparisons:
                pairs = [
                    graph.all_of([vertex, other])
                    for v, vertex in mine.items()
                    for w, other in values[each.column].items()
                    if each.holds_for(v - w)
                ]
                if not pairs:
                    return None
                own.append(graph.any_of(pairs))
    return graph.all_of(own)
