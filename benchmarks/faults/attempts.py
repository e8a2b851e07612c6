"""Attempts: each runs in a process of its own, and the outcomes are counted."""

from __future__ import annotations

import os
import re
import signal
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from exactcover.runtime.errors import GaveUpError, LostTasksError, ProblemError

CLEAR = (OSError, MemoryError, ProblemError, GaveUpError, LostTasksError)
"""The errors that explain a fault; any other error counts as a wrong answer."""
DONE = "the right answer"
MOST_SECONDS = 300
"""The seconds after which an attempt is killed."""


@dataclass
class Tally:
    """A row of the table.

    Attributes
    ----------
    fault, what
        What fails, and the operation that is tried.
    times
        How often it was tried.
    lost
        How often something that was found or written before was lost afterwards.
    wrong
        How often an answer or a file was wrong, or an error was not clear.
    seen
        What the user saw, and how often.
    """

    fault: str
    what: str
    times: int = 0
    lost: int = 0
    wrong: int = 0
    seen: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.seen = Counter(self.seen)  # a row that was read from JSON has a dictionary

    def note(self, outcome: Outcome) -> None:
        """Count the outcome of an attempt."""
        self.times += 1
        self.wrong += not outcome.is_clear
        self.seen[outcome.words] += 1


@dataclass(frozen=True)
class Outcome:
    """The outcome of an attempt: the words that the user saw, and whether they are clear."""

    words: str
    is_clear: bool

    @property
    def is_done(self) -> bool:
        """Whether the answer was right."""
        return self.words == DONE


def in_child(act: Callable[[], Any], user: int | None = None) -> Outcome:
    """Run an attempt in a child process; `act` raises an `AssertionError` if its result is wrong.

    Parameters
    ----------
    user
        The user id of the child process; only the superuser can set it.
    """
    pid, reading = start(act, user)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        words = pipe.read()
    _, status = os.waitpid(pid, 0)
    if os.WIFSIGNALED(status):
        return Outcome(f"killed by {signal.Signals(os.WTERMSIG(status)).name}", is_clear=False)
    return Outcome(words, is_clear=os.WEXITSTATUS(status) == 0)


def start(act: Callable[[], Any], user: int | None = None) -> tuple[int, int]:
    """Start an attempt; return the process, and the pipe to which it writes its outcome."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writing)
        return pid, reading
    code = 1
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(MOST_SECONDS)
    try:
        if user is not None:
            os.setgroups([])
            os.setresgid(user, user, user)
            os.setresuid(user, user, user)
        words, code = _tried(act)
        os.write(writing, words.encode()[:60_000])
    finally:
        os._exit(code)


def _tried(act: Callable[[], Any]) -> tuple[str, int]:
    try:
        act()
    except CLEAR as error:
        return in_general(f"{type(error).__name__}: {error}"), 0
    except BaseException:
        return traceback.format_exc(), 1
    return DONE, 0


def in_general(message: str) -> str:
    """Return a message without the parts that differ between attempts.

    >>> in_general("OSError: [Errno 28] No space left on device: '/tmp/tmpb2a/d.npz'")
    "OSError: [Errno 28] No space left on device: 'd.npz'"
    """
    message = message.removeprefix("CommandError: ")
    message = re.sub(r"/[^\s':]*/", "", message)
    message = re.sub(r"Unable to allocate .*", "Unable to allocate ...", message)
    return re.sub(r"\s+", " ", message).strip()


def read(path: Path) -> bytes | None:
    """Return the content of a file, or None if it does not exist."""
    return path.read_bytes() if path.is_file() else None
