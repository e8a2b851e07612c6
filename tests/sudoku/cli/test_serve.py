"""`sudoku serve` and `sudoku studio` in a process of their own: Ctrl-C ends them."""

from __future__ import annotations

import signal
import subprocess
import sys
from urllib.request import urlopen

import pytest

pytest.importorskip("uvicorn", reason="the extra serve is not installed")
WAIT = 120.0


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to one process")
@pytest.mark.parametrize("command", [["serve", "--port", "0"], ["studio", "--port", "0"]])
def test_control_c_is_how_it_is_stopped(command: list[str]) -> None:
    words = [sys.executable, "-m", "sudoku", *command]
    if command[0] == "studio":
        words.append("--no-browser")
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            said = process.stderr.readline()
            address = next(word for word in said.split() if word.startswith("http:"))
            with urlopen(address.rstrip(";"), timeout=WAIT) as page:
                assert page.status == 200
            process.send_signal(signal.SIGINT)
            _, rest = process.communicate(timeout=WAIT)
        finally:
            process.kill()
    assert (process.returncode, rest) == (0, "")
