"""How a diagram of all solutions is made: `diagram_of`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast

import numpy as np

from exactcover.arguments import check_chosen, check_problem, check_whole
from exactcover.diagrams.diagram import ALL, Diagram, Nodes, UnfinishedError
from exactcover.engines.trivial import Trivial
from exactcover.errors import ProblemError
from exactcover.limits import Flag, Stop, Watch, loading
from exactcover.names import find_name
from exactcover.problem.links import Links
from exactcover.problem.methods import MAX_BYTES
from exactcover.problem.problem import Problem
from exactcover.search.progress import Progress
from exactcover.search.protocol import CoverEngine, warm_up
from exactcover.search.result import Interrupted
from exactcover.verbs.cover_search import Controls, CoverSearch

WEAVERS = {
    "frontier": "exactcover.diagrams.frontier:FrontierDiagram",
    "cells": "exactcover.diagrams.dancing_cells:DiagramCells",
}
"""Name -> module and class. The class is called with a problem's `Links` and the most bytes."""

AUTO = {"frontier": 16, "cells": 1}
"""The weavers that are tried in turn by default; each may take `max_bytes` divided by this."""


class Weaver(CoverEngine, Protocol):
    """An engine that makes a diagram instead of giving solutions out.

    Its `advance` raises `UnfinishedError` if the diagram would need more bytes than it may have.
    """

    def nodes_and_root(self) -> tuple[Nodes, int]:
        """Return the diagram; once, when the search is exhausted."""


def diagram_of(
    problem: Problem,
    *,
    time_limit: float | None = None,
    max_nodes: int | None = None,
    cancel: Flag | None = None,
    progress: bool | Callable[[Progress], object] | None = None,
    chosen: Iterable[Any] = (),
    method: str = "auto",
    max_bytes: int = MAX_BYTES,
) -> Diagram:
    """Find all solutions at once, as a diagram.

    Parameters
    ----------
    problem
        Whose solutions are wanted.
    time_limit, max_nodes, cancel, progress, chosen
        See `exactcover.verbs.cover_search.Controls`. Solutions that a progress report counts are
        those that the search met, and most are never met but in the diagram.
    method
        How it is made: one of `WEAVERS`, or "auto", which tries them in turn.
    max_bytes
        How much memory it may take to make it, besides what the problem takes.

    Raises
    ------
    UnfinishedError
        If a limit, `cancel` or `max_bytes` stops it: a part of a diagram is of no use.
    ProblemError
        If an item has bounds, or a control is wrong.
    Interrupted
        On Ctrl-C.

    Notes
    -----
    The same problem gives the same nodes on any machine, for the same method and `max_bytes`.

    Examples
    --------
    >>> from exactcover import Problem
    >>> diagram_of(Problem([["p"], ["q"], ["p", "q"], ["p"]]))
    <Diagram: 3 solutions in 4 nodes>
    """
    check_problem(problem)
    if problem.has_bounds:
        raise ProblemError("a problem with bounds on items has no diagram")
    most_bytes = check_whole("max_bytes", max_bytes)
    watch = Watch(time_limit, cancel)
    controls: Controls = {
        "max_nodes": max_nodes,
        "cancel": cancel,
        "progress": progress,
        "chosen": check_chosen(chosen),
    }
    method = find_name("method", method, ("auto", *WEAVERS))
    plan = AUTO if method == "auto" else {method: 1}
    *others, last = plan
    with watch.running():
        for name in others:
            controls["time_limit"] = watch.left
            try:
                return _weave(problem, name, most_bytes // plan[name], controls)
            except UnfinishedError as error:
                if error.stopped:
                    raise
        controls["time_limit"] = watch.left
        return _weave(problem, last, most_bytes // plan[last], controls)


class _TrivialDiagram(Trivial):
    """The diagram of a problem without primary items: it has one solution, to choose nothing."""

    def __init__(self, links: Links, max_bytes: int) -> None:
        super().__init__("diagram")

    def nodes_and_root(self) -> tuple[Nodes, int]:
        """Return the diagram of all solutions."""
        return Nodes(*np.zeros((3, 2), dtype=np.uint32)), ALL


def _weave(problem: Problem, method: str, max_bytes: int, controls: Controls) -> Diagram:
    """Make a diagram by one method."""

    def make(links: Links) -> Weaver:
        return (_load(method) if problem.n_primary else _TrivialDiagram)(links, max_bytes)

    search = CoverSearch(problem, make, **controls)
    try:
        search.count()
    except UnfinishedError:
        search.end(Stop.CANCELLED)
        raise
    if search.interrupted:
        raise Interrupted(None)
    if search.stopped:
        raise UnfinishedError(
            f"the diagram is not complete: the search was stopped ({search.stopped.value}) after "
            f"{search.engine.nodes} nodes",
            search.stopped,
        )
    return Diagram(problem, *cast(Weaver, search.engine).nodes_and_root())


@cache
def _load(method: str) -> Callable[[Links, int], Weaver]:
    """Import a weaver and let Numba compile or load its kernels."""
    module, _, name = WEAVERS[method].partition(":")
    with loading():
        weaver: Callable[[Links, int], Weaver] = getattr(import_module(module), name)
        warm_up(weaver(Problem([["p"]]).links, MAX_BYTES))
    return weaver
