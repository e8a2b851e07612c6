"""The portfolio that counts: clause learning takes over where it finds solutions much faster.

All engines count the same solutions, so the pace at which each finds them tells which one will end
first. Propagation is faster where solutions are many, and clause learning where most of the tree
fails: it has a short trial now and then, and longer time slices where it wins.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from csp.portfolio.plan import LEARNING, PROPAGATION
from csp.portfolio.portfolio import ModelPortfolio
from exactcover.runtime.portfolio.portfolio import Portfolio
from exactcover.runtime.portfolio.schedule import CONTINUES, Schedule, TimeSlice

if TYPE_CHECKING:
    from csp.engines.model_engine import ModelEngine
    from csp.portfolio.engines import Engines

FIRST_UPDATES = 1 << 21
"""The updates of the first time slice of propagation: some 0.2 seconds."""
DENSE = 1 << 12
"""Where propagation finds solutions with fewer updates each, clauses are not tried."""
TRIAL = 4
"""A trial of clause learning has 2^-4 of the updates of propagation; each takes up to 4 times as
long."""
RARE = 7
"""It has only 2^-7 where it found fewer solutions, as long as propagation finds some."""
BEHIND = 3
"""Propagation has 2^-3 of the updates of clause learning where that is faster."""
FASTER = 3
"""Clause learning takes over if it finds so many times as many solutions in as many updates."""
FEWEST = 4
"""With so many solutions, clause learning that finds fewer in as many updates is tried rarely."""
TRIES = "the search is long, and most of it fails: clauses may count faster"
WINS = "it finds solutions faster"


class CountPortfolio(ModelPortfolio):
    """The portfolio as an engine, for the number of solutions; its parts are numbers of them.

    Parameters
    ----------
    engines
        Makes the engines.
    """

    def __init__(self, engines: Engines) -> None:
        super().__init__(engines, lambda this: for_count(engines, this))

    def _part_of_last(self) -> float:
        """Return the number of solutions that the engine of the last time slice has found."""
        return float(self._engine.solutions)


def for_count(engines: Engines, portfolio: Portfolio[ModelEngine]) -> Schedule[ModelEngine]:
    """Schedule propagation, with trials of clause learning, and more of it where it is faster.

    Parameters
    ----------
    engines
        Makes the engines.
    portfolio
        The portfolio that follows the schedule, whose `last_part` is the number of solutions that
        the last engine has found.
    """
    n = FIRST_UPDATES
    first: TimeSlice[ModelEngine] = TimeSlice(
        PROPAGATION, engines.why(PROPAGATION), partial(engines.__getitem__, PROPAGATION)
    )
    yield first._replace(updates=n)
    found = portfolio.last_part
    # How many solutions an update of propagation has found, in its last time slice.
    pace = found / n
    propagation = first._replace(why=CONTINUES)
    if found * DENSE > n:
        yield propagation.unbounded(CONTINUES)
    if (yield partial(engines.reason_against, LEARNING)):
        yield propagation.unbounded(CONTINUES)
    learning = TimeSlice(LEARNING, TRIES, partial(engines.__getitem__, LEARNING))
    before, is_faster, has_lost = 0.0, False, False
    while True:
        share = n if is_faster else n >> (RARE if has_lost else TRIAL)
        yield learning._replace(updates=share, why=WINS if is_faster else TRIES)
        usual = share * pace
        was_faster, own = is_faster, portfolio.last_part - before
        before, is_faster = portfolio.last_part, own > FASTER * usual
        has_lost = own < usual and before >= FEWEST
        if is_faster and not was_faster:
            continue
        share = n >> BEHIND if is_faster else n
        yield propagation._replace(updates=share)
        pace, found, n = (portfolio.last_part - found) / share, portfolio.last_part, 2 * n
        has_lost &= pace > 0
