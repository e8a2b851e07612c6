"""Numbers of solutions with more digits than Python writes."""

import json
import sqlite3
import sys
from contextlib import closing
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from exactcover import Count, Diagram, LostTasksError, Problem, Progress, Samples, Statistics, Stop
from exactcover.analysis.components import components
from exactcover.cli.main import main
from exactcover.diagrams.base import Nodes
from exactcover.estimation.estimate import Estimate
from exactcover.portfolio.parts import Parts
from exactcover.portfolio.portfolio import CoverPortfolio
from exactcover.runtime.cli.exit_codes import finish
from exactcover.runtime.confidence_interval import Interval
from exactcover.runtime.formatting import format_whole
from exactcover.runtime.parallel.checkpoint_schema import create, rows_of, sums_of
from exactcover.runtime.parallel.task import Task
from exactcover.runtime.parallel.worker import Outcome
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.progress import status_text
from tests.problems import choices
from tests.running import compiled

N = 15_000
LARGE = 2**N
"""Of 4,516 digits: 2.82e4515."""
SHORT = "2.82e4515"


@pytest.fixture(scope="module")
def diagram() -> Diagram:
    """Return a diagram of all sets of options: not of solutions, but as large."""
    numbers = np.arange(N + 2, dtype=np.uint32)
    option, below = np.maximum(numbers, 2) - 2, np.maximum(numbers, 1) - 1
    below[:2], below[2] = 0, 1
    nodes = Nodes(option.astype(np.uint32), below.astype(np.uint32), below.astype(np.uint32))
    return Diagram(Problem([[k] for k in range(N)]), nodes, N + 1)


def test_whole_numbers_in_words() -> None:
    assert format_whole(10**40 - 1) == "9" * 40
    assert [format_whole(10**40), format_whole(LARGE), format_whole(-LARGE)] == [
        "1e40",
        SHORT,
        f"-{SHORT}",
    ]
    assert [format_whole(9999 * 10**5000), format_whole(9994 * 10**5000)] == ["1e5004", "9.99e5003"]
    assert [format_whole(10**k) for k in range(4997, 5003)] == [f"1e{k}" for k in range(4997, 5003)]
    assert [format_whole(10**k - 1) for k in range(4997, 5003)] == [
        f"1e{k}" for k in range(4997, 5003)
    ]
    assert format_whole(1234567, ",") == "1,234,567"


@pytest.mark.kernel
def test_diagrams(diagram: Diagram) -> None:
    assert diagram.count() == LARGE
    assert repr(diagram) == f"<Diagram: {SHORT} solutions in {N} nodes>"
    assert diagram[-1] == diagram[LARGE - 1]
    assert diagram[0].indices == ()
    assert len(diagram[-1]) == N
    with pytest.raises(IndexError, match=f"rank {SHORT} is outside 0 to {SHORT}"):
        diagram[LARGE]
    assert diagram.rank(diagram.sample(seed=1)[0]) < LARGE


@pytest.mark.kernel
def test_samples(diagram: Diagram, monkeypatch: pytest.MonkeyPatch) -> None:
    module = import_module("exactcover.weighted.construction")
    monkeypatch.setattr(module, "diagram_of", lambda *_, **__: diagram)
    samples = diagram.problem.sample(seed=1)
    assert isinstance(samples, Samples)
    assert samples.why == "drawn from the diagram of all solutions"


def test_texts_of_searches() -> None:
    statistics = Statistics(1, 1, LARGE, 0.1, "dancing_cells_memo")
    assert repr(Count(LARGE, True, None, statistics)) == SHORT
    some = Count(LARGE, False, Stop.TIME, statistics)
    assert str(some) == f"<Count: at least {SHORT}, stopped by the time limit>"
    assert repr(Count(10**4299, True, None, statistics)) == f"1{'0' * 4299}"
    assert status_text(Progress(0.5, 10, LARGE, 1.0)).startswith(f"{SHORT} solutions, ")
    exact = Interval.exact(LARGE)
    estimate = Estimate(Interval.exact(5), exact, Interval.exact(0.5), 0, True)
    assert str(estimate) == f"exactly 5 nodes, {SHORT} solutions, 500 ms"
    progress = Progress(0.5, 10, LARGE, 1.0)
    for thing in (statistics, progress, exact, estimate, {"a": some}):
        assert SHORT in repr(thing)
    assert repr(progress._replace(solutions=7)) == (
        "Progress(part=0.5, nodes=10, solutions=7, seconds=1.0, left=None, cost=None, bound=None)"
    )
    assert f"the others found {SHORT} solutions" in str(LostTasksError([(1,)], LARGE, ["a"]))


def test_commands_say_how_much_was_found(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        finish(LARGE, False, Stop.NODES, False)
    assert f"stopped by the node limit: {SHORT} solutions so far" in capsys.readouterr().err


def test_checkpoints() -> None:
    root = Task((), ())
    none = np.empty((0, 0), np.uint32), np.empty(0, np.uint32)
    with closing(sqlite3.connect(":memory:")) as database:
        create(database, {}, root)
        row = rows_of(Outcome(root, LARGE, *none, [], 1, 1, 0.1, []))
        database.executemany("INSERT OR REPLACE INTO tasks VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
        assert sums_of(database).found == LARGE


@pytest.mark.kernel
def test_snapshots() -> None:
    problem = choices(3)
    for make in (
        lambda: CoverPortfolio(problem.links, problem, Goal.COUNT),
        lambda: Parts(components(problem), Goal.COUNT),
    ):
        engine, other = make(), make()
        engine.solutions = LARGE
        other.restore(engine.snapshot())
        assert other.solutions == LARGE


@pytest.mark.slow
@compiled
@pytest.mark.kernel
def test_commands(tmp_path: Path) -> None:
    path = tmp_path / "choices.dlx"
    choices(N).write(path)

    def run(*arguments: str) -> str:
        result = CliRunner().invoke(main, [arguments[0], str(path), *arguments[1:]])
        assert result.exit_code == 0
        return result.stdout

    before = sys.get_int_max_str_digits()
    digits = run("count").strip()
    assert len(digits) == 4516
    assert digits.startswith("2817")
    assert f'"count": {digits}, ' in run("count", "--json")
    assert run("diagram", "--count").strip() == digits
    assert run("diagram").startswith(f"solutions  {SHORT}\n")
    assert len(run("sample").splitlines()) == N + 1
    assert sys.get_int_max_str_digits() == before
    assert json.loads(run("estimate", "--json", "--probes", "10"))["solutions"]
