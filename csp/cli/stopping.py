"""How the solvers of other languages are stopped: by a signal, or by the clock on the wall."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import click

from exactcover.runtime.cli.exit_codes import Reporting
from exactcover.runtime.search.limits import clock

SIGNALS = (signal.SIGINT, signal.SIGTERM)
"""Ctrl-C, and what other programs send to end one."""
GRACE = 1.0
"""The seconds that a command has to end by itself; nearly always it needs less than a tenth."""


class Stopping:
    """The flag of a command that has to end: `cancel` of the verbs.

    Parameters
    ----------
    seconds
        When it has to end, counted from the start of the process; None for never. Unlike the time
        limit of a verb this counts everything, also imports and the loading of kernels.

    Attributes
    ----------
    printing
        A lock to hold while something is printed, and what is known about it changes.
    """

    def __init__(self, seconds: float | None = None) -> None:
        context = click.get_current_context(silent=True)
        command = None if context is None else context.find_root().command
        self._command = command if isinstance(command, Reporting) else None
        self._began = clock() - (self._command.seconds_gone() if self._command else 0.0)
        self._seconds = float("inf") if seconds is None else seconds
        self._is_asked = False
        self.printing = threading.Lock()

    def is_set(self) -> bool:
        """Return whether the command has to end."""
        return self._is_asked or self.seconds_gone >= self._seconds

    @property
    def seconds_gone(self) -> float:
        """The seconds since the start."""
        return clock() - self._began

    @property
    def controls(self) -> dict[str, Any]:
        """The keywords of a verb: this flag, and the time that is left as engines plan with it."""
        left = max(0.0, self._seconds - self.seconds_gone)
        return {"cancel": self, "time_limit": None if left == float("inf") else left}

    @contextmanager
    def watching(self, last_words: Callable[[], None]) -> Iterator[None]:
        """Let signals set the flag meanwhile, so that what was found is still printed.

        Parameters
        ----------
        last_words
            Prints what is known. A program that does not end in time, because a compiled function
            goes on, says this and is ended.
        """
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = [(each, signal.signal(each, self._ask)) for each in SIGNALS]
        watchdog = None
        if self._command is not None and self._command.is_program:
            watchdog = _Watchdog(self._seconds - self.seconds_gone, self.printing, last_words)
        try:
            yield
        finally:
            if watchdog is not None:
                watchdog.end()
            for each, handler in before:
                signal.signal(each, handler)

    def _ask(self, number: int, frame: FrameType | None) -> None:
        self._is_asked = True


class _Watchdog:
    """A thread that ends the process if its main thread is told to end, and does not.

    Python calls the handler of a signal when the main thread is back from compiled code. A byte in
    a pipe tells this thread of the signal at once.
    """

    def __init__(
        self, seconds: float, printing: threading.Lock, last_words: Callable[[], None]
    ) -> None:
        self._printing, self._last_words = printing, last_words
        self._over = threading.Event()
        self._read, self._write = os.pipe()
        if os.name != "nt":
            os.set_blocking(self._write, False)
        self._before = signal.set_wakeup_fd(self._write)
        threading.Thread(target=self._wait, daemon=True).start()
        if seconds <= threading.TIMEOUT_MAX:
            self._timer = threading.Timer(max(0.0, seconds), os.write, (self._write, b"t"))
            self._timer.daemon = True
            self._timer.start()

    def end(self) -> None:
        """Do nothing any more."""
        self._over.set()
        signal.set_wakeup_fd(self._before)

    def _wait(self) -> None:
        os.read(self._read, 1)
        if self._over.wait(GRACE):
            return
        with self._printing:
            if not self._over.is_set():
                self._last_words()
                sys.stdout.flush()
                os._exit(0)
