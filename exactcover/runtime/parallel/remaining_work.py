"""`RemainingWork`: estimate the remaining work of a run by random probes of its tasks.

A probe draws one of the waiting tasks; tasks with a larger share are more likely. When that task is
done, the probe draws one of the tasks that it left, and so on until a task leaves none. The sum of
the work of these tasks, each divided by the probability that the probe reached it, is an unbiased
estimate of all waiting work (Knuth's estimator of the size of a tree). Probes cost nothing: they
only change the order in which tasks are done. Their differences give the interval of their mean.

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

from exactcover.runtime.confidence_interval import Interval
from exactcover.runtime.parallel.task import Task
from exactcover.runtime.parallel.worker import Outcome

MIN_PROBES = 4
"""The minimum number of probes for an estimate."""
RECENT = 4.0
"""A probe is used if the share left at its start was at most this many times the current one."""
MAX_PROBES = 64
"""The number of probes that are kept, the last ones."""
MAX_WAITING = 10_000
"""No probe is started among more tasks than this, because drawing one would take too long."""


class Probe(NamedTuple):
    """The result of a probe: the share that was left when it started, and its estimated work."""

    share: float
    work: float


class RemainingWork:
    """The random probes of a run, one after another.

    Parameters
    ----------
    text
        The text of earlier probes in a checkpoint.

    Attributes
    ----------
    next
        The task that the current probe needs next; None between two probes.
    """

    def __init__(self, text: str = "[]") -> None:
        self._rng = np.random.default_rng(0)
        self._probes = [Probe(*each) for each in json.loads(text)]
        self._share = self._work = self._weight = 0.0
        self.next: Task | None = None

    def begin(self, tasks: Sequence[Task]) -> None:
        """Start a probe among the waiting tasks, unless one is in progress."""
        if self.next is None and 0 < len(tasks) <= MAX_WAITING:
            self._share, self._work, self._weight = sum(task.share for task in tasks), 0.0, 1.0
            self._draw(tasks)

    def note(self, outcome: Outcome) -> None:
        """Record the work of a task; continue the probe if it was waiting for this task."""
        if outcome.task != self.next:
            return
        self._work += self._weight * outcome.updates
        if outcome.rest:
            self._draw(outcome.rest)
        else:
            self.next = None
            self._probes = [*self._probes, Probe(self._share, self._work)][-MAX_PROBES:]

    def estimate(self, share: float) -> Interval | None:
        """Return the estimated remaining work in updates; None with too few probes.

        Parameters
        ----------
        share
            The part of the whole search that is left.

        Examples
        --------
        >>> remaining = RemainingWork("[[1, 20], [0.9, 9], [0.8, 16], [0.6, 12]]")
        >>> print(remaining.estimate(0.5).text(lambda seconds: f"{seconds:.1f}"))
        8.8 (5.6 to 17.2)
        """
        recent = [
            probe.work / probe.share
            for probe in self._probes
            if 0.0 < probe.share <= RECENT * share
        ]
        if len(recent) < MIN_PROBES:
            return None
        return Interval.of(np.array(recent)).times(share)

    def text(self) -> str:
        """Return the probes as text for a checkpoint."""
        return json.dumps(self._probes)

    def _draw(self, tasks: Sequence[Task]) -> None:
        """Draw the next task of the probe, half by its share and half uniformly."""
        shares = np.array([task.share for task in tasks])
        # The subtree of a task may be large though its share is small, and the other way round.
        # Shares may be 0: those of deep tasks are too small for floats.
        parts = (shares / (shares.sum() or 1.0) + 1 / len(tasks)) / 2
        parts /= parts.sum()
        k = int(self._rng.choice(len(tasks), p=parts))
        self.next = tasks[k]
        self._weight /= float(parts[k])
