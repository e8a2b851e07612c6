"""What holds for all tests."""

import gc
import os
import signal

import pytest
from hypothesis import HealthCheck, settings

IS_GATE = os.environ.get("CI") == "true"

# Tests say the same of the same code each time, on any machine: the examples never vary, and no
# test depends on time. `make fuzz` looks for new examples, and so does a run of these tests with
# --hypothesis-profile=new.
settings.register_profile("project", deadline=None, derandomize=True)
settings.register_profile("new", deadline=None, derandomize=False)
settings.load_profile("project")
TIMED = (HealthCheck.too_slow,)
"""The health checks of Hypothesis that depend on how fast the machine is."""

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
    """Try properties on fewer examples in the gate and in slow modes, and without any clock."""
    tests = {id(test): test for item in items if (test := getattr(item, "obj", None))}
    for test in tests.values():
        given = getattr(test, "_hypothesis_internal_use_settings", None)
        if given is not None:
            test._hypothesis_internal_use_settings = settings(
                given,
                max_examples=n_examples(given.max_examples),
                deadline=None,
                suppress_health_check=[*given.suppress_health_check, *TIMED],
            )


def n_examples(wished: int) -> int:
    """Return on how many examples a property is tried."""
    n = min(wished, MOST) if IS_GATE else wished
    return min(n, max(LEAST, n // PART)) if IS_SLOW else n
