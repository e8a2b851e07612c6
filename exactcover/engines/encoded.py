"""Engines that know no bounds, on problems with bounds: they search an equivalent problem.

See `exactcover.problem.encoding`. Its options after those of the given problem only count; they
are left out of the solutions.
"""

from collections.abc import Callable
from typing import Any, cast

import numpy as np

from exactcover.engines.multicover.cells import agree
from exactcover.problem.links import Links, build
from exactcover.problem.problem import Problem
from exactcover.search.base import Wrapper
from exactcover.search.protocol import CheapestEngine, CoverEngine, Out, Part, Splittable, Status


class Encoded(Wrapper):
    """The engine; see `exactcover.search.protocol.CoverEngine`.

    The parts of its search (`remaining`) may have options that only count.

    Parameters
    ----------
    links
        The links of the given problem.
    engine
        The engine that searches the equivalent problem.
    """

    def __init__(self, links: Links, engine: CoverEngine) -> None:
        super().__init__(engine)
        self.depth = links.depth
        self._links = links

    @property
    def name(self) -> str:
        """The name of the engine that searches."""
        return self._engine.name

    def choose(self, options: list[int]) -> bool:
        """Choose these options before the search begins; return whether they agree."""
        given = [option for option in options if option < len(self._links.node_of)]
        return agree(self._links, given) and cast(CoverEngine, self._engine).choose(options)

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` nodes and `out.room` solutions."""
        if not len(out.rows):
            return self._engine.advance(node_budget, out)
        inner = out._replace(rows=np.zeros((len(out.rows), self._engine.depth), dtype=np.uint32))
        before = self.solutions
        status = self._engine.advance(node_budget, inner)
        found = self.solutions - before
        rows = inner.rows[:found]
        is_given = rows < len(self._links.node_of)
        is_given &= np.arange(rows.shape[1]) < inner.lengths[:found, np.newaxis]
        # Stable, so that the options keep the order in which they were chosen.
        order = np.argsort(~is_given, axis=1, kind="stable")[:, : self.depth]
        out.rows[:found, : order.shape[1]] = np.take_along_axis(rows, order, axis=1)
        out.lengths[:found] = is_given.sum(axis=1)
        return status

    def lower(self, limit: int) -> None:
        """Look for no solution that costs `limit` or more."""
        cast(CheapestEngine, self._engine).lower(limit)

    def remaining(self) -> list[Part]:
        """Return the parts of the tree that are still to be searched."""
        return cast(Splittable, self._engine).remaining()


def encoded(problem: Problem, make: Callable[..., CoverEngine]) -> Callable[..., Encoded]:
    """Return a factory of engines for a problem with bounds, from one for the equivalent problem.

    It is called with the links of the given problem, whose order may be random: then that of the
    equivalent problem is, too.
    """

    def made(links: Links, *settings: Any, **others: Any) -> Encoded:
        inner = problem.encoded
        inner_links = inner.links
        if links.is_shuffled:
            inner_links = build(inner, np.random.default_rng(links.node_of))
        return Encoded(links, make(inner_links, *settings, **others))

    return made
