"""`RemainingWork`: estimate the remaining work of a run in two ways, which err differently.

1. *Probes.* A probe draws one of the waiting tasks; tasks with a larger share are more likely. When
   that task is done, the probe draws one of the tasks that it left, and so on until a task leaves
   none. The sum of the work of these tasks, each divided by the probability that the probe reached
   it, is an unbiased estimate of all waiting work (Knuth's estimator of the size of a tree). Probes
   cost nothing: they only change the order in which tasks are done.
2. *Subtrees.* A waiting task is expected to need as much work for its share as the subtrees that
   are done and had the most similar shares. This hardly depends on chance, but is biased where the
   right side of the tree differs from the left.

The estimate is the geometric mean of both. The truth was within a factor of `FACTOR` of it in 95 of
100 reports (docs/decisions/0006-estimates.md).

References
----------
D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29
(1975).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from math import frexp, sqrt
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
FACTOR = 2.0
"""The truth is usually within this factor of the mean of both estimates."""
LEAST_SUBTREES = 3
"""So many subtrees of one size must be done."""
MAX_WAITING = 10_000
"""No probe is started among more tasks than this, because drawing one would take too long."""


class Probe(NamedTuple):
    """The result of a probe: the share that was left when it started, and its estimated work."""

    share: float
    work: float


class Size:
    """The waiting tasks of similar shares, and the subtrees that are done and had such a share.

    Attributes
    ----------
    waiting
        The sum of the shares of the waiting tasks.
    number, share, work
        The number of subtrees, and the sums of their shares and of their work.
    """

    def __init__(self) -> None:
        self.waiting = self.share = self.work = 0.0
        self.number = 0


class Subtree:
    """A task that was done and left others, of which some are not done."""

    def __init__(self, share: float, work: float, n_left: int) -> None:
        self.share, self.work, self.n_left = share, work, n_left


class Subtrees:
    """The work of the subtrees of tasks that are done, by their shares.

    Parameters
    ----------
    tasks
        The tasks with which the run begins.

    Examples
    --------
    >>> subtrees = Subtrees([Task((k,), (), 0.125) for k in range(4)])
    >>> for k in range(3):
    ...     subtrees.add(Task((k,), (), 0.125), 10 * k, [])
    >>> subtrees.remaining()
    10.0
    """

    def __init__(self, tasks: Iterable[Task]) -> None:
        self._sizes: dict[int, Size] = {}
        self._open: dict[tuple[int, ...], Subtree] = {}
        for task in tasks:
            self._of(task.share).waiting += task.share

    def _of(self, share: float) -> Size:
        """Return the size of a share: those of one size differ by less than a factor of two."""
        return self._sizes.setdefault(frexp(share)[1], Size())

    def add(self, task: Task, work: float, rest: Sequence[Task]) -> None:
        """Note that a task is done, and what it left."""
        self._of(task.share).waiting -= task.share
        for part in rest:
            self._of(part.share).waiting += part.share
        path, subtree = task.path, Subtree(task.share, work, len(rest))
        while subtree.n_left == 0:
            self._open.pop(path, None)
            size = self._of(subtree.share)
            size.number += 1
            size.share += subtree.share
            size.work += subtree.work
            above = self._open.get(path[:-1]) if path else None
            if above is None:
                return
            above.n_left -= 1
            above.work += subtree.work
            path, subtree = path[:-1], above
        self._open[path] = subtree

    def remaining(self) -> float | None:
        """Return the work that is expected of the waiting tasks; None if too few are done."""
        sizes = self._sizes.items()
        known = [k for k, size in sizes if size.number >= LEAST_SUBTREES and size.share > 0.0]
        if not known:
            return None
        total = 0.0
        for k, size in sizes:
            nearest = self._sizes[min(known, key=lambda other: (abs(other - k), other))]
            total += max(0.0, size.waiting) * nearest.work / nearest.share
        return total


class RemainingWork:
    """The estimates of a run: random probes, one after another, and subtrees that are done.

    Parameters
    ----------
    text
        The text of earlier probes in a checkpoint.
    tasks
        The tasks with which the run begins; without them only probes are used.

    Attributes
    ----------
    next
        The task that the current probe needs next; None between two probes.
    """

    def __init__(self, text: str = "[]", tasks: Iterable[Task] = ()) -> None:
        self._subtrees = Subtrees(tasks)
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
        self._subtrees.add(outcome.task, outcome.updates, outcome.rest)
        if outcome.task != self.next:
            return
        self._work += self._weight * outcome.updates
        if outcome.rest:
            self._draw(outcome.rest)
        else:
            self.next = None
            self._probes = [*self._probes, Probe(self._share, self._work)][-MAX_PROBES:]

    def estimate(self, share: float) -> Interval | None:
        """Return the estimated remaining work in updates; None if too little is known.

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
        probed = None
        if len(recent) >= MIN_PROBES:
            probed = Interval.of(np.array(recent)).times(share)
        expected = self._subtrees.remaining()
        if not expected:
            return probed
        mean = sqrt(expected * probed.mean) if probed and probed.mean else expected
        error = mean if probed is None else probed.error
        return Interval(mean, error, mean, mean / FACTOR, mean * FACTOR)

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
