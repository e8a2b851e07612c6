"""`diagram_of`: construct the zero-suppressed decision diagram (ZDD) of all solutions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Protocol, cast

import numpy as np

from exactcover.diagrams.base import ALL, MAX_BYTES, Nodes
from exactcover.diagrams.diagram import Diagram
from exactcover.engines.protocol import CoverEngine, warm_up
from exactcover.engines.trivial import Trivial
from exactcover.problem.links import Links
from exactcover.problem.problem import Problem, check_problem
from exactcover.runtime.arguments import check_whole
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.registry import find_name
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.limits import Flag, HaltedError, Stop, Watch, loading
from exactcover.runtime.search.request import Limits, ProgressLike, Request
from exactcover.runtime.search.result import Interrupted
from exactcover.runtime.search.work import UnfinishedError
from exactcover.verbs.cover_search import CoverSearch, UpTo

if TYPE_CHECKING:
    from exactcover.symmetry.branch import Branch

DIAGRAM_ENGINES = {
    "frontier": "exactcover.diagrams.frontier:FrontierDiagram",
    "cells": "exactcover.diagrams.dancing_cells:DiagramCells",
    "multicover": "exactcover.diagrams.dancing_cells:DiagramMultiCover",
    "units": "exactcover.diagrams.units:UnitsDiagram",
}
"""Name -> module and class. The class is called with a problem's `Links` and the maximum bytes."""
KNOWS_BOUNDS, KNOWS_UNITS = "multicover", "units"
"""The engines that take items with bounds; the second one takes multiplicities, too."""

AUTO = {"frontier": 16, "cells": 1}
"""The engines that "auto" tries one after another; each may use `max_bytes` divided by this."""


class DiagramEngine(CoverEngine, Protocol):
    """An engine that constructs a diagram instead of listing solutions.

    Its `advance` raises `UnfinishedError` if the diagram would need more than the maximum bytes.
    """

    def nodes_and_root(self) -> tuple[Nodes, int]:
        """Return the nodes of the diagram and its root; once, when the search is exhausted."""


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
    up_to: UpTo = None,
) -> Diagram:
    """Construct the zero-suppressed decision diagram of all solutions.

    Parameters
    ----------
    problem
        The problem.
    time_limit, max_nodes, cancel, chosen
        As for `exactcover.solve`.
    progress
        As for `exactcover.solve`. It counts the solutions that the search visits; most solutions
        are never visited. Up to symmetry, it is that of a part of the diagram, as is `max_nodes`.
    method
        The engine: one of `DIAGRAM_ENGINES`, or "auto", which tries them one after another.
    max_bytes
        The maximum memory for the construction, in addition to that of the problem; up to symmetry,
        for that of a part of the diagram.
    up_to
        Only one solution of each class of solutions that symmetries take to each other: those of
        `exactcover.symmetries`, or a name as for `exactcover.solutions`. Classes that no first
        choice separates are listed.

    Returns
    -------
    Diagram
        The diagram, which answers questions about all solutions without any search.

    Raises
    ------
    UnfinishedError
        If a limit, `cancel` or `max_bytes` stops it, or too many classes would have to be listed.
    ProblemError
        If an argument is wrong, or items have bounds and the method is another one than
        "multicover" and "units", or options multiplicities and it is another one than "units".
    Interrupted
        On Ctrl-C.

    Notes
    -----
    The nodes depend on the problem, the method and `max_bytes` only, not on the machine.

    Examples
    --------
    >>> from exactcover import Problem
    >>> diagram_of(Problem([["p"], ["q"], ["p", "q"], ["p"]]))
    <Diagram: 3 solutions in 4 nodes>
    """
    check_problem(problem)
    most_bytes = check_whole("max_bytes", max_bytes)
    limits = Limits(None, time_limit, max_nodes, cancel, progress)
    method = find_name("method", method, ("auto", *DIAGRAM_ENGINES))
    request = Request(Goal.LIST, limits, chosen=chosen, method=method, up_to=up_to)
    if problem.has_bounds and method not in ("auto", KNOWS_BOUNDS, KNOWS_UNITS):
        raise ProblemError(
            f"the method {method!r} takes no bounds on items: {KNOWS_BOUNDS!r}, {KNOWS_UNITS!r} "
            "and 'auto' do"
        )
    if problem.has_multiplicities and method not in ("auto", KNOWS_UNITS):
        raise ProblemError(
            f"the method {method!r} takes no multiplicities: {KNOWS_UNITS!r} and 'auto' do"
        )
    watch = Watch(time_limit, cancel)
    with watch.running():
        if up_to is None:
            return _of_all(problem, request, most_bytes, watch)
        return _of_classes(problem, request, most_bytes, watch)


def _of_all(problem: Problem, request: Request, max_bytes: int, watch: Watch) -> Diagram:
    """Construct the diagram of all solutions, by one engine after another."""
    divisors = {request.method: 1}
    if request.method == "auto":
        divisors = {KNOWS_BOUNDS: 1} if problem.has_bounds else AUTO
        divisors = {KNOWS_UNITS: 1} if problem.has_multiplicities else divisors
    *others, last = divisors
    for name in others:
        try:
            return _construct(problem, name, max_bytes // divisors[name], within(request, watch))
        except UnfinishedError as error:
            if error.stopped:
                raise
    return _construct(problem, last, max_bytes // divisors[last], within(request, watch))


def _of_classes(problem: Problem, request: Request, max_bytes: int, watch: Watch) -> Diagram:
    """Construct the diagram of one solution of each class."""
    from exactcover.diagrams.classes import ClassDiagram
    from exactcover.symmetry.search import ClassSearch, check_up_to, group_of

    check_up_to(problem, request)
    plain = replace(request, up_to=None)

    def find(branches: Sequence[Branch], most: int) -> list[list[int]]:
        asked = replace(within(plain, watch), method="auto")
        search = ClassSearch(problem, replace(asked, up_to=group), branches)
        found: list[list[int]] = []
        while len(found) < most and (some := search.collect()):
            found += some
        _check_end(search)
        return found

    try:
        group = group_of(problem, request)
        make = ClassDiagram(group, lambda part: _of_all(part, plain, max_bytes, watch), find)
        return make.diagram()
    except HaltedError:
        raise _stopped(watch.stop or Stop.CANCELLED, 0) from None


class _TrivialDiagram(Trivial):
    """The diagram of a problem without primary items: its one solution chooses nothing."""

    def __init__(self, links: Links, max_bytes: int) -> None:
        super().__init__("diagram")

    def nodes_and_root(self) -> tuple[Nodes, int]:
        """Return the diagram of all solutions."""
        return Nodes(*np.zeros((3, 2), dtype=np.uint32)), ALL


def _construct(problem: Problem, method: str, max_bytes: int, request: Request) -> Diagram:
    """Construct the diagram by one engine."""

    def make(links: Links) -> DiagramEngine:
        return (_load(method) if problem.n_primary else _TrivialDiagram)(links, max_bytes)

    search = CoverSearch(problem, request, make)
    try:
        search.count()
    except UnfinishedError:
        search.end(Stop.CANCELLED)
        raise
    _check_end(search)
    return Diagram(problem, *cast(DiagramEngine, search.engine).nodes_and_root())


def _check_end(search: CoverSearch) -> None:
    """Raise an error if a search was interrupted or stopped."""
    if search.interrupted:
        raise Interrupted(None)
    if search.stopped:
        raise _stopped(search.stopped, search.engine.nodes)


def _stopped(why: Stop, n_nodes: int) -> UnfinishedError:
    return UnfinishedError(
        f"the diagram is not complete: the search was stopped ({why.value}) after {n_nodes} nodes",
        why,
    )


def within(request: Request, watch: Watch) -> Request:
    """Return a request with the time that a watch has left."""
    return replace(request, limits=replace(request.limits, time_limit=watch.left))


@cache
def _load(method: str) -> Callable[[Links, int], DiagramEngine]:
    """Import an engine, and let Numba compile or load its kernels."""
    with loading():
        make: Callable[[Links, int], DiagramEngine] = resolve_name(DIAGRAM_ENGINES[method])
        warm_up(make(Problem([["p"]]).links, MAX_BYTES))
    return make
