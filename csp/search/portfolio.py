"""The portfolio for models: propagation and clause learning alternate.

Most searches for one solution end within the first time slice of propagation. Another search
may take too long: then the model is translated to an exact cover problem, if possible, and the
learning engine receives time slices, too. Time slices are measured in work, not in seconds: so a
search is the same on every computer.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from csp.errors import TranslationError
from exactcover.compiled.types import U32
from exactcover.errors import ProblemError
from exactcover.portfolio.portfolio import Key, Portfolio
from exactcover.portfolio.slices import Schedule, TimeSlice, rounds

if TYPE_CHECKING:
    from csp.bridges.cover_engine import Covering
    from csp.search.engine import Propagation
    from csp.search.methods import Solver

PROPAGATION_UPDATES, LEARNING_UPDATES = 1 << 19, 1 << 24
"""The updates of the first time slices: of propagation, about 0.3 seconds, and of learning, 0.7."""
LONG = "the search is long: clauses on the exact cover problem may cut it short"


class ModelPortfolio(Portfolio["Solver"]):
    """The portfolio as an engine, for few solutions; see `exactcover.search.protocol.Engine`.

    Parameters
    ----------
    propagation
        The engine that searches first.
    learn
        Returns the other engine, whose solutions have the same origins.
    why
        The description of the propagation engine, for the statistics.

    Attributes
    ----------
    origins
        The integers to add to the numbers of a solution, to get the values of the variables.
    """

    def __init__(self, propagation: Propagation, learn: Callable[[], Covering], why: str) -> None:
        self.origins = propagation.origins
        first: TimeSlice[Solver] = TimeSlice(
            propagation.name, why, lambda: propagation, updates=PROPAGATION_UPDATES
        )
        super().__init__(propagation.depth, partial(_schedule, first, learn))

    @staticmethod
    def key(row: U32, length: int) -> Key:
        """Return the numbers of a solution."""
        return tuple(row[:length].tolist())


def _schedule(
    first: TimeSlice[Solver], learn: Callable[[], Covering], portfolio: Portfolio[Solver]
) -> Schedule[Solver]:
    """Alternate propagation and learning; or only propagate, if the model cannot be translated."""
    yield first
    made = yield partial(_learning, learn)
    if isinstance(made, Exception):
        yield first.unbounded(f"it goes on alone, for {made}")
    learning = TimeSlice("learning", LONG, lambda: made, updates=LEARNING_UPDATES)
    yield from rounds([learning, first.longer()], lambda: portfolio.gave_up)


def _learning(learn: Callable[[], Covering]) -> Covering | Exception:
    """Return the engine that learns clauses, or why there is none."""
    try:
        return learn()
    except (TranslationError, ProblemError) as reason:
        return reason
