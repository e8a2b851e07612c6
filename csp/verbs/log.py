"""The log of a search: the model, and a line for better values or bounds, or after a long time.

A search reports its progress some ten times a second; what it finds between two reports is in one
line.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from csp.request import ModelRequest
from csp.verbs.gap import gap_of
from exactcover.runtime.search.progress import Progress

if TYPE_CHECKING:
    from csp.model.model import Model

HEADER = "   time        nodes   failures  solutions       best      bound    gap  method"
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""The seconds between two lines without news: at first, and at most; each pause is doubled."""


class Log:
    """A function that is called with the progress of a search and writes lines to standard error.

    Parameters
    ----------
    title
        The first line.
    describe
        Returns the method that searches now, and its failures, if it counts them.
    also
        The progress function of the caller, which is called, too.

    Examples
    --------
    >>> log = Log("queens", lambda: ("propagation", 12))
    >>> log.line(Progress(0.5, 1200, 3, 2.5, cost=200, bound=190))
    '    2.5        1,200         12          3        200        190   5.0%  propagation'
    """

    def __init__(
        self,
        title: str,
        describe: Callable[[], tuple[str, int | None]] = lambda: ("", None),
        also: Callable[[Progress], object] | None = None,
    ) -> None:
        self._title, self._describe, self._also = title, describe, also
        self._pause, self._next = FIRST_PAUSE, 0.0
        self._shown: tuple[object, ...] = ()

    def __call__(self, progress: Progress) -> None:
        """Write a line, if there is news or the last line is long ago."""
        if self._also is not None:
            self._also(progress)
        news = (progress.cost, progress.bound, self._describe()[0], progress.part == 1.0)
        if news == self._shown and progress.seconds < self._next:
            return
        if not self._shown:
            print(self._title, HEADER, sep="\n", file=sys.stderr)
        if news == self._shown:
            self._pause = min(LONGEST_PAUSE, 2.0 * self._pause)
        self._shown, self._next = news, progress.seconds + self._pause
        print(self.line(progress), file=sys.stderr)

    def line(self, progress: Progress) -> str:
        """Return the line for the progress."""
        method, failures = self._describe()
        gap = gap_of(_whole(progress.cost), _whole(progress.bound))
        return (
            f"{progress.seconds:7.1f} {progress.nodes:12,} {_text(failures):>10} "
            f"{progress.solutions:10,} {_text(progress.cost):>10} {_text(progress.bound):>10} "
            f"{'' if gap is None else f'{100 * gap:.1f}%':>6}  {method}"
        ).rstrip()


def logged(
    request: ModelRequest,
    model: Model,
    describe: Callable[[], tuple[str, int | None]] = lambda: ("", None),
) -> ModelRequest:
    """Return a request whose progress is logged; the log takes the place of a progress bar."""
    limits = request.search.limits
    also = limits.progress if callable(limits.progress) else None
    log = Log(_title(request, model), describe, also)
    search = replace(request.search, limits=replace(limits, progress=log))
    return replace(request, search=search, log=False)  # a search that it begins logs nothing again


def _title(request: ModelRequest, model: Model) -> str:
    """Return the title of a log: the model, what is wanted, and the method."""
    wanted = "solutions"
    if request.objective is not None:
        wanted = "the least value" if request.sign > 0 else "the greatest value"
    return f"{model!r}: {wanted}, method {request.solver or request.search.method}"


def _text(number: float | None) -> str:
    return "" if number is None else f"{number:,}"


def _whole(number: float | None) -> int | None:
    return None if number is None else int(number)
