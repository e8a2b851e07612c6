"""Solutions that cost at most a given number: the limit of an engine, and the exact comparison.

An engine searches with prices, which may be rounded (`exactcover.engines.cheapest.scaling`). Its
limit is then a little higher than the greatest cost, and solutions that cost more are dropped.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import copysign, inf, nextafter
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from exactcover.engines.cheapest.best import UNBOUNDED
from exactcover.engines.cheapest.scaling import Scaled, scaled
from exactcover.engines.protocol import CheapestEngine, CoverEngine
from exactcover.problem.costs import Costs, number, rounded_down, total_cost
from exactcover.problem.links import Links
from exactcover.problem.problem import Problem
from exactcover.runtime.arguments import Cost
from exactcover.runtime.search.base import Wrapper
from exactcover.runtime.search.protocol import Out, Part, Splittable, Status

ROWS = 1 << 10
"""The most solutions that are compared at once, where they are only counted."""


def scale_of(problem: Problem, links: Links, engine: object = None) -> Scaled:
    """Return the prices with which an engine searches a problem, also one with bounds.

    Most engines search an equivalent problem without bounds.
    """
    is_encoded = problem.has_bounds and not getattr(engine, "knows_bounds", False)
    return scaled(problem.encoded.links if is_encoded else links)


def at_most(
    engine: CheapestEngine, problem: Problem, links: Links, max_cost: Cost | None
) -> CheapestEngine:
    """Let an engine find only solutions that cost at most `max_cost`; None for any cost.

    Parameters
    ----------
    engine
        The engine, before its search.
    problem, links
        The problem that it was made for.
    max_cost
        The greatest cost.
    """
    if max_cost is None or max_cost == inf:
        return engine
    scale = scale_of(problem, links, engine)
    engine.lower(limit_of(scale, problem.costs, max_cost))
    return engine if scale.is_exact else AtMost(engine, problem.costs, max_cost)


def limit_of(scale: Scaled, costs: Costs, max_cost: Any, chosen: Fraction = Fraction(0)) -> int:
    """Return the least price above those of all solutions that cost at most `max_cost`.

    Parameters
    ----------
    scale
        The prices.
    costs
        The costs of all options.
    max_cost
        The greatest cost: of the sums as they are returned, which are rounded if costs are floats.
    chosen
        What options cost that are chosen, and have no price.
    """
    if costs.dtype.kind != "f" or abs(max_cost) == inf:
        most, is_allowed = max_cost, True
    else:
        # A sum halfway between two floats is rounded to the one that is even.
        below = rounded_down(max_cost)
        above = nextafter(below, inf)
        most = inf if inf in (below, above) else (Fraction(below) + Fraction(above)) / 2
        is_allowed = float(most) == below
    if abs(most) == inf:
        return UNBOUNDED if most > 0 else -UNBOUNDED
    return scale.limit(most - chosen, is_allowed=is_allowed)


def lower_bound(problem: Problem, price: int, engine: object = None) -> float:
    """Return a lower bound of costs for one of the prices of an engine."""
    if abs(price) >= UNBOUNDED:
        return copysign(inf, price)
    cost = scale_of(problem, problem.links, engine).cost(price)
    return rounded_down(cost) if problem.costs.dtype.kind == "f" else number(cost)


def lower_for_part(
    engine: CheapestEngine,
    problem: Problem,
    links: Links,
    costs: Costs,
    max_cost: Any,
    chosen: Iterable[float],
) -> None:
    """Let an engine look only for the rest of solutions that cost at most `max_cost`.

    Some solutions that cost a little more may be found, too.

    Parameters
    ----------
    engine
        The engine, before its search.
    problem, links
        The problem that remains after some options are chosen.
    costs
        The costs of all options of the whole problem.
    max_cost
        The greatest cost of a solution with these options.
    chosen
        The costs of these options.
    """
    rest = sum(map(Fraction, chosen), Fraction(0))
    engine.lower(limit_of(scale_of(problem, links, engine), costs, max_cost, rest))


class AtMost(Wrapper):
    """An engine that drops the solutions of another one that cost too much.

    Parameters
    ----------
    engine
        The engine that searches.
    costs
        The costs of the options.
    max_cost
        The greatest cost.
    """

    finds_cheapest = True

    def __init__(self, engine: CoverEngine, costs: Costs, max_cost: Any) -> None:
        super().__init__(engine)
        self.depth = engine.depth
        self.is_splittable = engine.is_splittable  # type: ignore[misc]
        self._costs, self._max_cost = costs, max_cost
        self._n_dropped = 0

    @property
    def name(self) -> str:
        """The name of the engine that searches."""
        return self._engine.name

    @property
    def knows_bounds(self) -> bool:
        """Whether the engine searches problems with bounds as they are."""
        return getattr(self._engine, "knows_bounds", False)

    @property
    def n_dropped(self) -> int:
        """The number of solutions found so far that cost too much."""
        return self._n_dropped

    @property
    def solutions(self) -> int:
        """The number of solutions found so far that do not cost too much."""
        return self._engine.solutions - self._n_dropped

    def choose(self, options: list[int]) -> bool:
        """Choose these options before the search begins; return whether they agree."""
        return cast(CoverEngine, self._engine).choose(options)

    def lower(self, limit: int) -> None:
        """Look for no solution that costs `limit` or more."""
        cast(CheapestEngine, self._engine).lower(limit)

    @property
    def bound(self) -> int:
        """A lower bound of the cost of all solutions that are not found yet."""
        return cast(CheapestEngine, self._engine).bound

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` nodes and `out.room` solutions."""
        inner = out
        if not len(out.rows):
            room = min(out.room, ROWS)
            rows = np.empty((room, self.depth), dtype=np.uint32)
            inner = Out(rows, np.empty(room, dtype=np.uint32), room)
        before = self._engine.solutions
        status = self._engine.advance(node_budget, inner)
        found = self._engine.solutions - before
        kept = [k for k in range(found) if self._is_cheap(inner, k)]
        inner.rows[: len(kept)] = inner.rows[kept]
        inner.lengths[: len(kept)] = inner.lengths[kept]
        self._n_dropped += found - len(kept)
        is_full = len(kept) == out.room
        return Status.BUDGET_SPENT if status == Status.OUT_FULL and not is_full else status

    def _is_cheap(self, out: Out, k: int) -> bool:
        """Return whether a solution does not cost too much."""
        cost = total_cost(self._costs, out.rows[k, : out.lengths[k]].tolist())
        return bool(cost <= self._max_cost)

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        return super().snapshot() | {"n_dropped": np.array(self._n_dropped)}

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Restore a snapshot of an engine that was made with the same arguments."""
        super().restore(snapshot)
        self._n_dropped = int(snapshot["n_dropped"])

    def remaining(self) -> list[Part]:
        """Return the parts of the tree that are still to be searched."""
        return cast(Splittable, self._engine).remaining()
