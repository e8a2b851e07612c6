"""The search that counts layer by layer: `Layered` with its limits, workers and checkpoint."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from exactcover.engines.protocol import CheapestEngine, CoverEngine
from exactcover.engines.registry import ENGINES, load
from exactcover.layered.budget import Budget
from exactcover.layered.checkpoint import LayersCheckpoint
from exactcover.layered.engine import FIRST_STATES, Layered
from exactcover.layered.stations import Stations
from exactcover.layered.work import Crew
from exactcover.orders.fixed_order import Numbers
from exactcover.orders.order import BEST
from exactcover.orders.registry import ORDERS
from exactcover.problem.derived import find_clash
from exactcover.problem.problem import Problem
from exactcover.runtime.arguments import Cost, each_of
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.parallel.checkpoint_database import naming_errors
from exactcover.runtime.search.driver import Search
from exactcover.runtime.search.protocol import Out
from exactcover.runtime.search.request import Layering, Parallel, Request
from exactcover.symmetry.symmetries import Symmetries, check_group, symmetries


class LayeredSearch(Search):
    """A count; see `exactcover.verbs.cover_search.Searching`.

    Parameters
    ----------
    problem
        The problem.
    request
        The request. Its seed changes nothing, as a count does not depend on the order.

    Raises
    ------
    ProblemError
        If the request asks for what cannot be counted layer by layer.
    CheckpointError
        If the checkpoint cannot be used.
    """

    def __init__(self, problem: Problem, request: Request) -> None:
        self._layering = request.layering or Layering()
        _check(problem, request, self._layering)
        parallel = request.parallel or Parallel()
        chosen = problem.find_options(request.chosen)
        if chosen and (clash := find_clash(problem, chosen)):
            raise ProblemError(clash)
        order = _order(problem, self._layering.order)
        self._crew = Crew(parallel.workers, parallel.executor)
        self._file: LayersCheckpoint | None = None
        kept = parallel.kept
        facts = {
            "digest": problem.digest,
            "chosen": chosen,
            "order": order if isinstance(order, str) else order.tolist(),
            "symmetries": _words(self._layering.symmetries),
        }
        if request.max_cost is not None:
            facts["max_cost"] = repr(request.max_cost)

        def made() -> CoverEngine:
            if kept is not None and self._file is None:
                self._file = LayersCheckpoint(kept, must_exist=parallel.must_exist, facts=facts)
            if not problem.n_primary:
                return _without_items(problem, request.max_cost)
            up_to = self._layering.symmetries
            if up_to is not None and not isinstance(up_to, Symmetries):
                up_to = symmetries(problem, up_to)
            stations = None if up_to is None else Stations(up_to)
            first_states = FIRST_STATES if kept is None else 0
            budget = None
            if request.max_cost is not None:
                is_uniform = stations is not None
                budget = Budget.of(problem.links, request.max_cost, is_uniform=is_uniform)
            engine = Layered(
                problem.links,
                order,
                self._layering.max_bytes,
                self._crew,
                stations,
                first_states,
                budget,
            )
            if chosen:
                engine.choose(chosen)
            if self._file is not None and len(self._file):
                with naming_errors(self._file.path):
                    engine.restore(self._file)
            return engine

        try:
            super().__init__(made, request.limits, name="frontier")
        except BaseException:
            self._release()
            raise

    def count(self) -> int:
        """Search to the end; return the number of solutions found so far."""
        try:
            found = super().count()
            self._save()
        finally:
            self._release()
        return found

    def _slice(self, out: Out) -> None:
        """Let the engine run for a slice, and save its position if it is time."""
        super()._slice(out)
        if self._file is not None and self._file.is_due:
            self._save()

    def _save(self) -> None:
        if self._file is not None and isinstance(self._engine, Layered):
            self._file.save(self._engine.arrays())

    def _release(self) -> None:
        """Release the workers and the files."""
        self._crew.close()
        engine = getattr(self, "_engine", None)
        if isinstance(engine, Layered):
            engine.close()
        if self._file is not None:
            self._file.close()
            self._file = None


def _without_items(problem: Problem, max_cost: Cost | None) -> CoverEngine:
    """Return the engine of a problem whose only solution is to choose nothing, which costs 0."""
    engine = load("frontier", problem)(problem.links)
    if max_cost is not None and max_cost < 0:
        cast(CheapestEngine, engine).lower(0)
    return engine


def _check(problem: Problem, request: Request, layering: Layering) -> None:
    """Raise ProblemError for what is not possible layer by layer."""
    method = ENGINES.find(request.method, ["auto"])
    if method not in ("auto", "frontier"):
        raise ProblemError(
            f"order=, symmetries= and max_bytes= are for the method frontier, not {method}"
        )
    if problem.has_bounds:
        raise ProblemError(
            "order=, symmetries= and max_bytes= are for problems without bounds on items"
        )
    if request.up_to is not None:
        raise ProblemError(
            "up_to= counts classes, and order=, symmetries= and max_bytes= are for all solutions"
        )
    up_to = layering.symmetries
    if up_to is not None:
        check_group("symmetries", problem, up_to)
        if request.chosen:
            raise ProblemError(
                "chosen= and symmetries= exclude each other: count problem.with_chosen(...)"
            )


def _order(problem: Problem, order: Any) -> str | Numbers:
    """Return the order of the items as a name or as their numbers."""
    if order is None:
        return BEST
    if isinstance(order, str):
        return ORDERS.find(order, [BEST])
    number = {item: k for k, item in enumerate(problem.primary)}
    found: dict[int, None] = {}
    for item in each_of("order", order):
        if item not in number:
            raise ProblemError(f"order names {item!r}, which is no primary item of the problem")
        if number[item] in found:
            raise ProblemError(f"order names {item!r} twice")
        found[number[item]] = None
    rest = [k for k in range(problem.n_primary) if k not in found]
    return np.array([*found, *rest], dtype=np.int64)


def _words(up_to: Any) -> Any:
    """Return the symmetries in the form that a checkpoint keeps."""
    if not isinstance(up_to, Symmetries):
        return up_to
    return sorted(sorted(map(repr, one.items())) for one in up_to.generators)
