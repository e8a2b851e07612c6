"""Our search and our diagrams in the place of the two algorithms of xcover."""

from collections.abc import Iterator
from typing import Any

import xcover  # type: ignore[import-not-found]
import xcover.solvers  # type: ignore[import-not-found]

from exactcover import Problem


def _problem(options: Any, starts: Any, colours: Any, n_items: int, n_secondary: int) -> Problem:
    """Return the problem of the arrays that xcover's solvers make."""
    return Problem.from_arrays(
        starts,
        options,
        colours=colours,
        n_items=n_items,
        n_primary=n_items - n_secondary,
        on_useless="ignore",
    )


def algorithm_c(*arrays: Any) -> Iterator[list[int]]:
    """Yield the options of each solution."""
    for solution in _problem(*arrays).solutions():
        yield list(solution.labels)


def algorithm_z(*arguments: Any) -> Iterator[tuple[int, int, int, int]]:
    """Yield the nodes of a decision diagram: number, option, lo, hi; below 2 are none and all."""
    problem = _problem(*arguments[:5])
    graph = problem.diagram().to_graph()
    for node in sorted(graph)[1:]:
        below = {"lo": 0, "hi": 0}
        for _, end, sides in graph.out_edges(node, data="sides"):
            below |= dict.fromkeys(sides, end)
        yield node, graph.nodes[node]["option"].label, below["lo"], below["hi"]


for _module in (xcover, xcover.solvers):
    _module.algorithm_c = algorithm_c
    _module.algorithm_z = algorithm_z
