"""Precedences: how much later a variable is than another one, as conditions on sums say.

Each condition says that one variable is above another one by a number, with the least values of all
others; so the longest path of conditions is the time between two variables.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from csp.cards.linear_comparisons import Bounds, Comparison

if TYPE_CHECKING:
    from csp.model.posted_records import Propagator

MOST_TERMS = 8
"""Conditions of more variables are left out."""
MOST_STEPS = 4
"""So many conditions, one after the other, are looked at again when a task takes place."""
MOST_VISITS = 20
"""How often each condition may raise the time after a variable, on average."""


class Precedences:
    """How much later variables are than others, as sums of conditions say.

    Parameters
    ----------
    posted
        The propagators.
    """

    def __init__(self, posted: Sequence[Propagator]) -> None:
        self._after: dict[int, list[Comparison]] = {}
        self._before: dict[int, list[Comparison]] = {}
        self._n_arcs = 0
        for each in posted:
            for arc in each.card.comparisons(each.scope, each.constants):
                if len(arc.terms) > MOST_TERMS:
                    continue
                self._n_arcs += 1
                for v, c in arc.terms.items():
                    (self._after if c > 0 else self._before).setdefault(v, []).append(arc)

    def until(self, end: int, bounds: Bounds) -> dict[int, int]:
        """Return for variables how much later the end is at least."""
        found = {end: 0}
        queue = deque([end])
        n_left = MOST_VISITS * self._n_arcs
        while queue and n_left > 0:
            later = queue.popleft()
            for arc in self._before.get(later, ()):
                n_left -= 1
                for v in arc.terms:
                    distance = None if v == later else arc.distance(v, later, bounds)
                    if distance is None:
                        continue
                    after = distance + found[later]
                    if v not in found or found[v] < after:
                        found[v] = after
                        queue.append(v)
        return found

    def after_task(
        self, start: int, duration: int, bounds: Bounds, known: dict[int, int]
    ) -> int | None:
        """Return how much later the end of all is than that of a task; None if it is unknown.

        Chains of at most `MOST_STEPS` conditions are followed, in O(n) time for n conditions. A
        chain may come to a variable twice: if that made it longer, there would be no solution.

        Parameters
        ----------
        start, duration
            The variables of the task.
        bounds
            The bounds if it takes place.
        known
            How much later the end is than variables, without this task.
        """
        least, greatest = bounds(duration)

        @cache
        def longest(v: int, n_steps: int) -> int | None:
            """Return how much later the end is than a variable, by few conditions."""
            found = [known[v]] if v in known else []
            if n_steps:
                for arc in self._after.get(v, ()):
                    found += through(arc, v, n_steps)
            return max(found, default=None)

        def through(arc: Comparison, v: int, n_steps: int) -> Iterator[int]:
            for later in arc.terms:
                distance = None if later == v else arc.distance(v, later, bounds)
                rest = None if distance is None else longest(later, n_steps - 1)
                if distance is not None and rest is not None:
                    yield distance + rest

        own = longest(start, MOST_STEPS)
        found = [] if own is None else [own - greatest]
        if least < greatest and start != duration:
            # Conditions of the sum of both, which is the end of the task.
            for arc in self._after.get(start, ()):
                if arc.terms.get(duration) != arc.terms[start]:
                    continue
                without = Comparison(
                    {v: c for v, c in arc.terms.items() if v != duration}, arc.total, arc.condition
                )
                found += through(without, start, MOST_STEPS)
        return max(found, default=None)
