"""The area `readers`: a case is some damaged inputs of one reader.

In the area `readers/NAME`, a case is more inputs of the reader of that name, and none may take
long; this is for long runs by hand.
"""

from __future__ import annotations

import gc
import time
from random import Random

from exactcover.runtime.reading_budget import reading
from tests.fuzz.finding import Finding
from tests.fuzz.mutations import mutated
from tests.fuzz.readers import ERRORS, READERS, Reader

N_INPUTS = 25
"""The number of damaged inputs that are read for a seed."""
N_LISTED = 500
"""The number for a seed of a reader that is named."""
MOST_SECONDS = 5.0
"""Of the processor, for an input of a reader that is named."""


class SlowError(Exception):
    """A reader took long."""


def run(seed: int, name: str = "") -> None:
    """Read damaged inputs; raise `Finding` with a short one if that ends badly."""
    seconds, n_inputs = (MOST_SECONDS, N_LISTED) if name else (float("inf"), N_INPUTS)
    name = name or list(READERS)[seed % len(READERS)]
    reader, rng = READERS[name], Random(seed)
    seeds = reader.seeds()
    for _ in range(n_inputs):
        data = mutated(rng, rng.choice(seeds), seeds)
        error = failure(reader, data, seconds)
        if isinstance(error, SlowError):  # perhaps it had to delete what inputs before it left
            gc.collect()
            error = failure(reader, data, seconds)
        if error:
            is_slow = isinstance(error, SlowError | MemoryError)  # to make it smaller takes long
            small = data if is_slow else shrunk(reader, data, type(error))
            again = (None if is_slow else failure(reader, small)) or error
            raise Finding(
                f"reader {name} of\n{small!r}\n{type(error).__name__}: {again}"
            ) from again


def failure(reader: Reader, data: bytes, seconds: float = float("inf")) -> Exception | None:
    """Return the unexpected error of a reader, or None; errors of this library are expected."""
    begin = time.process_time()
    try:
        with reading():
            reader.read(data)
    except ERRORS:
        pass
    except Exception as error:
        return error
    passed = time.process_time() - begin
    return SlowError(f"it takes {passed:.1f} seconds") if passed > seconds else None


def shrunk(reader: Reader, data: bytes, kind: type[Exception]) -> bytes:
    """Return a shorter input that fails alike: no part of it can be left out alone."""
    size = len(data) // 2
    while size:
        begin = 0
        while begin < len(data):
            shorter = data[:begin] + data[begin + size :]
            if type(failure(reader, shorter)) is kind:
                data = shorter
            else:
                begin += size
        size //= 2
    return data
