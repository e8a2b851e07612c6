"""What is left of a problem when options are chosen, searched without them.

Where many are chosen, as the clues of a puzzle, the rest is a small part of the problem: engines
that go over all items or options, or look at those of all that were ever linked, are faster on it.
"""

from collections.abc import Callable, Sequence

import numpy as np

from exactcover.portfolio.smaller import Smaller
from exactcover.problem.derived import keep_only, left_by
from exactcover.problem.links import Links
from exactcover.problem.problem import Problem
from exactcover.search.protocol import Engine


class Rest(Smaller):
    """The engine; see `exactcover.search.protocol.Engine`.

    Parameters
    ----------
    links
        The problem that was given, of which only `depth` is used.
    problem
        The whole problem.
    chosen
        The options chosen; that they agree is known.
    make
        Makes the engine for what is left of the problem.

    Examples
    --------
    >>> from exactcover import Problem
    >>> from exactcover.verbs.cover_search import CoverSearch
    >>> from exactcover.engines.dancing_cells.engine import DancingCells
    >>> problem = Problem([["p"], ["p", "q"], ["q"]])
    >>> make = lambda links: Rest(links, problem, [2], DancingCells)
    >>> CoverSearch(problem, engine=make).collect()
    [[0, 2]]
    """

    def __init__(
        self,
        links: Links,
        problem: Problem,
        chosen: Sequence[int],
        make: Callable[[Links], Engine],
    ) -> None:
        keep, is_gone, bounds = left_by(problem, chosen)
        rest = keep_only(problem, keep, is_gone, bounds)
        forced = np.array(chosen, dtype=np.uint32)
        super().__init__(links.depth, forced, np.flatnonzero(keep), make(rest.links))
        self._chosen = frozenset(chosen)

    @property
    def name(self) -> str:
        """The name of the engine that searches the rest."""
        return self._engine.name

    def choose(self, options: list[int]) -> bool:
        """Take these options before the search begins: only those that are chosen already."""
        return self._chosen.issuperset(options)
