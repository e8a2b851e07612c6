"""`solved`: all solutions of a problem as a circuit, from tables or from a diagram.

A diagram of few nodes is constructed first, which takes some milliseconds. Then come the tables of
the engine `decomposition` if they are small, and a larger diagram; then tables that may be large,
and at last a diagram that may fill its memory. What is done depends on the problem and the limits
of nodes and memory only, not on the speed of the machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from exactcover.circuits.circuit import Circuit
from exactcover.diagrams.circuit import circuit_of
from exactcover.diagrams.construction import diagram_of
from exactcover.engines.protocol import CoverEngine
from exactcover.engines.registry import load
from exactcover.portfolio.tables import (
    LONG_STEPS,
    MOST_COST,
    SHORT_STEPS,
    SMALL_COST,
    are_many_pairs,
)
from exactcover.problem.links import Links
from exactcover.problem.problem import Problem
from exactcover.runtime.arguments import UNLIMITED
from exactcover.runtime.errors import GaveUpError, ProblemError
from exactcover.runtime.registry import find_name
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.limits import Stop
from exactcover.runtime.search.progress import Progress
from exactcover.runtime.search.request import Limits, Request
from exactcover.runtime.search.result import Interrupted
from exactcover.runtime.search.work import UnfinishedError, Work
from exactcover.verbs.cover_search import CoverSearch

if TYPE_CHECKING:
    from exactcover.engines.decomposition.engine import Decomposition

METHODS = "auto", "decomposition", "diagram"
"""How the circuit is made; "auto" tries the others in turns."""
FEW_NODES = 1 << 12
"""The nodes of the search for the first diagram: some milliseconds."""
DIAGRAM_NODES = 1 << 21
"""The nodes of the search for the next one: 2 to 20 s."""
TABLES, DIAGRAM = "the tables", "the diagram"


@dataclass(frozen=True)
class Solved:
    """All solutions of a problem as a circuit.

    Attributes
    ----------
    circuit
        The circuit; None if there is no solution.
    origin
        What the circuit was made of, in words.
    """

    circuit: Circuit | None
    origin: str


@dataclass(frozen=True)
class _Attempt:
    """One attempt to make the circuit: what it is made of, the limit of its nodes, and how."""

    make: Callable[[int], Circuit | None]
    most_nodes: int
    origin: str


def solved(
    problem: Problem, request: Request, max_bytes: int, watch: Work, most_nodes: int = UNLIMITED
) -> Solved:
    """Return all solutions of a problem as a circuit.

    Parameters
    ----------
    problem
        The problem.
    request
        Its `chosen` are in all solutions; its limits and its method, one of `METHODS`, are obeyed.
    max_bytes
        The most memory for the construction.
    watch
        The watch of the verb, which must be running.
    most_nodes
        The most nodes of a diagram.

    Raises
    ------
    UnfinishedError
        If a limit, `cancel` or `max_bytes` stops it.
    Interrupted
        On Ctrl-C.
    """
    builder = _Builder(problem, request, max_bytes, watch)
    method = find_name("method", request.method, METHODS)
    if method == "decomposition" and problem.has_multiplicities:
        raise ProblemError(
            "the method 'decomposition' takes no multiplicities: 'diagram' and 'auto' do"
        )
    last = UnfinishedError("there is no way to the solutions")
    for attempt in builder.attempts(method, most_nodes):
        left = request.limits.max_nodes
        if left < UNLIMITED:
            left -= builder.n_nodes
        try:
            circuit = attempt.make(min(left, attempt.most_nodes))
        except UnfinishedError as error:
            is_own = error.stopped is Stop.NODES and attempt.most_nodes < left
            if error.stopped and not is_own:
                raise
            last = error
        except GaveUpError as error:
            last = UnfinishedError(str(error))
        else:
            return Solved(circuit, attempt.origin)
        finally:
            builder.n_nodes = watch.nodes
    raise last


class _Builder:
    """Makes circuits of a problem, one way after another; see `solved`."""

    def __init__(self, problem: Problem, request: Request, max_bytes: int, watch: Work) -> None:
        self._problem, self._request = problem, request
        self._max_bytes, self._watch = max_bytes, watch
        self.n_nodes = 0

    def attempts(self, method: str, most_nodes: int) -> Iterator[_Attempt]:
        """Yield what is tried, one after another."""
        if not self._problem.n_primary:  # the one solution chooses nothing
            yield _Attempt(self._diagram, UNLIMITED, DIAGRAM)
            return
        has_tables = method != "diagram"
        if method == "auto":
            yield _Attempt(self._diagram, min(FEW_NODES, most_nodes), DIAGRAM)
            has_tables &= not self._problem.has_multiplicities
            has_tables &= not are_many_pairs(self._problem)
        if has_tables and method == "auto":
            yield _Attempt(self._small_tables, UNLIMITED, TABLES)
        if method == "auto" and most_nodes > FEW_NODES:
            yield _Attempt(self._diagram, min(DIAGRAM_NODES, most_nodes), DIAGRAM)
        if has_tables:
            most_cost = MOST_COST if method == "auto" else float("inf")
            yield _Attempt(lambda n: self._tables(n, LONG_STEPS, most_cost), UNLIMITED, TABLES)
        if method != "decomposition" and most_nodes > DIAGRAM_NODES:
            yield _Attempt(self._diagram, most_nodes, DIAGRAM)

    def _diagram(self, max_nodes: int) -> Circuit | None:
        limits = self._limits(max_nodes)
        diagram = diagram_of(
            self._problem,
            time_limit=limits.time_limit,
            max_nodes=limits.max_nodes,
            cancel=limits.cancel,
            progress=limits.progress,
            chosen=self._request.chosen,
            max_bytes=self._max_bytes,
        )
        return circuit_of(diagram._nodes, diagram.root, self._problem.n_options)

    def _small_tables(self, max_nodes: int) -> Circuit | None:
        return self._tables(max_nodes, SHORT_STEPS, SMALL_COST)

    def _tables(self, max_nodes: int, order_steps: int, most_cost: float) -> Circuit | None:
        """Make the circuit of tables, unless they may be larger than `most_cost`."""

        def make(links: Links) -> CoverEngine:
            factory = load("decomposition", self._problem)
            engine = factory(links, self._max_bytes, order_steps=order_steps, only_tables=True)
            if cast("Decomposition", engine).cost > most_cost:
                raise GaveUpError("the tables may be too large")
            return engine

        request = Request(Goal.COUNT, self._limits(max_nodes), chosen=self._request.chosen)
        search = CoverSearch(self._problem, request, make)
        search.count()
        if search.interrupted:
            raise Interrupted(None)
        if search.stopped:
            raise UnfinishedError(
                f"the tables are not complete: the search was stopped ({search.stopped.value}) "
                f"after {search.engine.nodes} nodes",
                search.stopped,
            )
        engine = cast("Decomposition", search.engine)
        return None if engine.is_zero else engine.circuit()

    def _limits(self, max_nodes: int) -> Limits:
        """Return the limits of a search, which reports to the watch."""
        watch, before = self._watch, self.n_nodes

        def report(progress: Progress) -> None:
            watch.part = progress.part
            watch.nodes = before + progress.nodes

        return Limits(None, watch.left, max_nodes, self._request.limits.cancel, report)
