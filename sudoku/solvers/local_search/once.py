"""A local search as an engine of a portfolio: it finds one solution, and then gives up."""

from __future__ import annotations

from exactcover.engines.protocol import CoverEngine
from exactcover.runtime.errors import GaveUpError
from exactcover.runtime.search.base import Wrapper
from exactcover.runtime.search.protocol import Out, Status


class Once(Wrapper):
    """The engine; see `exactcover.engines.protocol.CoverEngine`.

    A local search may find the same solution again, and cannot prove that there is no other one. So
    it gives up as soon as it has found one.

    Parameters
    ----------
    engine
        The local search.
    """

    def __init__(self, engine: CoverEngine) -> None:
        super().__init__(engine)
        self.name, self.depth = engine.name, engine.depth
        self._local_search = engine

    def choose(self, options: list[int]) -> bool:
        """Write the clues before the search begins; return whether they agree."""
        return self._local_search.choose(options)

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` changes, until it has a solution."""
        if self.solutions:
            raise GaveUpError("it has found a solution, and cannot look for others")
        return self._engine.advance(node_budget, out._replace(room=min(1, out.room)))
