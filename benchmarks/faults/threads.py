"""Four threads that take solutions from one lazy iterator, or from iterators of their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from sys import path
from typing import Any

import numpy as np

from benchmarks.faults.attempts import DONE, Outcome, Tally
from exactcover import InUseError

TIMES, QUICK, N_THREADS = 10, 1, 4


def measure(*, is_quick: bool = False) -> list[Tally]:
    """Let threads share an iterator of each kind, then have one each."""
    root = str(Path(__file__).parents[2])
    if root not in path:
        path.insert(0, root)  # the iterators are those of the tests
    from tests.test_threads import SEARCHES

    shared = Tally("four threads use one lazy iterator", f"{len(SEARCHES)} kinds of iterators")
    apart = Tally("four threads at a time, an iterator each", shared.what)
    for make in SEARCHES.values():
        known = _taken(make())
        for _ in range(QUICK if is_quick else TIMES):
            _note(shared, [make()] * N_THREADS, known)
            times = Counter({text: N_THREADS * n for text, n in known.items()})
            _note(apart, [make() for _ in range(N_THREADS)], times)
    return [shared, apart]


def _note(tally: Tally, iterators: list[Iterator[Any]], known: Counter[str]) -> None:
    """Take everything in threads, and count what is missing or should not be there."""
    try:
        with ThreadPoolExecutor(len(iterators)) as pool:
            found = sum(pool.map(_taken, iterators), Counter[str]())
    except Exception as error:  # any error but InUseError is a fault
        tally.note(Outcome(repr(error), is_clear=False))
        return
    tally.lost += not found >= known
    is_right = found <= known
    words = DONE if is_right else "solutions that are none, or twice"
    tally.note(Outcome(words, is_clear=is_right))


def _taken(iterator: Iterator[Any]) -> Counter[str]:
    """Take until the end, also where another thread takes at that moment.

    The solutions of an array are counted one by one: how many there are depends on the time.
    """
    found = Counter[str]()
    while True:
        try:
            taken = next(iterator)
            found.update(map(repr, taken if isinstance(taken, np.ndarray) else [taken]))
        except InUseError:
            continue
        except StopIteration:
            return found
