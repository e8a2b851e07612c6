"""Short texts and small files that ask for much, read in a process with a gigabyte of memory."""

from __future__ import annotations

import resource
from collections.abc import Callable
from functools import partial
from typing import Any

from benchmarks.faults.attempts import Tally, in_child
from exactcover.runtime.errors import ProblemError
from sudoku.errors import SudokuError
from tests.exactcover.runtime.test_reading_budget import TOO_MUCH

MOST_MEMORY = 1 << 30
SECONDS = 60
"""Of the processor; a reader that takes longer is killed."""
N_QUICK = 5


def measure(*, is_quick: bool) -> list[Tally]:
    """Return the outcomes of reading what asks for too much."""
    tally = Tally("a text asks for more than a reader's budget", "reading it with 1 GiB of memory")
    for name in list(TOO_MUCH)[: N_QUICK if is_quick else None]:
        read, text, _ = TOO_MUCH[name]
        tally.note(in_child(partial(_refused, read, text)))
    return [tally]


def _refused(read: Callable[[Any], object], text: Any) -> None:
    """Read a text within limits of memory and time; it must be refused."""
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    try:
        read(text)
    except SudokuError as error:  # it is clear, too
        raise ProblemError(str(error)) from error
    except MemoryError as error:
        raise AssertionError("the memory is full") from error
    raise AssertionError("it was read")
