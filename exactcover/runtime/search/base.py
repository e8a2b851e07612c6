"""Base classes of engines: the defaults of the protocol, wrappers, and engines on arrays."""

import math
from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from numpy.typing import NDArray

from exactcover.runtime.search.protocol import Engine, copied, put_back
from exactcover.runtime.search.result import Level


class BaseEngine:
    """The defaults of `exactcover.runtime.search.protocol.Engine`, and of what derives from it."""

    counts_only: ClassVar[bool] = False
    is_splittable: ClassVar[bool] = False
    compiles_itself: ClassVar[bool] = False
    finds_cheapest: ClassVar[bool] = False
    expected_updates: float = math.inf
    """The updates that the whole search is likely to take; infinite where that is not known."""

    @property
    def choice(self) -> Sequence[str]:
        """Nothing: the engine searches alone."""
        return ()

    @property
    def profile(self) -> tuple[Level, ...]:
        """Nothing: the engine records no profile."""
        return ()

    def prepare(self) -> None:
        """Do nothing: the constructor prepared all."""

    def check(self) -> None:
        """Do nothing: the engine states no invariants."""

    @staticmethod
    def refuses(problem: Any) -> str | None:
        """Return None: the engine can search every problem."""
        return None


class Wrapper(BaseEngine):
    """The base of engines that let another one search, and change only its solutions.

    Parameters
    ----------
    engine
        The engine that searches.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    @property
    def choice(self) -> Sequence[str]:
        """Which engines search, and why."""
        return self._engine.choice

    @property
    def profile(self) -> tuple[Level, ...]:
        """The work of the engine at each level of the search tree, if it records that."""
        return tuple(self._engine.profile)

    @property
    def nodes(self) -> int:
        """The number of nodes of the search tree visited so far."""
        return self._engine.nodes

    @property
    def updates(self) -> int:
        """How much work was done so far, as the engine reckons it."""
        return self._engine.updates

    @property
    def solutions(self) -> int:
        """The number of solutions found so far."""
        return self._engine.solutions

    def part_done(self) -> float:
        """Return the part of the engine's search that is done."""
        return self._engine.part_done()

    def prepare(self) -> None:
        """Let the engine prepare its next time slice."""
        self._engine.prepare()

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        return self._engine.snapshot()

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Restore a snapshot of an engine that was made with the same arguments."""
        self._engine.restore(snapshot)

    def check(self) -> None:
        """Raise AssertionError if an invariant of the position does not hold (slow)."""
        self._engine.check()


class Counters(NamedTuple):
    """The places of the counters in the array `position` of an engine."""

    nodes: int
    updates: int
    solutions: int


class ArrayEngine(BaseEngine):
    """The base of engines whose whole position is a named tuple of arrays, `self._state`.

    The state has an array `position`, with the counters among its numbers.
    """

    counters: ClassVar[Counters]
    changing: ClassVar[tuple[str, ...]]
    """The arrays of the state that the search changes."""

    _state: Any

    @property
    def _position(self) -> NDArray[Any]:
        """The array with the counters."""
        position: NDArray[Any] = self._state.position
        return position

    def _rows_in_use(self) -> dict[str, int]:
        """Return how many rows are in use, for each array that has others."""
        return {}

    @property
    def nodes(self) -> int:
        """The number of nodes of the search tree visited so far."""
        return int(self._position[self.counters.nodes])

    @property
    def updates(self) -> int:
        """How much work was done so far."""
        return int(self._position[self.counters.updates])

    @property
    def solutions(self) -> int:
        """The number of solutions found so far."""
        return int(self._position[self.counters.solutions])

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        return copied(self._state, self.changing, **self._rows_in_use())

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Restore a snapshot of an engine that was made with the same arguments."""
        put_back(self._state, self.changing, snapshot)
