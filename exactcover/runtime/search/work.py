"""The limits and the progress of a verb that is no search, such as `exactcover.symmetries`.

A verb that is a search has them from the driver. Every other one that may take long does its work
under `limited`, and calls `stop_if_due` of `exactcover.runtime.search.limits` (or `watched`)
between two steps, at least every tenth of a second.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from exactcover.runtime.search.limits import HaltedError, Stop, Watch, is_watched, stop_if_due
from exactcover.runtime.search.progress import SILENT, Progress, check_progress, reporter

Element = TypeVar("Element")


class UnfinishedError(RuntimeError):
    """A verb was stopped before its work was complete, and what it has is of no use.

    Attributes
    ----------
    stopped
        The limit that stopped it; None if it needs more memory than it may use.
    """

    def __init__(self, message: str, stopped: Stop | None = None) -> None:
        super().__init__(message)
        self.stopped = stopped


class Work(Watch):
    """The watch of a verb that is no search; it reports progress whenever it is looked at.

    Attributes
    ----------
    part
        The part of the work that is done, from 0 to 1, as far as the verb says it.
    nodes, solutions
        The steps done, and what was found; see `exactcover.Progress`.
    """

    def __init__(self, time_limit: Any = None, cancel: Any = None, progress: Any = None) -> None:
        self._report = reporter(check_progress(progress))
        super().__init__(time_limit, cancel)
        self.part = 0.0
        self.nodes = self.solutions = 0

    @property
    def stop(self) -> Stop | None:
        """Why this verb, or one that called it, must stop; None if it need not."""
        if self._report is not SILENT:
            self._report.update(self.progress)
        return super().stop

    @property
    def is_inner(self) -> bool:
        """Whether another verb has called this one."""
        return self._outer is not None

    def doing(self, what: str) -> Limited:
        """Work under the limits meanwhile; see `limited`. It may be continued later."""
        return Limited(self, what)

    @contextmanager
    def reporting(self) -> Iterator[None]:
        """Work under the limits meanwhile, for a verb that has a result if they stop it.

        The verb has to catch `HaltedError`. The last report comes at the end, also after an error.
        """
        try:
            with self.running():
                yield
        finally:
            self.close()

    def close(self) -> None:
        """Make the last report; `reporting` and `doing` do it."""
        self._report.close(self.progress)

    def progress(self) -> Progress:
        """Return the progress so far, for a report."""
        return Progress(self.part, self.nodes, self.solutions, self.seconds)


class Limited:
    """The time in which a verb works: what `limited` returns.

    It is a class because generators as context managers take microseconds more, which are felt in
    short calls.
    """

    __slots__ = ("_is_inner", "_running", "_what", "_work")

    def __init__(self, work: Work, what: str) -> None:
        self._work, self._what, self._running = work, what, work.running()
        self._is_inner = False

    def __enter__(self) -> Work:
        # Last, because Ctrl-C in a call after it would leave the watch active.
        self._is_inner = is_watched()
        self._running.__enter__()
        return self._work

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: object
    ) -> None:
        self._running.__exit__()
        work = self._work
        try:
            if kind is None:
                work.part = 1.0
            elif issubclass(kind, HaltedError):
                # Now it says only whether this verb must stop, and not the one that called it.
                why = work.stop
                if why is not None or not self._is_inner:
                    why = why or Stop.CANCELLED  # a flag that was set, and is not any more
                    message = f"{self._what} is not complete: {why.words}"
                    raise UnfinishedError(message, why) from None
        finally:
            if work._report is not SILENT:
                work.close()


class Unlimited:
    """What `limited` returns where no verb has a limit, so that nothing can stop the work."""

    __slots__ = ()

    def __enter__(self) -> Work:
        return _UNWATCHED

    def __exit__(self, *raised: object) -> None:
        pass


_UNLIMITED = Unlimited()
_UNWATCHED = Work()
"""The watch of all work without limits: it never runs, and nobody reads its progress."""


def limited(
    what: str, time_limit: Any = None, cancel: Any = None, progress: Any = None
) -> Limited | Unlimited:
    """Let the limits of a verb stop the work meanwhile, and report its progress.

    Ctrl-C needs nothing: there is no result that could be lost, so it is raised as usual.

    Parameters
    ----------
    what
        What the verb makes, for the message: "the group", for example.
    time_limit, cancel, progress
        The arguments of the verb; see `exactcover.solve`.

    Raises
    ------
    UnfinishedError
        If the time limit or `cancel` stopped the work. If a verb that called this one must stop, it
        is the `HaltedError` for which that one waits.
    ProblemError
        If an argument is wrong.

    Examples
    --------
    >>> from exactcover.runtime.search.limits import watched
    >>> with limited("the sum", time_limit=0):
    ...     sum(watched(range(10)))
    Traceback (most recent call last):
    ...
    exactcover.runtime.search.work.UnfinishedError: the sum is not complete: stopped by the time \
limit
    >>> with limited("the sum", time_limit=60):
    ...     sum(watched(range(10)))
    45
    """
    if time_limit is cancel is progress is None and not is_watched():
        return _UNLIMITED
    return Limited(Work(time_limit, cancel, progress), what)


def limited_each(
    what: str,
    elements: Iterator[Element],
    time_limit: Any = None,
    cancel: Any = None,
    progress: Any = None,
) -> Iterator[Element]:
    """Yield elements, each of which is made under the limits; see `limited`.

    What the caller does between two elements does not count.
    """
    work = Work(time_limit, cancel, progress)
    ended = object()
    while True:
        with work.doing(what):
            stop_if_due()
            element: Any = next(elements, ended)
        if element is ended:
            return
        work.solutions += 1
        yield element
