"""The verb that builds a diagram of all solutions: `diagram_of`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast

from exactcover.arguments import check_problem, check_whole
from exactcover.diagrams.diagram import Diagram, Nodes, UnfinishedError
from exactcover.errors import ProblemError
from exactcover.limits import Flag, Stop, Watch, loading
from exactcover.names import find_name
from exactcover.problem.links import Links
from exactcover.problem.methods import MAX_BYTES
from exactcover.problem.problem import Problem
from exactcover.search.goal import Goal
from exactcover.search.protocol import Engine, warm_up
from exactcover.search.request import Limits, ProgressLike, Request
from exactcover.search.result import Interrupted
from exactcover.verbs.cover_search import CoverSearch

WEAVERS = {
    "frontier": "exactcover.diagrams.frontier:FrontierDiagram",
    "cells": "exactcover.diagrams.dancing_cells:DiagramCells",
}
"""Name -> module and class. The class is called with a problem's `Links` and the most bytes."""

AUTO = {"frontier": 16, "cells": 1}
"""The weavers that are tried in turn by default; each may take `max_bytes` divided by this."""


class Weaver(Engine, Protocol):
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
    progress: ProgressLike | None = None,
    chosen: Iterable[Any] = (),
    method: str = "auto",
    max_bytes: int = MAX_BYTES,
) -> Diagram:
    """Find all solutions at once, as a diagram.

    Parameters
    ----------
    problem
        Whose solutions are wanted.
    time_limit, max_nodes, cancel, chosen
        As for `exactcover.solve`.
    progress
        As for `exactcover.solve`. It counts the solutions that the search meets; most solutions are
        only in the diagram.
    method
        How it is made: one of `WEAVERS`, or "auto", which tries them in turn.
    max_bytes
        How much memory it may take to make it, besides what the problem takes.

    Returns
    -------
    Diagram
        The diagram, which answers questions about all solutions without any search.

    Raises
    ------
    UnfinishedError
        If a limit, `cancel` or `max_bytes` stops it: a part of a diagram is of no use.
    ProblemError
        If an item has bounds, or an argument is wrong.
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
    limits = Limits(None, time_limit, max_nodes, cancel, progress)
    method = find_name("method", method, ("auto", *WEAVERS))
    request = Request(Goal.LIST, limits, chosen=chosen, method=method)
    watch = Watch(time_limit, cancel)
    plan = AUTO if method == "auto" else {method: 1}
    *others, last = plan
    with watch.running():
        for name in others:
            try:
                return _weave(problem, name, most_bytes // plan[name], within(request, watch))
            except UnfinishedError as error:
                if error.stopped:
                    raise
        return _weave(problem, last, most_bytes // plan[last], within(request, watch))


def _weave(problem: Problem, method: str, max_bytes: int, request: Request) -> Diagram:
    """Make a diagram by one method."""
    make = _load(method)
    if not problem.n_primary:
        from exactcover.engines.settled import Settled

        make = Settled
    search = CoverSearch(problem, request, lambda links: make(links, max_bytes))
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
            f"{search.machine.nodes} nodes",
            search.stopped,
        )
    return Diagram(problem, *cast(Weaver, search.machine).nodes_and_root())


def within(request: Request, watch: Watch) -> Request:
    """Return a request with the time that a watch has left."""
    return replace(request, limits=replace(request.limits, time_limit=watch.left))


@cache
def _load(method: str) -> Callable[[Links, int], Weaver]:
    """Import a weaver and let Numba compile or load its kernels."""
    module, _, name = WEAVERS[method].partition(":")
    with loading():
        weaver: Callable[[Links, int], Weaver] = getattr(import_module(module), name)
        warm_up(weaver(Problem([["p"]]).links, MAX_BYTES))
    return weaver
