"""The area `readers`: a case is some damaged inputs of one reader."""

from __future__ import annotations

from random import Random

from tests.fuzz.finding import Finding
from tests.fuzz.mutations import mutated
from tests.fuzz.readers import ERRORS, READERS, Reader

N_INPUTS = 25
"""The number of damaged inputs that are read for a seed."""


def run(seed: int) -> None:
    """Read damaged inputs; raise `Finding` with a short one if that ends badly."""
    name = list(READERS)[seed % len(READERS)]
    reader, rng = READERS[name], Random(seed)
    seeds = reader.seeds()
    for _ in range(N_INPUTS):
        data = mutated(rng, rng.choice(seeds), seeds)
        error = failure(reader, data)
        if error:
            small = shrunk(reader, data, type(error))
            again = failure(reader, small) or error
            raise Finding(
                f"reader {name} of\n{small!r}\n{type(error).__name__}: {again}"
            ) from again


def failure(reader: Reader, data: bytes) -> Exception | None:
    """Return the unexpected error of a reader, or None; errors of this library are expected."""
    try:
        reader.read(data)
    except ERRORS:
        return None
    except Exception as error:
        return error
    return None


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
