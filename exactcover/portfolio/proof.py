"""Engines that only count, where one solution is wanted: they prove that there is none."""

from exactcover.engines.protocol import CoverEngine
from exactcover.runtime.errors import GaveUpError
from exactcover.runtime.search.base import Wrapper
from exactcover.runtime.search.protocol import Out, Status, counting


class Proof(Wrapper):
    """The engine; see `exactcover.engines.protocol.CoverEngine`. It gives up if it counts anything.

    Parameters
    ----------
    engine
        The engine that counts.
    """

    solutions = 0

    def __init__(self, engine: CoverEngine) -> None:
        super().__init__(engine)
        self.depth = engine.depth
        self._counting = engine

    @property
    def name(self) -> str:
        """The name of the engine that counts."""
        return self._engine.name

    def choose(self, options: list[int]) -> bool:
        """Choose these options before the search begins; return whether they agree."""
        return self._counting.choose(options)

    def advance(self, node_budget: int, out: Out) -> Status:
        """Count on, for at most `node_budget` nodes.

        Raises
        ------
        GaveUpError
            If there is a solution, which another engine has to find.
        """
        status = self._engine.advance(node_budget, counting(1))
        if self._engine.solutions:
            raise GaveUpError("there is a solution, which it does not list")
        return status
