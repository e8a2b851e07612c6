"""The garbage collector, while Numba loads: it would look at the same living objects again."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

FEW = 1 << 15


@contextmanager
def rarely_collected() -> Iterator[None]:
    """Let so many objects be made between two collections: it spares a new process a tenth.

    >>> with rarely_collected():
    ...     gc.get_threshold()[0] == FEW
    True
    """
    usual = gc.get_threshold()
    gc.set_threshold(FEW, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)
