"""Settings of all tests: the examples of Hypothesis, garbage collection, Ctrl-C."""

import gc
import os
import signal
from functools import cache

import pytest
from hypothesis import HealthCheck, settings

from exactcover.runtime.kernels import precompiled
from exactcover.runtime.kernels.build import parts
from exactcover.runtime.kernels.jit import is_compiled
from tests.browser import browser, browser_page

__all__ = ["browser", "browser_page"]

# A test gives the same result for the same code on any machine: Hypothesis draws the same examples
# each time, and no test depends on time. `make fuzz` looks for new examples, and so does a run of
# these tests with --hypothesis-profile=new.
settings.register_profile("project", deadline=None, derandomize=True)
settings.register_profile("new", deadline=None, derandomize=False)
settings.load_profile("project")
TIMED = (HealthCheck.too_slow,)
"""The health checks of Hypothesis that depend on the speed of the machine."""

# Compilation makes many objects that stay alive. Scanning them again and again takes a tenth of its
# time.
gc.set_threshold(1 << 16)

# A process in the background may ignore Ctrl-C; tests that send it to themselves would never end.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def only_precompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make it an error to compile a kernel, if all are precompiled.

    `make test-full` precompiles all, and sets a variable: there, one that is missing is an error.
    """
    if os.environ.get("TEST_PRECOMPILED") == "1" or all_are_precompiled():
        monkeypatch.setenv(precompiled.MODE, "precompiled")


@cache  # it takes a third of a second
def all_are_precompiled() -> bool:
    """Return whether all kernels are precompiled."""
    return all(precompiled.library_of(part.path) is not None for part in parts())


def pytest_configure() -> None:
    """Let nothing say that kernels are compiled: whether it is said depends on the machine."""
    os.environ["EXACTCOVER_QUIET"] = "1"


IS_SLOW = not is_compiled()
MOST = 50
"""The largest number of examples of a property, unless new ones are asked for."""
MOST_IN_TIERS = {"tests.quick": 20, "tests.rest": 30}
"""The same in the two tiers that continuous integration runs, by the plugin of each."""
MOST_IN_PYTHON = 8
"""The largest number of examples as plain Python, which takes a hundred times as long."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Set the number of examples of all properties, and disable the time limits of Hypothesis.

    As plain Python, tests that need compiled kernels are skipped.
    """
    if not is_compiled():
        too_long = pytest.mark.skip(reason="too long as plain Python")
        for item in items:
            if item.get_closest_marker("compiled"):
                item.add_marker(too_long)
    are_new = config.getoption("--hypothesis-profile") == "new"
    tiers = [n for name, n in MOST_IN_TIERS.items() if config.pluginmanager.has_plugin(name)]
    most = min([MOST, *tiers, *([] if is_compiled() else [MOST_IN_PYTHON])])
    tests = {id(test): test for item in items if (test := getattr(item, "obj", None))}
    for test in tests.values():
        given = getattr(test, "_hypothesis_internal_use_settings", None)
        if given is not None:
            test._hypothesis_internal_use_settings = settings(
                given,
                max_examples=given.max_examples if are_new else min(given.max_examples, most),
                deadline=None,
                suppress_health_check=[*given.suppress_health_check, *TIMED],
            )
