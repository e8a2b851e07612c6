"""Commands whose standard streams are closed or full, or which lack memory: messages, and codes."""

import subprocess
import sys
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from click import Command
from click.testing import CliRunner

from csp.cli.fzn import fzn
from csp.cli.main import main as csp
from exactcover import Budget, Problem
from exactcover.cli.main import main as exactcover
from exactcover.runtime.cli import console
from exactcover.runtime.cli.exit_codes import Exit
from sudoku.cli.main import main as sudoku

CLOSED = "Error: standard input or standard output is closed\n"
READING = [
    ("exactcover.cli.main:main", "info -"),
    ("exactcover.cli.main:main", "convert - --to opb"),
    ("csp.cli.main:main", "convert - --to opb"),
    ("csp.cli.fzn:fzn", "-"),
    ("sudoku.cli.main:main", "show -"),
]
PRINTING = [
    ("exactcover.cli.main:main", "--help"),
    ("csp.cli.main:main", "minizinc"),
    ("csp.cli.fzn:fzn", "--help"),
    ("sudoku.cli.main:main", "rules"),
]


def run(command: str, arguments: str, streams: str) -> tuple[int, str]:
    """Return the exit code and the errors of a command whose streams a shell has changed."""
    module, _, name = command.partition(":")
    call = f"from {module} import {name}; {name}(prog_name='it')"
    shell = f'exec "$0" -c "$1" {arguments} {streams}'
    done = subprocess.run(
        ["sh", "-c", shell, sys.executable, call], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="the shell closes the streams")
@pytest.mark.parametrize(
    ("command", "arguments", "streams"),
    [(*each, "<&-") for each in READING] + [(*each, ">&-") for each in PRINTING],
)
def test_a_closed_stream_is_an_error_where_it_is_used(
    command: str, arguments: str, streams: str
) -> None:
    assert run(command, arguments, streams) == (Exit.BAD_INPUT, CLOSED)


@pytest.mark.skipif(sys.platform == "win32", reason="the shell closes the streams")
@pytest.mark.parametrize(("command", "arguments"), PRINTING)
def test_a_closed_stream_that_is_not_used_does_no_harm(command: str, arguments: str) -> None:
    assert run(command, arguments, "<&- 2>&-") == (Exit.SOLUTION, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
@pytest.mark.parametrize(("command", "arguments"), PRINTING)
def test_a_full_disk_is_an_error(command: str, arguments: str) -> None:
    code, errors = run(command, arguments, ">/dev/full")
    assert (code, errors) == (Exit.BAD_INPUT, "Error: No space left on device\n")


@pytest.mark.parametrize(
    ("command", "verb"),
    [(fzn, []), (csp, ["fzn"]), (exactcover, ["info"]), (sudoku, ["solve"])],
    ids=["fzn-csp", "csp", "exactcover", "sudoku"],
)
def test_a_file_that_is_not_there_is_named(command: Command, verb: list[str]) -> None:
    result = CliRunner().invoke(command, [*verb, "nowhere.txt"])
    assert result.exit_code == Exit.BAD_INPUT
    assert "nowhere.txt: No such file or directory" in result.stderr


def test_too_little_memory_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(text: str) -> Problem:
        raise MemoryError

    monkeypatch.setattr(Problem, "from_text", fail)
    result = CliRunner().invoke(exactcover, ["count", "-"], input="p\np\n")
    assert (result.exit_code, result.stdout) == (Exit.STOPPED, "")
    assert result.stderr == "there is not enough memory\n"


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no such device")
@pytest.mark.parametrize(
    ("command", "arguments", "message"),
    [
        (sudoku, ["count"], "characters in one line are asked for: 1,000,000 are allowed"),
        (exactcover, ["count"], "bytes are asked for: 1,000,000 are allowed"),
        (csp, ["convert", "--to", "opb"], "bytes are asked for: 1,000,000 are allowed"),
    ],
)
def test_what_has_no_end_is_refused(command: Command, arguments: list[str], message: str) -> None:
    with Budget(bytes=1_000_000):
        done = CliRunner().invoke(command, [*arguments, "/dev/zero"])
    assert message in done.output
    assert done.exit_code == Exit.BAD_INPUT


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no such device")
def test_reading_what_has_no_end_obeys_the_time_limit() -> None:
    with Budget(bytes=None):
        done = CliRunner().invoke(sudoku, ["count", "--time-limit", "0", "/dev/zero"])
    assert "stopped by the time limit while reading /dev/zero" in done.output
    assert done.exit_code == Exit.STOPPED


@pytest.mark.parametrize("block", [1, 2, 3, 5, 100])
def test_lines_are_whole_whatever_the_blocks(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "BLOCK", block)
    text = "ab\n\nabcde\nabcdefghij\nlast"
    assert list(console.Reading(StringIO(text))) == text.splitlines(keepends=True)
    assert console.Reading(StringIO(text)).read() == text
    assert console.Reading(BytesIO(text.encode())).read() == text.encode()
