"""The quick tiers skip what needs other kernels or starts a process; the rest is what they left."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from exactcover.runtime.kernels import precompiled
from exactcover.runtime.kernels.build import first_calls

TESTS = """
import signal
import subprocess
import sys
from threading import Event, Thread

import pytest

from exactcover import Problem
from sudoku import solve

PROBLEM = Problem({"x": ["a", "b"], "y": ["a"], "z": ["b"]})

def test_without_a_kernel():
    assert PROBLEM.n_options == 3

def test_with_a_common_kernel():
    assert solve("1" + 80 * ".").solution

def test_with_another_kernel():
    assert PROBLEM.count(method="frontier") == 2

def test_that_catches_the_skip():
    with pytest.raises(ValueError):
        PROBLEM.count(method="frontier")

@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="needs a compiled kernel")
def test_that_waits_for_a_thread():
    done = Event()
    Thread(target=lambda: (PROBLEM.count(method="frontier"), done.set())).start()
    done.wait()

GO = Event()
LATE = Thread(target=lambda: (GO.wait(), PROBLEM.count(method="frontier")))

def test_that_leaves_a_thread():
    LATE.start()

def test_while_the_thread_of_another_is_skipped():
    GO.set()
    LATE.join()

def test_with_a_process():
    subprocess.run([sys.executable, "--version"], check=True)

def test_that_is_ended_where_it_takes_the_lock_of_the_compiler():
    from numba.core.compiler_lock import global_compiler_lock
    global_compiler_lock.acquire()

def test_that_compiles_in_a_thread():
    from numba.core.compiler_lock import global_compiler_lock
    taken = []
    thread = Thread(target=lambda: taken.append(global_compiler_lock._lock.acquire(timeout=5)))
    thread.start()
    thread.join()
    assert taken == [True]

def test_that_fails():
    assert False
"""


@pytest.mark.parametrize("options", [[], ["--common-kernels"]])
def test_what_a_tier_runs(tmp_path: Path, options: list[str]) -> None:
    file = tmp_path / "test_written.py"
    file.write_text(TESTS, "utf-8")
    run = pytest_on(file, "-v", "-p", "tests.quick", *options)
    lines = [line.split() for line in run.stdout.splitlines() if "test_written.py::" in line]
    outcome = {line[0].partition("::")[2]: line[1] for line in lines if line[0] != "FAILED"}
    assert "Warning" not in run.stdout
    is_there = all(precompiled.library_of(path) is not None for path in first_calls())
    assert outcome == {
        "test_without_a_kernel": "PASSED",
        "test_with_a_common_kernel": "PASSED" if options and is_there else "SKIPPED",
        "test_with_another_kernel": "SKIPPED",
        "test_that_catches_the_skip": "SKIPPED",
        "test_that_waits_for_a_thread": "SKIPPED",
        "test_that_leaves_a_thread": "PASSED",
        "test_while_the_thread_of_another_is_skipped": "PASSED",
        "test_with_a_process": "SKIPPED",
        "test_that_is_ended_where_it_takes_the_lock_of_the_compiler": "PASSED",
        "test_that_compiles_in_a_thread": "PASSED",
        "test_that_fails": "FAILED",
    }
    assert run.returncode == pytest.ExitCode.TESTS_FAILED
    n_skipped = Counter(outcome.values())["SKIPPED"]
    assert f"{n_skipped} tests need kernels that this tier has not" in run.stdout
    rest = pytest_on(file, "-q", "--collect-only", "-p", "tests.rest").stdout
    assert {line.partition("::")[2] for line in rest.splitlines() if "::" in line} == {
        test for test, result in outcome.items() if result != "PASSED"
    }


def pytest_on(file: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run pytest on a file, with plugins of this folder."""
    command = [sys.executable, "-m", "pytest", "-o", "addopts=", "-p", "no:randomly", *options]
    return subprocess.run(
        [*command, "--rootdir", file.parent, file],
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
        check=False,
    )
