"""Engines that know no bounds, on problems with bounds: they search an equivalent problem.

See `exactcover.problem.bounds_as_items`. Its options after those of the given problem are "not
chosen", and options that only count; solutions do not show them. In the numbers of `choose` and
`remaining` (see `exactcover.problem.choices`), those that only count come after twice the number of
options.
"""

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from exactcover.engines.multicover.bounds import agree
from exactcover.engines.protocol import CheapestEngine, CoverEngine
from exactcover.problem.bounds_as_items import decided_options
from exactcover.problem.links import Links, build
from exactcover.problem.problem import Problem
from exactcover.runtime.search.base import BaseEngine, Wrapper
from exactcover.runtime.search.protocol import Out, Part, Splittable, Status


class Encoded(Wrapper):
    """The engine; see `exactcover.engines.protocol.CoverEngine`.

    Parameters
    ----------
    links
        The links of the given problem.
    decided
        The options of the given problem that have an option "not chosen".
    engine
        The engine that searches the equivalent problem.
    """

    def __init__(self, links: Links, decided: NDArray[np.int64], engine: CoverEngine) -> None:
        super().__init__(engine)
        self.depth = links.depth
        self._links = links
        self._n_options = len(links.node_of)
        self._decided = decided

    @property
    def name(self) -> str:
        """The name of the engine that searches."""
        return self._engine.name

    @property
    def expected_updates(self) -> float:  # type: ignore[override]
        """The updates that the engine is likely to take in all."""
        return cast(BaseEngine, self._engine).expected_updates

    def choose(self, options: list[int]) -> bool:
        """Choose these options before the search begins, or leave them out.

        Return whether the options chosen agree. A part of the search may have options that do not:
        the engine does not see so until it propagates. So they are chosen all the same, and the
        search finds nothing.
        """
        given = [option for option in options if option < self._n_options]
        left_out = {option - self._n_options for option in options}
        is_chosen = cast(CoverEngine, self._engine).choose(list(map(self._inner, options)))
        return is_chosen and agree(self._links, given) and left_out.isdisjoint(given)

    def _inner(self, number: int) -> int:
        """Return the option of the equivalent problem for a number of `choose`."""
        if self._n_options <= number < 2 * self._n_options:
            return self._n_options + int(np.searchsorted(self._decided, number - self._n_options))
        return number if number < self._n_options else number - self._n_options + self._n_decided

    def _outer(self, option: int) -> int:
        """Return the number of an option of the equivalent problem."""
        place = option - self._n_options
        if 0 <= place < self._n_decided:
            return self._n_options + int(self._decided[place])
        return option if place < 0 else option + self._n_options - self._n_decided

    @property
    def _n_decided(self) -> int:
        return len(self._decided)

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` nodes and `out.room` solutions."""
        if not len(out.rows):
            return self._engine.advance(node_budget, out)
        inner = out._replace(rows=np.zeros((len(out.rows), self._engine.depth), dtype=np.uint32))
        before = self.solutions
        status = self._engine.advance(node_budget, inner)
        found = self.solutions - before
        rows = inner.rows[:found]
        is_given = rows < self._n_options
        is_given &= np.arange(rows.shape[1]) < inner.lengths[:found, np.newaxis]
        # Stable, so that the options keep the order in which they were chosen.
        order = np.argsort(~is_given, axis=1, kind="stable")[:, : self.depth]
        out.rows[:found, : order.shape[1]] = np.take_along_axis(rows, order, axis=1)
        out.lengths[:found] = is_given.sum(axis=1)
        return status

    def lower(self, limit: int) -> None:
        """Look for no solution that costs `limit` or more."""
        cast(CheapestEngine, self._engine).lower(limit)

    @property
    def bound(self) -> int:
        """A lower bound of the cost of all solutions that are not found yet."""
        return cast(CheapestEngine, self._engine).bound

    def remaining(self) -> list[Part]:
        """Return the parts of the tree that are still to be searched."""
        parts = cast(Splittable, self._engine).remaining()
        return [Part(part.share, list(map(self._outer, part.chosen))) for part in parts]


def encoded(problem: Problem, make: Callable[..., CoverEngine]) -> Callable[..., Encoded]:
    """Return a factory of engines for a problem with bounds, from one for the equivalent problem.

    It is called with the links of the given problem, whose order may be random: then that of the
    equivalent problem is, too.
    """
    decided = decided_options(problem)

    def made(links: Links, *settings: Any, **others: Any) -> Encoded:
        inner = problem.encoded
        inner_links = inner.links
        if links.is_shuffled:
            inner_links = build(inner, np.random.default_rng(links.node_of))
        return Encoded(links, decided, make(inner_links, *settings, **others))

    return made
