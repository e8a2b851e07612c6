"""Ways to run an engine, and a mark for tests that take too long without the JIT."""

import pytest

from exactcover.engines.protocol import CoverEngine
from exactcover.runtime.search.protocol import UNLIMITED, Status, counting

compiled = pytest.mark.compiled
"""Marks what takes too long as plain Python: its indices are checked by compiled code."""


def count(engine: CoverEngine) -> int:
    """Run an engine to its end, building nothing; return how many solutions it has found."""
    while engine.advance(UNLIMITED, counting()) != Status.EXHAUSTED:
        pass
    engine.check()
    return engine.solutions
