"""What holds for all tests."""

import gc
import os
import signal

import pytest
from hypothesis import settings

IS_GATE = os.environ.get("CI") == "true"

# The first example of a test may wait for a kernel to be compiled. A gate has to say the same of
# the same code each time; everywhere else the examples vary from run to run.
settings.register_profile("project", deadline=None, derandomize=IS_GATE)
settings.load_profile("project")

# To compile makes many objects that stay; to look at them again and again takes a tenth of it.
gc.set_threshold(1 << 16)

# A process in the background may ignore Ctrl-C; tests that send it to themselves would never end.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

SLOW_MODES = ("NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK")
IS_SLOW = any(os.environ.get(mode) == "1" for mode in SLOW_MODES)
MOST = 100
"""The gate tries properties on so many examples at most: more of the same say nothing new."""
PART, LEAST = 4, 20
"""In the slow modes, properties are tried on this part of the examples, and on so many at least.

What they look for is what the mode shows: kernels that are no Python, indices out of bounds.
"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Try properties on fewer examples in the gate, and where kernels are slow."""
    tests = {id(test): test for item in items if (test := getattr(item, "obj", None))}
    for test in tests.values():
        given = getattr(test, "_hypothesis_internal_use_settings", None)
        if given is not None:
            most = n_examples(given.max_examples)
            test._hypothesis_internal_use_settings = settings(given, max_examples=most)


def n_examples(wished: int) -> int:
    """Return on how many examples a property is tried."""
    n = min(wished, MOST) if IS_GATE else wished
    return min(n, max(LEAST, n // PART)) if IS_SLOW else n
