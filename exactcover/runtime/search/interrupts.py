"""Ctrl-C: while a verb runs, it is recorded instead of raised, so that no result is lost."""

from __future__ import annotations

import _signal
import threading
from collections.abc import Callable
from types import FrameType


class _Thread(threading.local):
    """The state of Ctrl-C in a thread."""

    def __init__(self) -> None:
        self.signals: list[int] | None = None
        """The signals recorded so far, or None where Ctrl-C is raised as usual."""


_thread = _Thread()


def interrupts() -> Recording:
    """Record Ctrl-C meanwhile instead of raising it: ``with interrupts() as is_interrupted``.

    The function tells whether it came. This works in the main thread only, and only if the program
    has no handler of its own. A nested call shares the record of the outer one.
    """
    return Recording()


class Recording:
    """What `interrupts` returns.

    In a short search it is felt that this is a class, which saves a microsecond, and that it uses
    the module behind `signal`, which saves 15.
    """

    __slots__ = ("_is_outermost", "_recorded")

    def __enter__(self) -> Callable[[], bool]:
        self._is_outermost = False
        self._recorded = _thread.signals
        if self._recorded is None:
            self._recorded = []
            is_main = threading.current_thread() is threading.main_thread()
            if is_main and _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
                self._is_outermost = True
                _thread.signals = self._recorded
                _signal.signal(_signal.SIGINT, self._record)
        return self._is_interrupted

    def __exit__(self, *raised: object) -> None:
        if self._is_outermost:
            _thread.signals = None
            _signal.signal(_signal.SIGINT, _signal.default_int_handler)

    def _record(self, number: int, frame: FrameType | None) -> None:
        assert self._recorded is not None
        self._recorded.append(number)

    def _is_interrupted(self) -> bool:
        return bool(self._recorded)


def is_interrupted() -> bool:
    """Return whether Ctrl-C was recorded in this thread."""
    return bool(_thread.signals)
