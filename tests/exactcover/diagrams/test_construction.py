"""Making a diagram: all of it, or an error that says why not."""

import contextlib
import signal
import threading
from typing import Any

import pytest

from exactcover import (
    Interrupted,
    Problem,
    ProblemError,
    Progress,
    Stop,
    UnfinishedError,
    diagram_of,
)
from exactcover.diagrams.dancing_cells import DiagramCells
from exactcover.runtime.search import driver, progress
from exactcover.runtime.search.protocol import Status, counting
from tests.problems import choices, dominoes

pytestmark = pytest.mark.kernel

SET = threading.Event()
SET.set()


@pytest.mark.parametrize(
    ("controls", "why"),
    [({"time_limit": 0}, "time"), ({"max_nodes": 100}, "nodes"), ({"cancel": SET}, "cancelled")],
)
def test_a_stopped_diagram_is_no_diagram(controls: Any, why: str) -> None:
    with pytest.raises(UnfinishedError, match=rf"stopped \({why}\)") as caught:
        diagram_of(dominoes(8, 8), **controls)
    assert caught.value.stopped is Stop(why)


def test_the_cap_is_named() -> None:
    problem = dominoes(8, 8)
    with pytest.raises(UnfinishedError, match="max_bytes=10000") as caught:
        diagram_of(problem, max_bytes=10000)
    assert caught.value.stopped is None
    # With hardly any memo, and all of the nodes.
    assert diagram_of(dominoes(4, 4), max_bytes=10000).count() == 36
    assert diagram_of(problem, max_bytes=1_000_000).count() == 12988816


@pytest.mark.parametrize("max_bytes", [1000, 10_000, 100_000, 1_000_000])
def test_the_cap_holds(max_bytes: int) -> None:
    engine = DiagramCells(dominoes(6, 6).links, max_bytes)
    with contextlib.suppress(UnfinishedError):
        while engine.advance(1, counting(1)) != Status.EXHAUSTED:
            assert table_bytes(engine) <= max_bytes
    nodes, _ = engine.nodes_and_root()
    assert sum(array.nbytes for array in nodes) + table_bytes(engine) <= max_bytes


def table_bytes(engine: DiagramCells) -> int:
    """Return how much memory the tables of an engine take."""
    tables = (engine._built.nodes, engine._built.memo)
    return sum(array.nbytes for table in tables for array in (table.rows, table.slots))


def test_slices_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = diagram_of(dominoes(4, 5))
    monkeypatch.setattr(driver, "FIRST_BUDGET", 1)
    monkeypatch.setattr(driver, "SLICE_SECONDS", 0.0)
    monkeypatch.setattr(progress, "SECONDS_BETWEEN", 0.0)
    reports: list[Progress] = []
    diagram = diagram_of(dominoes(4, 5), progress=reports.append)
    assert list(diagram) == list(expected)
    assert diagram.size == expected.size
    parts = [report.part for report in reports]
    assert parts == sorted(parts)
    assert parts[-1] == 1.0
    assert len(parts) > 10


def test_ctrl_c(node_by_node: None) -> None:
    def interrupt(_: Progress) -> None:
        signal.raise_signal(signal.SIGINT)

    with pytest.raises(Interrupted):
        diagram_of(choices(50), progress=interrupt)


def test_wrong_problems_and_controls_are_refused() -> None:
    with pytest.raises(ProblemError, match="the method 'cells' takes no bounds on items"):
        diagram_of(Problem([["p"], ["p"]], bounds={"p": (1, 2)}), method="cells")
    with pytest.raises(ProblemError, match="max_nodes is -1"):
        diagram_of(choices(2), max_nodes=-1)
    with pytest.raises(ProblemError, match="max_bytes is -1"):
        diagram_of(choices(2), max_bytes=-1)
    with pytest.raises(ProblemError, match="'masks'; the methods are auto, frontier"):
        diagram_of(choices(2), method="masks")
    with pytest.raises(ProblemError, match="cannot both be chosen"):
        diagram_of(choices(2), chosen=[0, 1])
