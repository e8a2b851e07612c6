"""Progress reports of a running search: nodes per second, remaining time, the progress bar."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from exactcover.runtime.errors import ProblemError
from exactcover.runtime.formatting import format_duration, format_number, format_repr, format_whole

if TYPE_CHECKING:
    from exactcover.runtime.confidence_interval import Interval

SECONDS_BETWEEN = 0.1
"""The minimum time between two reports."""


class Progress(NamedTuple):
    """The progress of a search.

    Attributes
    ----------
    part
        The part of the search tree that is done, from 0 to 1. All branches of a node count alike,
        so the part grows evenly only if they have the same size.
    nodes, solutions
        The number of visited nodes, and of solutions found.
    seconds
        The duration of the search so far.
    left
        The estimated remaining seconds; None if there is no estimate.
    cost, bound
        Of a search for the least cost: the cost of the cheapest solution found, or None; and a
        lower bound of the cost of all solutions. None in other searches.
    """

    part: float
    nodes: int
    solutions: int
    seconds: float
    left: Interval | None = None
    cost: float | None = None
    bound: float | None = None

    def _repr_html_(self) -> str:
        from exactcover.runtime.notebook import text_html

        return text_html(self)

    def __repr__(self) -> str:
        return format_repr(self, self._fields)

    @property
    def rate(self) -> float:
        """Nodes per second."""
        return self.nodes / self.seconds if self.seconds else 0.0


class Reporter(Protocol):
    """Receives progress reports."""

    def update(self, progress: Callable[[], Progress]) -> None:
        """Report the progress, if it is time to."""

    def close(self, progress: Callable[[], Progress]) -> None:
        """Report the progress at the end or at Ctrl-C; later calls do nothing."""


def check_progress(progress: Any) -> bool | Callable[[Progress], object] | None:
    """Return the argument `progress` after checking it."""
    if progress is not None and not isinstance(progress, bool) and not callable(progress):
        raise ProblemError(f"progress is {progress!r}: give True or a function of a Progress")
    return progress  # type: ignore[no-any-return]


def reporter(progress: bool | Callable[[Progress], object] | None) -> Reporter:
    """Return the reporter for the argument `progress`: none, a progress bar, or a function."""
    if progress is None or progress is False:
        return SILENT
    if progress is not True:
        return _Periodic(progress)
    from exactcover.runtime.search.progress_bars import new_bar

    bar = new_bar()
    return _Periodic(bar, bar)


def status_text(progress: Progress) -> str:
    """Return the solutions, the speed and the remaining time as text.

    >>> from exactcover.runtime.confidence_interval import Interval
    >>> status_text(Progress(0.5, 12_000, 34, 2.0, Interval(100.0, 0.0, 100.0, 60.0, 150.0)))
    '34 solutions, 6,000 nodes/s, 1.67 minutes left (1 minutes to 2.5 minutes)'
    """
    left = "" if progress.left is None else f", {remaining_text(progress.left)}"
    if progress.bound is None:
        found = f"{format_whole(progress.solutions, ',')} solutions"
    else:
        found = cost_text(progress.cost, progress.bound)
    return f"{found}, {format_number(progress.rate)} nodes/s{left}"


def cost_text(cost: float | None, bound: float) -> str:
    """Return the least cost found and its lower bound as text.

    >>> cost_text(1066, 1053), cost_text(None, 0.25)
    ('cost 1,066, at least 1,053 (gap 1.22 %)', 'no solution, cost at least 0.25')
    """
    if cost is None:
        return f"no solution, cost at least {bound:,.6g}"
    cost = float(cost)
    return f"cost {cost:,.6g}, at least {bound:,.6g} (gap {100 * gap_of(cost, bound):.3g} %)"


def gap_of(cost: float, bound: float) -> float:
    """Return how far a lower bound is below a cost, as a part of the cost without its sign.

    >>> gap_of(200, 190), gap_of(-5, -5), gap_of(0, -1)
    (0.05, 0.0, inf)
    """
    if bound >= cost:
        return 0.0
    return float((cost - bound) / abs(cost)) if cost else math.inf


def remaining_text(left: Interval) -> str:
    """Return the remaining time and its interval as text."""
    low, high = format_duration(left.low), format_duration(left.high)
    return f"{format_duration(left.mean)} left ({low} to {high})"


class Bar(Protocol):
    """Shows the progress until the search ends."""

    def __call__(self, progress: Progress) -> None:
        """Show the progress."""

    def stop(self) -> None:
        """Remove the bar; a later call shows it again."""


class _Silent:
    """Reports nothing."""

    def update(self, progress: Callable[[], Progress]) -> None:
        """Do nothing."""

    def close(self, progress: Callable[[], Progress]) -> None:
        """Do nothing."""


SILENT = _Silent()
"""The reporter without progress: who has it need not call it."""


class _Periodic:
    """Calls a function at intervals and once at the end; the search may continue after Ctrl-C."""

    def __init__(self, function: Callable[[Progress], object], bar: Bar | None = None) -> None:
        self._function = function
        self._bar = bar
        self._next = time.monotonic() + SECONDS_BETWEEN
        self._is_open = True

    def update(self, progress: Callable[[], Progress]) -> None:
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + SECONDS_BETWEEN
            self._is_open = True
            self._function(progress())

    def close(self, progress: Callable[[], Progress]) -> None:
        if self._is_open:
            self._is_open = False
            self._function(progress())
            if self._bar is not None:
                self._bar.stop()
