"""Reading without looks for cycles of garbage, which take up to half of the time."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """Return a context, also a decorator, in which Python does not look for cycles of garbage.

    Nearly all that a reader makes stays. To go through it again and again finds nothing, and the
    time for this grows with what is there. Python has one setting for all threads: where several
    read at once, the first that ends turns the collector on again.

    Examples
    --------
    >>> with uncollected():
    ...     gc.isenabled()
    False
    """
    is_collecting = gc.isenabled()
    try:
        gc.disable()
        yield
    finally:
        if is_collecting:
            gc.enable()
