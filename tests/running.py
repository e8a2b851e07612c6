"""Ways to run an engine, and a mark for tests that take too long without the JIT."""

import pytest

from exactcover.compiled.jit import is_compiled
from exactcover.search.protocol import UNLIMITED, CoverEngine, Status, counting

compiled = pytest.mark.skipif(not is_compiled(), reason="too long without the JIT")
"""Marks what is tried with compiled kernels only."""


def count(engine: CoverEngine) -> int:
    """Run an engine to its end, building nothing; return how many solutions it has found."""
    while engine.advance(UNLIMITED, counting()) != Status.EXHAUSTED:
        pass
    engine.check()
    return engine.solutions
