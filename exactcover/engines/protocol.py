"""The protocol of engines that search one exact cover problem."""

from typing import ClassVar, Protocol

from exactcover.problem.links import Links
from exactcover.problem.problem import Problem
from exactcover.runtime.search.protocol import Engine, counting


class CoverEngine(Engine, Protocol):
    """An engine that searches one exact cover problem.

    One engine is one folder in `exactcover.engines` and one line in its registry. The classes in
    the registry are called with the problem's `Links`.
    """

    finds_cheapest: ClassVar[bool]
    """Whether it finds the solutions of least cost: then it is a `CheapestEngine`."""

    def __init__(self, links: Links) -> None: ...

    def choose(self, options: list[int]) -> bool:
        """Choose these options before the search begins; return whether they agree."""

    @staticmethod
    def refuses(problem: Problem) -> str | None:
        """Return why this engine cannot search a problem, or None if it can; quick."""


class CheapestEngine(CoverEngine, Protocol):
    """An engine that finds the solutions of least cost; called with links and their number.

    Its costs are the prices of `exactcover.engines.cheapest.scaling.scaled`.
    """

    def lower(self, limit: int) -> None:
        """Look for no solution that costs `limit` or more."""

    @property
    def bound(self) -> int:
        """A lower bound of the cost of all solutions that are not found yet."""


def warm_up(engine: CoverEngine) -> None:
    """Run a small engine, so that Numba compiles or loads its kernels.

    Then no search that is timed, or may be interrupted, has to wait for that.
    """
    engine.choose([0])
    engine.advance(1, counting(1))
