"""When a climb has to stop before its end: its time is up, or it was cancelled."""

from __future__ import annotations

import time

from exactcover.arguments import check_time
from exactcover.result import Stop
from exactcover.watch import Flag, check_flag

__all__ = ["StoppedError", "Watch"]


class StoppedError(Exception):
    """A limit was reached; the verbs catch it and say so in what they return."""

    def __init__(self, why: Stop) -> None:
        super().__init__(why.value)
        self.why = why


class Watch:
    """The limits of one call. The time runs from the moment at which this is made.

    Parameters
    ----------
    time_limit
        The number of seconds, or None.
    cancel
        A flag that another thread may set (a `threading.Event`, say), or None.

    Raises
    ------
    ProblemError
        Where one of them is something else.

    Examples
    --------
    >>> Watch().check()
    >>> Watch(time_limit=0).check()
    Traceback (most recent call last):
    sudoku.techniques.watch.StoppedError: time
    """

    def __init__(self, time_limit: float | None = None, cancel: Flag | None = None) -> None:
        self._end = time.monotonic() + check_time(time_limit)
        self.cancel = check_flag(cancel)

    @property
    def seconds_left(self) -> float | None:
        """How much time is left, as a time limit of a search; None where there is no limit."""
        left = self._end - time.monotonic()
        return None if left == float("inf") else max(0.0, left)

    @property
    def why_undecided(self) -> Stop:
        """Why a search that was given these limits was stopped."""
        is_cancelled = self.cancel is not None and self.cancel.is_set()
        return Stop.CANCELLED if is_cancelled else Stop.TIME

    def check(self) -> None:
        """Raise where a limit is reached.

        Raises
        ------
        StoppedError
            Says which limit it is.
        """
        if self.cancel is not None and self.cancel.is_set():
            raise StoppedError(Stop.CANCELLED)
        if time.monotonic() >= self._end:
            raise StoppedError(Stop.TIME)
