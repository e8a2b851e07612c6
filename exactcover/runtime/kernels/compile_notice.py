"""One line on standard error when kernels take long to compile at their first use."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from threading import Timer
from time import perf_counter

QUIET = "EXACTCOVER_QUIET"
"""The variable with which nothing is said."""
SECONDS = 2.0
"""How long the compilation of a process may take in all without a line."""


class CompileNotice:
    """Says that something is compiled, once, if it takes long.

    Parameters
    ----------
    seconds
        How long it may take in all without a notice.
    say
        Called with the line, in a thread of its own.
    """

    def __init__(self, seconds: float, say: Callable[[str], object]) -> None:
        self._left, self._say = seconds, say
        self._what = "a function"
        self._timer: Timer | None = None
        self._since = 0.0
        self._is_over = False

    def name(self, what: str) -> None:
        """Say what is compiled next."""
        self._what = what

    def begin(self) -> None:
        """Note that the compiler works."""
        if self._timer is None and not self._is_over:
            self._since = perf_counter()
            self._timer = Timer(max(0.0, self._left), self._speak)
            self._timer.daemon = True
            self._timer.start()

    def end(self) -> None:
        """Note that the compiler rests."""
        timer, self._timer = self._timer, None
        if timer is not None:
            timer.cancel()
            self._left -= perf_counter() - self._since

    def _speak(self) -> None:
        self._is_over = True
        self._say(f"compiling {self._what} at its first use")


def _print(line: str) -> None:
    """Print a line, unless this process only works for another one, or is to be quiet."""
    from multiprocessing import parent_process  # most processes compile nothing

    if parent_process() is None and not os.environ.get(QUIET) and sys.stderr is not None:
        print(
            f"exactcover: {line}; `python -m exactcover.runtime.kernels --build` compiles all "
            "kernels now",
            file=sys.stderr,
        )


notice = CompileNotice(SECONDS, _print)
"""The notice of this process."""
