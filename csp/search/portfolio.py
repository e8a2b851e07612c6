"""The portfolios for models: propagation and clause learning alternate.

Most searches for one solution end within the first time slice of propagation. Another search
may take too long: then an engine that learns clauses receives time slices, too. For few solutions
it is that of exact cover, if the model can be translated; otherwise, and for the best solution, it
is lazy clause generation (`csp.learning`). Time slices are measured in work, not in seconds: so a
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
    from csp.learning.engine import Learning
    from csp.search.engine import Propagation
    from csp.search.methods import Solver

PROPAGATION_UPDATES, LEARNING_UPDATES = 1 << 19, 1 << 24
"""The updates of the first time slices: of propagation, about 0.3 seconds, and of learning, 0.7."""
CLAUSE_UPDATES = 1 << 21
"""The updates of the first time slice of lazy clause generation, about a second."""
LONG = "the search is long: clauses on the exact cover problem may cut it short"
LONG_AS_WELL = "the search is long: clauses about bounds and values may cut it short"


class ModelPortfolio(Portfolio["Solver"]):
    """The portfolio as an engine, for few solutions; see `exactcover.search.protocol.Engine`.

    Parameters
    ----------
    propagation
        The engine that searches first.
    learn
        Returns the other engine, whose solutions have the same origins.
    generate
        Returns the engine of lazy clause generation, if the other one cannot be made.
    why
        The description of the propagation engine, for the statistics.

    Attributes
    ----------
    origins
        The integers to add to the numbers of a solution, to get the values of the variables.
    """

    def __init__(
        self,
        propagation: Propagation,
        learn: Callable[[], Covering],
        generate: Callable[[], Learning],
        why: str,
    ) -> None:
        self.origins = propagation.origins
        schedule = partial(_schedule, _first(propagation, why), learn, generate)
        super().__init__(propagation.depth, schedule)

    @staticmethod
    def key(row: U32, length: int) -> Key:
        """Return the numbers of a solution."""
        return tuple(row[:length].tolist())


class BestPortfolio(Portfolio["Solver"]):
    """The portfolio as an engine, for the best solution; its engines share the best value.

    Parameters
    ----------
    propagation
        The engine that searches first.
    generate
        Returns the engine of lazy clause generation.
    why
        The description of the propagation engine, for the statistics.

    Attributes
    ----------
    origins
        The integers to add to the numbers of a solution, to get the values of the variables.
    """

    def __init__(
        self, propagation: Propagation, generate: Callable[[], Learning], why: str
    ) -> None:
        self.origins = propagation.origins
        self._propagation = propagation
        self._learning: Learning | None = None
        schedule = partial(_alternate, _first(propagation, why), partial(self._made, generate))
        super().__init__(propagation.depth, schedule)

    key = staticmethod(ModelPortfolio.key)

    def least_goal(self) -> int | None:
        """Return the least value that the objective can have, as far as one engine knows it."""
        known = [self._propagation.least_goal()]
        if self._learning is not None:
            known.append(self._learning.least_goal())
        return max((each for each in known if each is not None), default=None)

    def _made(self, generate: Callable[[], Learning]) -> Learning:
        """Make the engine that learns, which begins with the values that were tried last."""
        self._learning = generate()
        self._learning.prefer(self._propagation.preferred())
        return self._learning

    def _begin_slice(self) -> None:
        """Begin the next time slice, in which only better solutions than the best one count."""
        super()._begin_slice()
        if self._learning is not None:
            best = min(self._propagation.bound, self._learning.bound)
            self._propagation.bound = self._learning.bound = best


def _first(propagation: Propagation, why: str) -> TimeSlice[Solver]:
    """Return the first time slice of propagation."""
    return TimeSlice(propagation.name, why, lambda: propagation, updates=PROPAGATION_UPDATES)


def _schedule(
    first: TimeSlice[Solver],
    learn: Callable[[], Covering],
    generate: Callable[[], Learning],
    portfolio: Portfolio[Solver],
) -> Schedule[Solver]:
    """Alternate propagation and learning on the exact cover problem, or on the model itself."""
    yield first
    made = yield partial(_learning, learn)
    if isinstance(made, Exception):
        yield from _turns(first, generate, f"{LONG_AS_WELL}; {made}", portfolio)
    learning = TimeSlice("learning", LONG, lambda: made, updates=LEARNING_UPDATES)
    yield from rounds([learning, first.longer()], lambda: portfolio.gave_up)


def _alternate(
    first: TimeSlice[Solver], generate: Callable[[], Learning], portfolio: Portfolio[Solver]
) -> Schedule[Solver]:
    """Alternate propagation and lazy clause generation."""
    yield first
    yield from _turns(first, generate, LONG_AS_WELL, portfolio)


def _turns(
    first: TimeSlice[Solver],
    generate: Callable[[], Learning],
    why: str,
    portfolio: Portfolio[Solver],
) -> Schedule[Solver]:
    """Continue after the first time slice with lazy clause generation, and then in turns."""
    made = yield partial(_learning, generate)
    engines = [first.longer()]
    if not isinstance(made, Exception):
        engines.insert(0, TimeSlice("learning", why, lambda: made, updates=CLAUSE_UPDATES))
    yield from rounds(engines, lambda: portfolio.gave_up)


def _learning(made: Callable[[], Solver]) -> Solver | Exception:
    """Return an engine that learns clauses, or why there is none."""
    try:
        return made()
    except (TranslationError, ProblemError) as reason:
        return reason
