"""Engines that search a smaller problem in place of the one that was given."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.analysis.reduction import Reduction
from exactcover.engines.protocol import CoverEngine
from exactcover.portfolio.portfolio import CoverPortfolio
from exactcover.problem.derived import keep_only, left_by
from exactcover.problem.links import Links
from exactcover.problem.problem import Problem
from exactcover.runtime.kernels.types import U32
from exactcover.runtime.search.base import Wrapper
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.protocol import Engine, Out, Status


class Subproblem(Wrapper):
    """The base of these engines; see `exactcover.engines.protocol.CoverEngine`.

    Parameters
    ----------
    depth
        The most options that a solution of the problem that was given has. What is left of it may
        allow for more: its options may have lost primary items, by which solutions are bounded.
    forced
        The options of every solution that are not in the smaller problem.
    kept
        For each option of the smaller problem, its index in the one that was given.
    engine
        The engine that searches the smaller problem.
    """

    def __init__(
        self, depth: int, forced: NDArray[Any], kept: NDArray[Any], engine: Engine
    ) -> None:
        super().__init__(engine)
        self.depth = depth
        self._forced = forced.astype(np.uint32)
        self._kept = kept.astype(np.uint32)

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` nodes and `out.room` solutions."""
        if not len(out.rows):
            return self._engine.advance(node_budget, out)
        rows = np.zeros((len(out.rows), self._engine.depth), dtype=np.uint32)
        before = self.solutions
        status = self._engine.advance(node_budget, out._replace(rows=rows))
        found = self.solutions - before
        if found:
            out.rows[:found] = self._expanded(rows[:found], out.rows.shape[1])
            out.lengths[:found] += np.uint32(len(self._forced))
        return status

    def _expanded(self, rows: U32, width: int) -> U32:
        """Return solutions of the smaller problem as those of the one given, in rows of a width.

        Behind a short solution stands anything, which is never looked at.
        """
        n_forced = len(self._forced)
        expanded = np.zeros((len(rows), width), dtype=np.uint32)
        expanded[:, :n_forced] = self._forced
        if len(self._kept):
            places = np.minimum(rows[:, : width - n_forced], len(self._kept) - 1)
            expanded[:, n_forced : n_forced + places.shape[1]] = self._kept[places]
        return expanded


class Reduced(Subproblem):
    """Searches what `exactcover.reduce` left of a problem; no options can be chosen first.

    Parameters
    ----------
    depth
        The most options that a solution of the given problem has.
    reduction
        The reduced problem, and the way back.
    goal
        The purpose of the search.
    """

    name = "reduced"

    def __init__(self, depth: int, reduction: Reduction, goal: Goal) -> None:
        engine = CoverPortfolio(reduction.problem.links, reduction.problem, goal)
        super().__init__(depth, np.array(reduction.forced), reduction.kept, engine)

    def choose(self, options: list[int]) -> bool:
        """Return whether no options are to be chosen before the search begins."""
        return not options


class Rest(Subproblem):
    """Searches what is left of a problem when options are chosen.

    Where many are chosen, as the clues of a puzzle, that is a small part of the problem: engines
    whose steps visit all items or options are faster on it.

    Parameters
    ----------
    problem
        The whole problem.
    chosen
        The options chosen, which agree.
    make
        Makes the engine for what is left of the problem.

    Examples
    --------
    >>> from exactcover import Problem
    >>> from exactcover.verbs.cover_search import CoverSearch
    >>> from exactcover.engines.dancing_cells.engine import DancingCells
    >>> problem = Problem([["p"], ["p", "q"], ["q"]])
    >>> CoverSearch(problem, engine=lambda _: Rest(problem, [2], DancingCells)).collect()
    [[0, 2]]
    """

    def __init__(
        self,
        problem: Problem,
        chosen: Sequence[int],
        make: Callable[[Links], CoverEngine],
    ) -> None:
        keep, is_gone, bounds = left_by(problem, chosen)
        rest = keep_only(problem, keep, is_gone, bounds)
        forced = np.array(chosen, dtype=np.uint32)
        super().__init__(problem.links.depth, forced, np.flatnonzero(keep), make(rest.links))
        self._chosen = frozenset(chosen)

    @property
    def name(self) -> str:
        """The name of the engine that searches the rest."""
        return self._engine.name

    def choose(self, options: list[int]) -> bool:
        """Return whether these options are among those that are chosen already."""
        return self._chosen.issuperset(options)
