"""The clock of a verb: time limit, cancelling and Ctrl-C, for its preparation and its search alike.

The driver looks at all limits between two slices of a search. What is not cut into slices (laying
a problem out, ordering its items, reducing it, building a model) calls `stop_if_due` between its
steps, at least every tenth of a second. Where the verb is to stop, that raises `HaltedError`: what
was being made is dropped, and made anew if the search goes on.

A verb that another one calls has a watch of its own, and stops when that of the other says so. The
time in which Numba compiles or loads kernels is not counted: it depends on what was used before,
and not on the problem.
"""

from __future__ import annotations

import _signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from enum import Enum
from types import FrameType
from typing import Any, Protocol, TypeVar, cast

from exactcover.arguments import check_time
from exactcover.errors import ProblemError

Element = TypeVar("Element")

clock = time.perf_counter
"""Monotonic: a clock that is set while a search runs changes nothing."""


class Stop(Enum):
    """Why a search ended before it was complete."""

    LIMIT = "limit"
    """As many solutions as were asked for are found."""
    TIME = "time"
    NODES = "nodes"
    CANCELLED = "cancelled"
    LOST = "lost"
    """Some tasks of a search that was spread killed every worker that tried them."""

    @property
    def words(self) -> str:
        """The reason in a few words; a search that found what was asked for has not failed.

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
    """Return why a search is not complete, in words; without a reason, Ctrl-C ended it."""
    return stopped.words if stopped else "interrupted"


class Flag(Protocol):
    """What `cancel` takes: a `threading.Event`, or anything that has this method."""

    def is_set(self) -> bool:
        """Tell whether the search is to stop."""


_tellers: list[Callable[[], None]] = []
"""Who is to be told, instead of the watch, when Numba compiles for the first time."""


def announce_compiling(tell: Callable[[], None]) -> None:
    """Call a function when Numba begins to compile, once: for command lines."""
    _tellers[:] = [tell]


class HaltedError(Exception):
    """The verb that runs in this thread is to stop; its watch or its driver says why."""


class _Thread(threading.local):
    """What is known of a thread."""

    def __init__(self) -> None:
        self.watch: Watch | None = None
        self.signals: list[int] | None = None
        """The signals noted so far, where Ctrl-C is noted instead of raised."""
        self.n_loading = 0
        """How many calls of `begin_loading` have not ended."""
        self.loading_since = 0.0
        self.seconds_loading = 0.0


_thread = _Thread()


class Watch:
    """Measures for how long a verb has worked, and tells whether it is to stop.

    Parameters
    ----------
    time_limit
        In seconds; None for no limit.
    cancel
        A flag that another thread may set.
    on_compiling
        Called when Numba begins to compile.

    Raises
    ------
    ProblemError
        If the time limit is not a number of seconds, or `cancel` is no flag.

    Examples
    --------
    >>> watch = Watch(time_limit=0)
    >>> with watch.running():
    ...     stop_if_due()
    Traceback (most recent call last):
    ...
    exactcover.limits.HaltedError
    >>> watch.stop
    <Stop.TIME: 'time'>
    """

    def __init__(
        self,
        time_limit: Any = None,
        cancel: Any = None,
        on_compiling: Callable[[], None] | None = None,
    ) -> None:
        self._limit = check_time(time_limit)
        self._cancel = check_flag(cancel)
        self._on_compiling = on_compiling
        self._seconds = 0.0
        self._since: float | None = None
        self._outer: Watch | None = None

    @contextmanager
    def running(self) -> Iterator[None]:
        """Count the time that is spent meanwhile, and let `stop_if_due` look at this watch."""
        outer = _thread.watch
        if outer is None:
            # Ctrl-C may have ended a wait for the compiler before it began.
            _thread.n_loading = 0
        begun = _working_time()
        try:
            _thread.watch, self._outer, self._since = self, outer, begun
            yield
        finally:
            # First of all, so that not even Ctrl-C leaves this watch to the verbs that follow.
            _thread.watch = outer
            self._since = self._outer = None
            self._seconds += _working_time() - begun

    @property
    def seconds(self) -> float:
        """For how long it has been running, without the time in which kernels were loaded."""
        if self._since is None:
            return self._seconds
        return self._seconds + _working_time() - self._since

    @property
    def left(self) -> float:
        """How many seconds of its own limit are left; infinity if there is none."""
        return max(0.0, self._limit - self.seconds)

    @property
    def stop(self) -> Stop | None:
        """Why the verb, or one that waits for it, is to stop; None if none is.

        Ctrl-C is the driver's affair.
        """
        if self.seconds >= self._limit:
            return Stop.TIME
        if self._cancel is not None and self._cancel.is_set():
            return Stop.CANCELLED
        return None if self._outer is None else self._outer.stop

    def note_compiling(self) -> None:
        """Tell, the first time, that Numba compiles."""
        tell, self._on_compiling = self._on_compiling, None
        if tell is not None:
            tell()


def stop_if_due() -> None:
    """Raise `HaltedError` if the verb that runs in this thread is to stop; else do nothing.

    While kernels are loaded it does nothing: a small problem is solved then, to compile them.
    """
    watch = _thread.watch
    if watch is None or _thread.n_loading:
        return
    if _thread.signals or watch.stop is not None:
        raise HaltedError


def watched(elements: Iterable[Element], every: int = 64) -> Iterator[Element]:
    """Go through elements, and look after every so many whether the verb is to stop.

    >>> list(watched("abc"))
    ['a', 'b', 'c']
    """
    for place, element in enumerate(elements):
        if place % every == 0:
            stop_if_due()
        yield element


def check_flag(cancel: Any) -> Flag | None:
    """Return a flag, or None where there is none."""
    if cancel is not None and not callable(getattr(cancel, "is_set", None)):
        raise ProblemError(f"cancel is {cancel!r}: it must have a method is_set")
    return cast(Flag | None, cancel)


@contextmanager
def interrupts() -> Iterator[Callable[[], bool]]:
    """Note Ctrl-C instead of raising it, so that no result is lost between two instructions.

    Only in the main thread, and only where nobody else handles it. Within itself it changes
    nothing: what is noted is noted for all.
    """
    # The module behind `signal`, which spares a short search 15 us of making enumerations.
    sigint, default = _signal.SIGINT, _signal.default_int_handler
    if _thread.signals is not None:
        outer = _thread.signals
        yield lambda: bool(outer)
        return
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or _signal.getsignal(sigint) is not default:
        yield lambda: False
        return
    noted: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        noted.append(number)

    _thread.signals = noted
    _signal.signal(sigint, note)
    try:
        yield lambda: bool(noted)
    finally:
        _thread.signals = None
        _signal.signal(sigint, default)


@contextmanager
def loading() -> Iterator[None]:
    """Import, compile or load kernels meanwhile: no watch of this thread counts that."""
    begin_loading()
    try:
        yield
    finally:
        end_loading()


def begin_loading() -> None:
    """Stop counting, until `end_loading` was called as often."""
    if not _thread.n_loading:
        _thread.loading_since = clock()
    _thread.n_loading += 1


def end_loading() -> None:
    """Count again, if `begin_loading` was called no more often."""
    if _thread.n_loading == 1:
        _thread.seconds_loading += clock() - _thread.loading_since
    _thread.n_loading = max(0, _thread.n_loading - 1)


def seconds_loading() -> float:
    """Return for how long this thread has waited for kernels so far."""
    return _thread.seconds_loading


def note_compiling() -> None:
    """Tell the watch that runs in this thread, and who else wants to know, that Numba compiles."""
    running = _thread.watch
    if _tellers:
        _tellers.pop()()
        if running is not None:
            running._on_compiling = None
    elif running is not None:
        running.note_compiling()


def _working_time() -> float:
    """Return the time that this thread has spent on anything but loading kernels."""
    now = _thread.loading_since if _thread.n_loading else clock()
    return now - _thread.seconds_loading
