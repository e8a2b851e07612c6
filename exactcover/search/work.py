"""The limits and the progress of a verb that is no search, such as `exactcover.symmetries`.

A verb that is a search has them from the driver. Every other one that may take long does its work
under `limited`, and calls `stop_if_due` of `exactcover.limits` (or `watched`) between two steps, at
least every tenth of a second.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from exactcover.limits import HaltedError, Stop, Watch
from exactcover.search.progress import Progress, check_progress, reporter

__all__ = ["UnfinishedError", "Work", "limited"]


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
        super().__init__(time_limit, cancel, self._report.note_compiling)
        self.part = 0.0
        self.nodes = self.solutions = 0

    @property
    def stop(self) -> Stop | None:
        """Why this verb, or one that called it, must stop; None if it need not."""
        self._report.update(self._progress)
        return super().stop

    @property
    def is_inner(self) -> bool:
        """Whether another verb has called this one."""
        return self._outer is not None

    @contextmanager
    def doing(self, what: str) -> Iterator[None]:
        """Work under the limits meanwhile; see `limited`. It may be continued later."""
        is_inner = False
        try:
            with self.running():
                is_inner = self.is_inner
                yield
                self.part = 1.0
        except HaltedError:
            # Outside, it says only whether this verb must stop, and not the one that called it.
            why = self.stop
            if why is None and is_inner:
                raise
            why = why or Stop.CANCELLED  # a flag that was set, and is not any more
            raise UnfinishedError(f"{what} is not complete: {why.words}", why) from None
        finally:
            self._report.close(self._progress)

    def _progress(self) -> Progress:
        return Progress(self.part, self.nodes, self.solutions, self.seconds)


@contextmanager
def limited(
    what: str, time_limit: Any = None, cancel: Any = None, progress: Any = None
) -> Iterator[Work]:
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
    >>> from exactcover.limits import watched
    >>> with limited("the sum", time_limit=0):
    ...     sum(watched(range(10)))
    Traceback (most recent call last):
    ...
    exactcover.search.work.UnfinishedError: the sum is not complete: stopped by the time limit
    >>> with limited("the sum", time_limit=60):
    ...     sum(watched(range(10)))
    45
    """
    work = Work(time_limit, cancel, progress)
    with work.doing(what):
        yield work
