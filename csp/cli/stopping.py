"""How the solvers of other languages are stopped: by a signal, or by the clock on the wall."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import click

from exactcover.runtime.cli.exit_codes import Reporting
from exactcover.runtime.search.limits import clock

SIGNALS = (signal.SIGINT, signal.SIGTERM)
"""Ctrl-C, and what other programs send to end one."""


class Stopping:
    """The flag of a command that has to end: `cancel` of the verbs.

    Parameters
    ----------
    seconds
        When it has to end, counted from the start of the process; None for never. Unlike the time
        limit of a verb this counts everything, also imports and the loading of kernels.
    """

    def __init__(self, seconds: float | None = None) -> None:
        self._began = clock() - _seconds_gone()
        self._seconds = float("inf") if seconds is None else seconds
        self._is_asked = False

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
    def by_signals(self) -> Iterator[None]:
        """Let signals set the flag meanwhile, so that what was found is still printed."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = [(each, signal.signal(each, self._ask)) for each in SIGNALS]
        try:
            yield
        finally:
            for each, handler in before:
                signal.signal(each, handler)

    def _ask(self, number: int, frame: FrameType | None) -> None:
        self._is_asked = True


def _seconds_gone() -> float:
    """Return how long ago the command of this call was started."""
    context = click.get_current_context(silent=True)
    command = None if context is None else context.find_root().command
    return command.seconds_gone() if isinstance(command, Reporting) else 0.0
