"""The quick tier of the tests: `python -m pytest -p tests.quick`.

A test is skipped at the moment when it asks for a compiled kernel or starts a process. So no test
needs a marker for this, nothing is compiled or loaded, and what is left takes seconds.
"""

import os
import signal
import subprocess
import threading
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from exactcover.runtime.kernels.kernel_cache import KernelCache

_reasons: list[str] = []
"""Why the current test is skipped; empty if it is not."""
_status = [0]
SECONDS_TO_END = 3.0
"""How long threads that a skip left behind may take to end, after the last test."""


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests() -> None:
    """Do without precompiled kernels: they would run without being asked for, and be tested.

    An import of this module changes nothing: every run of the tests imports it, to look for
    doctests.
    """
    os.environ["EXACTCOVER_KERNELS"] = "jit"


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave the tests of Dask out: its cluster waits for ever if no process can be started."""
    return True if collection_path.name == "test_dask.py" else None


def pytest_sessionfinish(exitstatus: int) -> None:
    """Keep the exit status of the tests."""
    _status.append(int(exitstatus))


def pytest_unconfigure() -> None:
    """End this process even if a test that was skipped left a thread that waits."""
    end = threading.Timer(SECONDS_TO_END, os._exit, _status[-1:])
    end.daemon = True  # it runs only if other threads keep the process alive
    end.start()


def pytest_collection_finish() -> None:
    """Replace what loads kernels and what starts processes, before the first test."""
    KernelCache.load_overload = _needs_a_kernel  # type: ignore[assignment, method-assign]
    subprocess.Popen.__init__ = _starts_a_process  # type: ignore[method-assign]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol() -> Generator[None, Any, Any]:
    """Begin a test without reasons to skip it, and leave no handler of Ctrl-C behind.

    nbclient installs handlers, and a file descriptor for signals, before it starts its process.
    When that is skipped, both would stay: nobody reads the descriptor, so after some signals of
    other tests every further one is a `BlockingIOError`.
    """
    _reasons.clear()
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        return (yield)
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(-1)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Report a test as skipped that failed because something on the way caught the skip."""
    report = yield
    if report.failed and _reasons:
        report.outcome = "skipped"
        report.longrepr = (str(item.path), 0, _reasons[0])
    return report


def _needs_a_kernel(*_: object) -> None:
    _skip("needs a compiled kernel")


def _starts_a_process(*_: object, **__: object) -> None:
    _skip("starts a process")


def _skip(reason: str) -> None:
    _reasons.append(reason)
    pytest.skip(reason)
