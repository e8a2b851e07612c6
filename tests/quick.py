"""The quick tiers of the tests: `python -m pytest -p tests.quick`, with and without kernels.

A test is skipped at the moment when it asks for a compiled kernel or starts a process. So no test
needs a marker for this, nothing is compiled, and what is left is quick. With `--common-kernels`,
the kernels of common calls (`exactcover/runtime/kernels/first_calls.txt`) may be called if they are
precompiled (`python -m exactcover.runtime.kernels --first-calls`).
"""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from exactcover.runtime.kernels import precompiled
from exactcover.runtime.kernels.build import first_calls
from exactcover.runtime.kernels.kernel_cache import KernelCache

_reasons: list[str] = []
"""Why the current test is skipped; empty if it is not."""
KERNEL, PROCESS = "needs a compiled kernel", "starts a process"
"""What a test does that is skipped."""
_is_called = [False]
"""Whether a test is between its setup and its teardown, and was not ended yet."""
_test: list[str | None] = [None]
"""The name of the test that is called; None before and after it."""
_status = [0]
_passed: list[str] = []
OWNER = "_test"
"""The attribute of a thread with its test."""
HAS_SIGNALS = hasattr(signal, "pthread_kill")
PASSED = "quick/passed"
"""Where pytest's cache has the names of the tests that passed; see `tests.rest`."""
SECONDS_TO_END = 3.0
"""How long threads that a skip left behind may take to end, after the last test."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option for the tier with kernels."""
    text = "do not skip tests that only need the precompiled kernels of common calls"
    parser.addoption("--common-kernels", action="store_true", help=text)


def pytest_configure(config: pytest.Config) -> None:
    """Do without other precompiled kernels: they would run without being asked for.

    Those of the tests of libraries are made by these tests.
    """
    allowed = set(first_calls()) if config.getoption("--common-kernels") else set()
    library_of = precompiled.library_of
    precompiled.library_of = lambda path: (
        library_of(path) if path in allowed or path.startswith("tests.") else None
    )
    # A test that is skipped while it writes leaves its file open, which a later test would report.
    config.addinivalue_line("filterwarnings", "ignore::pytest.PytestUnraisableExceptionWarning")


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave the tests of Dask out: its cluster waits for ever if no process can be started."""
    return True if collection_path.name == "test_dask.py" else None


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note a test that passed."""
    if report.when == "call" and report.passed:
        _passed.append(report.nodeid)


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Keep the exit status of the tests, and in the process that has all reports what passed."""
    _status.append(int(exitstatus))
    cache = getattr(session.config, "cache", None)
    if cache is not None and not hasattr(session.config, "workerinput"):
        cache.set(PASSED, _passed)


def pytest_unconfigure() -> None:
    """End this process even if a test that was skipped left a thread that waits."""
    end = threading.Timer(SECONDS_TO_END, os._exit, _status[-1:])
    end.daemon = True  # it runs only if other threads keep the process alive
    end.start()


def pytest_collection_finish() -> None:
    """Replace what loads kernels and what starts processes, before the first test."""
    KernelCache.load_overload = _needs_a_kernel  # type: ignore[assignment, method-assign]
    subprocess.Popen.__init__ = _starts_a_process  # type: ignore[method-assign]
    start = threading.Thread.start

    def start_for_a_test(thread: threading.Thread) -> None:
        """Note for which test a thread is started: that of the thread that starts it."""
        thread.__dict__[OWNER] = _test_of_this_thread()
        start(thread)

    threading.Thread.start = start_for_a_test  # type: ignore[assignment, method-assign]
    report = threading.excepthook

    def report_errors(raised: threading.ExceptHookArgs) -> None:
        """Report what ended a thread, unless it was skipped: another test may run by then."""
        if not issubclass(raised.exc_type, pytest.skip.Exception):
            report(raised)

    threading.excepthook = report_errors


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
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """Let a skip in another thread end the test, which may wait for that thread for ever."""
    if HAS_SIGNALS:
        signal.signal(signal.SIGUSR1, _end)
    _is_called[0], _test[0] = True, item.nodeid
    try:
        return (yield)
    finally:
        _is_called[0], _test[0] = False, None
        _release_compiler()


def _release_compiler() -> None:
    """Give back Numba's lock, which this thread keeps if a signal comes just when it is taken.

    Threads of later tests would wait for it for ever.
    """
    module = sys.modules.get("numba.core.compiler_lock")
    while module and module.global_compiler_lock.is_locked():  # by this thread
        module.global_compiler_lock.release()


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


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say how many tests were skipped because of this tier, and what runs them."""
    reports = terminalreporter.stats.get("skipped", [])
    n = sum(str(report.longrepr[2]).endswith((KERNEL, PROCESS)) for report in reports)
    terminalreporter.write_line(
        f"{n} tests need kernels that this tier has not, or start a process: "
        "`make test-full` runs them"
    )


def _needs_a_kernel(*_: object) -> None:
    _skip(KERNEL)


def _starts_a_process(*_: object, **__: object) -> None:
    _skip(PROCESS)


def _test_of_this_thread() -> str | None:
    """Return the test that this thread works for; None if a fixture started it, for any test."""
    if threading.current_thread() is threading.main_thread():
        return _test[0]
    return threading.current_thread().__dict__.get(OWNER)


def _skip(reason: str) -> None:
    """Skip the current test, unless this thread was left behind by an earlier one."""
    if _test_of_this_thread() not in (None, _test[0]):
        pytest.skip(reason)
    _reasons.append(reason)
    main = threading.main_thread()
    if threading.current_thread() is not main and HAS_SIGNALS and main.ident is not None:
        signal.pthread_kill(main.ident, signal.SIGUSR1)
    pytest.skip(reason)


def _end(*_: object) -> None:
    """Skip the test that the main thread runs, because another thread was skipped."""
    if _is_called[0] and _reasons:
        _is_called[0] = False
        pytest.skip(_reasons[0])
