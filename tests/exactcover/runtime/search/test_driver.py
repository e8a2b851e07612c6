"""Limits, time, cancelling and progress: the one driver above all engines."""

import threading
from collections.abc import Callable
from itertools import islice
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover import Problem, ProblemError, Progress, Stop
from exactcover.verbs.cover_search import NO_OPTION
from tests.strategies import problems

pytestmark = pytest.mark.kernel

HIDE_CURSOR, SHOW_CURSOR = "\x1b[?25l", "\x1b[?25h"
ENDLESS = Problem([[item] for item in range(60) for _ in range(2)])
QUEENS = Problem(
    [
        {("row", r): None, ("column", c): None, ("sum", r + c): None, ("difference", r - c): None}
        for r in range(6)
        for c in range(6)
    ],
    primary=[(line, k) for k in range(6) for line in ("row", "column")],
    secondary=[("sum", k) for k in range(11)] + [("difference", k) for k in range(-5, 6)],
)


@given(problem=problems(), limit=st.integers(0, 6))
def test_limit_keeps_the_first_solutions(problem: Problem, limit: int) -> None:
    everything = list(problem.solutions())
    some = problem.solutions(limit=limit)
    count = problem.count(limit=limit)
    assert list(some) == everything[:limit]
    assert count == min(limit, len(everything))
    for search in (some, count):
        # That there is no other solution is not known before the search has gone on.
        assert search.complete == (limit > len(everything))
        assert search.stopped == (None if search.complete else Stop.LIMIT)


@given(problem=problems(), max_nodes=st.integers(0, 12))
def test_max_nodes_is_kept_to_the_node(problem: Problem, max_nodes: int) -> None:
    nodes = problem.count().statistics.nodes
    count = problem.count(max_nodes=max_nodes)
    assert count.statistics.nodes == min(max_nodes, nodes)
    assert count.complete == (max_nodes >= nodes)
    assert count.stopped == (None if count.complete else Stop.NODES)
    some = list(problem.solutions(max_nodes=max_nodes))
    assert some == list(problem.solutions())[: len(some)]
    assert len(some) == count


@pytest.mark.parametrize(
    ("controls", "stopped"),
    [
        ({"limit": 0}, Stop.LIMIT),
        ({"max_nodes": 0}, Stop.NODES),
        ({"time_limit": 0}, Stop.TIME),
        ({"time_limit": 0.05}, Stop.TIME),
    ],
)
def test_an_endless_search_is_stopped(controls: dict[str, Any], stopped: Stop) -> None:
    count = ENDLESS.count(method="dancing_cells", **controls)
    assert (count.complete, count.stopped) == (False, stopped)
    assert (count == 0) == (0 in controls.values())
    some = ENDLESS.solutions(method="dancing_cells", **controls)
    if count == 0:
        assert list(some) == []
        assert (some.complete, some.stopped) == (False, stopped)


def test_cancel_set_in_advance() -> None:
    cancel = threading.Event()
    cancel.set()
    count = ENDLESS.count(cancel=cancel, method="dancing_cells")
    assert (count, count.complete, count.stopped) == (0, False, Stop.CANCELLED)
    result = ENDLESS.solve(cancel=cancel)
    assert (result.solution, result.stopped) == (None, Stop.CANCELLED)


def test_cancel_by_another_thread() -> None:
    running, cancel = threading.Event(), threading.Event()

    def wait_and_cancel() -> None:
        running.wait()
        cancel.set()

    thread = threading.Thread(target=wait_and_cancel)
    thread.start()
    count = ENDLESS.count(cancel=cancel, progress=lambda _: running.set(), method="dancing_cells")
    thread.join()
    assert count > 0
    assert count.stopped == Stop.CANCELLED


def test_closing_drops_what_was_not_taken() -> None:
    some = Problem([["p"]] * 5).solutions()
    next(some)
    some.close()
    assert (some.complete, some.stopped) == (False, Stop.CANCELLED)
    assert list(some) == []


def test_closing_at_the_end_changes_nothing() -> None:
    some = Problem([["p"]] * 5).solutions()
    list(some)
    some.close()
    assert (some.complete, some.stopped) == (True, None)


@pytest.mark.usefixtures("node_by_node")
@pytest.mark.parametrize(
    "search",
    [
        lambda problem, **controls: problem.count(**controls).statistics,
        lambda problem, **controls: problem.solve(**controls).statistics,
        lambda problem, **controls: problem.count(limit=2, **controls).statistics,
        lambda problem, **controls: [list(s := problem.solutions(**controls)), s.statistics][1],
    ],
    ids=["count", "solve", "limit", "solutions"],
)
def test_progress_never_falls_and_ends_with_the_search(search: Callable[..., Any]) -> None:
    seen: list[Progress] = []
    statistics = search(QUEENS, progress=seen.append)
    assert len(seen) > 3
    for field in range(4):
        values: list[Any] = [report[field] for report in seen]
        assert values == sorted(values)
    assert 0.0 <= seen[0].part < seen[-1].part <= 1.0
    assert seen[-1][1:4] == (statistics.nodes, statistics.solutions, statistics.seconds)
    assert (seen[-1].part == 1.0) == (statistics.solutions == 4)


@pytest.mark.usefixtures("node_by_node")
def test_the_bar_is_on_standard_error_and_goes_away(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # rich takes what is captured for a terminal
    for verb in (QUEENS.count, QUEENS.solve):
        verb(progress=True)
        out, error = capfd.readouterr()
        assert out == ""
        assert "%" in error
        assert error.count(HIDE_CURSOR) == error.count(SHOW_CURSOR) == 1


def test_a_search_runs_in_any_thread() -> None:
    counts: list[int] = []
    threads = [threading.Thread(target=lambda: counts.append(QUEENS.count())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [4] * 4


@pytest.mark.parametrize(
    ("controls", "message"),
    [
        ({"limit": -1}, "limit is -1: it must not be negative"),
        ({"limit": 1.5}, "limit is 1.5: it must be a whole number"),
        ({"limit": True}, "limit is True: it must be a whole number"),
        ({"max_nodes": -1}, "max_nodes is -1: it must not be negative"),
        ({"max_nodes": "1"}, "max_nodes is '1': it must be a whole number"),
        ({"time_limit": -0.5}, "time_limit is -0.5: it must not be negative"),
        ({"time_limit": float("nan")}, "time_limit is nan: it must be a number of seconds"),
        ({"time_limit": "soon"}, "time_limit is 'soon': it must be a number of seconds"),
        ({"method": "magic"}, "unknown method 'magic'; the methods are auto, dancing_cells"),
        ({"progress": "yes"}, "progress is 'yes': give True or a function"),
        ({"cancel": True}, "cancel is True: it must have a method is_set"),
        ({"seed": -1}, "seed is -1: "),
        ({"seed": "x"}, "seed is 'x': "),
        ({"chosen": [36]}, "unknown option 36"),
    ],
)
def test_mistakes(controls: dict[str, Any], message: str) -> None:
    for verb in (QUEENS.solve, QUEENS.solutions, QUEENS.count):
        with pytest.raises(ProblemError, match=message):
            verb(**controls)


@settings(max_examples=100, deadline=None)
@given(problem=problems(), n_taken=st.integers(0, 20))
def test_arrays_hold_what_was_not_taken(problem: Problem, n_taken: int) -> None:
    expected = [solution.indices for solution in problem.solutions()]
    some = problem.solutions()
    taken = [solution.indices for solution in islice(some, n_taken)]
    found = []
    for rows in some.arrays():
        assert rows.dtype == np.uint32
        found += [tuple(row[row != NO_OPTION].tolist()) for row in rows]
    assert taken + found == expected
    assert some.complete
