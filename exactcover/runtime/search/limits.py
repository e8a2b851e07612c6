"""Time limit and cancelling of a verb, for its preparation as well as for its search.

The driver checks all limits between two slices of a search. Work that is not divided into slices
(building the arrays of a problem, ordering its items, reducing it, building a model) calls
`stop_if_due` at least every tenth of a second. If the verb must stop, this raises `HaltedError`;
the unfinished work is dropped, and repeated if the search continues later.

A verb that is called by another verb has a watch of its own, and also stops when the outer watch
is due. The time in which Numba compiles or loads kernels does not count, because it depends on
earlier searches and not on the problem.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import Enum
from typing import Any, Protocol, TypeVar, cast

from exactcover.runtime.arguments import check_time
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.search.interrupts import is_interrupted

Element = TypeVar("Element")

clock = time.perf_counter
"""A monotonic clock, which is independent of changes of the system time."""


class Stop(Enum):
    """Why a search ended before it was complete."""

    LIMIT = "limit"
    """The requested number of solutions was found."""
    TIME = "time"
    NODES = "nodes"
    CANCELLED = "cancelled"
    LOST = "lost"
    """Some tasks of a parallel search killed every worker that tried them."""

    @property
    def words(self) -> str:
        """The reason as text; `LIMIT` is not a failure.

        >>> Stop.LIMIT.words, Stop.TIME.words
        ('as many as asked for', 'stopped by the time limit')
        """
        return _WORDS[self.value]


_WORDS = {
    "limit": "as many as asked for",
    "time": "stopped by the time limit",
    "nodes": "stopped by the node limit",
    "cancelled": "cancelled",
    "lost": "some tasks were lost",
}


def ending(stopped: Stop | None) -> str:
    """Return as text why a search is not complete; None means Ctrl-C."""
    return stopped.words if stopped else "interrupted"


class Flag(Protocol):
    """The type of `cancel`: a `threading.Event`, or any object with this method."""

    def is_set(self) -> bool:
        """Return whether the search must stop."""


class HaltedError(Exception):
    """The verb that runs in this thread must stop; its watch or its driver knows why."""


class _Thread(threading.local):
    """The watch of a thread, and the time that it spent on loading kernels."""

    def __init__(self) -> None:
        self.watch: Watch | None = None
        self.n_loading = 0
        """The number of calls of `begin_loading` without an `end_loading`."""
        self.loading_since = 0.0
        self.seconds_loading = 0.0


_thread = _Thread()


class Watch:
    """Measures the working time of a verb, and decides whether it must stop.

    Parameters
    ----------
    time_limit
        In seconds; None for no limit.
    cancel
        A flag that stops the verb when another thread sets it.

    Raises
    ------
    ProblemError
        If the time limit is not a number of seconds, or `cancel` is not a flag.

    Examples
    --------
    >>> watch = Watch(time_limit=0)
    >>> with watch.running():
    ...     stop_if_due()
    Traceback (most recent call last):
    ...
    exactcover.runtime.search.limits.HaltedError
    >>> watch.stop
    <Stop.TIME: 'time'>
    """

    def __init__(self, time_limit: Any = None, cancel: Any = None) -> None:
        self._limit = float("inf") if time_limit is None else check_time(time_limit)
        self._cancel = check_flag(cancel)
        self._seconds = 0.0
        self._since: float | None = None
        self._outer: Watch | None = None

    def running(self) -> Running:
        """Measure the time meanwhile, and let `stop_if_due` check this watch."""
        return Running(self)

    @property
    def seconds(self) -> float:
        """The working time, without the time in which kernels were loaded."""
        if self._since is None:
            return self._seconds
        return self._seconds + _working_time() - self._since

    @property
    def left(self) -> float:
        """The seconds that are left of the time limit; infinity if there is none."""
        return max(0.0, self._limit - self.seconds)

    @property
    def stop(self) -> Stop | None:
        """Why this verb, or one that called it, must stop; None if it need not.

        Ctrl-C is not a reason here: the driver handles it.
        """
        if self._limit < float("inf") and self.seconds >= self._limit:
            return Stop.TIME
        if self._cancel is not None and self._cancel.is_set():
            return Stop.CANCELLED
        return None if self._outer is None else self._outer.stop


class Running:
    """The time in which a watch runs: what `Watch.running` returns.

    It is a class because a generator as context manager takes a microsecond more, which is felt in
    a short search.
    """

    __slots__ = ("_begun", "_outer", "_watch")

    def __init__(self, watch: Watch) -> None:
        self._watch = watch

    def __enter__(self) -> None:
        watch, outer = self._watch, _thread.watch
        if outer is None:
            # Ctrl-C may have prevented an `end_loading`.
            _thread.n_loading = 0
        self._outer, self._begun = outer, _working_time()
        _thread.watch, watch._outer, watch._since = watch, outer, self._begun

    def __exit__(self, *raised: object) -> None:
        # First, so that Ctrl-C cannot leave this watch active for later verbs.
        _thread.watch = self._outer
        watch = self._watch
        watch._since = watch._outer = None
        watch._seconds += _working_time() - self._begun


def stop_if_due() -> None:
    """Raise `HaltedError` if the verb that runs in this thread must stop.

    While a module is imported or a kernel is loaded nothing stops: it would be left incomplete.
    """
    watch = _thread.watch
    if watch is None or _thread.n_loading:
        return
    if is_interrupted() or watch.stop is not None:
        raise HaltedError


def is_due() -> bool:
    """Return whether the verb that runs in this thread must stop, wherever its work is done."""
    watch = _thread.watch
    return is_interrupted() or (watch is not None and watch.stop is not None)


def is_watched() -> bool:
    """Return whether a verb runs in this thread.

    >>> with Watch().running():
    ...     is_watched()
    True
    """
    return _thread.watch is not None


def seconds_left() -> float:
    """Return the seconds until the verb that runs in this thread must stop; infinity for never.

    >>> with Watch(time_limit=9).running(), Watch().running():
    ...     8 < seconds_left() <= 9
    True
    """
    watch, left = _thread.watch, float("inf")
    while watch is not None:
        left = min(left, watch.left)
        watch = watch._outer
    return left


def may_stop() -> bool:
    """Return whether a time limit or a flag may stop the verb that runs in this thread.

    >>> with Watch(time_limit=9).running(), Watch().running():
    ...     may_stop()
    True
    """
    watch = _thread.watch
    while watch is not None:
        if watch._limit < float("inf") or watch._cancel is not None:
            return True
        watch = watch._outer
    return False


def watched(elements: Iterable[Element], every: int = 64) -> Iterator[Element]:
    """Return an iterator over elements that calls `stop_if_due` before every `every`-th one.

    >>> list(watched("abc"))
    ['a', 'b', 'c']
    """
    for place, element in enumerate(elements):
        if place % every == 0:
            stop_if_due()
        yield element


def check_flag(cancel: Any) -> Flag | None:
    """Return the flag `cancel`, which may be None, after checking that it is one."""
    if cancel is not None and not callable(getattr(cancel, "is_set", None)):
        raise ProblemError(f"cancel is {cancel!r}: it must have a method is_set")
    return cast(Flag | None, cancel)


@contextmanager
def loading() -> Iterator[None]:
    """Import, compile or load kernels meanwhile, without counting the time in this thread."""
    begin_loading()
    try:
        yield
    finally:
        end_loading()


def begin_loading() -> None:
    """Stop the watches until `end_loading` has been called as often as this function."""
    if not _thread.n_loading:
        _thread.loading_since = clock()
    _thread.n_loading += 1


def end_loading() -> None:
    """Continue the watches, if this was the last pending `begin_loading`."""
    if _thread.n_loading == 1:
        _thread.seconds_loading += clock() - _thread.loading_since
    _thread.n_loading = max(0, _thread.n_loading - 1)


def seconds_loading() -> float:
    """Return how many seconds this thread has spent on loading kernels."""
    return _thread.seconds_loading


def add_loading(seconds: float) -> None:
    """Count time of this thread as spent on loading kernels, while it waited for another thread."""
    _thread.seconds_loading += seconds


def _working_time() -> float:
    """Return the clock without the time that this thread has spent on loading kernels."""
    now = _thread.loading_since if _thread.n_loading else clock()
    return now - _thread.seconds_loading
