"""Every command that reads or computes takes --time-limit, and ends by it with code 3."""

from fractions import Fraction

import pytest
from click import Command
from click.testing import CliRunner

from csp.cli.main import main as csp
from exactcover import ProblemError
from exactcover.cli.main import main as exactcover
from exactcover.runtime.cli.exit_codes import Exit
from exactcover.runtime.search.request import Limits
from sudoku import Formity, rate_batch
from sudoku.cli.main import main as sudoku

PROBLEM = "p q | r\np q\np\nq\n"
CASES = [
    (exactcover, ["reduce", "-"], PROBLEM),
    (exactcover, ["info", "-"], PROBLEM),
    (exactcover, ["convert", "-", "--to", "opb"], PROBLEM),
    (csp, ["convert", "-", "--to", "opb"], "var 1..3: x; solve satisfy;"),
    (sudoku, ["canon", "1234341221434..."], ""),
    (sudoku, ["show", "1234341221434..."], ""),
    (sudoku, ["study", "uniqueness", "-n", "1"], ""),
]


@pytest.mark.kernel
@pytest.mark.parametrize(("command", "arguments", "text"), CASES, ids=lambda case: str(case)[:20])
def test_it_stops(command: Command, arguments: list[str], text: str) -> None:
    late = CliRunner().invoke(command, [*arguments, "--time-limit", "0"], input=text)
    assert late.exit_code == Exit.STOPPED
    assert "stopped by the time limit" in late.stderr
    in_time = CliRunner().invoke(command, [*arguments, "--time-limit", "1000"], input=text)
    assert in_time.exit_code == Exit.SOLUTION
    assert in_time.stdout


@pytest.mark.parametrize("huge", [10**400, Fraction(10**400, 3)])
def test_limits_beyond_all_floats_are_none(huge: int) -> None:
    assert Limits(time_limit=huge).time_limit == float("inf")
    with pytest.raises(ProblemError, match="must not be negative"):
        Limits(time_limit=-huge)


@pytest.mark.kernel
def test_a_huge_limit_of_a_batch_is_none() -> None:
    assert rate_batch([[0] * 81], time_limit=10**400) == [Formity.MANY]
