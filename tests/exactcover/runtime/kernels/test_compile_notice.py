"""A line on standard error says that kernels are compiled, once, if it takes long."""

import os
import subprocess
import sys
from pathlib import Path
from threading import Event

import pytest

from exactcover.runtime.kernels import compile_notice
from exactcover.runtime.kernels.compile_notice import CompileNotice
from exactcover.runtime.kernels.jit import is_compiled

FIRST_CALL = """
import sys
from exactcover import Problem
from exactcover.runtime.kernels import compile_notice
compile_notice.notice._left = 0.0
problem = Problem([["p"], ["p"]])
from exactcover.engines.dancing_cells import engine
assert "numba" not in sys.modules
print(problem.count(method="dancing_cells"))
assert "numba" in sys.modules
"""


def test_it_is_said_once() -> None:
    said: list[str] = []
    spoke = Event()

    def say(line: str) -> None:
        said.append(line)
        spoke.set()

    notice = CompileNotice(0.0, say)
    notice.name("package.module:kernel")
    notice.begin()
    assert spoke.wait(60)
    notice.end()
    notice.begin()
    assert notice._timer is None
    assert said == ["compiling package.module:kernel at its first use"]


def test_short_compilations_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(compile_notice, "perf_counter", lambda: now[0])
    notice = CompileNotice(3600.0, lambda line: None)
    for left in (2600.0, 1600.0):
        notice.begin()
        notice.begin()  # another pass of the same compilation
        now[0] += 1000.0
        notice.end()
        notice.end()
        assert notice._left == left
    assert notice._timer is None


@pytest.mark.kernel
@pytest.mark.parametrize("quiet", ["", "1"])
def test_nothing_is_compiled_before_the_first_call(quiet: str, tmp_path: Path) -> None:
    if not is_compiled():
        pytest.skip("nothing is compiled here")
    variables = {
        "EXACTCOVER_KERNELS": "jit",
        "NUMBA_CACHE_DIR": str(tmp_path),
        "EXACTCOVER_QUIET": quiet,
    }
    run = subprocess.run(
        [sys.executable, "-c", FIRST_CALL],
        env=os.environ | variables,
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout == "2\n"
    expected = "compiling exactcover.engines.dancing_cells.engine:"
    assert (expected in run.stderr) == (not quiet)
    assert len(run.stderr.splitlines()) == (not quiet)
