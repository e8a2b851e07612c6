"""Time slices of engines, and schedules, which are generators of them."""

from collections.abc import Callable, Generator, Iterable
from typing import Any, Generic, NamedTuple, TypeVar

from exactcover.runtime.search.protocol import UNLIMITED, Engine

AnyEngine = TypeVar("AnyEngine", bound=Engine)
CONTINUES = "it continues"


class TimeSlice(NamedTuple, Generic[AnyEngine]):
    """An engine and the nodes and updates that it may use: the slice ends with either."""

    engine: str
    why: str
    make: Callable[[], AnyEngine]
    """Makes the engine when it has its first time slice; its kernels are compiled."""
    nodes: int = UNLIMITED
    updates: int = UNLIMITED
    growth: int = 2
    """The next time slice of the engine is this many times as long."""

    @property
    def is_bounded(self) -> bool:
        """Whether another engine may have a time slice after this one."""
        return self.nodes < UNLIMITED or self.updates < UNLIMITED

    def longer(self) -> "TimeSlice[AnyEngine]":
        """Return the next time slice of the engine."""
        return self._replace(
            why=CONTINUES,
            nodes=min(UNLIMITED, self.growth * self.nodes),
            updates=min(UNLIMITED, self.growth * self.updates),
        )

    def unbounded(self, why: str) -> "TimeSlice[AnyEngine]":
        """Return a time slice in which the engine continues until the search ends."""
        return self._replace(why=why, nodes=UNLIMITED, updates=UNLIMITED)


Question = Callable[[], Any]
"""A function that takes long, on whose result a schedule depends.

A schedule yields it, and is sent its result. Whoever follows the schedule calls it, and may be
halted in it: the schedule waits until it is answered.
"""

Schedule = Generator[TimeSlice[AnyEngine] | Question, Any, None]
"""The time slices of engines, one after another, and the questions on which they depend.

The last time slice has no bounds, or there are always more.
"""

Round = Generator[TimeSlice[AnyEngine] | Question, Any, list[TimeSlice[AnyEngine]]]


def one_round(
    slices: Iterable[TimeSlice[AnyEngine]],
    gave_up: Callable[[], bool],
    has_won: Callable[[], bool] = lambda: False,
) -> Round[AnyEngine]:
    """Schedule one time slice for each engine; return those of the next round, which are longer.

    Parameters
    ----------
    gave_up
        Returns whether the engine of the last time slice gave up: it has no further ones.
    has_won
        Returns whether that engine should finish the search alone.
    """
    longer = []
    for each in slices:
        yield each
        if gave_up():
            continue
        if has_won():
            yield each.unbounded("it finds solutions")
        longer.append(each.longer())
    return longer


def rounds(
    slices: Iterable[TimeSlice[AnyEngine]],
    gave_up: Callable[[], bool],
    has_won: Callable[[], bool] = lambda: False,
) -> Schedule[AnyEngine]:
    """Schedule round after round of time slices, as long as an engine is left; see `one_round`."""
    left = list(slices)
    while left:
        left = yield from one_round(left, gave_up, has_won)
