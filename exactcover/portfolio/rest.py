"""The rest of a problem when options are chosen, searched without them.

Where many are chosen, as the clues of a puzzle, the rest is a small part of the problem: engines
whose steps visit all items or options are faster on it.
"""

from collections.abc import Callable, Sequence

import numpy as np

from exactcover.engines.protocol import CoverEngine
from exactcover.portfolio.subproblem import Subproblem
from exactcover.problem.derived import keep_only, left_by
from exactcover.problem.links import Links
from exactcover.problem.problem import Problem


class Rest(Subproblem):
    """The engine; see `exactcover.engines.protocol.CoverEngine`.

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
