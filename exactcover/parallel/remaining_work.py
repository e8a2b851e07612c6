"""How much work is left: an estimate from dives through tasks, which are to be done anyway.

A dive takes one of the tasks that wait, at random, the larger its share the likelier; when it is
done, one of those that it left, and so on until a task leaves none. Each task's work, divided by
the probability that the dive came to it, adds up to an unbiased estimate of all work that was
waiting (as in Knuth's estimate of the size of a tree). Dives change the order in which tasks are
done and nothing else. They differ, and so tell how far their mean may lie from the truth.

References
----------
D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29
(1975).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from exactcover.parallel.tasks import Task
from exactcover.parallel.worker import Outcome
from exactcover.search.interval import Figure

LEAST_DIVES = 4
"""With fewer nothing is said."""
RECENT = 4.0
"""Dives count that were begun when at most so many times as much was left."""
MOST_DIVES = 64
"""So many are remembered, the last ones."""
MOST_WAITING = 10_000
"""A dive is not begun among more tasks than that: it would take too long to draw one."""


class Dive(NamedTuple):
    """What a dive found: the share that was left when it began, and the work in that."""

    share: float
    work: float


class Outlook:
    """Dives, one after another.

    Parameters
    ----------
    text
        What a checkpoint has kept of earlier runs.

    Attributes
    ----------
    next
        The task that the dive under way has come to: to be done soon.
    """

    def __init__(self, text: str = "[]") -> None:
        self._rng = np.random.default_rng(0)
        self._dives = [Dive(*each) for each in json.loads(text)]
        self._share = self._work = self._weight = 0.0
        self.next: Task | None = None

    def begin(self, tasks: Sequence[Task]) -> None:
        """Begin a dive among the tasks that wait, unless one is under way."""
        if self.next is None and 0 < len(tasks) <= MOST_WAITING:
            self._share, self._work, self._weight = sum(task.share for task in tasks), 0.0, 1.0
            self._draw(tasks)

    def note(self, outcome: Outcome) -> None:
        """Take note of what a task took; a dive that came to it goes on."""
        if outcome.task != self.next:
            return
        self._work += self._weight * outcome.updates
        if outcome.rest:
            self._draw(outcome.rest)
        else:
            self.next = None
            self._dives = [*self._dives, Dive(self._share, self._work)][-MOST_DIVES:]

    def work_left(self, share: float) -> Figure | None:
        """Estimate the work in what is left, in updates; None if nobody can tell yet.

        Parameters
        ----------
        share
            Which part of the whole search is left.

        Examples
        --------
        >>> outlook = Outlook("[[1, 20], [0.9, 9], [0.8, 16], [0.6, 12]]")
        >>> print(outlook.work_left(0.5).text(lambda seconds: f"{seconds:.1f}"))
        8.8 (5.6 to 17.2)
        """
        recent = [dive.work / dive.share for dive in self._dives if dive.share <= RECENT * share]
        if len(recent) < LEAST_DIVES:
            return None
        return Figure.of(np.array(recent)).times(share)

    def text(self) -> str:
        """Return the dives as a checkpoint keeps them."""
        return json.dumps(self._dives)

    def _draw(self, tasks: Sequence[Task]) -> None:
        """Go on with one of some tasks; the larger its share the likelier, but none is unlikely."""
        shares = np.array([task.share for task in tasks])
        # What is below a small share may be large, and what is below a large one, nothing.
        parts = (shares / shares.sum() + 1 / len(tasks)) / 2
        k = int(self._rng.choice(len(tasks), p=parts))
        self.next = tasks[k]
        self._weight /= float(parts[k])
