"""How much time the engines of propagation have in a portfolio: more where they make progress.

The progress of a depth-first search can be measured: it is the part of its tree that it has closed.
An engine that has closed a visible part will end in a foreseeable time; another one may never end,
and then each further time slice is lost. So the time slices of the former grow, and those of the
latter do not. Nothing of this depends on a clock.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import TYPE_CHECKING, Any

from exactcover.runtime.portfolio.portfolio import Portfolio
from exactcover.runtime.portfolio.schedule import CONTINUES, Question, Round, TimeSlice

if TYPE_CHECKING:
    from csp.engines.model_engine import ModelEngine

VISIBLE = 1 / 8
"""The least part of a tree of which an engine must have closed more, to have longer slices."""
NEARLY_VISIBLE, STEADY, FASTER = 1 / 32, 1 / 256, 1.5
"""A smaller part is enough if it grew so many times in a time slice: at least the first one, or the
second one if a part was closed before. The tree of Golomb rulers closes two to five times as much
in each slice. A jump from nothing says little: the tree of a strip packing stays where it is."""
MOSTLY = 1 / 2
"""An engine that has closed this part once is near to its end, whatever later runs close; so is
clause learning if its bound has come this part of the way."""
MOST_STALLED = 1
"""The most time slices, one after another, without progress of an engine that still grows: the run
after a restart may need one until it has closed as much as the one before."""
NEARER = 1 / 4
"""A lower bound comes much nearer if it gains in a time slice more than this part of the rest."""
WILL_CLOSE = "it will have closed its tree soon"


Slices = list[TimeSlice["ModelEngine"]]


class Progress:
    """The progress of the engines of propagation in a portfolio for the best solution.

    Parameters
    ----------
    portfolio
        The portfolio, which tells what part an engine has done.

    Attributes
    ----------
    is_closing
        Whether an engine of the last round makes progress with its tree, and goes on.
    is_visible
        Whether the part that it has closed is visible, too.
    is_raising
        Whether the lower bound of clause learning came much nearer to the best value in its last
        time slice.
    """

    def __init__(self, portfolio: Portfolio[ModelEngine]) -> None:
        self._portfolio = portfolio
        self._parts: dict[str, float] = {}
        self._n_stalled: dict[str, int] = {}
        self._n_rounds = 0
        self.is_closing = self.is_visible = False
        self.is_raising = False
        self._raised = 0.0

    def one_round(self, slices: Iterable[TimeSlice[ModelEngine]]) -> Round[ModelEngine]:
        """Schedule time slices for each engine; return those of the next round.

        An engine continues at once if it will end within another time slice, at its pace. Those
        that make progress have longer slices in each round; the others have in every second one,
        unless the bound of clause learning has come most of the way and they have closed nothing
        that is nearly visible.
        """
        left = []
        self._n_rounds += 1
        self.is_closing = self.is_visible = False
        for each in slices:
            n_before, first = self._portfolio.solutions, self._parts.get(each.engine, 0.0)
            part = yield from self._while_closing(each)
            if self._portfolio.gave_up:
                continue
            is_closing = self._is_closing(each.engine, first, part)
            self.is_closing |= is_closing
            self.is_visible |= is_closing and part >= VISIBLE
            may_end = self._raised < MOSTLY or part >= NEARLY_VISIBLE
            grows = is_closing or self._portfolio.solutions > n_before
            grows |= self._n_rounds % 2 == 0 and may_end
            left.append(each.longer() if grows else each._replace(why=CONTINUES))
        return left

    def _is_closing(self, engine: str, first: float, part: float) -> bool:
        """Return whether an engine makes progress: it has closed `part`, and `first` before."""
        stalled = 0 if part > first else self._n_stalled.get(engine, 0) + 1
        self._n_stalled[engine] = stalled
        if part >= VISIBLE and stalled <= MOST_STALLED:
            return True
        least = STEADY if first else NEARLY_VISIBLE
        return part >= min(MOSTLY, max(least, FASTER * first))

    def growing_round(self, slices: Iterable[TimeSlice[ModelEngine]]) -> Round[ModelEngine]:
        """Schedule time slices of clause learning; return those of the next round, all longer.

        An engine continues at once if its lower bound will meet the best value within another time
        slice, at its pace.
        """
        left = []
        self.is_raising = False
        for each in slices:
            first = self._parts.get(each.engine, 0.0)
            part = yield from self._while_closing(each)
            self.is_raising |= part - first > NEARER * (1.0 - part)
            self._raised = max(self._raised, part)
            if not self._portfolio.gave_up:
                left.append(each.longer())
        return left

    def _while_closing(
        self, each: TimeSlice[ModelEngine]
    ) -> Generator[TimeSlice[ModelEngine] | Question, Any, float]:
        """Schedule time slices of an engine while another one will do; return what is closed."""
        part = self._parts.get(each.engine, 0.0)
        now = each
        while True:
            yield now
            if self._portfolio.gave_up:
                break
            before, part = part, self._portfolio.last_part
            if not 0.0 < 1.0 - part <= part - before:
                break
            now = each._replace(why=WILL_CLOSE)
        self._parts[each.engine] = part
        return part
