"""Follows a schedule: which engine has the next time slice, and how long its next one is."""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import partial
from typing import TYPE_CHECKING, Any

from csp.engines.model_engine import MUCH, USUAL, ModelEngine
from csp.errors import TranslationError
from csp.portfolio.engines import Engines
from csp.portfolio.plan import (
    ALONE,
    ALWAYS,
    BETTER,
    CLOSING,
    DOUBLES,
    EVERY_SECOND,
    GIVEN,
    LEARNING,
    NEIGHBOURHOODS,
    PACKING,
    PROPAGATION,
    RISING,
    SYMMETRIES,
    WORTH,
    Plan,
    Turn,
)
from csp.portfolio.progress import Progress, Slices
from exactcover.runtime.portfolio.schedule import CONTINUES, Question, Round, TimeSlice, one_round

if TYPE_CHECKING:
    from exactcover.runtime.portfolio.portfolio import Portfolio
    from exactcover.runtime.portfolio.schedule import Schedule

SLOWER = 4
"""How many times as long an update of clause learning or linear relaxations may take as one of
propagation."""
SURE_FACTOR = 4
"""How many times as long the time slices of linear relaxations are once their bound is very near to
the best value, or as they are useful before there is a solution."""
MOST_ALONE = 1 << 16
"""The updates of the longest time slice of propagation before cliques are looked for."""
MOST_OF_DIVE = 1 << 20
"""The most updates that a dive is given; a larger model may need more."""
MOST_MORE = 3
"""How many more time slices of a round an engine has at most while it finds better solutions."""
GAINS = "it finds better solutions"
MADE_LATER = (ALONE, PROPAGATION, PACKING, NEIGHBOURHOODS, GIVEN)
"""The kinds of engines that can always be made, and are made when their time slice begins."""
NEVER_LAST = (NEIGHBOURHOODS, SYMMETRIES)
"""What does not keep a search going: better solutions are no proof."""


class Following:
    """Follows a schedule; `schedule` yields its time slices.

    Parameters
    ----------
    plan
        The schedule.
    engines
        Makes the engines, and decides conditions.
    portfolio
        The portfolio, which says what an engine has done in its time slice.
    """

    def __init__(self, plan: Plan, engines: Engines, portfolio: Portfolio[ModelEngine]) -> None:
        self._plan, self._engines, self._portfolio = plan, engines, portfolio
        self._progress = Progress(portfolio)
        self._slices: dict[str, Slices] = {}
        self._n_rounds = 0
        self._begun: set[str] = set()
        self._is_broken = self._is_sure = False
        self._untranslated = ""
        self._growth: dict[str, Callable[[Turn, Slices], Round[ModelEngine]]] = {
            DOUBLES: self._doubling,
            EVERY_SECOND: self._doubling_every_second,
            CLOSING: self._closing,
            RISING: self._rising,
            WORTH: self._by_worth,
            BETTER: self._while_better,
        }

    def schedule(self) -> Schedule[ModelEngine]:
        """Yield the time slices of the opening, and then round after round."""
        for turn in self._plan.opening:
            yield from self._turn(turn)
        kinds = {turn.kind for turn in self._plan.rounds}.difference(NEVER_LAST)
        while not self._n_rounds or any(self._slices.get(kind) for kind in kinds):
            self._n_rounds += 1
            for turn in self._plan.rounds:
                yield from self._turn(turn)

    def _turn(self, turn: Turn) -> Schedule[ModelEngine]:
        """Yield the time slices of a turn, if its condition holds."""
        if turn.round not in (0, self._n_rounds):
            return
        if turn.when != ALWAYS and not (yield partial(self._engines.holds, turn.when)):
            return
        if turn.kind == SYMMETRIES:
            yield from self._break_symmetries(turn)
            return
        slices = self._slices.get(turn.kind)
        is_new = slices is None
        if slices is None:
            if turn.updates is None:  # it only goes on with what another turn has begun
                return
            slices = yield from self._first_slices(turn.kind)
        if turn.updates is not None and (is_new or not self._n_rounds):
            slices = of_length(self._length(turn, turn.updates), slices)
        for _ in range(turn.times):
            slices = yield from self._growth[turn.grows](turn, slices)
            slices = slices if turn.then is None else of_length(turn.then, slices)
        self._slices[turn.kind] = slices

    def _length(self, turn: Turn, updates: int) -> int:
        if turn.per_group:
            return min(MOST_ALONE, updates + turn.per_group * self._engines.n_groups)
        return updates

    def _first_slices(
        self, kind: str
    ) -> Generator[TimeSlice[ModelEngine] | Question, Any, list[TimeSlice[ModelEngine]]]:
        """Return the first time slices of the engines of a kind that can search the model."""
        slices = []
        for name in self._engines.names(kind):
            why = CONTINUES if name in self._begun else self._engines.why(name)
            if kind not in MADE_LATER:
                reason = yield partial(self._engines.reason_against, name)
                if isinstance(reason, TranslationError):
                    self._untranslated = f"; {reason}"
                if reason is not None:
                    continue
                if name == LEARNING:
                    why += self._untranslated
            self._begun.add(name)
            slices.append(TimeSlice(name, why, partial(self._engines.__getitem__, name)))
        return slices

    def _gave_up(self) -> bool:
        return self._portfolio.gave_up

    def _doubling(self, turn: Turn, slices: Slices) -> Round[ModelEngine]:
        """Schedule a round; the next time slices are twice as long."""
        if turn.dives:
            return self._diving(slices)
        return one_round(slices, self._gave_up)

    def _diving(self, slices: Slices) -> Round[ModelEngine]:
        """Schedule a round; an engine goes on while its first solution may be near."""
        most = min(MOST_OF_DIVE, self._engines.n_variables**2)  # each may change each other one
        left = []
        for each in slices:
            for _ in range(max(1, most // each.updates)):
                yield each
                if self._portfolio.gave_up or self._portfolio.solutions:
                    break
            if not self._portfolio.gave_up:
                left.append(each.longer())
        return left

    def _doubling_every_second(self, turn: Turn, slices: Slices) -> Round[ModelEngine]:
        """Schedule a round; every second one grows, and each once no other engine is left."""
        longer = yield from one_round(slices, self._gave_up)
        others = (self._slices.get(each.kind) for each in self._plan.rounds if each is not turn)
        if not any(others) or self._n_rounds % 2 == 0:
            return longer
        updates = {each.engine: each.updates for each in slices}
        return [each._replace(updates=updates[each.engine]) for each in longer]

    def _closing(self, turn: Turn, slices: Slices) -> Round[ModelEngine]:
        """Schedule a round of propagation; those grow that make progress with their trees."""
        return self._progress.one_round(slices)

    def _rising(self, turn: Turn, slices: Slices) -> Round[ModelEngine]:
        """Schedule a round of clause learning, which grows; it is brief while trees close."""
        progress = self._progress
        if self._n_rounds and progress.is_closing and not progress.is_raising:
            return brief_round(progress.growing_round, self._slices[PROPAGATION], slices)
        return progress.growing_round(slices)

    def _by_worth(self, turn: Turn, slices: Slices) -> Round[ModelEngine]:
        """Schedule a round of linear relaxations; how it grows depends on their bound."""
        if turn.kind not in self._slices:
            is_further = bool(slices) and slices[0].why == CONTINUES
            if is_further and self._portfolio.last_part < USUAL:
                return slices
            return self._as_useful((yield from self._doubling(turn, slices)))
        if self._progress.is_visible and not self._is_sure:
            doubling = partial(self._doubling, turn)
            left = yield from brief_round(doubling, self._slices[PROPAGATION], slices)
        else:
            left = yield from self._while_gaining(turn, slices)
        if left and not self._is_sure and self._portfolio.last_part == MUCH:
            self._is_sure = True
            left = of_length(SURE_FACTOR * left[0].updates, left)
        return self._as_useful(left)

    def _while_gaining(self, turn: Turn, slices: Slices) -> Round[ModelEngine]:
        """Schedule a round; an engine that finds better solutions has further slices at once."""
        before = self._portfolio.solutions
        left = yield from self._doubling(turn, slices)
        for _ in range(MOST_MORE):
            if not left or self._portfolio.solutions == before:
                break
            before = self._portfolio.solutions
            left = yield from self._doubling(turn, [each._replace(why=GAINS) for each in slices])
        return left

    def _as_useful(self, slices: Slices) -> Slices:
        """Return time slices that grow only if the gap is narrow, or neighbourhoods gain.

        Where the gap is wide, the tree of relaxations may never end.
        """
        growth = 2 if self._portfolio.last_part >= USUAL else 1
        return [each._replace(growth=growth) for each in slices]

    def _while_better(self, turn: Turn, slices: Slices) -> Round[ModelEngine]:
        """Schedule a round of neighbourhoods, if there is a solution.

        It grows if a better one is found, and shrinks to its first length if not.
        """
        left = []
        for each in slices:
            before = self._portfolio.solutions
            if not before:
                left.append(each)
                continue
            yield each
            if not self._portfolio.gave_up:
                shorter = max(turn.updates or 0, each.updates // 2)
                grows = self._portfolio.solutions > before
                shrunk = each._replace(updates=shorter, why=CONTINUES)
                left.append(each.longer() if grows else shrunk)
        return left

    def _break_symmetries(self, turn: Turn) -> Schedule[ModelEngine]:
        """Look for symmetries, once; engines that know them take the place of some others.

        Their time slices are as long as those of the engines until now.
        """
        propagation = self._slices[PROPAGATION]
        if self._is_broken or not propagation:  # it has ended
            return
        self._is_broken = yield partial(self._engines.break_symmetries, turn.updates or 0)
        if not self._is_broken:
            return
        for kind in self._plan.replaced:
            before = self._slices.get(kind)
            if not before and self._engines.learns:
                continue
            shortest = min(each.updates for each in before or propagation)
            self._slices[kind] = of_length(shortest, (yield from self._first_slices(kind)))


def of_length(updates: int, slices: Slices) -> Slices:
    """Return the same time slices with another number of updates."""
    return [each._replace(updates=updates) for each in slices]


def brief_round(
    one_round: Callable[[Slices], Round[ModelEngine]], propagation: Slices, others: Slices
) -> Round[ModelEngine]:
    """Schedule time slices of another engine that take about as long as those of propagation.

    Propagation may end soon, and should not wait for other engines most of the time. If it does
    not, they go on as they were: the next slices are as long as `others`.
    """
    most = min(each.updates for each in propagation) // SLOWER
    left = yield from one_round([each._replace(updates=min(most, each.updates)) for each in others])
    engines = {each.engine for each in left}
    return [each._replace(why=CONTINUES) for each in others if each.engine in engines]
