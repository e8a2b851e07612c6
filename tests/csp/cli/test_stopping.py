"""Commands that are stopped print what they have found, and never call it a proof."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from csp import from_flatzinc
from csp.cli.main import main
from csp.formats.flatzinc.syntax import parse
from csp.formats.instance import Instance
from csp.formats.run import Run
from csp.model.solution import Assignment
from exactcover.runtime.cli.exit_codes import Reporting
from exactcover.runtime.cli.process import seconds_since_start

N = 14
"""The marks of a Golomb ruler that takes hours to prove."""
DISTANCES = [(i, j) for j in range(N) for i in range(j)]
RULER = "\n".join(
    [
        *(f"var 0..{N * N}: m{i} :: output_var;" for i in range(N)),
        *(f"var 1..{N * N}: d{i}_{j};" for i, j in DISTANCES),
        *(f"constraint int_lin_eq([1, -1, -1], [m{j}, m{i}, d{i}_{j}], 0);" for i, j in DISTANCES),
        f"constraint fzn_all_different_int([{', '.join(f'd{i}_{j}' for i, j in DISTANCES)}]);",
        f"solve minimize m{N - 1};",
    ]
)
XCSP3 = f"""<instance format="XCSP3" type="COP">
<variables> <array id="x" size="[{N}]"> 0..{N * N} </array> </variables>
<constraints> <allDifferent> {" ".join(f"sub(x[{j}],x[{i}])" for i, j in DISTANCES)}
</allDifferent> <ordered> <list> x[] </list> <operator> lt </operator> </ordered> </constraints>
<objectives> <minimize> x[{N - 1}] </minimize> </objectives> </instance>"""


def call(command: str, text: str, *options: str) -> Result:
    return CliRunner().invoke(main, [command, "-", *options], input=text)


@pytest.fixture(params=[signal.SIGINT, signal.SIGTERM])
def at_first_text(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Send a signal to this process when the text of a solution is asked for."""
    text = Instance.text

    def interrupted(self: Instance, solution: Assignment) -> str:
        signal.raise_signal(request.param)
        return text(self, solution)

    monkeypatch.setattr(Instance, "text", interrupted)


@pytest.mark.kernel
@pytest.mark.compiled
@pytest.mark.usefixtures("at_first_text")
def test_a_signal_ends_a_search_with_its_solutions_and_statistics() -> None:
    handlers = [signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)]
    result = call("fzn", RULER, "-a", "-s")
    assert result.exit_code == 0
    assert f"m{N - 1} = " in result.stdout
    assert "==========" not in result.stdout
    assert "solutions=" in result.stdout.split("%%%mzn-stat-end")[-2]
    assert handlers == [signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)]


@pytest.mark.kernel
@pytest.mark.compiled
@pytest.mark.usefixtures("at_first_text")
def test_a_signal_ends_a_search_of_xcsp3() -> None:
    result = call("xcsp3", XCSP3, "-a")
    assert result.exit_code == 0
    assert "s SATISFIABLE" in result.stdout


@pytest.mark.kernel
@pytest.mark.compiled
def test_the_best_solution_is_not_lost() -> None:
    class Found:
        """A flag that is set as soon as there is a solution."""

        def is_set(self) -> bool:
            return run.statistics is not None and run.statistics.solutions > 0

    run = Run(from_flatzinc(RULER), 1, False, {"cancel": Found()})
    (solution,) = run
    assert not run.complete
    assert run.value == solution[f"m{N - 1}"]
    assert run.bound is None or run.bound <= run.value


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_reading(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(text: str) -> object:
        signal.raise_signal(number)
        return parse(text)

    monkeypatch.setattr("csp.formats.flatzinc.reader.parse", interrupted)
    result = call("fzn", RULER, "-a")
    assert (result.exit_code, result.stdout) == (0, "=====UNKNOWN=====\n")
    assert "cancelled while reading" in result.stderr


def test_the_time_limit_counts_from_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Reporting, "seconds_gone", lambda _: 3.0)
    assert call("fzn", RULER, "-t", "2900").stdout == "=====UNKNOWN=====\n"
    assert call("xcsp3", XCSP3, "-t", "2.9").stdout == "s UNKNOWN\n"


STUCK = """
import hashlib, signal
from csp.cli import stopping
from csp.cli.main import main
from csp.verbs.model_search import ModelSearch

def collect(search):  # as a compiled function that goes on for hours, whatever the signal
    signal.raise_signal(signal.SIGTERM)
    hashlib.pbkdf2_hmac("sha256", b"", b"", 2**31 - 1)

stopping.GRACE = 0.0
ModelSearch.collect = collect
main()
"""


@pytest.mark.skipif(os.name == "nt", reason="a process of Windows gets no SIGTERM")
@pytest.mark.parametrize(
    ("command", "text", "end"),
    [("fzn", RULER, "=====UNKNOWN=====\n"), ("xcsp3", XCSP3, "s UNKNOWN\n")],
)
def test_a_program_that_does_not_end_by_itself_is_ended(command: str, text: str, end: str) -> None:
    program = [sys.executable, "-c", STUCK, command, "-"]
    done = subprocess.run(program, input=text, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, end)


def test_the_start_of_the_process_is_before_all_imports() -> None:
    first, second = seconds_since_start(), seconds_since_start()
    assert 0 < first <= second


def test_without_the_system_the_start_is_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = seconds_since_start()
    monkeypatch.setattr(Path, "read_text", lambda *_, **__: "1 (python) S")
    assert 0 < seconds_since_start() < exact + 60
