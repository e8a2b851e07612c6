"""Search trees as data: what a search by propagation decided and found, node by node."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from csp.engines.propagation.tree_nodes import SearchTree
from csp.engines.propagation.walk import walk
from csp.model.model import Model
from csp.request import Branching
from exactcover.runtime.arguments import check_number
from exactcover.runtime.search.limits import Flag
from exactcover.runtime.search.request import ProgressLike, Request, Seed
from exactcover.runtime.search.work import limited


def search_tree(
    model: Model,
    *,
    limit: int = 100,
    seed: Seed | None = None,
    decide: Iterable[Any] | None = None,
    order: str = "smallest",
    values: str | Mapping[Any, int] = "least",
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
) -> SearchTree:
    """Return the tree of a search for all solutions by propagation, node by node.

    It is for teaching, and to find out why a search is long: which decisions fail, and at which
    constraints. At each node the search propagates; then it decides that a variable has a value,
    and after that was searched, that it has not. Where the second decision fails at once, there is
    no node for it, as in the statistics of other searches.

    Parameters
    ----------
    model
        The model.
    limit
        The most nodes that are visited. If there are more, the tree is cut: it has a node of the
        outcome `Outcome.CUT` for each decision that was not tried.
    seed, decide, order, values
        As for `solve`; the order "adaptive" is not possible, because it begins again and again.
    time_limit, cancel, progress
        As for `solve`; if they stop it, the tree is cut as at the limit.

    Returns
    -------
    SearchTree
        The nodes, which notebooks show as a picture, and which can be saved as SVG or PNG.

    Raises
    ------
    ModelError
        If an argument is wrong.
    exactcover.UnfinishedError
        If the time limit or `cancel` stops it before the first node.

    Examples
    --------
    >>> from csp import Model, search_tree
    >>> model = Model()
    >>> x, y, z = (model.variable(range(1, 5), name) for name in "xyz")
    >>> model.post(x * y == z, x < y)
    >>> tree = search_tree(model)
    >>> tree
    <SearchTree: 7 nodes, 3 solutions>
    >>> for node in tree.nodes:
    ...     found = f"{node.outcome.value} {'' if node.failed is None else node.failed}".strip()
    ...     print("  " * node.depth + f"{node.decision}: {found}")
    None: branch
      x == 1: branch
        y == 2: solution
        y != 2: branch
          y == 3: solution
          y != 3: solution
      x != 1: dead end (x) * (y) == z
    """
    most, branching = check_number("limit", limit), Branching(decide, order, values, 0)
    with limited("the root of the tree", time_limit, cancel, progress) as work:
        return walk(model, most, Request(seed=seed), branching, work)
