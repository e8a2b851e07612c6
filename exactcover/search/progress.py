"""How a running search tells how far it is."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from exactcover.formatting import format_duration, format_number, format_repr, format_whole
from exactcover.search.interval import Interval

SECONDS_BETWEEN = 0.1
"""Reports come no closer together than this."""

COMPILING = "compiling kernels: the first time this takes some seconds, which no limit counts"
"""What people are told who watch."""


class Progress(NamedTuple):
    """How far a search is.

    Attributes
    ----------
    part
        Which part of the search tree is done, from 0 to 1: every branch of a node counts alike, so
        it grows evenly only if they are alike.
    nodes, solutions
        How many were visited, and found.
    seconds
        For how long it has been searching.
    left
        How many seconds more it will take: a mean and an interval; None where nobody can tell.
    """

    part: float
    nodes: int
    solutions: int
    seconds: float
    left: Interval | None = None

    def __repr__(self) -> str:
        return format_repr(self, self._fields)

    @property
    def rate(self) -> float:
        """Nodes a second."""
        return self.nodes / self.seconds if self.seconds else 0.0


class Reporter(Protocol):
    """Who is told."""

    def update(self, progress: Callable[[], Progress]) -> None:
        """Take note, if it is time to."""

    def close(self, progress: Callable[[], Progress]) -> None:
        """Take note of the end, or of Ctrl-C; once is enough."""

    def note_compiling(self) -> None:
        """Take note that Numba compiles, which no limit counts."""


def reporter(progress: bool | Callable[[Progress], object] | None) -> Reporter:
    """Return whom to tell: nobody, a bar on standard error, or a function."""
    if progress is None or progress is False:
        return _Nobody()
    return _Periodic(_Bar() if progress is True else progress)


def said(progress: Progress) -> str:
    """Say what was found, how fast, and how long it will still take.

    >>> said(Progress(0.5, 12_000, 34, 2.0, Interval(100.0, 0.0, 100.0, 60.0, 150.0)))
    '34 solutions, 6,000 nodes/s, 1.67 minutes left (1 minutes to 2.5 minutes)'
    """
    left = "" if progress.left is None else f", {in_time(progress.left)}"
    solutions = format_whole(progress.solutions, ",")
    return f"{solutions} solutions, {format_number(progress.rate)} nodes/s{left}"


def in_time(left: Interval) -> str:
    """Say how long it will take, and within which bounds."""
    low, high = format_duration(left.low), format_duration(left.high)
    return f"{format_duration(left.mean)} left ({low} to {high})"


class _Nobody:
    def update(self, progress: Callable[[], Progress]) -> None:
        pass

    def close(self, progress: Callable[[], Progress]) -> None:
        pass

    def note_compiling(self) -> None:
        pass


class _Periodic:
    """Calls a function now and then, and once at the end; after Ctrl-C it may go on."""

    def __init__(self, function: Callable[[Progress], object]) -> None:
        self._function = function
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
            if isinstance(self._function, _Bar):
                self._function.stop()

    def note_compiling(self) -> None:
        if isinstance(self._function, _Bar):
            self._function.say(COMPILING)


class _Bar:
    """A bar on standard error, which goes when the search ends."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn
        from rich.progress import Progress as Bar

        console = Console(stderr=True)
        self._bar: Any = Bar(
            BarColumn(),
            TaskProgressColumn("{task.percentage:>6.2f}%"),
            TextColumn("{task.fields[said]}"),
            TimeElapsedColumn(),
            console=console,
            disable=not console.is_terminal,
            transient=True,
        )
        self._task = self._bar.add_task("search", total=1.0, said="")

    def __call__(self, progress: Progress) -> None:
        self._bar.start()
        self._bar.update(self._task, completed=progress.part, said=said(progress))

    def say(self, message: str) -> None:
        """Print a line above the bar, where there is one."""
        if not self._bar.disable:
            self._bar.console.print(message)

    def stop(self) -> None:
        """Remove the bar from the screen."""
        self._bar.stop()
